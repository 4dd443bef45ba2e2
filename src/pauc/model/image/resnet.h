#pragma once

#include "pauc/core/fields.h"

namespace pauc {

/// \file
/// Residual networks on images (He, Zhang, Ren, Sun 2016, "Deep Residual Learning for Image Recognition"). A block is
///
///   y = ReLU(norm(conv(ReLU(norm(conv(x))))) + shortcut(x))
///
/// with 3x3 convolutions; the first one of a stage that halves the image has stride 2. The mean over pixels is joined
/// with the table's other columns, and a linear layer maps the result to a score.

/// The first layer of resnet18.
enum class ResNetStem {
  automatic,  ///< large for images of 96 pixels or more, else small
  small,      ///< 3x3
  large,      ///< 7x7 with stride 2, then max pooling
};

/// Names of ResNetStem.
template <>
struct Choices<ResNetStem> {
  /// value, name
  static constexpr NamedChoice<ResNetStem> kNames[] = {
      {ResNetStem::automatic, "auto"}, {ResNetStem::small, "small"}, {ResNetStem::large, "large"}};
};

/// Four stages of two blocks with 64, 128, 256 and 512 channels. A shortcut that changes the size is a 1x1 convolution
/// with a norm. Weights have the names and layout of torchvision's resnet18.
struct ResNet18Options {
  ResNetStem stem = ResNetStem::automatic;  ///< first layer
};

/// Three stages of three blocks with 16, 32 and 64 channels: the paper's network for CIFAR. Shortcuts have no weights;
/// where the size changes, they take every second pixel and fill new channels with 0.
struct ResNet20Options {};

/// Options of resnet18 by name.
inline const Fields<ResNet18Options> kResNet18Fields = {
    {"stem", &ResNet18Options::stem,
     "first layer: small (3x3), large (7x7 with stride 2, then max pooling), auto (large from 96 pixels on)"},
};

/// Options of resnet20 by name.
inline const Fields<ResNet20Options> kResNet20Fields = {};

}  // namespace pauc
