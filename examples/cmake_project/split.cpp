// A batch of raw scores, split into the two sides of every pair.
#include <ATen/Functions.h>
#include <pauc/batch/scored_batch.h>

#include <cstdio>

int main() {
  const auto batch = pauc::make_scored_batch(at::randn({8}), at::arange(8).remainder(2), at::arange(8));
  const auto split = pauc::split_by_class(batch);
  std::printf("%d positives, %d negatives\n", static_cast<int>(split.positive_scores.numel()),
              static_cast<int>(split.negative_scores.numel()));
}
