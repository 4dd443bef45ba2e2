#include "pauc/record/scorecard.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/json_place.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;
using Kind = ScorecardBin::Kind;

constexpr const char* kExpected = "a scorecard";
constexpr std::size_t kMostBytes = std::size_t{1} << 26;
constexpr std::size_t kMostFeatures = 200'000;
constexpr std::size_t kMostBins = 8192;

constexpr std::pair<Kind, const char*> kKinds[] = {
    {Kind::range, "range"}, {Kind::category, "category"}, {Kind::other, "other"}, {Kind::missing, "missing"}};

const char* kind_name(Kind kind) {
  for (const auto& [known, name] : kKinds) {
    if (known == kind) return name;
  }
  return "";
}

Json number_json(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

std::optional<double> number_from(const JsonPlace& place) {
  return place.is_null() ? std::nullopt : std::optional<double>(place.number());
}

Json bin_json(const ScorecardBin& bin) {
  Json json = {{"kind", kind_name(bin.kind)}};
  if (bin.kind == Kind::range) {
    json["from"] = number_json(bin.from);
    json["to"] = number_json(bin.to);
  }
  if (bin.kind == Kind::category) json["category"] = bin.category;
  json["points"] = bin.points;
  return json;
}

Json feature_json(const ScorecardFeature& feature) {
  Json bins = Json::array();
  for (const ScorecardBin& bin : feature.bins) bins.push_back(bin_json(bin));
  return {{"feature", feature.feature}, {"if_missing", number_json(feature.if_missing)}, {"bins", std::move(bins)}};
}

Json check_json(const ScorecardCheck& check) {
  return {{"model", check.model}, {"scorecard", check.scorecard}, {"loss", check.model - check.scorecard}};
}

Kind kind_from(const JsonPlace& place) {
  const std::string text = place.text();
  for (const auto& [kind, name] : kKinds) {
    if (text == name) return kind;
  }
  place.refuse("range, category, other or missing");
}

ScorecardBin bin_from(const JsonPlace& place) {
  ScorecardBin bin;
  bin.kind = kind_from(place.at("kind"));
  if (bin.kind == Kind::range) {
    bin.from = number_from(place.at("from"));
    bin.to = number_from(place.at("to"));
    place.require_that(!bin.from || !bin.to || *bin.from < *bin.to, "a range whose end is above its start");
  }
  if (bin.kind == Kind::category) bin.category = place.at("category").text();
  bin.points = place.at("points").whole(0, kMostPoints);
  return bin;
}

// Every number must fall into exactly one range.
void require_no_gaps(const std::vector<ScorecardBin>& bins, const JsonPlace& place) {
  std::vector<const ScorecardBin*> ranges;
  for (const ScorecardBin& bin : bins) {
    if (bin.kind == Kind::range) ranges.push_back(&bin);
  }
  if (ranges.empty()) return;
  bool joined_up = !ranges.front()->from && !ranges.back()->to;
  for (std::size_t k = 1; k < ranges.size(); ++k) {
    joined_up = joined_up && ranges[k]->from && ranges[k - 1]->to == ranges[k]->from;
  }
  place.require_that(joined_up, "ranges in ascending order without gaps");
}

ScorecardFeature feature_from(const JsonPlace& place) {
  ScorecardFeature feature;
  feature.feature = place.at("feature").text();
  feature.if_missing = number_from(place.at("if_missing"));
  for (const JsonPlace& at : place.at("bins").list("bins", kMostBins)) feature.bins.push_back(bin_from(at));
  require_no_gaps(feature.bins, place.at("bins"));
  return feature;
}

ScorecardCheck check_from(const JsonPlace& place) {
  return {place.at("model").number(1), place.at("scorecard").number(1)};
}

}  // namespace

std::vector<ScorecardBin> bins_for_people(const ScorecardFeature& feature) {
  std::vector<ScorecardBin> bins = feature.bins;
  if (!feature.if_missing) return bins;
  const auto holds = [&](const ScorecardBin& bin) {
    return bin.kind == Kind::range && !(bin.to && *feature.if_missing >= *bin.to);
  };
  const auto found = std::find_if(bins.begin(), bins.end(), holds);  // ranges ascend
  if (found == bins.end()) return bins;
  ScorecardBin missing;
  missing.kind = Kind::missing;
  missing.points = found->points;
  bins.push_back(missing);
  return bins;
}

std::string bin_text(const ScorecardBin& bin) {
  if (bin.kind == Kind::missing) return "missing";
  if (bin.kind == Kind::other) return "any other";
  if (bin.kind == Kind::category) return bin.category.empty() ? "missing" : bin.category;
  if (bin.from && bin.to) return joined(*bin.from, " to below ", *bin.to);
  if (bin.from) return joined(*bin.from, " or more");
  return bin.to ? joined("below ", *bin.to) : "any";
}

std::string scorecard_json(const Scorecard& scorecard) {
  Json features = Json::array();
  for (const ScorecardFeature& feature : scorecard.features) features.push_back(feature_json(feature));
  const Json json = {{"largest", scorecard.largest},
                     {"measure", scorecard.measure},
                     {"valid", check_json(scorecard.valid)},
                     {"test", check_json(scorecard.test)},
                     {"without_points", scorecard.without_points},
                     {"features", std::move(features)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string scorecard_csv(const Scorecard& scorecard) {
  const auto number = [](const std::optional<double>& value) { return value ? joined(*value) : std::string(); };
  std::string text = "feature,kind,category,from,to,points\n";
  for (const ScorecardFeature& feature : scorecard.features) {
    for (const ScorecardBin& bin : bins_for_people(feature)) {
      text += joined(csv_field(feature.feature), ",", kind_name(bin.kind), ",", csv_field(bin.category), ",",
                     number(bin.from), ",", number(bin.to), ",", bin.points, "\n");
    }
  }
  return text;
}

Scorecard scorecard_from_json(const std::string& text, const std::string& where) {
  const Json json = parsed_json(text, kExpected, where);
  const JsonPlace place(json, where, kExpected);
  Scorecard scorecard;
  scorecard.largest = place.at("largest").whole(1, kMostPoints);
  scorecard.measure = place.at("measure").text();
  scorecard.valid = check_from(place.at("valid"));
  scorecard.test = check_from(place.at("test"));
  scorecard.without_points = place.at("without_points").whole();
  for (const JsonPlace& at : place.at("features").list("features", kMostFeatures)) {
    scorecard.features.push_back(feature_from(at));
  }
  return scorecard;
}

Scorecard read_scorecard(const RunPaths& paths) {
  return scorecard_from_json(content_of_folder_file(paths.folder, paths.scorecard(), kMostBytes), paths.scorecard());
}

}  // namespace pauc::record
