#include "pauc/report/evaluation_json.h"

#include <nlohmann/json.hpp>

#include "pauc/report/names.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

Json pair(const Interval& interval) { return Json::array({interval.lower, interval.upper}); }

// "ci", and "ci_reason" where it is null.
void put_interval(Json& object, const char* key, const IntervalResult& result) {
  object[key] = result.interval ? pair(*result.interval) : Json();
  if (!result.interval) object[std::string(key) + "_reason"] = result.reason;
}

Json auc_json(const Estimate& estimate) {
  Json object = {{"value", estimate.value}};
  put_interval(object, "ci", estimate.ci);
  return object;
}

// Value and interval on each scale.
template <class Area>
void put_scales(Json& object, const Estimate& estimate, const Area& area, std::initializer_list<Scale> scales) {
  Json intervals = Json::object();
  for (const Scale scale : scales) {
    object[scale_name(scale)] = rescaled(estimate.value, scale, area);
    if (!estimate.ci.interval) continue;
    intervals[scale_name(scale)] =
        pair({rescaled(estimate.ci.interval->lower, scale, area), rescaled(estimate.ci.interval->upper, scale, area)});
  }
  object["ci"] = estimate.ci.interval ? intervals : Json();
  if (!estimate.ci.interval) object["ci_reason"] = estimate.ci.reason;
}

void put_paper(Json& object, const AreaEstimate& estimate) {
  object["paper"] = estimate.paper ? Json(*estimate.paper) : Json();
}

Json one_way_json(const AreaEstimate& estimate, const Region& region) {
  Json object = {{"fpr_min", region.fpr_min}, {"fpr_max", region.fpr_max}};
  put_scales(object, estimate.normalised, region, {Scale::raw, Scale::normalised, Scale::mcclish});
  put_paper(object, estimate);
  return object;
}

Json two_way_json(const AreaEstimate& estimate, const Region& region) {
  Json object = {{"tpr_min", region.tpr_min}, {"fpr_max", region.fpr_max}};
  put_scales(object, estimate.normalised, region, {Scale::raw, Scale::normalised});
  put_paper(object, estimate);
  return object;
}

Json tpr_band_json(const Estimate& estimate, const TprBand& band) {
  Json object = {{"tpr_min", band.min}, {"tpr_max", band.max}};
  put_scales(object, estimate, band, {Scale::raw, Scale::normalised, Scale::mcclish});
  return object;
}

Json operating_point_json(const OperatingEstimate& estimate) {
  const OperatingPoint& point = estimate.point;
  Json object = {{"fpr", point.fpr}};
  object["realised_fpr"] = point.exists ? Json(point.realised_fpr) : Json();
  object["tpr"] = point.exists ? Json(point.tpr) : Json();
  object["threshold"] = point.exists ? Json(point.threshold) : Json();
  put_interval(object, "tpr_ci", estimate.tpr_ci);
  return object;
}

Json score_json(const ScoreEvaluation& score, const Evaluation& evaluation) {
  Json object = {{"auc", auc_json(score.auc)}};
  if (score.one_way) object["one_way"] = one_way_json(*score.one_way, *evaluation.one_way);
  if (score.two_way) object["two_way"] = two_way_json(*score.two_way, *evaluation.two_way);
  if (score.tpr_band) object["tpr_band"] = tpr_band_json(*score.tpr_band, *evaluation.tpr_band);
  object["operating_points"] = Json::array();
  for (const auto& point : score.operating_points) object["operating_points"].push_back(operating_point_json(point));
  const Screening& screening = score.screening;
  object["screening"] = {
      {"bedroc", screening.bedroc}, {"ef1", screening.ef1}, {"ef5", screening.ef5}, {"logauc", screening.logauc}};
  return object;
}

Json comparison_json(const Comparison& comparison, const Headline& headline) {
  Json object = {{"a", comparison.a},
                 {"b", comparison.b},
                 {"measure", headline.name},
                 {"scale", scale_name(headline.scale)},
                 {"difference", comparison.difference}};
  put_interval(object, "ci", comparison.ci);
  object["p"] = comparison.p ? Json(*comparison.p) : Json();
  return object;
}

}  // namespace

std::string evaluation_json(const Evaluation& evaluation) {
  Json object = {{"n_positive", evaluation.positives}, {"n_negative", evaluation.negatives}};
  object["ci_method"] = interval_method_name(evaluation.method);
  object["confidence"] = evaluation.confidence;
  object["scores"] = Json::object();
  for (const auto& score : evaluation.scores) object["scores"][score.name] = score_json(score, evaluation);
  object["comparison"] = Json::array();
  for (const auto& comparison : evaluation.comparisons) {
    object["comparison"].push_back(comparison_json(comparison, evaluation.headline));
  }
  // Names come from users' files in any encoding; what is not UTF-8 is replaced, never refused this late.
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pauc
