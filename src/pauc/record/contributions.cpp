#include "pauc/record/contributions.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/json_place.h"
#include "pauc/record/picture_json.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExpected = "the contributions of atoms or patches";
constexpr std::size_t kMostBytes = std::size_t{1} << 26;
constexpr std::size_t kMostExamples = 128;
constexpr std::size_t kMostParts = 1 << 16;

Json list_json(const std::vector<Contributions>& list) {
  Json json = Json::array();
  for (const Contributions& one : list) {
    Json entry = {{"row", one.row}, {"parts", one.across > 0 ? "patches" : "atoms"}};
    if (one.across > 0) entry["across"] = one.across;
    entry["contributions"] = one.values;
    if (!one.picture.bytes.empty()) entry["picture"] = picture_json(one.picture);
    json.push_back(std::move(entry));
  }
  return json;
}

Contributions contributions_from(const JsonPlace& place) {
  Contributions one;
  one.row = place.at("row").whole(1, std::numeric_limits<std::int64_t>::max());
  const std::string parts = place.at("parts").text();
  place.at("parts").require_that(parts == "atoms" || parts == "patches", "atoms or patches");
  for (const JsonPlace& value : place.at("contributions").list("numbers", kMostParts)) {
    one.values.push_back(value.number());
  }
  if (parts == "patches") {
    const JsonPlace across = place.at("across");
    one.across = across.whole(1, static_cast<std::int64_t>(kMostParts));
    across.require_that(static_cast<std::int64_t>(one.values.size()) % one.across == 0,
                        "a number that divides the number of contributions");
  }
  if (place.has("picture")) one.picture = picture_from(place.at("picture"));
  return one;
}

}  // namespace

std::string contributions_json(const std::vector<Contributions>& valid, const std::vector<Contributions>& test) {
  return Json{{"valid", list_json(valid)}, {"test", list_json(test)}}.dump(2) + "\n";
}

std::vector<Contributions> contributions_from_json(const std::string& text, const std::string& part,
                                                   const std::string& where) {
  const Json json = parsed_json(text, kExpected, where);
  std::vector<Contributions> list;
  for (const JsonPlace& at : JsonPlace(json, where, kExpected).at(part).list("examples", kMostExamples)) {
    list.push_back(contributions_from(at));
  }
  return list;
}

std::vector<Contributions> read_contributions(const ExplanationPaths& paths, const std::string& part) {
  return contributions_from_json(content_of_folder_file(paths.folder, paths.contributions(), kMostBytes), part,
                                 paths.contributions());
}

}  // namespace pauc::record
