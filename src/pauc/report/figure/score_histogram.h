#pragma once

#include <vector>

#include "pauc/metric/cases.h"

namespace pauc::report {

// How the scores of each class are spread, in bins of equal width. The range leaves out what only a single row or a few
// in a thousand of a class reach, when that is far away; those are counted in the outermost bins.
struct ScoreHistogram {
  double low = 0;
  double high = 1;
  std::vector<double> positives;  // [bins] shares of the class, summing to 1
  std::vector<double> negatives;
  bool cut_low = false;  // some scores lie beyond
  bool cut_high = false;
};

ScoreHistogram histogram_of(const Cases& cases);

}  // namespace pauc::report
