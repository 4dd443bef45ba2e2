#pragma once

#include <cstdint>
#include <vector>

#include "pauc/metric/roc.h"

namespace pauc {

// The rows that a bootstrap draws from. Without groups each class is drawn apart, so that class sizes stay; with
// groups, whole groups are drawn, and a draw that lacks a class is drawn again.
struct BootstrapSample {
  Span<const std::uint8_t> labels;
  Span<const double> weights = {};
  Span<const std::uint32_t> groups = {};  // a number per row, below group_count
  std::int64_t group_count = 0;
};

struct BootstrapOptions {
  std::int64_t replicates = 2000;
  std::uint64_t seed = 0;
  int threads = 1;
};

// values[c][m][b]: measure m of score column c in replicate b. All columns see the same draws. Columns are ranked once,
// beforehand; a replicate is one pass over the rows; its random numbers depend on the seed and on b only, so the result
// is the same for any number of threads.
using BootstrapValues = std::vector<std::vector<std::vector<double>>>;
BootstrapValues bootstrap(const BootstrapSample& sample, const std::vector<const Ranking*>& columns,
                          const std::vector<Measure>& measures, const BootstrapOptions& options);

}  // namespace pauc
