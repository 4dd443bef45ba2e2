#pragma once

#include <map>
#include <string>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc {

/// The meaning of a key for one owner. Models and objectives may share a key and give it another meaning or default.
struct KeyMeaning {
  std::string owner;          // name of the model or objective; empty: the section itself
  std::string type;           // as in --help: NUMBER, on|off, ...
  std::string default_value;  // empty: not set
  std::string help;
};

/// A key that a config file, --set or a flag may give: "objective.lambda".
struct ConfigKey {
  std::string section;
  std::string name;
  std::vector<KeyMeaning> meanings = {};  // at least one
  /// The flag of `pauc train`. Empty where another section's key has the flag (use --set), where the command line has
  /// its own way (the data file, --no-header), and where all commands have the option (--seed, --threads).
  std::string flag = {};

  std::string text() const { return section + "." + name; }
  bool is(const std::string& key) const {
    return key.size() == section.size() + 1 + name.size() && key.compare(0, section.size(), section) == 0 &&
           key[section.size()] == '.' && key.compare(section.size() + 1, name.size(), name) == 0;
  }
};

/// All keys, section by section. The keys of models and objectives are the options of all rows of their registries.
const std::vector<ConfigKey>& config_keys();

/// The options of a run, as text by key. Keys that are not set have their defaults.
class Config {
 public:
  /// Refuses an unknown key; `where` is the start of that message.
  void set(const std::string& key, const std::string& value, const std::string& where);
  /// Sets one key from text such as "objective.lambda=0.1".
  void set_assignment(const std::string& assignment);
  void erase(const std::string& key) { values_.erase(key); }

  bool has(const std::string& key) const { return values_.count(key) > 0; }
  /// The text of a key; empty if it is not set.
  std::string get(const std::string& key) const;

  /// The settings of a section, without its `name`.
  Settings section(const std::string& section) const;
  /// The settings of a section as an options struct.
  template <class Options>
  Options read(const std::string& section_name, const Fields<Options>& fields) const {
    return read_settings(section_with_name(section_name, fields), fields, section_name);
  }
  /// All keys that are set, with their texts.
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

/// Adds the settings of a YAML file with one mapping per section. Refuses unknown keys and names the nearest, and
/// refuses lists and mappings where a value belongs.
void read_config_file(const std::string& path, Config& config);
/// Reads the same from text; `where` names it in messages.
Config config_from_yaml(const std::string& text, const std::string& where);
/// Writes a config that read_config_file reads back.
std::string config_yaml(const Config& config);

/// The first key in which two configs differ, as "optimiser.lr: 0.1, was 0.01"; empty if they agree.
std::string first_difference(const Config& now, const Config& before, const std::vector<std::string>& ignored);

}  // namespace pauc
