#pragma once

#include <cstdint>

namespace pauc {

// Convolution of images in channels-last layout ([images, height, width, channels]), for float and double:
//
//   output[y, x, o] = sum over r, c, i of weight[o, i, r, c] input[stride y + r - padding, stride x + c - padding, i]
//
// Each output is summed by itself, term by term, so its bits do not depend on the other images or on the number of
// threads. (oneDNN's convolution is as fast, but its bits depend on the size of the batch.)
struct ConvolutionShape {
  std::int64_t images = 0;
  std::int64_t height = 0;  // of the input
  std::int64_t width = 0;
  std::int64_t inputs = 0;   // channels
  std::int64_t outputs = 0;  // channels; a multiple of 16
  std::int64_t kernel = 3;   // rows and columns of the weight
  std::int64_t stride = 1;
  std::int64_t padding = 1;

  std::int64_t output_height() const { return (height + 2 * padding - kernel) / stride + 1; }
  std::int64_t output_width() const { return (width + 2 * padding - kernel) / stride + 1; }
};

// Instruction set of the kernel; the default is the best one that the processor has.
enum class Instructions { baseline, avx2, avx512 };
Instructions best_instructions();

// weight: [outputs, inputs, kernel, kernel].
template <class Number>
void convolve(const ConvolutionShape& shape, const Number* input, const Number* weight, Number* output,
              Instructions instructions = best_instructions());

}  // namespace pauc
