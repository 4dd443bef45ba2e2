#include "pauc/report/page/data.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/report/page/curve_points.h"
#include "pauc/report/page/headline.h"

namespace pauc::report {

namespace {

using Json = nlohmann::ordered_json;

// Ends of intervals are only read by people.
double rounded(double value) { return std::round(1e4 * value) / 1e4; }

Json interval_ends(const std::vector<std::optional<Interval>>& intervals, double Interval::*end) {
  Json list = Json::array();
  for (const auto& interval : intervals) list.push_back(interval ? Json(rounded((*interval).*end)) : Json());
  return list;
}

// Each point's own; where rows do not count alike those of the evaluation are all there are.
std::vector<std::optional<Interval>> intervals_of(const CurvePoints& points, const ReportedModel& model,
                                                  double confidence) {
  if (!model.exact_intervals) return points.tpr_ci;
  std::vector<std::optional<Interval>> intervals;
  for (const double hits : points.positives) {
    intervals.emplace_back(clopper_pearson(hits, points.positives.back(), confidence));
  }
  intervals.front().reset();  // nothing is called positive there
  return intervals;
}

// Upper confidence limits of the FPR, one-sided; null where there are no intervals.
Json fpr_limits(const CurvePoints& points, const ReportedModel& model, double confidence) {
  Json list = Json::array();
  const double total = points.negatives.back();
  for (std::size_t k = 0; k < points.negatives.size(); ++k) {
    const bool effective = !points.effective_negatives.empty();
    const double cases = effective ? points.effective_negatives[k] : total;
    list.push_back(model.exact_intervals || effective
                       ? Json(rounded(upper_limit(points.negatives[k] / total * cases, cases, confidence)))
                       : Json());
  }
  return list;
}

Json model_json(const ScoreEvaluation& score, const ReportedModel& model, double confidence) {
  std::vector<double> further;
  for (const AppliedThreshold& applied : model.applied) further.push_back(applied.threshold);
  const CurvePoints points = curve_points(score, further);
  const auto intervals = intervals_of(points, model, confidence);
  Json thresholds = Json::array({nullptr});
  for (const double threshold : points.thresholds) thresholds.push_back(threshold);
  const std::string command =
      model.folder.empty() ? "" : joined("pauc predict ", shell_word(model.folder), " NEW.csv --threshold=");
  return {{"name", score.name},
          {"command", command},
          {"positives", score.curve.totals().positives},
          {"negatives", score.curve.totals().negatives},
          {"points",
           {{"threshold", thresholds},
            {"fp", points.negatives},
            {"tp", points.positives},
            {"low", interval_ends(intervals, &Interval::lower)},
            {"high", interval_ends(intervals, &Interval::upper)},
            {"fpr_high", fpr_limits(points, model, confidence)}}}};
}

// "<" cannot end the script element when it is not there.
std::string without_angle(const std::string& json) {
  std::string safe;
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string page_data_json(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  const OperatingEstimate* at = headline_point(evaluation, evaluation.scores.front());
  const AppliedThreshold* promised = promised_threshold(report);
  Json data = {{"fpr", at == nullptr ? Json() : Json(at->point.fpr)},
               {"threshold", promised == nullptr ? Json() : Json(promised->threshold)},
               {"confidence", evaluation.uncertainty.confidence},
               {"models", Json::array()}};
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    data["models"].push_back(model_json(evaluation.scores[m], report.models[m], evaluation.uncertainty.confidence));
  }
  return without_angle(data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace pauc::report
