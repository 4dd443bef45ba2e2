#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "pauc/trainer/run/permuted_inputs.h"
#include "pauc/trainer/run/scoring_models.h"

namespace pauc {

// Permutations: in repeat r, row k gets inputs of row donors[r][k], which is in the same fold. All inputs share them,
// so that a group of one column has the figures of that column.
using Donors = std::vector<std::vector<std::int64_t>>;
Donors drawn_donors(const std::vector<std::int64_t>& folds, std::int64_t repeats, std::uint64_t seed);

// The scores of all rows as they are and after each permutation of each of the inputs.
struct PermutationScores {
  std::vector<double> scores;                              // [rows]
  std::vector<std::vector<std::vector<double>>> permuted;  // [inputs][repeats][rows]
};

// How the work is done; the result does not depend on it.
struct Work {
  int threads = 1;
  std::function<bool()> stop_requested = {};  // asked by one thread at a time
};

// A fold has encoded its columns by itself, and the encoding of a permuted column is the permuted encoding: only the
// encoded values are moved, and only rows whose values change are scored again. None if it was asked to stop.
std::optional<PermutationScores> permutation_scores(const ScoringModels& scoring,
                                                    const std::vector<PermutedInputs>& inputs, const Donors& donors,
                                                    const Work& work);

}  // namespace pauc
