#pragma once

#include <cstdint>
#include <vector>

#include "pauc/metric/roc.h"

namespace pauc {

// The rows that a bootstrap draws from. Without groups, each class is drawn separately, so that the class sizes stay
// the same. With groups, whole groups are drawn, and a draw that lacks a class is repeated.
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

// values[c][m][b]: measure m of score column c in replicate b. All columns share the same draws. Columns are ranked
// once; a replicate is one pass over the rows. The random numbers of a replicate depend only on the seed and b, so the
// result does not depend on the number of threads.
using BootstrapValues = std::vector<std::vector<std::vector<double>>>;
BootstrapValues bootstrap(const BootstrapSample& sample, const std::vector<const Ranking*>& columns,
                          const std::vector<Measure>& measures, const BootstrapOptions& options);

}  // namespace pauc
