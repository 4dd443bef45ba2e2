#pragma once

#include "pauc/metric/evaluation.h"
#include "support/problems.h"

namespace pauc::test {

ScoredRows rows_of(const Problem& problem);

// Two columns, a and b, that share part of their noise. They are equally good if `advantage` is 0.
ScoredRows paired_rows(Random& random, std::int64_t positives, std::int64_t negatives, double separation,
                       double advantage);

// Options for FPR <= 0.3 and intervals by this method.
EvaluationOptions with_method(IntervalMethod method);

const Estimate& headline_estimate(const Evaluation& evaluation, std::size_t column = 0);

}  // namespace pauc::test
