#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pauc/report/convergence.h"

namespace pauc {

// One cell of the table of `pauc compare`: a method on a target, over seeds.
struct ComparisonCell {
  std::string target;  // key such as one_way_0.3
  double mean = 0;
  double deviation = 0;
  std::int64_t seeds = 0;
  std::string chosen;  // hyper-parameters that validation chose
};

// The output folder of `pauc compare`: table.json and curves.csv.
struct ComparisonRecord {
  std::string config;
  std::vector<std::pair<std::string, std::vector<ComparisonCell>>> methods;
  std::vector<ConvergencePlot> plots;
};

std::vector<std::string> comparison_files(const std::string& folder);

// Whether a folder holds such an output rather than a run.
bool holds_comparison(const std::string& folder);
ComparisonRecord read_comparison(const std::string& folder);

}  // namespace pauc
