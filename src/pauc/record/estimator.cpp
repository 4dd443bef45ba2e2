#include "pauc/record/estimator.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/version.h"
#include "pauc/metric/interval/mean_deviation.h"
#include "pauc/record/json_file.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostEstimatorBytes = std::size_t{1} << 28;  // it holds every error of every draw
constexpr std::size_t kMostBounds = 64;
constexpr std::size_t kMostLambdas = 1024;
constexpr std::int64_t kMostDraws = 1'000'000;

double quantile(const std::vector<double>& ascending, double share) {
  const double place = share * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double between = place - static_cast<double>(below);
  if (between == 0) return ascending[below];
  return ascending[below] + between * (ascending[below + 1] - ascending[below]);
}

Json spread_json(const Spread& spread) {
  return {{"mean", spread.mean},          {"std", spread.deviation}, {"min", spread.least},
          {"q25", spread.lower_quartile}, {"median", spread.median}, {"q75", spread.upper_quartile},
          {"max", spread.largest}};
}

Json lambda_json(const ErrorsAtLambda& at) {
  Json object = {{"lambda", at.lambda}};
  object.update(spread_json(spread_of(at.errors)));
  object["errors"] = at.errors;
  return object;
}

Json matched_json(const EstimatorAtFpr& bound) {
  return {{"lambda", spread_json(spread_of(bound.matched_lambdas))},
          {"error", spread_json(spread_of(bound.matched_errors))},
          {"lambdas", bound.matched_lambdas},
          {"errors", bound.matched_errors}};
}

Json bound_json(const EstimatorAtFpr& bound) {
  const ErrorsAtLambda& best = best_lambda(bound);
  Json object = {{"fpr_max", bound.fpr_max}};
  object["best"] = {{"lambda", best.lambda}};
  object["best"].update(spread_json(spread_of(best.errors)));
  object["lambda_for"] = matched_json(bound);
  object["exact"] = bound.exact;
  object["lambdas"] = Json::array();
  for (const ErrorsAtLambda& at : bound.lambdas) object["lambdas"].push_back(lambda_json(at));
  return object;
}

// One number per draw.
std::vector<double> numbers_from(const JsonPlace& place, std::int64_t draws) {
  std::vector<double> numbers;
  for (const JsonPlace& number : place.list("numbers", kMostDraws)) numbers.push_back(number.number(kLargestDrawn));
  require(numbers.size() == static_cast<std::size_t>(draws), place.where(), ": expected ", draws,
          " numbers, one per draw, got ", numbers.size());
  return numbers;
}

double positive_from(const JsonPlace& place) {
  const double number = place.number(kLargestDrawn);
  place.require_that(number > 0, "a number above 0");
  return number;
}

std::vector<ErrorsAtLambda> lambdas_from(const JsonPlace& place, std::int64_t draws) {
  std::vector<ErrorsAtLambda> lambdas;
  for (const JsonPlace& at : place.list("lambdas", kMostLambdas)) {
    const double lambda = positive_from(at.at("lambda"));
    const bool ascends = lambdas.empty() || lambdas.back().lambda < lambda;
    require(ascends, at.where(), ": expected ascending lambdas, got ", lambda);
    lambdas.push_back({lambda, numbers_from(at.at("errors"), draws)});
  }
  place.require_that(!lambdas.empty(), "at least one lambda");
  return lambdas;
}

EstimatorAtFpr bound_from(const JsonPlace& place, std::int64_t draws) {
  EstimatorAtFpr bound;
  bound.fpr_max = place.at("fpr_max").rate();
  bound.exact = numbers_from(place.at("exact"), draws);
  bound.lambdas = lambdas_from(place.at("lambdas"), draws);
  bound.matched_lambdas = numbers_from(place.at("lambda_for").at("lambdas"), draws);
  bound.matched_errors = numbers_from(place.at("lambda_for").at("errors"), draws);
  return bound;
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  require(!values.empty(), "spread: expected at least one value, got none");
  std::sort(values.begin(), values.end());
  Spread spread;
  const MeanDeviation of_all = mean_deviation(values);
  spread.mean = of_all.mean;
  spread.deviation = of_all.deviation.value_or(0);
  spread.least = values.front();
  spread.lower_quartile = quantile(values, 0.25);
  spread.median = quantile(values, 0.5);
  spread.upper_quartile = quantile(values, 0.75);
  spread.largest = values.back();
  return spread;
}

const ErrorsAtLambda& best_lambda(const EstimatorAtFpr& bound) {
  require(!bound.lambdas.empty(), "estimator: expected at least one lambda, got none");
  return *std::min_element(bound.lambdas.begin(), bound.lambdas.end(),
                           [](const ErrorsAtLambda& a, const ErrorsAtLambda& b) {
                             return spread_of(a.errors).mean < spread_of(b.errors).mean;
                           });
}

std::string estimator_json(const EstimatorAccuracy& accuracy) {
  Json object = {{"draws", accuracy.draws()}, {"seed", accuracy.seed}};
  object["n_positive"] = accuracy.positives;
  object["n_negative"] = accuracy.negatives;
  object["model"] = {{"name", accuracy.model}, {"options", settings_json(accuracy.model_options)}};
  object["pairs"] = settings_json(accuracy.pair_options);
  object["last_layer_scale"] = accuracy.last_layer_scale;
  object["score_std"] = accuracy.score_deviations;
  object["bounds"] = Json::array();
  for (const EstimatorAtFpr& bound : accuracy.bounds) object["bounds"].push_back(bound_json(bound));
  object["config"] = accuracy.config;
  object["version"] = kVersion;
  // The config is a user's file in any encoding.
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

EstimatorAccuracy read_estimator(const std::string& folder) {
  constexpr const char* kExpected = "the accuracy of the KL estimator";
  const std::string path = estimator_path(folder);
  const Json json = read_json_file(folder, path, kExpected, kMostEstimatorBytes);
  const JsonPlace place(json, path, kExpected);
  EstimatorAccuracy accuracy;
  const std::int64_t draws = place.at("draws").whole(1, kMostDraws);
  accuracy.seed = static_cast<std::uint64_t>(place.at("seed").whole(0, std::numeric_limits<std::int64_t>::max()));
  accuracy.positives = place.at("n_positive").whole();
  accuracy.negatives = place.at("n_negative").whole();
  accuracy.model = place.at("model").at("name").text();
  accuracy.model_options = settings_from(place.at("model").at("options"));
  accuracy.pair_options = settings_from(place.at("pairs"));
  accuracy.last_layer_scale = positive_from(place.at("last_layer_scale"));
  accuracy.score_deviations = numbers_from(place.at("score_std"), draws);
  for (const JsonPlace& bound : place.at("bounds").list("bounds", kMostBounds)) {
    accuracy.bounds.push_back(bound_from(bound, draws));
  }
  accuracy.config = place.at("config").text(kMostConfigBytes);
  return accuracy;
}

}  // namespace pauc::record
