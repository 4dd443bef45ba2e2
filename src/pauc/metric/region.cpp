#include "pauc/metric/region.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"

namespace pauc {

const Fields<Region> kOneWayFields = {
    {"fpr_min", &Region::fpr_min, "smallest false-positive rate of the region"},
    {"fpr_max", &Region::fpr_max, "largest false-positive rate of the region, such as 0.05"},
};

const Fields<Region> kTwoWayFields = {
    {"tpr_min", &Region::tpr_min, "smallest true-positive rate of the region"},
    {"fpr_max", &Region::fpr_max, "largest false-positive rate of the region, such as 0.05"},
};

const Fields<TprBand> kTprBandFields = {
    {"min", &TprBand::min, "smallest true-positive rate of the band"},
    {"max", &TprBand::max, "largest true-positive rate of the band"},
};

void check(const Region& region) {
  require_usage(region.fpr_min >= 0 && region.fpr_min < 1, "fpr_min: expected 0 <= fpr_min < 1, got ", region.fpr_min,
                rate_hint(region.fpr_min));
  const std::string hint = rate_hint(region.fpr_max);
  require_usage(region.fpr_max > 0 && region.fpr_max <= 1, "fpr_max: expected 0 < fpr_max <= 1, got ", region.fpr_max,
                hint.empty() ? "; 0.05, for example, allows false alarms for 5 % of the negatives" : hint);
  require_usage(region.fpr_min < region.fpr_max, "fpr_min: expected less than fpr_max (", region.fpr_max, "), got ",
                region.fpr_min);
  require_usage(region.tpr_min >= 0 && region.tpr_min < 1, "tpr_min: expected 0 <= tpr_min < 1, got ", region.tpr_min,
                rate_hint(region.tpr_min));
  require_usage(region.tpr_min == 0 || region.fpr_min == 0, "fpr_min: expected none together with tpr_min, got ",
                region.fpr_min);
}

void check(const TprBand& band) {
  require_usage(band.min >= 0 && band.min < band.max && band.max <= 1, "tpr_band: expected 0 <= min < max <= 1, got ",
                band.min, " and ", band.max);
}

void check(const TprAt& point) {
  require_usage(point.fpr >= 0 && point.fpr <= 1, "fpr: expected 0 <= fpr <= 1, got ", point.fpr);
}

void check(const Measure& measure) {
  std::visit([](const auto& kind) { check(kind); }, measure);
}

namespace {

double mcclish(double area, double lowest, double highest) { return 0.5 * (1 + (area - lowest) / (highest - lowest)); }

}  // namespace

double rescaled(double normalised, Scale to, const Region& region) {
  const double width = region.fpr_max - region.fpr_min;
  const double largest = width * (1 - region.tpr_min);
  if (to == Scale::normalised) return normalised;
  if (to == Scale::raw) return normalised * largest;
  require_usage(region.tpr_min == 0, "scale: mcclish is not defined for a two-way region; take raw or normalised");
  // The diagonal's area. On the whole square this is AUC itself.
  const double lowest = (region.fpr_max + region.fpr_min) * width / 2;
  return mcclish(normalised * largest, lowest, width);
}

double rescaled(double normalised, Scale to, const TprBand& band) {
  const double width = band.max - band.min;
  if (to == Scale::normalised) return normalised;
  if (to == Scale::raw) return normalised * width;
  const double lowest = width - (band.max + band.min) * width / 2;
  return mcclish(normalised * width, lowest, width);
}

std::string region_text(const Region& region) {
  if (region.tpr_min > 0) return joined("TPR >= ", region.tpr_min, ", FPR <= ", region.fpr_max);
  if (region.fpr_min > 0) return joined(region.fpr_min, " <= FPR <= ", region.fpr_max);
  return joined("FPR <= ", region.fpr_max);
}

std::string region_text(const TprBand& band) { return joined(band.min, " <= TPR <= ", band.max); }

std::string region_key(const Region& region) {
  if (region.tpr_min > 0) return joined("two_way_", region.tpr_min, "_", region.fpr_max);
  if (region.fpr_min > 0) return joined("one_way_", region.fpr_min, "-", region.fpr_max);
  return joined("one_way_", region.fpr_max);
}

namespace {

// "0.6_0.4" -> two numbers. The mark may stand in a number too: "1e-05-0.3".
std::optional<std::pair<double, double>> numbers_around(char mark, const std::string& text) {
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const auto first = parse_number(text.substr(0, at));
    const auto second = parse_number(text.substr(at + 1));
    if (first && second) return std::make_pair(*first, *second);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Region> region_of_key(const std::string& key) {
  const std::string kind = key.substr(0, std::string("one_way_").size());
  const std::string numbers = key.substr(kind.size());
  if (kind == "two_way_") {
    const auto bounds = numbers_around('_', numbers);
    return bounds ? std::optional<Region>(two_way(bounds->first, bounds->second)) : std::nullopt;
  }
  if (kind != "one_way_") return std::nullopt;
  if (const auto fpr_max = parse_number(numbers)) return fpr_at_most(*fpr_max);
  if (const auto bounds = numbers_around('-', numbers)) return fpr_between(bounds->first, bounds->second);
  return std::nullopt;
}

}  // namespace pauc
