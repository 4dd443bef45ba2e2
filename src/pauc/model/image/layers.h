#pragma once

#include <ATen/core/Tensor.h>

#include <string>

#include "pauc/model/layers.h"
#include "pauc/model/norm_kernels.h"
#include "pauc/model/route.h"

namespace pauc {

// Layers on images [B, channels, height, width] whose channels lie together in memory.

// What a layer has to know of the step that it is part of.
struct ImageStep {
  Random* noise = nullptr;  // makes it a training step, as in Model::forward
  double statistics_rate = 0.1;
  ModelRoute route = ModelRoute::kernels;
};

struct ConvolutionLayer {
  at::Tensor weight;  // [out, in, kernel, kernel]
  std::int64_t stride = 1;

  // With as many pixels around the image as keep its size at a stride of 1. Training goes by oneDNN; a model as it is
  // used by a kernel that gives an image the same bits whatever stands beside it.
  at::Tensor operator()(const at::Tensor& input, const ImageStep& step) const;
};
// Drawn as He et al. (2015) and torchvision have it: normal, with a variance of 2 / (out x kernel x kernel).
ConvolutionLayer add_convolution(Model& model, const std::string& name, std::int64_t in, std::int64_t out,
                                 std::int64_t kernel, std::int64_t stride, Random& random);

// Batch norm by channels; something may be added before the activation.
struct ImageNormLayer {
  BatchNormLayer norm;
  Activation activation = Activation::relu;

  at::Tensor operator()(const at::Tensor& input, const at::Tensor& added, const ImageStep& step) const;
};
ImageNormLayer add_image_norm(Model& model, const std::string& name, std::int64_t channels, Activation activation);

// Every second pixel of every second row, with channels of zeros before and behind: a shortcut without weights.
at::Tensor halved(const at::Tensor& input, std::int64_t channels);

// [B, channels]: the mean over pixels. Each image is summed on its own, pixel after pixel.
at::Tensor average_of_pixels(const at::Tensor& input, const ImageStep& step);

}  // namespace pauc
