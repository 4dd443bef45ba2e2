#include "support/scored_problems.h"

namespace pauc::test {

ScoredRows rows_of(const Problem& problem) {
  ScoredRows rows;
  rows.labels = problem.labels;
  rows.weights = problem.weights;
  rows.names = {"s"};
  rows.columns = {problem.scores};
  return rows;
}

ScoredRows paired_rows(Random& random, std::int64_t positives, std::int64_t negatives, double separation,
                       double advantage) {
  const Problem shared = binormal_problem(random, positives, negatives, separation);
  ScoredRows rows = rows_of(shared);
  rows.names = {"a", "b"};
  rows.columns.assign(2, shared.scores);
  for (std::size_t i = 0; i < shared.labels.size(); ++i) {
    rows.columns[0][i] += random.normal() + advantage * shared.labels[i];
    rows.columns[1][i] += random.normal();
  }
  return rows;
}

EvaluationOptions with_method(IntervalMethod method) {
  EvaluationOptions options;
  options.fpr_max = 0.3;
  options.uncertainty.method = method;
  return options;
}

const Estimate& headline_estimate(const Evaluation& evaluation, std::size_t column) {
  return evaluation.scores[column].areas[evaluation.headline];
}

}  // namespace pauc::test
