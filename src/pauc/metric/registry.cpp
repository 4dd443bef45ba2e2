#include "pauc/metric/registry.h"

#include "pauc/core/error.h"
#include "pauc/metric/evaluation.h"
#include "pauc/metric/paper_estimators.h"
#include "pauc/metric/screening.h"

namespace pauc {

namespace {

double paper_estimate_of_region(const RocCurve& curve, const CurvePart& part) {
  return paper_estimate(curve, std::get<Region>(part));
}

AreaMetric auc_row() {
  AreaMetric row;
  row.name = "auc";
  row.summary = "area under the whole ROC curve; a tied pair counts one half";
  row.title = "AUC";
  row.part = [](const EvaluationOptions& /*options*/) { return std::optional<CurvePart>(Region{}); };
  row.scales = {Scale::normalised};
  return row;
}

AreaMetric one_way_row() {
  AreaMetric row;
  row.name = "one_way";
  row.summary =
      "partial AUC over a range of false-positive rates: raw, normalised, mcclish; in JSON also the paper's estimator";
  row.title = "pAUC";
  row.options = describe(kOneWayFields);
  row.part = [](const EvaluationOptions& options) -> std::optional<CurvePart> {
    if (!options.fpr_min && !options.fpr_max) return std::nullopt;
    return fpr_between(options.fpr_min.value_or(0), options.fpr_max.value_or(1));
  };
  row.bounds = [](const CurvePart& part) -> std::vector<std::pair<const char*, double>> {
    const Region& region = std::get<Region>(part);
    return {{"fpr_min", region.fpr_min}, {"fpr_max", region.fpr_max}};
  };
  row.scales = {Scale::raw, Scale::normalised, Scale::mcclish};
  row.shown = Scale::mcclish;
  row.paper = paper_estimate_of_region;
  row.precedence = 2;
  return row;
}

AreaMetric two_way_row() {
  AreaMetric row;
  row.name = "two_way";
  row.summary =
      "partial AUC where TPR >= tpr_min and FPR <= fpr_max: raw, normalised; in JSON also the paper's estimator";
  row.title = "pAUC";
  row.options = describe(kTwoWayFields);
  row.part = [](const EvaluationOptions& options) -> std::optional<CurvePart> {
    if (!options.tpr_min) return std::nullopt;
    require_usage(!options.fpr_min, "fpr_min: expected none together with tpr_min, got ", options.fpr_min.value_or(0));
    return two_way(*options.tpr_min, options.fpr_max.value_or(1));
  };
  row.bounds = [](const CurvePart& part) -> std::vector<std::pair<const char*, double>> {
    const Region& region = std::get<Region>(part);
    return {{"tpr_min", region.tpr_min}, {"fpr_max", region.fpr_max}};
  };
  row.scales = {Scale::raw, Scale::normalised};
  row.paper = paper_estimate_of_region;
  row.precedence = 3;
  return row;
}

AreaMetric tpr_band_row() {
  AreaMetric row;
  row.name = "tpr_band";
  row.summary = "partial AUC over a band of true-positive rates: raw, normalised, mcclish";
  row.title = "pAUC";
  row.options = describe(kTprBandFields);
  row.part = [](const EvaluationOptions& options) -> std::optional<CurvePart> {
    return options.tpr_band ? std::optional<CurvePart>(*options.tpr_band) : std::nullopt;
  };
  row.bounds = [](const CurvePart& part) -> std::vector<std::pair<const char*, double>> {
    const TprBand& band = std::get<TprBand>(part);
    return {{"tpr_min", band.min}, {"tpr_max", band.max}};
  };
  row.scales = {Scale::raw, Scale::normalised, Scale::mcclish};
  row.shown = Scale::mcclish;
  row.precedence = 1;
  return row;
}

}  // namespace

const std::vector<AreaMetric>& area_metrics() {
  static const std::vector<AreaMetric> kAreas = {auc_row(), one_way_row(), two_way_row(), tpr_band_row()};
  return kAreas;
}

const std::vector<CurveMetric>& curve_metrics() {
  static const std::vector<CurveMetric> kMetrics = {
      {"bedroc", "early recognition with exponential weight 20 on the relative rank", "BEDROC (20)", 4,
       [](const RocCurve& curve) { return bedroc(curve); }},
      {"ef1", "enrichment factor among the highest 1 % of rows", "EF 1 %", 2,
       [](const RocCurve& curve) { return enrichment_factor(curve, 0.01); }},
      {"ef5", "enrichment factor among the highest 5 % of rows", "EF 5 %", 2,
       [](const RocCurve& curve) { return enrichment_factor(curve, 0.05); }},
      {"logauc", "mean TPR over log FPR from 0.001 to 0.1", "logAUC (0.001-0.1)", 4,
       [](const RocCurve& curve) { return log_auc(curve); }},
  };
  return kMetrics;
}

std::vector<MetricInfo> metric_registry() {
  std::vector<MetricInfo> rows;
  for (const AreaMetric& area : area_metrics()) rows.push_back({area.name, area.summary, area.options});
  rows.push_back(
      {"operating_points",
       "threshold, realised FPR and TPR with an exact interval at FPR 0.001, 0.01, 0.05, 0.1 and the region's end",
       {}});
  for (const CurveMetric& metric : curve_metrics()) rows.push_back({metric.name, metric.summary, {}});
  return rows;
}

}  // namespace pauc
