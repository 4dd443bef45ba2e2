#pragma once

#include <optional>
#include <string>
#include <variant>

#include "pauc/core/fields.h"

namespace pauc {

// A part of the ROC square: fpr_min <= FPR <= fpr_max and TPR >= tpr_min. One-way when tpr_min is 0, two-way otherwise.
struct Region {
  double fpr_min = 0;
  double fpr_max = 1;  // beta
  double tpr_min = 0;  // alpha
};

// The band min <= TPR <= max, whose area lies to the right of the curve: the integral of 1 - FPR over TPR.
struct TprBand {
  double min = 0;
  double max = 1;
};

// The true-positive rate at a threshold that lets through at most this false-positive rate.
struct TprAt {
  double fpr = 0.01;
};

// What one number is taken from a ROC curve, on the scale from 0 to 1: area / largest possible area, or a rate.
using Measure = std::variant<Region, TprBand, TprAt>;

extern const Fields<Region> kOneWayFields;
extern const Fields<Region> kTwoWayFields;
extern const Fields<TprBand> kTprBandFields;

// Refused as wrong usage: bounds outside 0..1 or in the wrong order, NaN, fpr_min together with tpr_min.
void check(const Region& region);
void check(const TprBand& band);
void check(const TprAt& point);
void check(const Measure& measure);

// "FPR <= 0.3", "0.05 <= FPR <= 0.3", "TPR >= 0.6, FPR <= 0.4"
std::string region_text(const Region& region);
// "0.8 <= TPR <= 1"
std::string region_text(const TprBand& band);

// A region as a key of files: one_way_0.3, one_way_0.05-0.3, two_way_0.6_0.4 (tpr_min, fpr_max).
std::string region_key(const Region& region);
// Nothing for any other text.
std::optional<Region> region_of_key(const std::string& key);

// raw = area; normalised = area / largest possible area; mcclish = 1/2 for a curve on the diagonal, 1 for a perfect one
// (McClish 1989), not defined for a two-way region.
enum class Scale { raw, normalised, mcclish };

template <>
struct Choices<Scale> {
  static constexpr NamedChoice<Scale> kNames[] = {
      {Scale::raw, "raw"}, {Scale::normalised, "normalised"}, {Scale::mcclish, "mcclish"}};
};

double rescaled(double normalised, Scale to, const Region& region);
double rescaled(double normalised, Scale to, const TprBand& band);

}  // namespace pauc
