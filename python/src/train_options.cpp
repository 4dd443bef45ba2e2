#include "train_options.h"

#include <algorithm>

#include "errors.h"
#include "options.h"
#include "pauc/core/error.h"
#include "pauc/trainer/config/key_help.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

std::vector<std::string> keywords() {
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) {
    if (!keyword_of(key).empty()) names.push_back(keyword_of(key));
  }
  return names;
}

const ConfigKey& key_of(const std::string& keyword) {
  return *std::find_if(config_keys().begin(), config_keys().end(),
                       [&](const ConfigKey& key) { return keyword_of(key) == keyword; });
}

}  // namespace

std::string keyword_of(const ConfigKey& key) {
  const bool of_all_commands = key.is("trainer.seed") || key.is("trainer.threads");
  if (of_all_commands) return key.name;
  if (key.flag.empty()) return "";
  std::string keyword = key.flag.substr(2);
  std::replace(keyword.begin(), keyword.end(), '-', '_');
  return keyword;
}

py::list train_options() {
  py::list options;
  for (const ConfigKey& key : config_keys()) {
    const std::string keyword = keyword_of(key);
    if (keyword.empty()) continue;
    py::dict option;
    option["name"] = python_name(keyword);
    option["section"] = key.section;
    option["type"] = type_text(key);
    option["help"] = in_python(help_text(key));
    options.append(option);
  }
  return options;
}

Config config_of(const ConfigSources& sources) {
  Config config;
  if (!sources.file.empty()) read_config_file(sources.file, config);
  std::vector<std::string> names = keywords();
  names.insert(names.end(), sources.others.begin(), sources.others.end());
  for (const auto& [keyword, text] : settings_of(sources.keywords, names, sources.where)) {
    config.set(key_of(keyword).text(), text, keyword);
  }
  for (const auto& [key, value] : sources.assignments) {
    const std::string name = py::str(key);
    py::dict one;
    one[py::str(name)] = value;
    for (const auto& [same, text] : settings_of(one, {name}, "set")) config.set(same, text, "set");
  }
  return config;
}

}  // namespace pauc::python
