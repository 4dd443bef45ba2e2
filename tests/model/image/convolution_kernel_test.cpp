#include "pauc/model/image/convolution_kernel.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <gmock/gmock.h>

#include "model/model_steps.h"
#include "pauc/trainer/loop/threads.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::normal_numbers;
using testing::HasSubstr;

std::vector<Instructions> all_that_run_here() {
  std::vector<Instructions> list = {Instructions::baseline};
  if (best_instructions() != Instructions::baseline) list.push_back(Instructions::avx2);
  if (best_instructions() == Instructions::avx512) list.push_back(Instructions::avx512);
  return list;
}

ConvolutionShape random_shape(Random& random) {
  const std::int64_t kernels[] = {1, 3, 5, 7};
  ConvolutionShape shape;
  shape.images = 1 + random.below(5);
  shape.height = 1 + random.below(12);
  shape.width = 1 + random.below(24);
  shape.inputs = random.below(3) == 0 ? 3 : 1 + random.below(40);
  shape.outputs = 16 * (1 + random.below(4));
  shape.kernel = kernels[random.below(4)];
  shape.stride = 1 + random.below(2);
  shape.padding = shape.kernel / 2;
  return shape;
}

// The definition, pixel by pixel.
double one_output(const ConvolutionShape& shape, const double* input, const double* weight, std::int64_t image,
                  std::int64_t y, std::int64_t x, std::int64_t o) {
  long double sum = 0;
  for (std::int64_t r = 0; r < shape.kernel; ++r) {
    for (std::int64_t c = 0; c < shape.kernel; ++c) {
      const std::int64_t row = y * shape.stride + r - shape.padding;
      const std::int64_t column = x * shape.stride + c - shape.padding;
      if (row < 0 || row >= shape.height || column < 0 || column >= shape.width) continue;
      for (std::int64_t i = 0; i < shape.inputs; ++i) {
        const double value = input[((image * shape.height + row) * shape.width + column) * shape.inputs + i];
        sum += static_cast<long double>(value) * weight[((o * shape.inputs + i) * shape.kernel + r) * shape.kernel + c];
      }
    }
  }
  return static_cast<double>(sum);
}

at::Tensor by_definition(const ConvolutionShape& shape, const at::Tensor& input, const at::Tensor& weight) {
  at::Tensor output =
      at::empty({shape.images, shape.output_height(), shape.output_width(), shape.outputs}, at::kDouble);
  auto* to = output.data_ptr<double>();
  for (std::int64_t image = 0; image < shape.images; ++image) {
    for (std::int64_t y = 0; y < shape.output_height(); ++y) {
      for (std::int64_t x = 0; x < shape.output_width(); ++x) {
        for (std::int64_t o = 0; o < shape.outputs; ++o) {
          *to++ = one_output(shape, input.data_ptr<double>(), weight.data_ptr<double>(), image, y, x, o);
        }
      }
    }
  }
  return output;
}

template <class Number>
at::Tensor convolved(const ConvolutionShape& shape, const at::Tensor& input, const at::Tensor& weight,
                     Instructions instructions) {
  at::Tensor output =
      at::full({shape.images, shape.output_height(), shape.output_width(), shape.outputs}, 7.0, input.options());
  convolve(shape, input.data_ptr<Number>(), weight.data_ptr<Number>(), output.data_ptr<Number>(), instructions);
  return output;
}

TEST(ConvolutionKernel, IsItsDefinitionOnAllProcessors) {
  Random random(1);
  for (int k = 0; k < 60; ++k) {
    const ConvolutionShape shape = random_shape(random);
    const at::Tensor input = normal_numbers(random, {shape.images, shape.height, shape.width, shape.inputs});
    const at::Tensor weight = normal_numbers(random, {shape.outputs, shape.inputs, shape.kernel, shape.kernel});
    const at::Tensor expected = by_definition(shape, input, weight);
    for (const Instructions instructions : all_that_run_here()) {
      EXPECT_LT(test::largest_difference(convolved<double>(shape, input, weight, instructions), expected), 1e-13);
      const at::Tensor floats =
          convolved<float>(shape, input.to(at::kFloat), weight.to(at::kFloat), instructions).to(at::kDouble);
      EXPECT_LT(test::largest_difference(floats, expected), 2e-5);
    }
  }
}

TEST(ConvolutionKernel, EqualImagesHaveEqualBitsAtEveryPlace) {
  Random random(2);
  for (int k = 0; k < 8; ++k) {
    ConvolutionShape shape = random_shape(random);
    shape.images = 1;
    const at::Tensor image = normal_numbers(random, {1, shape.height, shape.width, shape.inputs}).to(at::kFloat);
    const at::Tensor weight =
        normal_numbers(random, {shape.outputs, shape.inputs, shape.kernel, shape.kernel}).to(at::kFloat);
    for (const Instructions instructions : all_that_run_here()) {
      shape.images = 1;
      const at::Tensor alone = convolved<float>(shape, image, weight, instructions);
      shape.images = 131;
      for (const int threads : {1, 2}) {
        set_compute_threads(threads);
        const at::Tensor many = convolved<float>(shape, image.repeat({131, 1, 1, 1}), weight, instructions);
        EXPECT_TRUE(at::equal(many, alone.repeat({131, 1, 1, 1})));
      }
      set_compute_threads(1);
    }
  }
}

TEST(ConvolutionKernel, RefusesChannelsThatFillNoBlock) {
  ConvolutionShape shape;
  shape.images = shape.height = shape.width = shape.inputs = 1;
  shape.outputs = 17;
  const std::vector<float> numbers(1000);
  std::vector<float> output(17);
  EXPECT_THAT(test::refusal_of([&] { convolve(shape, numbers.data(), numbers.data(), output.data()); }),
              HasSubstr("expected a multiple of 16 output channels, got 17"));
}

}  // namespace
}  // namespace pauc
