#pragma once

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/trainer/config/config.h"

namespace pauc::compare {

// A mapping's entries with their names; `where` is the place for messages. Refuses anything but a mapping.
struct YamlEntry {
  std::string name;  // as it stands there
  std::string key;   // with _ for -, as options are named
  YAML::Node value;
};
std::vector<YamlEntry> yaml_entries(const YAML::Node& node, const std::string& where);

// One value; a list or a mapping is refused.
std::string yaml_text(const YAML::Node& node, const std::string& where);
// One value or a list of them, at least one.
std::vector<std::string> yaml_texts(const YAML::Node& node, const std::string& where);
double yaml_number(const YAML::Node& node, const std::string& where);
std::int64_t yaml_whole(const YAML::Node& node, std::int64_t least, const std::string& where);

// The options of a section, or one text for the option that stands for all.
void take_section(const YAML::Node& node, const std::string& section, const std::string& main_option,
                  const std::string& where, Config& config);

}  // namespace pauc::compare
