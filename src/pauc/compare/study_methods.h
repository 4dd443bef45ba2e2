#pragma once

#include <string>
#include <vector>

#include "pauc/compare/study.h"
#include "pauc/compare/study_yaml.h"

namespace pauc::compare {

// The key of a config that a name in a protocol means: trainer.epochs for epochs, any for a full one.
std::string protocol_key(const std::string& name, const std::string& where);

// `methods:` of a config file: a mapping from names to settings, or a list of names. A list of values is an axis of the
// grid; `vary` makes a row of each of its combinations.
std::vector<StudyMethod> read_methods(const YAML::Node& node, const std::string& where);

// All combinations of the values, the last axis running fastest; of no axes one, which is empty.
std::vector<Settings> combinations(const std::vector<GridAxis>& axes);

}  // namespace pauc::compare
