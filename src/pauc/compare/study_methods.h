#pragma once

#include <string>
#include <vector>

#include "pauc/compare/study.h"
#include "pauc/compare/study_yaml.h"

namespace pauc::compare {

// The config key for a name in a protocol: trainer.epochs for epochs. Full keys are returned unchanged.
std::string protocol_key(const std::string& name, const std::string& where);

// Reads `methods:` of a config file: a mapping from names to settings, or a list of names. A list of values is an axis
// of the grid; `vary` makes a row for each combination of its values.
std::vector<StudyMethod> read_methods(const YAML::Node& node, const std::string& where);

// All combinations of values; the last axis changes fastest. Without axes there is one empty combination.
std::vector<Settings> combinations(const std::vector<GridAxis>& axes);

}  // namespace pauc::compare
