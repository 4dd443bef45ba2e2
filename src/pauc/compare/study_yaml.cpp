#include "pauc/compare/study_yaml.h"

#include <algorithm>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/fields.h"

namespace pauc::compare {

std::vector<YamlEntry> yaml_entries(const YAML::Node& node, const std::string& where) {
  std::vector<YamlEntry> entries;
  if (!node.IsDefined() || node.IsNull()) return entries;
  require_usage(node.IsMap(), where, ": expected names with values, one a line");
  std::set<std::string> seen;
  for (const auto& entry : node) {
    const std::string name = yaml_text(entry.first, where);
    std::string key = name;
    std::replace(key.begin(), key.end(), '-', '_');
    require_usage(seen.insert(key).second, where, ": ", name, ": expected once, got it twice");
    entries.push_back({name, key, entry.second});
  }
  return entries;
}

std::string yaml_text(const YAML::Node& node, const std::string& where) {
  require_usage(node.IsScalar() || node.IsNull(), where, ": expected one value, got a list or more names");
  return node.IsNull() ? "" : node.Scalar();
}

std::vector<std::string> yaml_texts(const YAML::Node& node, const std::string& where) {
  if (!node.IsSequence()) return {yaml_text(node, where)};
  std::vector<std::string> texts;
  for (const auto& element : node) texts.push_back(yaml_text(element, where));
  require_usage(!texts.empty(), where, ": expected at least one value, got an empty list");
  return texts;
}

double yaml_number(const YAML::Node& node, const std::string& where) {
  double number = 0;
  read_setting(number, yaml_text(node, where), where);
  return number;
}

std::int64_t yaml_whole(const YAML::Node& node, std::int64_t least, const std::string& where) {
  std::int64_t number = 0;
  read_setting(number, yaml_text(node, where), where);
  require_usage(number >= least, where, ": expected a number from ", least, " on, got ", number);
  return number;
}

void take_section(const YAML::Node& node, const std::string& section, const std::string& main_option,
                  const std::string& where, Config& config) {
  if (node.IsScalar()) return config.set(section + "." + main_option, node.Scalar(), where);
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    config.set(section + "." + entry.key, yaml_text(entry.value, joined(where, ": ", entry.name)), where);
  }
}

}  // namespace pauc::compare
