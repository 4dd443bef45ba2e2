#pragma once

#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/preprocessing.h"
#include "pauc/model/model.h"
#include "pauc/record/blend.h"
#include "pauc/record/card.h"

namespace pauc {

// All models of a finished run, ready to score new rows: one, or the models of a blend.
class Scorers {
 public:
  // Which members of a blend to read: those that count, or all of them.
  enum class Members { weighted, all };
  // Reads the models of the run; `card` is its card.
  Scorers(const record::RunPaths& paths, const record::ModelCard& card, Members members);

  // What all models read alike: the kind of the content, its column, and the size of images.
  const Preprocessing& content() const { return models_.front().preprocessing; }
  // The columns that some model needs.
  std::vector<WantedColumn> wanted() const;
  // Names of the members of a blend; empty for a single model.
  const std::vector<std::string>& member_names() const { return names_; }

  struct Scores {
    std::vector<double> scores;                // by row
    std::vector<std::vector<double>> members;  // logits, by member and row
  };
  Scores of(const Block& block) const;

 private:
  struct LoadedModel {
    Preprocessing preprocessing;
    Model model;
  };
  void load(const record::RunPaths& paths, const record::ModelCard& card);
  std::vector<double> scores_of_model(const LoadedModel& loaded, const Block& block) const;

  std::vector<LoadedModel> models_;  // member by member, fold by fold
  record::Blend blend_;              // without members: a single model
  std::vector<std::string> names_;
};

}  // namespace pauc
