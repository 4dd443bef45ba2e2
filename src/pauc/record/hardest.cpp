#include "pauc/record/hardest.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/json_place.h"
#include "pauc/record/picture_json.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

// Above anything that a run writes; a page made from such a file can still be opened.
constexpr std::size_t kMostHardestBytes = std::size_t{1} << 26;
constexpr std::size_t kMostExamples = 64;  // of each class
constexpr std::size_t kMostValues = 64;    // of an example

// The places of one class's rows, first those with the smallest key; of equal keys the earlier row.
template <class Key>
std::vector<HardExample> first_by(const Key& key, std::uint8_t label, const ScoredPart& part, std::size_t count) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < part.labels.size(); ++k) {
    const bool counts = part.weights.empty() || part.weights[k] > 0;
    if (part.labels[k] == label && counts) places.push_back(k);
  }
  const auto order = [&](std::size_t k) { return std::make_tuple(key(part.scores[k]), part.numbers[k], k); };
  const auto end = places.begin() + static_cast<std::ptrdiff_t>(std::min(count, places.size()));
  std::partial_sort(places.begin(), end, places.end(),
                    [&](std::size_t a, std::size_t b) { return order(a) < order(b); });
  std::vector<HardExample> examples;
  std::for_each(places.begin(), end, [&](std::size_t k) {
    examples.push_back({k, part.numbers[k], part.ids.empty() ? "" : part.ids[k], part.scores[k], {}, {}});
  });
  return examples;
}

Json values_json(const HardExample& example) {
  Json list = Json::array();
  for (const auto& [name, value] : example.values) list.push_back({{"column", name}, {"value", value}});
  return list;
}

Json list_json(const std::vector<HardExample>& examples) {
  Json list = Json::array();
  for (const HardExample& example : examples) {
    Json entry = {{"row", example.row}};
    if (!example.id.empty()) entry["id"] = example.id;
    entry["score"] = example.score;
    if (!example.picture.bytes.empty()) {
      entry["picture"] = picture_json(example.picture);
    }
    if (!example.values.empty()) entry["values"] = values_json(example);
    list.push_back(std::move(entry));
  }
  return list;
}

Json part_json(const HardestExamples& examples) {
  return {{"positives", list_json(examples.positives)}, {"negatives", list_json(examples.negatives)}};
}

std::vector<HardExample> list_from(const JsonPlace& place) {
  std::vector<HardExample> examples;
  for (const JsonPlace& at : place.list("examples", kMostExamples)) {
    HardExample example;
    example.row = at.at("row").whole(1, std::numeric_limits<std::int64_t>::max());
    if (at.has("id")) example.id = at.at("id").text();
    example.score = at.at("score").number();
    if (at.has("picture")) example.picture = picture_from(at.at("picture"));
    if (at.has("values")) {
      for (const JsonPlace& value : at.at("values").list("values", kMostValues)) {
        example.values.emplace_back(value.at("column").text(), value.at("value").text());
      }
    }
    examples.push_back(std::move(example));
  }
  return examples;
}

}  // namespace

HardestExamples hardest_of(const ScoredPart& part, std::size_t count) {
  return {first_by([](double score) { return score; }, 1, part, count),
          first_by([](double score) { return -score; }, 0, part, count)};
}

std::string hardest_json(const HardestExamples& valid, const HardestExamples& test) {
  const Json json = {{"valid", part_json(valid)}, {"test", part_json(test)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

HardestExamples hardest_from_json(const std::string& text, const std::string& part, const std::string& where) {
  constexpr const char* kExpected = "the hardest examples of a run";
  const Json json = parsed_json(text, kExpected, where);
  const JsonPlace lists = JsonPlace(json, where, kExpected).at(part);
  return {list_from(lists.at("positives")), list_from(lists.at("negatives"))};
}

HardestExamples read_hardest(const RunPaths& paths, const std::string& part) {
  return hardest_from_json(content_of_folder_file(paths.folder, paths.hardest(), kMostHardestBytes), part,
                           paths.hardest());
}

}  // namespace pauc::record
