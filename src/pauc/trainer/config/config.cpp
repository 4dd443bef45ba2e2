#include "pauc/trainer/config/config.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/image/encoding.h"
#include "pauc/data/options.h"
#include "pauc/data/table/encoding.h"
#include "pauc/model/registry.h"
#include "pauc/objective/registry.h"
#include "pauc/trainer/config/options.h"

namespace pauc {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 24;

void add_keys(std::vector<ConfigKey>& keys, const std::string& section, const std::vector<FieldInfo>& infos,
              const std::string& owner = "") {
  for (const FieldInfo& info : infos) {
    const auto same = [&](const ConfigKey& key) { return key.section == section && key.name == info.name; };
    auto key = std::find_if(keys.begin(), keys.end(), same);
    if (key == keys.end()) key = keys.insert(keys.end(), {section, info.name});
    key->meanings.push_back({owner, info.type, info.default_value, info.help});
  }
}

// The key `name` of a section, which takes the name of a row or auto, and the options of all rows.
template <class Registry>
void add_registry(std::vector<ConfigKey>& keys, const std::string& section, const Registry& registry,
                  const std::string& help) {
  std::string names = "auto";
  for (const auto& row : registry) names += "|" + row.name;
  keys.push_back({section, "name", {{"", names, "auto", help}}});
  for (const auto& row : registry) add_keys(keys, section, row.options, row.name);
}

// " (linear models, trees: sigmoid)": where an option of an objective has another default.
std::string other_defaults(const ObjectiveInfo& objective, const std::string& option, const std::string& usual) {
  std::vector<std::pair<std::string, std::string>> found;  // value, and where it is the default
  const auto look_at = [&](const Settings& settings, const char* where) {
    for (const auto& [name, value] : settings) {
      if (name != option || value == usual) continue;
      const auto same = std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.first == value; });
      if (same == found.end()) {
        found.emplace_back(value, where);
      } else {
        same->second += joined(", ", where);
      }
    }
  };
  look_at(objective.when_searched, "linear models, trees");
  look_at(objective.full_batch, "linear models, trees");
  look_at(objective.when_tuned, "trained networks on images, on molecules at FPR <= 0.02");
  std::string text;
  for (const auto& [value, where] : found) text += joined(" (", where, ": ", value, ")");
  return text;
}

// A run does not take the region and options that follow the scores from the objective's defaults.
std::string default_in_training(const std::string& name, const KeyMeaning& meaning) {
  if (name == "fpr_min" || name == "fpr_max" || name == "tpr_min") return "the target's";
  const ObjectiveInfo* objective = find_objective(meaning.owner);
  if (objective == nullptr) return meaning.default_value;
  const auto is_key = [&](const MatchedOption& option) { return name == option.name; };
  const bool matched = std::any_of(objective->matched.begin(), objective->matched.end(), is_key);
  return matched ? "auto" : meaning.default_value + other_defaults(*objective, name, meaning.default_value);
}

// --lambda for objective.lambda, --objective for objective.name. If several sections have a name, the first section
// gets the flag.
void name_flags(std::vector<ConfigKey>& keys) {
  std::vector<std::string> taken = {"--path", "--header", "--seed", "--threads"};
  for (ConfigKey& key : keys) {
    const std::string flag = flag_name(key.name == "name" ? key.section : key.name);
    if (std::find(taken.begin(), taken.end(), flag) != taken.end()) continue;
    taken.push_back(flag);
    key.flag = flag;
  }
}

std::vector<ConfigKey> make_keys() {
  std::vector<ConfigKey> keys;
  add_keys(keys, "data", describe(kDataFields));
  add_keys(keys, "data", describe(kEncodingFields));
  add_keys(keys, "data", describe(kAugmentationFields));
  add_keys(keys, "target", describe(kTargetFields));
  add_registry(keys, "model", model_registry(), "model to train; auto chooses one for the data");
  const std::size_t first = keys.size();
  add_registry(keys, "objective", objective_registry(),
               "objective to train by; auto tries several and keeps the best on validation");
  for (std::size_t k = first; k < keys.size(); ++k) {
    for (KeyMeaning& meaning : keys[k].meanings) {
      meaning.default_value = default_in_training(keys[k].name, meaning);
    }
  }
  add_keys(keys, "optimiser", describe(kOptimiserFields));
  add_keys(keys, "sampler", describe(kSamplerFields));
  add_keys(keys, "trainer", describe(kTrainerFields));
  name_flags(keys);
  return keys;
}

