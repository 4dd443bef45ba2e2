#pragma once

#include <cstdint>
#include <vector>

namespace pauc {

constexpr std::int64_t kMostEpochs = 1000000;

// From this epoch on (counted from 0), this learning rate.
struct Stage {
  std::int64_t first_epoch = 0;
  double learning_rate = 0;
};

// learning_rate x factor^k after the k-th of these numbers of epochs: {20, 40} is the paper's.
std::vector<Stage> step_decay(double learning_rate, const std::vector<std::int64_t>& after_epochs, double factor = 0.1);

// learning_rate x (1 + cos) / 2, a stage each epoch, down to `last_share` of it in the last one.
std::vector<Stage> cosine_decay(double learning_rate, std::int64_t epochs, double last_share = 0.01);

// sota's: stage k = 1, 2, ... lasts k^2 epochs with learning_rate / k.
std::vector<Stage> growing_stages(double learning_rate, std::int64_t epochs);

}  // namespace pauc
