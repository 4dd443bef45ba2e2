#include "model/tree/forest_cases.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/core/random.h"

namespace pauc::test {

GatherRange ForestCase::gather() const {
  return [this](std::int64_t begin, std::int64_t end) {
    Batch batch{at::empty({end - begin, features}, at::kFloat)};
    std::copy(values.begin() + begin * features, values.begin() + end * features, batch.features.data_ptr<float>());
    return batch;
  };
}

ForestCase mixed_case(std::int64_t rows, std::uint64_t seed) {
  Random random(seed);
  ForestCase result;
  result.features = 4;
  result.categories = {0, 0, 6, 0};
  for (std::int64_t row = 0; row < rows; ++row) {
    const double a = random.normal();
    const double b = random.normal();
    const std::uint32_t category = random.below(6);
    const std::uint32_t count = random.below(3);
    const double score = a * b + (category % 2 == 0 ? 1 : -1) + 0.3 * count + 0.5 * random.normal();
    result.values.push_back(static_cast<float>(a));
    result.values.push_back(random.below(4) == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(b));
    result.values.push_back(static_cast<float>(category));
    result.values.push_back(static_cast<float>(count));
    result.labels.push_back(score > 1 ? 1 : 0);
  }
  return result;
}

std::vector<Tree> grown(const ForestCase& rows, const ForestPlan& options) {
  const ForestColumns columns(rows.size(), rows.features, rows.categories, rows.gather());
  return grow_forest(columns, {rows.labels, rows.weights}, options);
}

std::vector<std::int64_t> leaves(const ForestCase& rows, const Tree& tree) {
  std::vector<std::int64_t> places;
  for (std::size_t row = 0; row < rows.values.size(); row += static_cast<std::size_t>(rows.features)) {
    std::int64_t place = 0;
    while (!tree.nodes[place].is_leaf()) {
      const TreeNode& node = tree.nodes[place];
      const float value = rows.values[row + node.feature];
      bool right = !(value < node.value);
      if (node.set >= 0) {
        const auto& set = tree.sets[node.set];
        right = std::count(set.begin(), set.end(), static_cast<std::int32_t>(value)) > 0;
      }
      if (std::isnan(value)) right = node.missing_left == 0;
      place = node.left + (right ? 1 : 0);
    }
    places.push_back(place);
  }
  return places;
}

std::vector<double> probabilities(const ForestCase& rows, const std::vector<Tree>& trees) {
  std::vector<double> means(rows.values.size() / static_cast<std::size_t>(rows.features));
  for (const Tree& tree : trees) {
    const auto places = leaves(rows, tree);
    for (std::size_t k = 0; k < means.size(); ++k) {
      means[k] += tree.nodes[places[k]].value / static_cast<double>(trees.size());
    }
  }
  return means;
}

}  // namespace pauc::test
