#include "model/image/resnet_cases.h"

#include <ATen/Functions.h>

namespace pauc::test {

Model made(const ResNetCase& resnet, ModelRoute route, std::uint64_t seed) {
  Random random(seed);
  const InputShape shape{InputKind::image, {resnet.columns, resnet.channels, resnet.height, resnet.width}};
  if (resnet.model == "resnet20") return make_model(ResNet20Options{}, shape, random, route);
  return make_model(ResNet18Options{resnet.stem}, shape, random, route);
}

ResNetCase with_images(ResNetCase resnet, std::int64_t images, Random& random) {
  resnet.batch.images = normal_numbers(random, {images, resnet.channels, resnet.height, resnet.width})
                            .contiguous(at::MemoryFormat::ChannelsLast);
  if (resnet.columns > 0) resnet.batch.features = normal_numbers(random, {images, resnet.columns});
  return resnet;
}

std::vector<ResNetCase> resnet_cases(Random& random) {
  std::vector<ResNetCase> cases;
  cases.push_back(with_images({"resnet20", ResNetStem::small, 0, 3, 32, 32, {}}, 5, random));
  cases.push_back(with_images({"resnet20", ResNetStem::small, 2, 1, 28, 21, {}}, 4, random));
  cases.push_back(with_images({"resnet18", ResNetStem::small, 0, 3, 16, 16, {}}, 3, random));
  cases.push_back(with_images({"resnet18", ResNetStem::large, 0, 3, 64, 64, {}}, 3, random));
  cases.push_back(with_images({"resnet18", ResNetStem::large, 3, 1, 45, 70, {}}, 2, random));
  return cases;
}

}  // namespace pauc::test
