#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <string>
#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/batch/named_tensors.h"
#include "pauc/core/random.h"

namespace pauc {

// A classifier as a value: named weights and the function from a batch to raw scores. Copies share their weights.
struct Model {
  NamedTensors parameters;  // moved by the optimiser
  NamedTensors buffers;     // learnt in passing: running statistics of batch norm
  // Raw scores [B]. `noise` makes it a training step: dropout draws from it, batch norm uses and records the batch's
  // own statistics. Null: the model as it will be used; a row's score then has the same bits whatever rows are beside
  // it.
  std::function<at::Tensor(const Batch&, Random* noise)> forward;
  // Draws the weights of the last layer anew.
  std::function<void(Random&)> reset_last_layer;
  // Weight of the newest batch in batch norm's running statistics; set to 1, 1/2, 1/3, ... to average batches evenly.
  std::shared_ptr<double> statistics_rate = std::make_shared<double>(0.1);

  std::vector<at::Tensor> parameter_list() const;
  NamedTensors weights() const;  // parameters and buffers, shared
};

// Copies values; refuses other names, types or shapes.
void copy_weights(const NamedTensors& from, Model& to);

}  // namespace pauc
