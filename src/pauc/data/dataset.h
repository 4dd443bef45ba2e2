#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/core/random.h"
#include "pauc/core/span.h"

namespace pauc {

// Labelled examples 0 .. n-1 of any kind. Where they lie and how they become tensors is `gather`'s affair: flat memory,
// files read when asked for, numbers made up on the spot. It is called from a background thread while a model trains.
struct Dataset {
  std::vector<std::uint8_t> labels;  // 1 positive, 0 negative
  std::vector<double> weights;       // empty: 1 each
  // `noise` is the source of random augmentation; null where examples are only to be judged.
  std::function<Batch(Span<const std::int64_t> examples, Random* noise)> gather;

  std::int64_t size() const { return static_cast<std::int64_t>(labels.size()); }
};

}  // namespace pauc
