#pragma once

#include <optional>
#include <string>
#include <variant>

#include "pauc/core/fields.h"

namespace pauc {

/// A part of the ROC square: fpr_min <= FPR <= fpr_max and TPR >= tpr_min. One-way if tpr_min is 0, otherwise two-way.
struct Region {
  double fpr_min = 0;  ///< smallest false-positive rate
  double fpr_max = 1;  ///< largest false-positive rate: beta
  double tpr_min = 0;  ///< smallest true-positive rate: alpha
};

/// One-way: 0 <= FPR <= fpr_max.
constexpr Region fpr_at_most(double fpr_max) { return {0, fpr_max, 0}; }
/// One-way: fpr_min <= FPR <= fpr_max.
constexpr Region fpr_between(double fpr_min, double fpr_max) { return {fpr_min, fpr_max, 0}; }
/// Two-way: TPR >= tpr_min and FPR <= fpr_max.
constexpr Region two_way(double tpr_min, double fpr_max) { return {0, fpr_max, tpr_min}; }

/// The band min <= TPR <= max. Its area is to the right of the curve: the integral of 1 - FPR over TPR.
struct TprBand {
  double min = 0;  ///< smallest true-positive rate
  double max = 1;  ///< largest true-positive rate
};

/// The true-positive rate at the lowest threshold whose false-positive rate is at most `fpr`.
struct TprAt {
  double fpr = 0.01;  ///< largest false-positive rate
};

/// One number of a ROC curve, from 0 to 1: an area divided by the largest possible area, or a rate.
using Measure = std::variant<Region, TprBand, TprAt>;

extern const Fields<Region> kOneWayFields;    ///< options of a one-way region
extern const Fields<Region> kTwoWayFields;    ///< options of a two-way region
extern const Fields<TprBand> kTprBandFields;  ///< options of a TPR band

/// Refuses bounds outside 0..1 or in the wrong order, NaN, and fpr_min together with tpr_min.
void check(const Region& region);
/// Refuses bounds outside 0..1 or in the wrong order.
void check(const TprBand& band);
/// Refuses a rate outside 0..1.
void check(const TprAt& point);
/// Checks whichever kind of measure it is.
void check(const Measure& measure);

/// "FPR <= 0.3", "0.05 <= FPR <= 0.3", "TPR >= 0.6, FPR <= 0.4"
std::string region_text(const Region& region);
/// "0.8 <= TPR <= 1"
std::string region_text(const TprBand& band);

/// A region as a key in files: one_way_0.3, one_way_0.05-0.3, two_way_0.6_0.4 (tpr_min, fpr_max).
std::string region_key(const Region& region);
/// The reverse; nothing for any other text.
std::optional<Region> region_of_key(const std::string& key);

/// Scale of an area.
enum class Scale {
  raw,         ///< the area itself
  normalised,  ///< area / largest possible area
  mcclish      ///< 1/2 for a curve on the diagonal, 1 for a perfect one (McClish 1989); not for two-way regions
};

/// Words for the scales.
template <>
struct Choices<Scale> {
  /// Names by value.
  static constexpr NamedChoice<Scale> kNames[] = {
      {Scale::raw, "raw"}, {Scale::normalised, "normalised"}, {Scale::mcclish, "mcclish"}};
};

/// A normalised area on another scale.
double rescaled(double normalised, Scale to, const Region& region);
/// A normalised area on another scale.
double rescaled(double normalised, Scale to, const TprBand& band);

}  // namespace pauc
