#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/record/comparison.h"
#include "pauc/record/comparison_curves.h"

namespace pauc::record {

// How a cell compares with the best one of its target. like_best: not shown to be worse; unsaid: the table does not
// say.
enum class Standing { unsaid, best, like_best, apart };

// One cell of a table that was read: a method on a target, over seeds.
struct FinishedCell {
  std::string target;  // key such as one_way_0.3
  double mean = 0;
  std::optional<double> deviation;  // empty for a single seed
  std::int64_t seeds = 0;
  Settings chosen;  // hyper-parameters that validation chose
  Standing standing = Standing::unsaid;
};

struct FinishedMethod {
  std::string name;
  std::vector<FinishedCell> cells;
};

// The results of `pauc compare` on one dataset, read from table.json and curves.csv in its folder. Old tables lack some
// of them.
struct FinishedComparison {
  std::string name;  // of its folder
  std::string config;
  std::string part;                  // part whose values are compared; empty if the table does not say
  std::int64_t seeds = 0;            // number that every cell should have, or else the largest number in a cell
  std::vector<PartSize> splits;      // empty if the table does not say
  std::vector<std::string> targets;  // keys
  std::vector<std::string> missing;  // sentences
  std::vector<FinishedMethod> methods;
  std::vector<ConvergencePlot> plots;
};

FinishedComparison read_comparison(const std::string& folder);

}  // namespace pauc::record
