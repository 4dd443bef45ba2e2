#pragma once

#include <cstdint>
#include <vector>

#include "pauc/model/tree/forest_growth.h"

namespace pauc::test {

// Rows to grow a forest on.
struct ForestCase {
  std::int64_t features = 0;
  std::vector<std::int64_t> categories;  // as in InputShape
  std::vector<float> values;             // [rows, features]
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;

  std::int64_t size() const { return static_cast<std::int64_t>(labels.size()); }
  GatherRange gather() const;
};

// Two numbers, one of them often missing, a category of six and a number of few values. A third is positive.
ForestCase mixed_case(std::int64_t rows, std::uint64_t seed);

std::vector<Tree> grown(const ForestCase& rows, const ForestPlan& options);

// The mean of the leaves' shares, by plain walks.
std::vector<double> probabilities(const ForestCase& rows, const std::vector<Tree>& trees);

// The place of the leaf that each row falls into.
std::vector<std::int64_t> leaves(const ForestCase& rows, const Tree& tree);

}  // namespace pauc::test
