#include "pauc/record/monitoring.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pauc/record/interval_json.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json promise_json(const PromiseCheck& check) {
  const bool of_fpr = check.kind == PromisedRate::fpr;
  return {{of_fpr ? "fpr" : "tpr", check.rate},
          {"confidence", check.confidence ? Json(*check.confidence) : Json()},
          {"threshold", check.threshold},
          {of_fpr ? "negatives" : "positives", check.cases},
          {"units", check.units},
          {of_fpr ? "false_alarms" : "misses", check.broken},
          {of_fpr ? "realised_fpr" : "realised_miss_rate", check.cases > 0 ? Json(check.broken_share()) : Json()},
          {"ci", check.cases > 0 ? interval_json(check.ci) : Json()},
          {"weighted", check.weighted_share.has_value()},
          {"untested", text_or_null(check.untested)},
          {"evidence", check.is_tested() ? Json(check.evidence.evidence) : Json()},
          {"p", check.is_tested() ? Json(check.evidence.p()) : Json()},
          {"broken", check.evidence.broken_at.has_value()},
          {"broken_at", check.evidence.broken_at ? Json(*check.evidence.broken_at) : Json()}};
}

Json drift_json(const Drift& drift) {
  return {{"index", drift.index},
          {"by_chance", drift.by_chance},
          {"bins", drift.bins},
          {"p", drift.p},
          {"verdict", drift.is_large()     ? "large"
                      : drift.is_notable() ? "notable"
                                           : "small"}};
}

}  // namespace

bool Monitoring::is_broken() const {
  return std::any_of(promises.begin(), promises.end(),
                     [](const PromiseCheck& check) { return check.evidence.broken_at.has_value(); });
}

bool Monitoring::is_tested() const {
  return std::any_of(promises.begin(), promises.end(), [](const PromiseCheck& check) { return check.is_tested(); });
}

bool Monitoring::has_drifted() const {
  return scores.is_notable() || called.changed_at.has_value() ||
         std::any_of(columns.begin(), columns.end(), [](const auto& column) { return column.drift.is_notable(); });
}

const char* Monitoring::verdict() const {
  if (is_broken()) return "broken";
  if (has_drifted()) return "drifted";
  return is_tested() ? "holds" : "unknown";
}

std::string monitoring_json(const Monitoring& found) {
  Json json = {{"verdict", found.verdict()}, {"run", found.run},           {"files", found.files}, {"rows", found.rows},
               {"unscored", found.unscored}, {"labelled", found.labelled}, {"level", found.level}};
  json["promises"] = Json::array();
  for (const PromiseCheck& check : found.promises) json["promises"].push_back(promise_json(check));
  if (found.promises.empty()) json["no_labels"] = text_or_null(found.no_labels);
  json["unlabelled"] = Json::array();
  for (const UnlabelledFile& one : found.unlabelled) {
    json["unlabelled"].push_back({{"file", one.file}, {"reason", one.reason}});
  }
  json["called"] = {{"share", found.called.share()},
                    {"ci", interval_json(found.called.ci)},
                    {"share_before", found.called.share_before()},
                    {"ci_before", interval_json(found.called.ci_before)},
                    {"before", found.called.of_test ? "test" : "threshold"},
                    {"p_of_one_look", found.called.p},
                    {"untested", text_or_null(found.called.untested)},
                    {"changed", found.called.changed_at.has_value()},
                    {"changed_at", found.called.changed_at ? Json(*found.called.changed_at) : Json()}};
  json["scores"] = drift_json(found.scores);
  json["reference"] = text_or_null(found.reference);
  json["columns"] = Json::object();
  for (const ColumnDrift& column : found.columns) json["columns"][column.name] = drift_json(column.drift);
  if (!found.no_columns.empty()) json["no_columns"] = found.no_columns;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pauc::record
