#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/choices.h"
#include "pauc/metric/interval/interval.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

// A part of a feature that has a coefficient of its own.
enum class Term {
  value,     // the number itself
  ramp,      // rises from 0 to 1 between two values of the number
  missing,   // 1 where the number is missing
  category,  // 1 for this category
  other,     // 1 for any category that has no coefficient of its own
};

}  // namespace pauc::record

namespace pauc {

template <>
struct Choices<record::Term> {
  static constexpr NamedChoice<record::Term> kNames[] = {{record::Term::value, "value"},
                                                         {record::Term::ramp, "ramp"},
                                                         {record::Term::missing, "missing"},
                                                         {record::Term::category, "category"},
                                                         {record::Term::other, "other"}};
};

}  // namespace pauc

namespace pauc::record {

struct Coefficient {
  std::string feature;
  Term term = Term::value;
  std::string category;        // of Term::category
  double from = 0;             // value: smaller numbers count as this one; ramp: where it begins
  double to = 0;               // value: larger numbers count as this one; ramp: where it ends
  double median = 0;           // value: stands for a missing number
  double per_unit = 0;         // change of the score per unit of the feature; of the others, from 0 to 1
  double per_deviation = 0;    // change per standard deviation over the training rows
  std::optional<Interval> ci;  // of per_unit
};

// A linear model on the scale of the data: score = intercept + sum of the terms. A value or ramp contributes per_unit
// times the number, which is limited to from .. to; a ramp counts from `from` on. Any other term contributes per_unit
// where it is 1.
struct Coefficients {
  double intercept = 0;
  std::optional<Interval> intercept_ci;
  std::optional<double> weight_decay;  // L2 penalty of the fit on standardised features, if one was chosen
  std::int64_t replicates = 0;         // bootstrap replicates behind the intervals; 0: there are none
  std::int64_t collapsed = 0;          // replicates among them that give all rows nearly the same score
  double confidence = 0.95;
  std::vector<Coefficient> terms;
};

// "age", "age: missing", "age from 40 to 60", "job: nurse"
std::string term_text(const Coefficient& coefficient);

// coefficients.json and the same as CSV.
std::string coefficients_json(const Coefficients& coefficients);
std::string coefficients_csv(const Coefficients& coefficients);
Coefficients coefficients_from_json(const std::string& text, const std::string& where);
Coefficients read_coefficients(const RunPaths& paths);

}  // namespace pauc::record
