#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/data/table/table.h"

namespace pauc {

// Made data whose best classifier is known. In both shapes the best score z is N(0, 1) for negatives and
// N(separation, 1) for positives, so that the best ROC curve is the binormal one, TPR = Phi(separation + Phi^-1(FPR)).
//   binormal   every feature is normal, its mean moved by separation / sqrt(features): z is linear in the features
//   nonlinear  z is the distance from the origin in the plane of the first two features, exp(-z / 2), at any angle; the
//              others are noise. A linear score has AUC 0.5 and, as positives lie inside, less than chance at low FPR
enum class SyntheticShape { binormal, nonlinear };

template <>
struct Choices<SyntheticShape> {
  static constexpr NamedChoice<SyntheticShape> kNames[] = {{SyntheticShape::binormal, "binormal"},
                                                           {SyntheticShape::nonlinear, "nonlinear"}};
};

struct SyntheticOptions {
  SyntheticShape shape = SyntheticShape::binormal;
  std::int64_t rows = 10000;
  std::int64_t features = 8;
  double positive_share = 0.1;
  double separation = 1.5;
  std::int64_t seed = 0;
};

extern const Fields<SyntheticOptions> kSyntheticFields;  // all but the shape, which is part of the name

// "synthetic:binormal", "synthetic:nonlinear,rows=5000,separation=2".
SyntheticOptions synthetic_named(const std::string& text);

struct SyntheticData {
  Table table;  // columns x1, x2, ...
  std::vector<std::uint8_t> labels;
  std::vector<float> best_scores;  // z
};

// The same seed gives the same data. Exactly round(rows x positive_share) rows are positive.
SyntheticData make_synthetic(const SyntheticOptions& options);

// The area that no classifier exceeds on average: that of the best ROC curve over FPR in [fpr_min, fpr_max] and above
// TPR tpr_min, normalised, so that 1 is a perfect one.
double best_area(const SyntheticOptions& options, double fpr_min, double fpr_max, double tpr_min);

}  // namespace pauc
