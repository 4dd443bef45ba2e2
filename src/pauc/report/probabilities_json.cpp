#include "pauc/report/probabilities_json.h"

#include <nlohmann/json.hpp>

#include "pauc/record/interval_json.h"

namespace pauc::report {

namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

Json model_json(const ReportedProbabilities& probabilities) {
  const Reliability& reliability = probabilities.reliability;
  Json bins = Json::array();
  for (const ReliabilityBin& bin : reliability.bins) {
    bins.push_back({{"rows", bin.rows},
                    {"predicted", bin.predicted},
                    {"observed", bin.observed},
                    {"ci", record::interval_json(bin.ci)}});
  }
  return {{"method", probabilities.map.method()},
          {"platt_log_loss", number_or_null(probabilities.map.platt_loss)},
          {"isotonic_log_loss", number_or_null(probabilities.map.isotonic_loss)},
          {"expected_calibration_error", reliability.error},
          {"error_by_chance", reliability.error_by_chance},
          {"bins", bins}};
}

}  // namespace

Json probabilities_json(const Report& report) {
  Json json = Json::object();
  for (const ReportedModel& model : report.models) {
    if (model.probabilities) json[model.name] = model_json(*model.probabilities);
  }
  return json;
}

}  // namespace pauc::report
