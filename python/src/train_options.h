#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "pauc/trainer/config/config.h"

namespace pauc::python {

// The keyword of pauc.train for a key of the config, as the flag is called: "optimiser" for optimiser.name. Empty for
// keys that have none; `set` sets those.
std::string keyword_of(const ConfigKey& key);

// Options of pauc.train: a list of dicts with name, section, type and help.
pybind11::list train_options();

// A config from a file (if any), keywords and assignments such as {"objective.fpr_max": 0.1}, in this order. `others`
// are keywords that the caller has taken already; a misspelt keyword may mean one of them.
struct ConfigSources {
  std::string file;
  pybind11::dict keywords;
  pybind11::dict assignments;
  std::vector<std::string> others;
  std::string where;  // that the messages name
};
Config config_of(const ConfigSources& sources);

}  // namespace pauc::python
