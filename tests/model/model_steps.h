#pragma once

#include "pauc/core/random.h"
#include "pauc/model/model.h"

namespace pauc::test {

// Weights and statistics become double where they are; scales, shifts and statistics leave their ones and zeros.
void make_double(const Model& model);
void shake(const Model& model, Random& random);

// Scores of a training step and, by name, the gradients of their weighted sum.
struct StepResult {
  at::Tensor scores;
  NamedTensors gradients;
};
StepResult training_step(const Model& model, const Batch& batch, const at::Tensor& loss_weights, Random& noise);

double largest_difference(const at::Tensor& a, const at::Tensor& b);

// Standard normal numbers, double.
at::Tensor normal_numbers(Random& random, at::IntArrayRef sizes);

}  // namespace pauc::test
