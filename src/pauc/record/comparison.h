#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/record/epoch_log.h"

namespace pauc::record {

// The target's values on the part that a run trained on and on the part that chose its epoch, at that epoch.
struct FittedValues {
  double train = 0;
  double valid = 0;
};

// The target's value in one run of a cell.
struct SeedValue {
  std::int64_t seed = 0;
  double value = 0;
  std::optional<FittedValues> fitted = {};  // none if train is the part that is compared
};

// A method on one target.
struct ComparedCell {
  std::string target;             // key such as one_way_0.3
  std::vector<SeedValue> values;  // one per finished run, by ascending seed
  Settings chosen;                // hyper-parameters by their config names; empty if there was nothing to choose
  // The epochs of each of these runs without pre-training; `train` and `valid` are the values of this target.
  std::vector<std::vector<Epoch>> epochs;
};

struct ComparedMethod {
  std::string name;
  std::vector<ComparedCell> cells;  // in the order of the targets
};

// A part of the data: train, valid or test.
struct PartSize {
  std::string part;
  std::int64_t n = 0;
  std::int64_t positive = 0;
};

// The results of `pauc compare` on one dataset.
struct Comparison {
  std::vector<std::string> targets;  // keys
  std::string part = "test";         // part whose values are compared; train if it selects the epochs
  std::int64_t seeds = 0;            // number that every cell should have
  std::vector<PartSize> splits;      // of one of its runs; empty until a run has finished
  std::vector<ComparedMethod> methods;
  std::vector<std::string> missing;  // sentences: runs that have failed or are still to be done
  std::string config;                // the text of the file
};

// table.json, as a value to embed in larger files and as text. Leaves out cells without values. finished_comparison.h
// reads it back.
nlohmann::ordered_json comparison_value(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);

}  // namespace pauc::record
