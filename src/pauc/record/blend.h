#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/interval.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

// A family of models in a blend. Its logit of a row is slope x (mean raw score of its folds) + offset.
struct BlendMember {
  std::string name;  // also that of its folder in members/
  double weight = 0;
  double slope = 1;
  double offset = 0;
  std::int64_t folds = 1;  // models, in members/NAME/fold-1 and so on; 0: its scores come from elsewhere
  // Of scores from elsewhere: they are probabilities, whose log odds count. 0 and 1 count as `least_probability` away.
  bool probabilities = false;
  // The loss of the target's partial AUC, out of fold, when the blend is fitted without this member. None for a member
  // without others, and in runs of earlier versions.
  std::optional<double> adds = {};
  std::optional<Interval> adds_ci = {};
  double least_probability = 1e-9;
  // By fold, the weight in the scores of the rows that it left out, which had no part in fitting it. Empty: `weight`.
  std::vector<double> fold_weights = {};

  bool is_foreign() const { return folds == 0; }
  // The weight in the score of a row that a fold, from 1 on, left out; 0: of a new row.
  double weight_in(std::int64_t fold) const {
    return fold == 0 || fold_weights.empty() ? weight : fold_weights.at(static_cast<std::size_t>(fold - 1));
  }
};

// A member that was to be trained and is not there.
struct LeftOutMember {
  std::string name;
  std::string why;  // "the time is up", or what its training failed of
};

// blend.json: the raw score of a row is the intercept plus the sum of weight x logit over all members.
struct Blend {
  std::string method;  // stack, greedy, equal: how the weights were found; single: one member alone
  std::vector<BlendMember> members;
  double intercept = 0;
  std::vector<LeftOutMember> left_out = {};
  std::vector<std::string> notes = {};  // sentences about members, for people who read the figures
};

// ModelCard::model of a run with folds or members, which has no weights of its own.
inline constexpr const char* kBlendModel = "blend";

// How new rows are scored. Of the rows that thresholds were found on, each was scored by one model that had not seen
// it; where new rows are scored in another way, thresholds are approximate for them.
struct NewRows {
  std::int64_t averaged = 1;  // models whose average scores a new row
  bool elsewhere = false;     // scores from elsewhere count, and those of new rows come from another model

  bool scored_alike() const { return averaged == 1 && !elsewhere; }
};

NewRows new_rows_of(const Blend& blend);

std::string blend_json(const Blend& blend);
// Refuses names that lead out of the folder, equal names, methods that do not exist, and numbers that are not finite.
Blend read_blend(const RunPaths& paths);

}  // namespace pauc::record
