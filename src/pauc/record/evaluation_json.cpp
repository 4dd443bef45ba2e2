#include "pauc/record/evaluation_json.h"

#include <nlohmann/json.hpp>

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

Json pair(const Interval& interval) { return Json::array({interval.lower, interval.upper}); }

// "ci", and "ci_reason" where it is null.
void put_interval(Json& object, const char* key, const IntervalResult& result) {
  object[key] = result.interval ? pair(*result.interval) : Json();
  if (!result.interval) object[std::string(key) + "_reason"] = result.reason;
}

Json whole_curve_json(const Estimate& estimate) {
  Json object = {{"value", estimate.value}};
  put_interval(object, "ci", estimate.ci);
  return object;
}

// Bounds, then value and interval on each scale.
Json area_json(const Estimate& estimate, const EvaluatedArea& area) {
  if (area.metric->covers_whole_curve()) return whole_curve_json(estimate);
  Json object = Json::object();
  for (const auto& [name, bound] : area.metric->bounds(area.where)) object[name] = bound;
  Json intervals = Json::object();
  for (const Scale scale : area.metric->scales) {
    const auto on_scale = [&](double value) { return area.on_scale(value, scale); };
    object[choice_name(scale)] = on_scale(estimate.value);
    if (!estimate.ci.interval) continue;
    intervals[choice_name(scale)] =
        pair({on_scale(estimate.ci.interval->lower), on_scale(estimate.ci.interval->upper)});
  }
  object["ci"] = estimate.ci.interval ? intervals : Json();
  if (!estimate.ci.interval) object["ci_reason"] = estimate.ci.reason;
  if (area.metric->paper != nullptr) object["paper"] = estimate.paper ? Json(*estimate.paper) : Json();
  return object;
}

void put_guaranteed(Json& object, const GuaranteedThreshold& guaranteed) {
  const bool found = guaranteed.threshold.has_value();
  object["confidence"] = guaranteed.promise.confidence;
  object["guaranteed_threshold"] = found ? Json(*guaranteed.threshold) : Json();
  object["guaranteed_fpr"] = found ? Json(guaranteed.realised_fpr) : Json();
  object["guaranteed_tpr"] = found ? Json(guaranteed.realised_tpr) : Json();
  object["guarantee_basis"] = choice_name(guaranteed.basis);
  if (!found) object["guarantee_reason"] = guaranteed.reason;
}

Json tpr_point_json(const TprEstimate& estimate) {
  const TprPoint& point = estimate.point;
  Json object = {{"tpr", point.tpr},
                 {"realised_tpr", point.realised_tpr},
                 {"realised_fpr", point.realised_fpr},
                 {"threshold", point.threshold}};
  put_guaranteed(object, estimate.guaranteed);
  return object;
}

Json operating_point_json(const OperatingEstimate& estimate, const GuaranteedThreshold& guaranteed) {
  const OperatingPoint& point = estimate.point;
  Json object = {{"fpr", point.fpr}};
  object["realised_fpr"] = point.exists ? Json(point.realised_fpr) : Json();
  object["tpr"] = point.exists ? Json(point.tpr) : Json();
  object["threshold"] = point.exists ? Json(point.threshold) : Json();
  put_interval(object, "tpr_ci", estimate.tpr_ci);
  put_guaranteed(object, guaranteed);
  return object;
}

Json score_json(const ScoreEvaluation& score, const Evaluation& evaluation) {
  Json object = Json::object();
  for (std::size_t a = 0; a < evaluation.areas.size(); ++a) {
    object[evaluation.areas[a].name()] = area_json(score.areas[a], evaluation.areas[a]);
  }
  object["operating_points"] = Json::array();
  for (std::size_t k = 0; k < score.operating_points.size(); ++k) {
    object["operating_points"].push_back(operating_point_json(score.operating_points[k], score.guaranteed[k]));
  }
  object["tpr_points"] = Json::array();
  for (const TprEstimate& point : score.tpr_points) object["tpr_points"].push_back(tpr_point_json(point));
  object["screening"] = Json::object();
  for (std::size_t m = 0; m < curve_metrics().size(); ++m) {
    object["screening"][curve_metrics()[m].name] = score.figures[m];
  }
  return object;
}

void put_pairs(Json& list, const ComparedMeasure& compared) {
  for (const auto& pair : compared.pairs) {
    Json object = {{"a", pair.a}, {"b", pair.b}, {"measure", compared.measure}};
    if (compared.fpr) {
      object["fpr"] = *compared.fpr;
    } else {
      object["scale"] = choice_name(compared.scale);
    }
    object["difference"] = pair.difference;
    put_interval(object, "ci", pair.ci);
    object["p"] = pair.p ? Json(*pair.p) : Json();
    list.push_back(object);
  }
}

}  // namespace

Json evaluation_value(const Evaluation& evaluation) {
  const UncertaintyOptions& uncertainty = evaluation.uncertainty;
  Json object = {{"n_positive", evaluation.positives}, {"n_negative", evaluation.negatives}};
  object["ci_method"] = choice_name(uncertainty.method);
  object["confidence"] = uncertainty.confidence;
  if (uncertainty.method == IntervalMethod::bootstrap || uncertainty.method == IntervalMethod::bca) {
    object["replicates"] = uncertainty.replicates;
    object["seed"] = uncertainty.seed;
  }
  object["scores"] = Json::object();
  for (const auto& score : evaluation.scores) object["scores"][score.name] = score_json(score, evaluation);
  // "comparison" is on the headline; the same pairs on every other measure stand apart.
  object["comparison"] = Json::array();
  object["other_comparisons"] = Json::array();
  for (const auto& compared : evaluation.comparisons) {
    put_pairs(object[&compared == &evaluation.comparisons.front() ? "comparison" : "other_comparisons"], compared);
  }
  return object;
}

std::string evaluation_json(const Evaluation& evaluation) {
  // Names come from users' files in any encoding; what is not UTF-8 is replaced, never refused this late.
  return evaluation_value(evaluation).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pauc::record
