#include "pauc/report/page_data.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "pauc/report/curve_points.h"
#include "pauc/report/headline.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

// Ends of intervals are only read by people.
double rounded(double value) { return std::round(1e4 * value) / 1e4; }

Json interval_ends(const std::vector<std::optional<Interval>>& intervals, double Interval::*end) {
  Json list = Json::array();
  for (const auto& interval : intervals) list.push_back(interval ? Json(rounded((*interval).*end)) : Json());
  return list;
}

Json model_json(const ScoreEvaluation& score, const ReportedModel& model) {
  std::vector<double> further;
  for (const AppliedThreshold& applied : model.applied) further.push_back(applied.threshold);
  const CurvePoints points = curve_points(score, further);
  Json thresholds = Json::array({nullptr});
  for (const double threshold : points.thresholds) thresholds.push_back(threshold);
  return {{"name", score.name},
          {"positives", score.curve.totals().positives},
          {"negatives", score.curve.totals().negatives},
          {"points",
           {{"threshold", thresholds},
            {"fp", points.negatives},
            {"tp", points.positives},
            {"low", interval_ends(points.tpr_ci, &Interval::lower)},
            {"high", interval_ends(points.tpr_ci, &Interval::upper)}}}};
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
  Json data = {{"fpr", at == nullptr ? Json() : Json(at->point.fpr)}, {"models", Json::array()}};
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    data["models"].push_back(model_json(evaluation.scores[m], report.models[m]));
  }
  return without_angle(data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace pauc
