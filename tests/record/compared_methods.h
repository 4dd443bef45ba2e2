#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/record/comparison.h"

namespace pauc::test {

inline record::ComparedCell cell_with(const std::string& target, const std::vector<double>& values,
                                      const Settings& chosen = {}) {
  record::ComparedCell cell;
  cell.target = target;
  cell.chosen = chosen;
  for (const double value : values) cell.values.push_back({static_cast<std::int64_t>(cell.values.size()) + 1, value});
  return cell;
}

// The target's value by epoch on the training part, from epoch 1 on; 0.1 less on validation.
inline std::vector<record::Epoch> epochs_with(const std::vector<double>& train) {
  std::vector<record::Epoch> epochs(train.size());
  for (std::size_t k = 0; k < train.size(); ++k) {
    epochs[k].epoch = static_cast<std::int64_t>(k) + 1;
    epochs[k].train = train[k];
    epochs[k].valid = train[k] - 0.1;
  }
  return epochs;
}

// FPR <= 0.3: sopa-s is best, ce cannot be told from it, mb can. TPR >= 0.6, FPR <= 0.4: ce is the only one with all
// seeds, sopa-s has three with larger values, mb none.
inline record::Comparison three_methods() {
  record::Comparison comparison;
  comparison.targets = {"one_way_0.3", "two_way_0.6_0.4"};
  comparison.seeds = 5;
  comparison.config = "model: gin\n";
  comparison.missing = {"sopa-s, TPR >= 0.6, FPR <= 0.4, seed 4: failed"};
  comparison.methods = {
      {"sopa-s",
       {cell_with("one_way_0.3", {0.71, 0.74, 0.72, 0.70, 0.73}, {{"lambda", "1"}, {"lr", "0.001"}}),
        cell_with("two_way_0.6_0.4", {0.60, 0.62, 0.64}, {{"lambda", "0.1"}, {"surrogate", "hinge"}})}},
      {"ce",
       {cell_with("one_way_0.3", {0.70, 0.71, 0.72, 0.69, 0.70}),
        cell_with("two_way_0.6_0.4", {0.50, 0.51, 0.52, 0.50, 0.52})}},
      {"mb", {cell_with("one_way_0.3", {0.66, 0.68, 0.67, 0.66, 0.68}), cell_with("two_way_0.6_0.4", {})}},
  };
  return comparison;
}

}  // namespace pauc::test
