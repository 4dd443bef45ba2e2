#pragma once

#include "pauc/core/fields.h"

namespace pauc {

// Residual networks on images (He, Zhang, Ren, Sun 2016, "Deep Residual Learning for Image Recognition"). A block is
//
//   y = ReLU(norm(conv(ReLU(norm(conv(x))))) + shortcut(x))
//
// with 3x3 convolutions, the first of stride 2 where a stage begins that halves the image. The mean over pixels, with
// the table's other columns beside it, goes through a linear layer to become a score.

// The first layer: 3x3, or 7x7 of stride 2 and pooling by maxima; automatic takes the large one from 96 pixels on.
enum class ResNetStem { automatic, small, large };

template <>
struct Choices<ResNetStem> {
  static constexpr NamedChoice<ResNetStem> kNames[] = {
      {ResNetStem::automatic, "auto"}, {ResNetStem::small, "small"}, {ResNetStem::large, "large"}};
};

// Four stages of two blocks with 64, 128, 256 and 512 channels; a shortcut that changes size is a 1x1 convolution with
// a norm. Weights are named and laid out as torchvision's resnet18.
struct ResNet18Options {
  ResNetStem stem = ResNetStem::automatic;
};

// Three stages of three blocks with 16, 32 and 64 channels, the paper's network for CIFAR; shortcuts have no weights:
// every second pixel, new channels 0.
struct ResNet20Options {};

inline const Fields<ResNet18Options> kResNet18Fields = {
    {"stem", &ResNet18Options::stem,
     "first layer: small (3x3), large (7x7 of stride 2, then pooling by maxima), auto (large from 96 pixels on)"},
};

inline const Fields<ResNet20Options> kResNet20Fields = {};

}  // namespace pauc
