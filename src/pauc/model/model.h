#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/batch/named_tensors.h"
#include "pauc/core/random.h"

namespace pauc {

/// A classifier as a value: named weights, and the function from a batch to raw scores. Copies share their weights.
struct Model {
  /// Weights that the optimiser moves.
  NamedTensors parameters;
  /// Further tensors that belong to the weights: running statistics of batch norm.
  NamedTensors buffers;
  /// Computes the raw scores [B] of a batch.
  ///
  /// With `noise` it is a training step: dropout draws from it, and batch norm uses and records the statistics of the
  /// batch. Without (null) it is a prediction; for pauc's own models, a row's score then has the same bits whatever
  /// other rows are in the batch.
  std::function<at::Tensor(const Batch&, Random* noise)> forward;
  /// Draws new weights for the last layer.
  std::function<void(Random&)> reset_last_layer;
  /// Weight of the newest batch in the running statistics of batch norm; 1, 1/2, 1/3, ... averages batches evenly.
  std::shared_ptr<double> statistics_rate = std::make_shared<double>(0.1);

  /// The parameters without their names, in the order of the names.
  std::vector<at::Tensor> parameter_list() const;
  /// Parameters and buffers; they share their memory with the model.
  NamedTensors weights() const;
};

/// Copies the values of all weights; refuses other names, types or shapes and then changes nothing.
void copy_weights(const NamedTensors& from, Model& to);

}  // namespace pauc
