#pragma once

#include <optional>

#include "pauc/metric/isotonic.h"
#include "pauc/metric/platt.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

/// The map from scores to probabilities: Platt's, or isotonic where that is better.
struct ProbabilityMap {
  Platt platt;                          ///< always fitted
  std::optional<Isotonic> isotonic;     ///< used instead if it is there
  std::optional<double> platt_loss;     ///< cross-validated log loss; none if a fold lacks a class
  std::optional<double> isotonic_loss;  ///< likewise

  /// "platt" or "isotonic".
  const char* method() const { return isotonic ? "isotonic" : "platt"; }
  /// Probability that a case with this score is positive.
  double probability(double score) const { return isotonic ? isotonic->probability(score) : platt.probability(score); }
};

/// Fits both maps on held-out scores, the first column of the rows. Isotonic regression is taken if its log loss in
/// 5-fold cross-validation is lower by more than one standard error of the paired difference; Platt scaling otherwise.
/// Whole groups are left out, and are the units of the standard error.
ProbabilityMap fit_probabilities(const ScoredRows& rows);

}  // namespace pauc
