#include "pauc/record/json_file.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"

namespace pauc::record {

using Json = nlohmann::ordered_json;

namespace {

// Above what pauc writes into its largest files. The parser takes 16 bytes and more for each.
constexpr std::size_t kMostValues = std::size_t{1} << 24;

// Values in lists and objects, by the commas between them.
std::size_t values_in(const std::string& text) {
  std::size_t count = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') in_string = !in_string;
    if (c == '\\') ++at;
    if (!in_string && (c == ',' || c == '[' || c == '{')) ++count;
  }
  return count;
}

}  // namespace

Json read_json_file(const std::string& folder, const std::string& path, const std::string& expected,
                    std::size_t most_bytes) {
  const std::string text = content_of_folder_file(folder, path, most_bytes);
  require(values_in(text) <= kMostValues, path, ": expected ", expected, ", got more than ", kMostValues, " values");
  return parsed_json(text, expected, path);
}

Json settings_json(const Settings& settings) {
  Json object = Json::object();
  for (const auto& [name, text] : settings) object[name] = text;
  return object;
}

Settings settings_from(const JsonPlace& place, std::size_t most) {
  Settings settings;
  for (const auto& [name, value] : place.members(most)) settings.emplace_back(name, value.plain_text());
  return settings;
}

Fingerprint fingerprint_from(const JsonPlace& file) {
  const std::int64_t bytes = file.at("bytes").whole();
  return {bytes, static_cast<std::uint32_t>(file.at("crc32").whole(0, std::numeric_limits<std::uint32_t>::max()))};
}

}  // namespace pauc::record
