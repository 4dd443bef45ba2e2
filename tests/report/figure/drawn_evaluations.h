#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/metric/interval/interval.h"
#include "support/problems.h"

namespace pauc::test {

inline EvaluationOptions up_to(double fpr_max) {
  EvaluationOptions options;
  options.fpr_max = fpr_max;
  return options;
}

// Binormal scores under these names, each a little better than the one before.
inline Evaluation evaluation_of(const std::vector<std::string>& names, std::int64_t positives, std::int64_t negatives,
                                const EvaluationOptions& options = up_to(0.1)) {
  ScoredRows rows;
  rows.names = names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    Random random(81 + i);
    const auto problem = binormal_problem(random, positives, negatives, 1 + 0.2 * static_cast<double>(i));
    rows.labels = problem.labels;
    rows.columns.push_back(problem.scores);
  }
  return evaluate(rows, options);
}

// With bands at 20 rates; neither the first nor the last has an interval.
inline Evaluation with_bands(Evaluation evaluation) {
  const double first = 1 / static_cast<double>(evaluation.negatives);
  for (auto& score : evaluation.scores) {
    score.band.clear();
    for (int k = 0; k < 20; ++k) {
      OperatingEstimate estimate;
      estimate.point = operating_point(score.curve, std::pow(first, 1 - k / 19.0));
      const auto trials = static_cast<double>(evaluation.positives);
      if (k > 0 && k < 19) {
        estimate.tpr_ci.interval = clopper_pearson(estimate.point.tpr * trials, trials, 0.95);
      } else {
        estimate.tpr_ci.reason = "at the end of the curve";
      }
      score.band.push_back(estimate);
    }
  }
  return evaluation;
}

}  // namespace pauc::test
