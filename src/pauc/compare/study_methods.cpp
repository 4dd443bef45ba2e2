#include "pauc/compare/study_methods.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/nearest_name.h"
#include "pauc/objective/registry.h"

namespace pauc {

namespace {

constexpr std::size_t kMostCombinations = 10000;

// What compare itself sets in every run.
const std::vector<std::string> kReserved = {
    "trainer.seed",  "trainer.threads", "trainer.init", "trainer.init_last_layer", "trainer.pretrain_epochs",
    "objective.name"};

bool is_reserved(const std::string& key) {
  return key.rfind("target.", 0) == 0 || std::find(kReserved.begin(), kReserved.end(), key) != kReserved.end();
}

// The first of the sections that has a key of that name, of those that may be set here.
std::string key_in(const std::string& name, const std::vector<std::string>& sections, const std::string& where) {
  std::vector<std::string> known;
  for (const std::string& section : sections) {
    for (const ConfigKey& key : config_keys()) {
      if (key.section != section || is_reserved(key.text())) continue;
      if (name == key.name || name == key.text()) return key.text();
      known.push_back(key.name);
    }
  }
  fail(Fault::usage, where, ": no option \"", name, "\" here; expected one of ", names_nearest_first(name, known));
}

const ObjectiveInfo& objective_named(const std::string& name, const std::string& where) {
  if (const ObjectiveInfo* info = find_objective(name)) return *info;
  std::vector<std::string> names;
  for (const ObjectiveInfo& info : objective_registry()) names.push_back(info.name);
  fail(Fault::usage, where, ": no objective \"", name, "\"; expected one of ", names_nearest_first(name, names));
}

// An objective's own option, else one of the training.
std::string method_key(const std::string& name, const ObjectiveInfo& info, const std::string& where) {
  for (const FieldInfo& option : info.options) {
    if (name == option.name || name == "objective." + option.name) return "objective." + option.name;
  }
  std::vector<std::string> known;
  for (const FieldInfo& option : info.options) known.push_back(option.name);
  const std::vector<std::string> others = {"optimiser", "sampler", "trainer", "model", "data"};
  for (const ConfigKey& key : config_keys()) {
    const bool may = std::find(others.begin(), others.end(), key.section) != others.end();
    if (!may || is_reserved(key.text()) || key.text() == "trainer.epochs" || key.text() == "data.path") continue;
    if (name == key.text() || (name == key.name && key.name != "name")) return key.text();
    known.push_back(key.name);
  }
  fail(Fault::usage, where, ": ", info.name, " has no option \"", name, "\"; expected one of ",
       names_nearest_first(name, known));
}

std::vector<GridAxis> axes_of(const YAML::Node& node, const ObjectiveInfo& info, const std::string& where) {
  std::vector<GridAxis> axes;
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    const std::string place = joined(where, ": ", entry.name);
    axes.push_back({entry.key, method_key(entry.key, info, where), yaml_texts(entry.value, place)});
  }
  combinations(axes);  // refuses too many
  return axes;
}

// A setup as one mapping says it, beside what another has said before.
void take_setup(const YAML::Node& node, const ObjectiveInfo& info, const std::string& where, MethodSetup& setup) {
  const auto is_own = [](const std::string& key) {
    return key == "objective" || key == "name" || key == "only" || key == "vary" || key == "one_way" ||
           key == "two_way" || key == "grid";
  };
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    if (entry.key == "grid") setup.grid = axes_of(entry.value, info, where + ": grid");
  }
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    if (is_own(entry.key)) continue;
    const std::string place = joined(where, ": ", entry.name);
    const std::string key = method_key(entry.key, info, where);
    if (entry.value.IsSequence()) {
      setup.grid.push_back({entry.key, key, yaml_texts(entry.value, place)});
    } else {
      setup.settings.set(key, yaml_text(entry.value, place), where);
    }
  }
}

StudyMethod read_method(const std::string& name, const YAML::Node& node, const ObjectiveInfo& info,
                        const std::string& where) {
  StudyMethod method;
  method.name = name;
  MethodSetup common;
  common.settings.set("objective.name", info.name, where);
  take_setup(node, info, where, common);
  MethodSetup ways[2] = {common, common};
  const char* const names[2] = {"one_way", "two_way"};
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    for (int k = 0; k < 2; ++k) {
      if (entry.key == names[k]) take_setup(entry.value, info, joined(where, ": ", names[k]), ways[k]);
    }
  }
  const std::string only = node.IsMap() && node["only"] ? yaml_text(node["only"], where + ": only") : "";
  require_usage(only.empty() || only == names[0] || only == names[1], where,
                ": only: expected one_way or two_way, got \"", only, '"');
  if (only != names[1]) method.one_way = ways[0];
  if (only != names[0]) method.two_way = ways[1];
  return method;
}

std::string name_with(const std::string& name, const Settings& point) {
  std::string text = name;
  for (const auto& [option, value] : point) text += joined(" ", option, "=", value);
  return text;
}

// The rows that one entry stands for: one, or with `vary` one a combination.
void add_rows(const std::string& name, const YAML::Node& node, const std::string& where,
              std::vector<StudyMethod>& methods) {
  const bool named = node.IsMap() && node["objective"];
  const ObjectiveInfo& info = objective_named(named ? yaml_text(node["objective"], where) : name, where);
  const YAML::Node none;
  const YAML::Node vary = node.IsMap() && node["vary"] ? node["vary"] : none;
  const auto axes = axes_of(vary, info, where + ": vary");
  for (const Settings& point : combinations(axes)) {
    StudyMethod method = read_method(name_with(name, point), node, info, where);
    for (auto* setup : {&method.one_way, &method.two_way}) {
      for (std::size_t k = 0; *setup && k < axes.size(); ++k) {
        (*setup)->settings.set(axes[k].key, point[k].second, where);
      }
    }
    methods.push_back(std::move(method));
  }
}

}  // namespace

std::string protocol_key(const std::string& name, const std::string& where) {
  return key_in(name, {"trainer", "optimiser", "sampler", "objective", "model", "data"}, where);
}

std::vector<Settings> combinations(const std::vector<GridAxis>& axes) {
  std::vector<Settings> points = {{}};
  for (const GridAxis& axis : axes) {
    std::vector<Settings> longer;
    for (const Settings& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().emplace_back(axis.name, value);
      }
    }
    points = std::move(longer);
    require_usage(points.size() <= kMostCombinations, axis.name, ": expected a grid of at most ", kMostCombinations,
                  " points, got more");
  }
  return points;
}

std::vector<StudyMethod> read_methods(const YAML::Node& node, const std::string& where) {
  std::vector<StudyMethod> methods;
  if (node.IsSequence()) {
    for (const auto& element : node) {
      const bool named = element.IsMap();
      const YAML::Node entry = element;
      const YAML::Node name = named ? (entry["name"] ? entry["name"] : entry["objective"]) : entry;
      require_usage(name.IsDefined(), where, ": expected a name: or objective: for each, got one without");
      add_rows(yaml_text(name, where), named ? entry : YAML::Node(), joined(where, ": ", yaml_text(name, where)),
               methods);
    }
  } else {
    for (const YamlEntry& entry : yaml_entries(node, where)) {
      add_rows(entry.name, entry.value, joined(where, ": ", entry.name), methods);
    }
  }
  require_usage(!methods.empty(), where, ": expected at least one, such as ce, got none");
  for (std::size_t k = 0; k < methods.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      require_usage(methods[j].name != methods[k].name, where, ": expected each once, got \"", methods[k].name,
                    "\" twice");
    }
  }
  return methods;
}

}  // namespace pauc
