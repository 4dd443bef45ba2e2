#pragma once

#include <map>
#include <string>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc {

// A key that a config file, --set or a flag may give: "objective.lambda".
struct ConfigKey {
  std::string section;
  std::string name;
  std::string help;
  std::string default_value;
  // Of the command line. Empty where --set is needed, since another section has that name, and where the line says it
  // in another way (the data file, --no-header) or for all commands (--seed, --threads).
  std::string flag = {};

  std::string text() const { return section + "." + name; }
  bool is(const std::string& key) const {
    return key.size() == section.size() + 1 + name.size() && key.compare(0, section.size(), section) == 0 &&
           key[section.size()] == '.' && key.compare(section.size() + 1, name.size(), name) == 0;
  }
};

// All of them, stage by stage. Options of a model or an objective are those of any row of its registry.
const std::vector<ConfigKey>& config_keys();

// What a run is asked for, as text by key. Keys that are not set have their defaults.
class Config {
 public:
  // `where` stands in front of the message that refuses an unknown key.
  void set(const std::string& key, const std::string& value, const std::string& where);
  // "objective.lambda=0.1"
  void set_assignment(const std::string& assignment);
  void erase(const std::string& key) { values_.erase(key); }

  bool has(const std::string& key) const { return values_.count(key) > 0; }
  std::string get(const std::string& key) const;  // empty when not set

  // The settings of a section, without its `name`.
  Settings section(const std::string& section) const;
  template <class Options>
  Options read(const std::string& section_name, const Fields<Options>& fields) const {
    return read_settings(section_with_name(section_name, fields), fields, section_name);
  }
  const std::map<std::string, std::string>& values() const { return values_; }

 private:
  template <class Options>
  Settings section_with_name(const std::string& section_name, const Fields<Options>& fields) const {
    Settings settings;
    for (const auto& field : fields) {
      const std::string key = section_name + "." + field.name;
      if (has(key)) settings.emplace_back(field.name, get(key));
    }
    return settings;
  }

  std::map<std::string, std::string> values_;
};

// YAML with one mapping a section. Refused: unknown keys (with the nearest), lists and mappings where a value belongs.
void read_config_file(const std::string& path, Config& config);
Config config_from_yaml(const std::string& text, const std::string& where);
std::string config_yaml(const Config& config);

// The first key in which two configs differ, as "optimiser.lr: 0.1, was 0.01"; empty when they agree.
std::string first_difference(const Config& now, const Config& before, const std::vector<std::string>& ignored);

}  // namespace pauc