// Anything else could not be written to config.yaml and run.json.
bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

// Sections in the order of the keys, each with its keys in their order.
std::vector<std::string> sections() {
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) {
    if (names.empty() || names.back() != key.section) names.push_back(key.section);
  }
  return names;
}

void read_section(const YAML::Node& section, const std::string& name, const std::string& where, Config& config) {
  require_usage(section.IsMap(), where, ": ", name, ": expected options, one a line");
  for (const auto& entry : section) {
    const std::string key = name + "." + entry.first.as<std::string>();
    require_usage(entry.second.IsScalar() || entry.second.IsNull(), where, ": ", key,
                  ": expected one value, got a list or more options");
    config.set(key, entry.second.IsNull() ? "" : entry.second.as<std::string>(), where);
  }
}

void read_yaml(const std::string& text, const std::string& where, Config& config) {
  try {
    const YAML::Node root = YAML::Load(text);
    require_usage(root.IsMap() || root.IsNull(), where, ": expected sections such as data, model, objective");
    for (const auto& entry : root) {
      const auto section = entry.first.as<std::string>();
      const auto known = sections();
      require_usage(std::find(known.begin(), known.end(), section) != known.end(), where, ": no section \"", section,
                    "\"; expected one of ", names_nearest_first(section, known));
      read_section(entry.second, section, where, config);
    }
  } catch (const YAML::Exception& error) {
    fail(Fault::usage, where, ": line ", error.mark.line + 1, ": ", error.msg);
  }
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = make_keys();
  return keys;
}

void Config::set(const std::string& key, const std::string& value, const std::string& where) {
  const auto& keys = config_keys();
  if (std::any_of(keys.begin(), keys.end(), [&](const ConfigKey& known) { return known.is(key); })) {
    require_usage(is_utf8(value), where, ": ", key, ": expected UTF-8, got \"", printable(value), '"');
    values_[key] = value;
    return;
  }
  std::vector<std::string> names;
  for (const ConfigKey& known : keys) {
    if (known.name == key) fail(Fault::usage, where, ": no option \"", key, "\"; did you mean ", known.text(), "?");
    names.push_back(known.text());
  }
  fail(Fault::usage, where, ": no option \"", key, "\"; expected one of ", names_nearest_first(key, names));
}

void Config::set_assignment(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  require_usage(equals != std::string::npos, "set: expected KEY=VALUE such as objective.lambda=0.1, got \"", assignment,
                '"');
  set(assignment.substr(0, equals), assignment.substr(equals + 1), "set");
}

std::string Config::get(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? "" : found->second;
}

Settings Config::section(const std::string& section) const {
  Settings settings;
  for (const ConfigKey& key : config_keys()) {
    if (key.section == section && key.name != "name" && has(key.text())) {
      settings.emplace_back(key.name, get(key.text()));
    }
  }
  return settings;
}

void read_config_file(const std::string& path, Config& config) {
  const std::string text = content_of_file(path, kMostBytes);
  read_yaml(text, path, config);
}

Config config_from_yaml(const std::string& text, const std::string& where) {
  Config config;
  read_yaml(text, where, config);
  return config;
}

std::string config_yaml(const Config& config) {
  YAML::Emitter out;
  out << YAML::BeginMap;
  for (const std::string& section : sections()) {
    Settings settings = config.section(section);
    if (config.has(section + ".name")) settings.insert(settings.begin(), {"name", config.get(section + ".name")});
    if (settings.empty()) continue;
    out << YAML::Key << section << YAML::Value << YAML::BeginMap;
    for (const auto& [name, text] : settings) {
      out << YAML::Key << name << YAML::Value;
      if (printable(text) != text) out << YAML::DoubleQuoted;  // with escapes, so that control characters read back
      out << text;
    }
    out << YAML::EndMap;
  }
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

std::string first_difference(const Config& now, const Config& before, const std::vector<std::string>& ignored) {
  for (const ConfigKey& key : config_keys()) {
    if (std::find(ignored.begin(), ignored.end(), key.text()) != ignored.end()) continue;
    const std::string a = now.get(key.text());
    const std::string b = before.get(key.text());
    if (a != b) return joined(key.text(), ": ", a.empty() ? "not set" : a, ", was ", b.empty() ? "not set" : b);
  }
  return "";
}

}  // namespace pauc
