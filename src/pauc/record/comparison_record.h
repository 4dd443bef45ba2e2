#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/record/comparison.h"
#include "pauc/record/convergence.h"

namespace pauc::record {

// How a cell stands to the best of its target, where the table says so: like_best cannot be told to be worse.
enum class Standing { unsaid, best, like_best, apart };

// One cell of the table of `pauc compare`: a method on a target, over seeds.
struct ComparisonCell {
  std::string target;  // key such as one_way_0.3
  double mean = 0;
  std::optional<double> deviation;  // none for one seed
  std::int64_t seeds = 0;
  std::string chosen;  // hyper-parameters that validation chose
  Standing standing = Standing::unsaid;
};

// The output folder of `pauc compare`: table.json and curves.csv.
struct ComparisonRecord {
  std::string name;  // of its folder
  std::string config;
  std::string part;                  // whose values are compared; empty where the table does not say so
  std::int64_t seeds = 0;            // that every cell is to have; where the table does not say so, the most of one
  std::vector<PartSize> splits;      // empty where the table does not say so
  std::vector<std::string> targets;  // keys
  std::vector<std::string> missing;  // sentences
  std::vector<std::pair<std::string, std::vector<ComparisonCell>>> methods;
  std::vector<ConvergencePlot> plots;
};

std::vector<std::string> comparison_files(const std::string& folder);

// Whether a folder holds such an output rather than a run.
bool holds_comparison(const std::string& folder);
ComparisonRecord read_comparison(const std::string& folder);

// Whether a folder is a comparison's that has no table yet.
bool awaits_table(const std::string& folder);

// The folders with comparisons that a folder stands for: itself, or those of its datasets; empty: it holds something
// else.
std::vector<std::string> comparison_folders(const std::string& folder);

}  // namespace pauc::record
