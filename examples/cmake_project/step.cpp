// One training step of SOPA on a batch of raw scores.
#include <ATen/Functions.h>
#include <pauc/pauc.h>

#include <cstdio>

int main() {
  pauc::SopaOptions options;
  options.fpr_max = 0.1;
  pauc::Objective objective = pauc::make_objective(options, /*examples=*/8);

  const auto scores = at::linspace(-1, 1, 8).set_requires_grad(true);
  const auto labels = at::arange(8).remainder(2);
  const pauc::Loss loss = objective(pauc::make_scored_batch(scores, labels, at::arange(8)));
  loss.differentiable.backward();
  std::printf("objective %.4f, gradient of the highest score %.4f\n", loss.value, scores.grad()[7].item<double>());
}
