#pragma once

#include <optional>
#include <vector>

#include "pauc/metric/interval/interval.h"
#include "pauc/metric/roc.h"
#include "pauc/record/card.h"

namespace pauc::report {

// A threshold found on the validation rows, and its rates on other rows.
struct AppliedThreshold {
  double asked_fpr = 0;  // largest rate allowed on the validation rows
  double threshold = 0;
  double fpr = 0;
  double tpr = 0;
  IntervalResult fpr_ci, tpr_ci;
  std::optional<double> confidence = {};  // with which new cases keep the rate; none: the expected rate
};

// Whether rates have binomial intervals: exact if rows are unweighted and independent.
enum class RateIntervals { exact, none };

// The thresholds of a card on the rows of a curve: for each rate the guaranteed one, if there is, then the expected
// one.
std::vector<AppliedThreshold> applied_thresholds(const record::ModelCard& card, const RocCurve& curve,
                                                 RateIntervals intervals, double confidence);

}  // namespace pauc::report
