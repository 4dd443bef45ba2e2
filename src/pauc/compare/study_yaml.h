#pragma once

#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pauc/trainer/config/config.h"

namespace pauc::compare {

constexpr std::size_t kMostYamlBytes = std::size_t{1} << 24;

// The entries of a mapping; other nodes are refused. In all functions `where` names the place in messages.
struct YamlEntry {
  std::string name;  // as in the file
  std::string key;   // with _ for -
  YAML::Node value;
};
std::vector<YamlEntry> yaml_entries(const YAML::Node& node, const std::string& where);

// A single value; refuses lists and mappings.
std::string yaml_text(const YAML::Node& node, const std::string& where);
// A single value or a list of at least one.
std::vector<std::string> yaml_texts(const YAML::Node& node, const std::string& where);
double yaml_number(const YAML::Node& node, const std::string& where);
std::int64_t yaml_whole(const YAML::Node& node, std::int64_t least, const std::string& where);

// Reads the options of a section, or a single text for its main option.
void take_section(const YAML::Node& node, const std::string& section, const std::string& main_option,
                  const std::string& where, Config& config);

}  // namespace pauc::compare
