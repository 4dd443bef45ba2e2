#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/trainer/config/config.h"
#include "pauc/trainer/config/defaults.h"
#include "pauc/trainer/config/options.h"

namespace pauc {

// One family of models of a blend.
struct Member {
  std::string name;  // of its folder: trees, mlp, ...
  Config asked;      // what it is trained with; the fold is left open
};

// Scores of a model that was trained elsewhere.
struct ForeignMember {
  std::string name;
  std::string file;
};

// The models that a run consists of.
struct EnsemblePlan {
  std::vector<Member> members;         // those that gain most for their time first
  std::vector<ForeignMember> foreign;  // of trainer.member
  std::int64_t folds = 0;
  bool folds_given = false;  // otherwise fewer are taken where the data do not allow so many
  BlendMethod blend = BlendMethod::stack;
  std::optional<Effort> effort;  // that chose the members
};

// Whether a run that names neither model nor objective, nor an option that only a network has, trains a blend. Images
// get one network.
bool blends_by_default(const Config& asked, const DataFacts& facts);

// The plan of a run that trains several models: one with folds, members or an effort, or one that leaves both model and
// objective to auto and names no option that only a network has. None: the run trains one model, or candidates of one.
std::optional<EnsemblePlan> ensemble_plan(const Config& asked, const DataFacts& facts);

// The config of the whole: training by it gives the same run. Members are resolved one by one.
Config resolved_for_ensemble(const Config& asked, const EnsemblePlan& plan, const DataFacts& facts);

// What is trained, in two lines for people.
std::vector<std::string> explained(const Config& asked, const EnsemblePlan& plan, const DataFacts& facts);

// The parts of trainer.member.
std::vector<ForeignMember> foreign_members(const std::string& text);

}  // namespace pauc
