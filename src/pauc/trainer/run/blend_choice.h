#pragma once

#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/record/blend.h"
#include "pauc/record/predictions.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/run/run.h"

namespace pauc {

// The raw scores of one member.
struct MemberScores {
  std::string name;
  std::int64_t folds = 0;          // models, whose mean the scores are; 0: they come from elsewhere
  bool probabilities = false;      // record::BlendMember::probabilities
  std::vector<double> held_out;    // rows that a model of the member has not seen, each scored by that model
  std::vector<double> of_trained;  // rows that they were trained on
  std::vector<double> of_test;
  double least_probability = 0;  // likewise, of probabilities
};

// Members, their blend, and which of them a run keeps.
struct BlendChoice {
  record::Blend blend;
  std::vector<TrainedCandidate> candidates;  // the members, and their blend if there are several
  std::size_t kept = 0;
  // Scores of the kept one. Those held out are cross-fitted: each fold has the weights that fit the other folds.
  std::vector<double> held_out, of_trained, of_test;
  std::vector<std::vector<double>> member_held_out, member_of_test;  // logits, by member
};

// Weights the members by the rows that they have not seen, `rows` (its scores do not count). The blend is kept unless a
// member alone is better beyond doubt: the interval of the difference, over these rows, is above 0. If the rows have
// folds, weights of a blend are judged by folds that they were not fitted to.
BlendChoice choose_blend(const std::vector<MemberScores>& members, const record::ScoredPart& rows, BlendMethod method,
                         const EvaluationOptions& evaluation);

}  // namespace pauc
