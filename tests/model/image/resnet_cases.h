#pragma once

#include "model/model_steps.h"
#include "pauc/model/make_model.h"

namespace pauc::test {

// One network and one batch for it, in double: gates of ReLU that flip make comparisons in float meaningless.
struct ResNetCase {
  std::string model = "resnet20";
  ResNetStem stem = ResNetStem::small;  // of resnet18
  std::int64_t columns = 0;
  std::int64_t channels = 3;
  std::int64_t height = 32;
  std::int64_t width = 32;
  Batch batch;
};

Model made(const ResNetCase& resnet, ModelRoute route, std::uint64_t seed = 1);

// Its batch filled.
ResNetCase with_images(ResNetCase resnet, std::int64_t images, Random& random);

// Both networks, both stems, one channel and three, odd sides, columns beside.
std::vector<ResNetCase> resnet_cases(Random& random);

}  // namespace pauc::test
