#include "pauc/compare/study_methods.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/data/image/encoding.h"
#include "pauc/data/table/encoding.h"
#include "pauc/objective/registry.h"

namespace pauc::compare {

namespace {

constexpr std::size_t kMostCombinations = 10000;

// Keys that compare itself sets in every run.
const std::vector<std::string> kReserved = {
    "trainer.seed",  "trainer.threads", "trainer.init", "trainer.init_last_layer", "trainer.pretrain_epochs",
    "objective.name"};

bool is_reserved(const std::string& key) {
  return key == "model.name" || key.rfind("target.", 0) == 0 ||
         std::find(kReserved.begin(), kReserved.end(), key) != kReserved.end();
}

// How data are shown to a model may be a method's matter; which rows there are and how they are split never is.
bool may_be_set(const ConfigKey& key) {
  if (is_reserved(key.text())) return false;
  if (key.section != "data") return true;
  const auto is = [&](const auto& field) { return key.name == field.name; };
  return std::any_of(kEncodingFields.begin(), kEncodingFields.end(), is) ||
         std::any_of(kAugmentationFields.begin(), kAugmentationFields.end(), is);
}

// The key with this name in the first of the sections that has one; `known` collects the names of all.
std::string key_in(const std::string& name, const std::vector<std::string>& sections, std::vector<std::string>& known) {
  for (const std::string& section : sections) {
    for (const ConfigKey& key : config_keys()) {
      if (key.section != section || !may_be_set(key)) continue;
      // --optimiser for optimiser.name, as on the command line.
      const std::string plain = key.name == "name" ? key.section : key.name;
      if (key.is(name) || name == plain) return key.text();
      known.push_back(plain);
    }
  }
  return "";
}

const ObjectiveInfo& objective_named(const std::string& name, const std::string& where) {
  if (const ObjectiveInfo* info = find_objective(name)) return *info;
  std::vector<std::string> names;
  for (const ObjectiveInfo& info : objective_registry()) names.push_back(info.name);
  fail(Fault::usage, where, ": no objective \"", name, "\"; expected one of ", names_nearest_first(name, names));
}

// An objective's own option, else one of the training; its length is the protocol's.
std::string method_key(const std::string& name, const ObjectiveInfo& info, const std::string& where) {
  std::vector<std::string> known;
  for (const FieldInfo& option : info.options) {
    if (name == option.name || name == "objective." + option.name) return "objective." + option.name;
    known.push_back(option.name);
  }
  const std::string key = key_in(name, {"optimiser", "sampler", "trainer", "model", "data"}, known);
  if (!key.empty() && key != "trainer.epochs") return key;
  known.erase(std::remove(known.begin(), known.end(), "epochs"), known.end());
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

// A later setting replaces an earlier one, whether they are values or lists.
void forget(const std::string& key, MethodSetup& setup) {
  setup.settings.erase(key);
  const auto same = [&](const GridAxis& axis) { return axis.key == key; };
  setup.grid.erase(std::remove_if(setup.grid.begin(), setup.grid.end(), same), setup.grid.end());
}

void take_option(const YamlEntry& entry, const ObjectiveInfo& info, const std::string& where, MethodSetup& setup) {
  const std::string place = joined(where, ": ", entry.name);
  const std::string key = method_key(entry.key, info, where);
  forget(key, setup);
  if (entry.value.IsSequence()) {
    setup.grid.push_back({entry.key, key, yaml_texts(entry.value, place)});
  } else {
    setup.settings.set(key, yaml_text(entry.value, place), where);
  }
}

// Reads the options of a row; `own` are the keys here that are not options.
void take_setup(const YAML::Node& node, const ObjectiveInfo& info, const std::vector<std::string>& own,
                const std::string& where, MethodSetup& setup) {
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    if (std::find(own.begin(), own.end(), entry.key) != own.end()) continue;
    if (entry.key != "grid") {
      take_option(entry, info, where, setup);
      continue;
    }
    for (const YamlEntry& axis : yaml_entries(entry.value, where + ": grid")) {
      take_option(axis, info, where + ": grid", setup);
    }
  }
  combinations(setup.grid);  // refuses too many
}

StudyMethod read_method(const std::string& name, const YAML::Node& node, const ObjectiveInfo& info,
                        const std::string& where) {
  StudyMethod method;
  method.name = name;
  MethodSetup common;
  common.settings.set("objective.name", info.name, where);
  take_setup(node, info, {"objective", "name", "only", "vary", "one_way", "two_way"}, where, common);
  MethodSetup ways[2] = {common, common};
  const char* const names[2] = {"one_way", "two_way"};
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    for (int k = 0; k < 2; ++k) {
      if (entry.key == names[k]) take_setup(entry.value, info, {}, joined(where, ": ", names[k]), ways[k]);
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

void vary_in(MethodSetup& setup, const GridAxis& axis, const std::string& value, const std::string& where) {
  const bool twice =
      setup.settings.has(axis.key) ||
      std::any_of(setup.grid.begin(), setup.grid.end(), [&](const GridAxis& other) { return other.key == axis.key; });
  require_usage(!twice, where, ": vary: ", axis.name, ": expected it there only, got it beside that too");
  setup.settings.set(axis.key, value, where);
}

// Adds the rows of one entry: one, or with `vary` one per combination.
void add_rows(const std::string& name, const YAML::Node& node, const std::string& where,
              std::vector<StudyMethod>& methods) {
  const bool named = node.IsMap() && node["objective"];
  const std::string objective = named ? yaml_text(node["objective"], where) : name;
  const ObjectiveInfo& info = objective_named(objective, where);
  const YAML::Node none;
  const YAML::Node vary = node.IsMap() && node["vary"] ? node["vary"] : none;
  const auto axes = axes_of(vary, info, where + ": vary");
  for (const Settings& point : combinations(axes)) {
    StudyMethod method = read_method(name_with(name, point), node, info, where);
    for (auto* setup : {&method.one_way, &method.two_way}) {
      for (std::size_t k = 0; *setup && k < axes.size(); ++k) vary_in(**setup, axes[k], point[k].second, where);
    }
    methods.push_back(std::move(method));
  }
}

}  // namespace

std::string protocol_key(const std::string& name, const std::string& where) {
  std::vector<std::string> known;
  const std::string key = key_in(name, {"trainer", "optimiser", "sampler", "objective", "model", "data"}, known);
  require_usage(!key.empty(), where, ": no option \"", name, "\" here; expected one of ",
                names_nearest_first(name, known));
  return key;
}

std::vector<Settings> combinations(const std::vector<GridAxis>& axes) {
  std::vector<Settings> points = {{}};
  for (const GridAxis& axis : axes) {
    require_usage(points.size() * axis.values.size() <= kMostCombinations, axis.name, ": expected a grid of at most ",
                  kMostCombinations, " points, got more");
    std::vector<Settings> longer;
    for (const Settings& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().emplace_back(axis.name, value);
      }
    }
    points = std::move(longer);
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
      require_usage(!entry.value.IsMap() || !entry.value["name"], where, ": ", entry.name,
                    ": expected its name in front of it only, got name: too");
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

}  // namespace pauc::compare
