#include "pauc/report/page_data.h"

#include <nlohmann/json.hpp>

#include "pauc/report/curve_points.h"
#include "pauc/report/headline.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

Json model_json(const ScoreEvaluation& score) {
  const CurvePoints points = curve_points(score);
  Json thresholds = Json::array({nullptr});
  for (const double threshold : points.thresholds) thresholds.push_back(threshold);
  return {{"name", score.name},
          {"positives", score.curve.totals().positives},
          {"negatives", score.curve.totals().negatives},
          {"points", {{"threshold", thresholds}, {"fp", points.negatives}, {"tp", points.positives}}}};
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
  for (const ScoreEvaluation& score : evaluation.scores) data["models"].push_back(model_json(score));
  return without_angle(data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace pauc
