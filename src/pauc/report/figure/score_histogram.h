#pragma once

#include <vector>

#include "pauc/metric/cases.h"

namespace pauc::report {

// Distribution of the scores of each class in bins of equal width. Distant scores of a single row, or of a few rows in
// a thousand of a class, do not widen the range; the outermost bins count them.
struct ScoreHistogram {
  double low = 0;
  double high = 1;
  std::vector<double> positives;  // [bins] shares of the class, summing to 1
  std::vector<double> negatives;
  bool cut_low = false;  // some scores are below `low`
  bool cut_high = false;
};

ScoreHistogram histogram_of(const Cases& cases);

}  // namespace pauc::report
