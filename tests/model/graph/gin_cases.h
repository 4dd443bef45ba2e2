#pragma once

#include "model/model_steps.h"
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

// Options as they fall; molecules of one atom, without bonds and without atoms among the others.
GinCase random_case(Random& random);

}  // namespace pauc::test
