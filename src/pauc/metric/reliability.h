#pragma once

#include <cstdint>
#include <vector>

#include "pauc/metric/interval/interval.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

/// Cases of similar probability: what was predicted and what came true.
struct ReliabilityBin {
  std::int64_t rows = 0;  ///< rows in it
  double share = 0;       ///< its share of the weight of all rows
  double predicted = 0;   ///< mean probability
  double observed = 0;    ///< share of positives
  Interval ci;            ///< of the share of positives
};

/// How far probabilities can be believed.
struct Reliability {
  std::vector<ReliabilityBin> bins;  ///< by rising probability
  double error = 0;                  ///< expected calibration error: mean of |observed - predicted|, by share
  double error_by_chance = 0;        ///< what perfect probabilities would show with as many rows, on average
};

/// Compares probabilities, the first column of the rows, with labels in up to `bins` bins of about equally many rows.
///
/// Intervals are Clopper and Pearson's. With weights or groups the number of rows of a bin is Kish's effective number,
/// where all rows of a group in the bin count as one. The error by chance is the sum of share sqrt(2 p (1 - p)/(pi n)),
/// the mean of |observed - p| of a normal with the variance of a binomial.
Reliability reliability(const ScoredRows& rows, std::int64_t bins, double confidence);

}  // namespace pauc
