#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/data/table/table.h"

namespace pauc {

/// Shape of synthetic data.
enum class SyntheticShape { binormal, nonlinear };

/// Words for SyntheticShape.
template <>
struct Choices<SyntheticShape> {
  /// Value and word of each choice.
  static constexpr NamedChoice<SyntheticShape> kNames[] = {{SyntheticShape::binormal, "binormal"},
                                                           {SyntheticShape::nonlinear, "nonlinear"}};
};

/// Synthetic data whose best classifier is known.
///
/// In both shapes the best score z is N(0, 1) for negatives and N(separation, 1) for positives, so that the best ROC
/// curve is the binormal one, TPR = Phi(separation + Phi^-1(FPR)).
/// - binormal: all features are normal, with means shifted by separation / sqrt(features) for positives. z is linear in
///   the features.
/// - nonlinear: the first two features are a point at distance exp(-z / 2) from the origin, in a random direction; the
///   other features are noise. A linear score has AUC 0.5 and, since positives lie inside, is worse than chance at low
///   FPR.
struct SyntheticOptions {
  /// Shape of the data.
  SyntheticShape shape = SyntheticShape::binormal;
  /// Number of rows.
  std::int64_t rows = 10000;
  /// Number of features.
  std::int64_t features = 8;
  /// Fraction of positive rows.
  double positive_share = 0.1;
  /// Distance between the mean best scores of the two classes, in standard deviations.
  double separation = 1.5;
  /// Seed of the random numbers.
  std::int64_t seed = 0;
};

/// Names and descriptions of all options except the shape, which is part of the name.
extern const Fields<SyntheticOptions> kSyntheticFields;

/// Reads "synthetic:binormal" or "synthetic:nonlinear,rows=5000,separation=2".
SyntheticOptions synthetic_named(const std::string& text);

/// Synthetic examples and their best scores.
struct SyntheticData {
  /// Columns x1, x2, ...
  Table table;
  /// Label of each row: 1 positive, 0 negative.
  std::vector<std::uint8_t> labels;
  /// Best score z of each row.
  std::vector<float> best_scores;
};

/// Generates data; the same seed gives the same data. Exactly round(rows x positive_share) rows are positive. If
/// processes share the rows, the table has those of this one.
SyntheticData make_synthetic(const SyntheticOptions& options, const SharedRows& shared = {});

/// Area that no classifier exceeds on average: the area of the best ROC curve over FPR in [fpr_min, fpr_max] and above
/// TPR tpr_min, normalised such that a perfect classifier has 1.
double best_area(const SyntheticOptions& options, double fpr_min, double fpr_max, double tpr_min);

}  // namespace pauc
