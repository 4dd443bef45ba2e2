#include "pauc/record/json_file.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "pauc/core/io/folder_file.h"

namespace pauc::record {

using Json = nlohmann::ordered_json;

Json read_json_file(const std::string& folder, const std::string& path, const std::string& expected,
                    std::size_t most_bytes) {
  return parsed_json(content_of_folder_file(folder, path, most_bytes), expected, path);
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
