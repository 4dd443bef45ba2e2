#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/random.h"
#include "pauc/metric/area.h"
#include "pauc/metric/cases.h"

namespace pauc::test {

// Labels, scores and weights that own their memory.
struct Problem {
  std::vector<std::uint8_t> labels;
  std::vector<double> scores;
  std::vector<double> weights;

  Cases cases() const { return {labels, scores, weights}; }
};

enum class Weights { none, whole, any };
enum class Ties { none, many };

// A random problem of 2 to about 200 rows; a class may have a single row. With many ties, scores lie on a coarse grid.
Problem random_problem(Random& random, Ties ties, Weights weights);

// The scores of each class: positives ascending, negatives descending.
struct SortedScores {
  std::vector<double> positives;
  std::vector<double> negatives;
};
SortedScores sorted_by_class(const Problem& problem);

// Negatives N(0, 1), positives N(separation, 1).
Problem binormal_problem(Random& random, std::int64_t positives, std::int64_t negatives, double separation);

// Normalised area of a region under the true ROC curve of a binormal problem, which intervals should cover.
double true_binormal_area(double separation, const Region& region);

// The same problem with every row of weight w repeated w times; weights must be integers.
Problem with_rows_repeated(const Problem& problem);

// Normalised area of a region by brute force, without weights and ties: over pairs of one of the highest fpr_max n-
// negatives (except the highest fpr_min n-) and one of the lowest (1 - tpr_min) n+ positives. The last rank counts with
// its fraction.
double brute_force_area(const Problem& problem, const Region& region);

}  // namespace pauc::test
