#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/metric/region.h"
#include "pauc/metric/roc.h"

namespace pauc {

struct EvaluationOptions;  // evaluation.h

/// The part of the ROC square that an area is taken from.
using CurvePart = std::variant<Region, TprBand>;

/// An area under the ROC curve, or under a part of it. `evaluate` gives it an interval and compares models by it.
struct AreaMetric {
  std::string name;                ///< key in evaluate's JSON
  std::string summary;             ///< line of `pauc list metrics`
  std::string title;               ///< heading for people; the bounds follow it
  std::vector<FieldInfo> options;  ///< its options in `pauc list metrics`
  /// The part to take the area from; nothing if the options do not ask for this area.
  std::optional<CurvePart> (*part)(const EvaluationOptions& options) = nullptr;
  /// Names and values of the bounds; null for the whole curve, which has none and only one scale.
  std::vector<std::pair<const char*, double>> (*bounds)(const CurvePart& part) = nullptr;
  std::vector<Scale> scales;        ///< scales on which the area is defined
  Scale shown = Scale::normalised;  ///< scale on which people see it unless they choose another
  /// The paper's counting estimator of the same area; null if the paper defines none. Without weights only.
  double (*paper)(const RocCurve& curve, const CurvePart& part) = nullptr;
  int precedence = 0;  ///< the area of the highest precedence among those asked for is the headline

  /// Whether this is the area under the whole curve.
  bool covers_whole_curve() const { return bounds == nullptr; }
};

/// One number of a ROC curve, without an interval. In evaluate's JSON it is under "screening".
struct CurveMetric {
  std::string name;                        ///< key in evaluate's JSON
  std::string summary;                     ///< line of `pauc list metrics`
  std::string title;                       ///< heading of its column
  int decimals;                            ///< number of decimals that people are shown
  double (*value)(const RocCurve& curve);  ///< computes it
};

/// All areas, the whole curve first. Text, JSON and the page show those that the options ask for, in this order.
const std::vector<AreaMetric>& area_metrics();

/// All numbers without an interval. Text, JSON and the page show them in this order.
const std::vector<CurveMetric>& curve_metrics();

/// A row of `pauc list metrics`.
struct MetricInfo {
  std::string name;                ///< key in evaluate's JSON
  std::string summary;             ///< one line for people
  std::vector<FieldInfo> options;  ///< bounds that the user may set
};

/// All rows of `pauc list metrics`: the areas, the operating points, then the numbers without an interval.
std::vector<MetricInfo> metric_registry();

}  // namespace pauc
