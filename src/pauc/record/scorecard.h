#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/record/run_paths.h"

namespace pauc::record {

// Points for some values of a feature.
struct ScorecardBin {
  enum class Kind { range, category, other, missing };
  Kind kind = Kind::range;
  std::optional<double> from;  // range: the smallest value; none: no bound
  std::optional<double> to;    // range: below this value; none: no bound
  std::string category;        // of Kind::category
  std::int64_t points = 0;
};

// The bins of one feature: ranges in ascending order without gaps, then missing; or categories, then any other one.
struct ScorecardFeature {
  std::string feature;
  std::optional<double> if_missing;  // a missing number counts as this one, if there is no bin for it
  std::vector<ScorecardBin> bins;
};

// The partial AUC of the model and of the sum of points on one part of the data.
struct ScorecardCheck {
  double model = 0;
  double scorecard = 0;
};

// A linear model as integer points to add up, with the largest effect of a feature scaled to `largest` points.
struct Scorecard {
  std::int64_t largest = 10;
  std::string measure;                     // of the checks
  std::vector<ScorecardFeature> features;  // the strongest first; those without points are left out
  std::int64_t without_points = 0;         // number of features left out
  ScorecardCheck valid;
  ScorecardCheck test;
};

constexpr std::int64_t kMostPoints = 1000;

// The bins as people need them: a missing number has one too, with the points of the number that it counts as.
std::vector<ScorecardBin> bins_for_people(const ScorecardFeature& feature);

// "below 40", "40 to 60", "60 or more", "any", "missing", "nurse"
std::string bin_text(const ScorecardBin& bin);

// scorecard.json and its bins as CSV.
std::string scorecard_json(const Scorecard& scorecard);
std::string scorecard_csv(const Scorecard& scorecard);
Scorecard scorecard_from_json(const std::string& text, const std::string& where);
Scorecard read_scorecard(const RunPaths& paths);

}  // namespace pauc::record
