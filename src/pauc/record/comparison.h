#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/record/record.h"

namespace pauc::record {

// The target's value in one run of a cell.
struct SeedValue {
  std::int64_t seed = 0;
  double value = 0;
};

// A method on one target.
struct ComparedCell {
  std::string target;             // key such as one_way_0.3
  std::vector<SeedValue> values;  // by rising seed; those that are there
  Settings chosen;  // hyper-parameters by the names of the config file; empty: there was nothing to choose
  // The epochs of each of these runs, `train` and `valid` being this target's; pre-training is left out.
  std::vector<std::vector<EpochRecord>> epochs;
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

// What `pauc compare` has found out about one dataset.
struct Comparison {
  std::vector<std::string> targets;  // keys
  std::string part = "test";         // whose values are compared; train where epochs are chosen by it
  std::int64_t seeds = 0;            // that every cell is to have
  std::vector<PartSize> splits;      // of one of its runs; empty as long as none is finished
  std::vector<ComparedMethod> methods;
  std::vector<std::string> missing;  // sentences: what has failed or is not done
  std::string config;                // the text of the file
};

// table.json. Cells without values are left out.
std::string comparison_json(const Comparison& comparison);

}  // namespace pauc::record
