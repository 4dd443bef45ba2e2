#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/batch/named_tensors.h"
#include "pauc/core/random.h"

namespace pauc {

/// Makes the batch of the rows begin .. end - 1.
using GatherRange = std::function<Batch(std::int64_t begin, std::int64_t end)>;

/// Learns by adding trees instead of moving weights by gradients: round by round (add_round, last_round, begin_at), or
/// all at once (grow_all). A model has the functions of one way.
struct Growth {
  /// Takes the training rows; call it once, before the first round. `gather` may be asked for a row more than once.
  std::function<void(std::int64_t rows, const GatherRange& gather, int threads)> take_rows;
  /// Adds a round, fitted to the first and second derivatives of the loss with respect to the raw score of each row.
  /// Returns the raw scores that it adds to these rows. The same arguments give the same round, whatever came before.
  std::function<std::vector<double>(std::vector<double> gradients, std::vector<double> curvatures, Random& random)>
      add_round;
  /// The raw scores that the last round adds to other rows.
  std::function<std::vector<double>(const Batch&)> last_round;
  /// Sets the raw score of all rows without trees. Only before the first round.
  std::function<void(double score)> begin_at;
  /// Grows all trees in one round, in place of those that are there, by the labels and the weights of the rows; no
  /// weights: all are 1. The same arguments give the same trees.
  std::function<void(const std::vector<std::uint8_t>& labels, const std::vector<double>& weights, Random& random)>
      grow_all;
  /// Number of rounds.
  std::function<std::int64_t()> rounds;
  /// Why this copy of pauc cannot grow the model, though it can use it; empty: it can.
  std::string missing = {};
};

/// Replaces a tensor by its sum over several processes.
using SumTensor = std::function<void(const at::Tensor&)>;

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
  /// Set it if several processes share each batch and batch norm is to use the statistics of all rows. All processes
  /// then have to call `forward` and backward() together. Empty: a process uses its own rows.
  std::shared_ptr<SumTensor> batch_sums = std::make_shared<SumTensor>();

  /// Models whose weights are not tensors of fixed shapes: reads and replaces their state, instead of parameters and
  /// buffers. `load` also takes the result of `mark`.
  std::function<NamedTensors()> save;
  std::function<void(const NamedTensors&)> load;
  /// What `load` needs to return to the present state later; far smaller than the state. Empty: all weights.
  std::function<NamedTensors()> mark;
  /// Present if training adds trees.
  std::optional<Growth> growth;

  /// The parameters without their names, in the order of the names.
  std::vector<at::Tensor> parameter_list() const;
  /// Parameters and buffers; they share their memory with the model, unless `save` makes them.
  NamedTensors weights() const;
  /// A copy of the weights that copy_weights() takes, or the mark that stands for them.
  NamedTensors kept_weights() const;
};

/// Copies the values of all weights; refuses other names, types or shapes and then changes nothing.
void copy_weights(const NamedTensors& from, Model& to);

}  // namespace pauc
