#include "pauc/record/coefficients.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/json_place.h"
#include "pauc/record/interval_json.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExpected = "the coefficients of a linear model";
constexpr std::size_t kMostBytes = std::size_t{1} << 28;
constexpr std::size_t kMostTerms = 2'000'000;
constexpr std::int64_t kMostReplicates = 1'000'000;

bool has_ends(Term term) { return term == Term::value || term == Term::ramp; }

Json term_json(const Coefficient& coefficient) {
  Json json = {{"feature", coefficient.feature}, {"term", choice_name(coefficient.term)}};
  if (coefficient.term == Term::category) json["category"] = coefficient.category;
  if (has_ends(coefficient.term)) {
    json["from"] = coefficient.from;
    json["to"] = coefficient.to;
  }
  if (coefficient.term == Term::value) json["median"] = coefficient.median;
  json["per_unit"] = coefficient.per_unit;
  json["per_deviation"] = coefficient.per_deviation;
  json["ci"] = interval_json(coefficient.ci);
  return json;
}

Term term_from(const JsonPlace& place) {
  const std::string text = place.text();
  for (const auto& known : Choices<Term>::kNames) {
    if (text == known.name) return known.value;
  }
  place.refuse("value, ramp, missing, category or other");
}

Coefficient coefficient_from(const JsonPlace& place) {
  Coefficient coefficient;
  coefficient.feature = place.at("feature").text();
  coefficient.term = term_from(place.at("term"));
  if (coefficient.term == Term::category) coefficient.category = place.at("category").text();
  if (has_ends(coefficient.term)) {
    coefficient.from = place.at("from").number();
    coefficient.to = place.at("to").number();
    place.at("to").require_that(coefficient.from < coefficient.to, "a number above \"from\"");
  }
  if (coefficient.term == Term::value) coefficient.median = place.at("median").number();
  coefficient.per_unit = place.at("per_unit").number();
  coefficient.per_deviation = place.at("per_deviation").number();
  coefficient.ci = interval_from(place.at("ci"));
  return coefficient;
}

}  // namespace

std::string term_text(const Coefficient& coefficient) {
  const std::string& feature = coefficient.feature;
  switch (coefficient.term) {
    case Term::value:
      break;
    case Term::ramp:
      return joined(feature, " from ", coefficient.from, " to ", coefficient.to);
    case Term::missing:
      return feature + ": missing";
    case Term::category:
      return joined(feature, ": ", coefficient.category.empty() ? "missing" : coefficient.category);
    case Term::other:
      return feature + ": any other";
  }
  return feature;
}

std::string coefficients_json(const Coefficients& coefficients) {
  Json terms = Json::array();
  for (const Coefficient& coefficient : coefficients.terms) terms.push_back(term_json(coefficient));
  Json json = {{"intercept", {{"value", coefficients.intercept}, {"ci", interval_json(coefficients.intercept_ci)}}},
               {"weight_decay", nullptr},
               {"replicates", coefficients.replicates},
               {"collapsed", coefficients.collapsed},
               {"confidence", coefficients.confidence},
               {"coefficients", std::move(terms)}};
  if (coefficients.weight_decay) json["weight_decay"] = *coefficients.weight_decay;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string coefficients_csv(const Coefficients& coefficients) {
  const auto ends = [](const std::optional<Interval>& ci) {
    return ci ? joined(ci->lower, ",", ci->upper) : std::string(",");
  };
  std::string text = "feature,term,category,from,to,per_unit,per_deviation,lower,upper\n";
  text += joined("(intercept),intercept,,,,", coefficients.intercept, ",,", ends(coefficients.intercept_ci), "\n");
  for (const Coefficient& coefficient : coefficients.terms) {
    const bool ended = has_ends(coefficient.term);
    text +=
        joined(csv_field(coefficient.feature), ",", choice_name(coefficient.term), ",", csv_field(coefficient.category),
               ",", ended ? joined(coefficient.from) : "", ",", ended ? joined(coefficient.to) : "", ",",
               coefficient.per_unit, ",", coefficient.per_deviation, ",", ends(coefficient.ci), "\n");
  }
  return text;
}

Coefficients coefficients_from_json(const std::string& text, const std::string& where) {
  const Json json = parsed_json(text, kExpected, where);
  const JsonPlace place(json, where, kExpected);
  Coefficients coefficients;
  coefficients.intercept = place.at("intercept").at("value").number();
  coefficients.intercept_ci = interval_from(place.at("intercept").at("ci"));
  const JsonPlace decay = place.at("weight_decay");
  if (!decay.is_null()) coefficients.weight_decay = decay.number();
  coefficients.replicates = place.at("replicates").whole(0, kMostReplicates);
  coefficients.collapsed = place.at("collapsed").whole(0, coefficients.replicates);
  coefficients.confidence = place.at("confidence").rate();
  for (const JsonPlace& at : place.at("coefficients").list("coefficients", kMostTerms)) {
    coefficients.terms.push_back(coefficient_from(at));
  }
  return coefficients;
}

Coefficients read_coefficients(const RunPaths& paths) {
  return coefficients_from_json(content_of_folder_file(paths.folder, paths.coefficients(), kMostBytes),
                                paths.coefficients());
}

}  // namespace pauc::record
