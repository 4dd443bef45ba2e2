#pragma once

#include <cstdint>
#include <vector>

namespace pauc {

/// Largest number of epochs of a training.
constexpr std::int64_t kMostEpochs = 1000000;

/// Part of a schedule: a learning rate from an epoch on.
struct Stage {
  std::int64_t first_epoch = 0;  ///< counted from 0
  double learning_rate = 0;      ///< from this epoch until the next stage
};

/// Multiplies the learning rate by `factor` after each of these numbers of epochs; the paper uses {20, 40}.
std::vector<Stage> step_decay(double learning_rate, const std::vector<std::int64_t>& after_epochs, double factor = 0.1);

/// One stage per epoch, from learning_rate down to `last_share` of it along half a cosine wave.
std::vector<Stage> cosine_decay(double learning_rate, std::int64_t epochs, double last_share = 0.01);

/// The schedule of sota: stage k = 1, 2, ... lasts k^2 epochs with learning_rate / k.
std::vector<Stage> growing_stages(double learning_rate, std::int64_t epochs);

}  // namespace pauc
