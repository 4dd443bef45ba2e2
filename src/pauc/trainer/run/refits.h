#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/model/table/linear_rows.h"
#include "pauc/trainer/loop/plan.h"

namespace pauc {

// A fit of a linear model by full-batch search, to be repeated on resampled rows.
struct Refits {
  const Phase& phase;  // of the training
  const Dataset& train;
  const LinearRows& rows;             // inputs of `train`
  double penalty = 0;                 // that was chosen
  std::vector<double> start;          // the weights of the fit
  NamedTensors objective_state;       // of the training: its numbers, such as lambda, stay
  std::vector<std::uint32_t> groups;  // of the training rows; empty: rows are resampled one by one
  std::int64_t replicates = 0;
  std::uint64_t seed = 0;
  int threads = 1;                            // replicates at a time
  std::function<bool()> stop_requested = {};  // asked before each replicate, by one thread at a time
};

// The weights of each replicate: rows, or whole groups, are drawn with replacement until both classes are there, and
// the search starts at the fit. None if it was asked to stop. The result does not depend on the number of threads.
std::optional<std::vector<std::vector<double>>> refitted_weights(const Refits& refits);

// How many of these replicates have collapsed: the spread of their scores of the training rows is below
// kCollapsedSpread of the fit's.
std::int64_t count_collapsed(const Refits& refits, const std::vector<std::vector<double>>& replicates);

}  // namespace pauc
