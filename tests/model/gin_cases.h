#pragma once

#include "pauc/model/make_model.h"
#include "support/random_graphs.h"

namespace pauc::test {

// One network and one batch for it, in double: gates of ReLU that flip make comparisons in float meaningless.
struct GinCase {
  GinOptions options;
  std::int64_t columns = 0;
  Batch batch;
};

Model made(const GinCase& gin_case, ModelRoute route, std::uint64_t seed = 1);

// Weights and statistics become double where they are; scales, shifts and statistics leave their ones and zeros.
void make_double(const Model& model);
void shake(const Model& model, Random& random);

// Options as they fall; molecules of one atom, without bonds and without atoms among the others.
GinCase random_case(Random& random);

// Scores of a training step and, by name, the gradients of their weighted sum.
struct StepResult {
  at::Tensor scores;
  NamedTensors gradients;
};
StepResult training_step(const Model& model, const Batch& batch, const at::Tensor& loss_weights, Random& noise);

double largest_difference(const at::Tensor& a, const at::Tensor& b);

}  // namespace pauc::test
