#pragma once

#include <ATen/core/Tensor.h>

#include <string>

#include "pauc/model/layers.h"
#include "pauc/model/norm_kernels.h"
#include "pauc/model/route.h"

namespace pauc {

// Layers on images [B, channels, height, width] in channels-last memory.

// Facts about the current step that a layer needs.
struct ImageStep {
  Random* noise = nullptr;  // makes it a training step, as in Model::forward
  double statistics_rate = 0.1;
  ModelRoute route = ModelRoute::kernels;
};

struct ConvolutionLayer {
  at::Tensor weight;  // [out, in, kernel, kernel]
  std::int64_t stride = 1;

  // Pads the image so that a stride of 1 keeps its size. Training uses oneDNN; prediction uses a kernel whose bits for
  // an image do not depend on the other images.
  at::Tensor operator()(const at::Tensor& input, const ImageStep& step) const;
};
// Weights are drawn as in He et al. (2015) and torchvision: normal with variance 2 / (out x kernel x kernel).
ConvolutionLayer add_convolution(Model& model, const std::string& name, std::int64_t in, std::int64_t out,
                                 std::int64_t kernel, std::int64_t stride, Random& random);

// Batch norm per channel; `added` is added before the activation if it is defined.
struct ImageNormLayer {
  BatchNormLayer norm;
  Activation activation = Activation::relu;

  at::Tensor operator()(const at::Tensor& input, const at::Tensor& added, const ImageStep& step) const;
};
ImageNormLayer add_image_norm(Model& model, const std::string& name, std::int64_t channels, Activation activation);

// A shortcut without weights: every second pixel of every second row, padded with channels of zeros on both sides.
at::Tensor halved(const at::Tensor& input, std::int64_t channels);

// [B, channels]: the mean over pixels. Each image is summed by itself, pixel by pixel.
at::Tensor average_of_pixels(const at::Tensor& input, const ImageStep& step);

}  // namespace pauc
