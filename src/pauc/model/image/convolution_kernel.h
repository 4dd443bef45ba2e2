#pragma once

#include <cstdint>

namespace pauc {

// A convolution of images whose channels lie together ([images, height, width, channels]), for float and double:
//
//   output[y, x, o] = sum over r, c, i of weight[o, i, r, c] input[stride y + r - padding, stride x + c - padding, i]
//
// Each output is summed on its own, term after term: it has the same bits whatever images stand beside it and however
// many threads there are. (LibTorch's, by oneDNN, is as fast, but gives one image other bits than the same among
// others.)
struct ConvolutionShape {
  std::int64_t images = 0;
  std::int64_t height = 0;  // of the input
  std::int64_t width = 0;
  std::int64_t inputs = 0;   // channels
  std::int64_t outputs = 0;  // likewise; a multiple of 16
  std::int64_t kernel = 3;   // rows and columns of the weight
  std::int64_t stride = 1;
  std::int64_t padding = 1;

  std::int64_t output_height() const { return (height + 2 * padding - kernel) / stride + 1; }
  std::int64_t output_width() const { return (width + 2 * padding - kernel) / stride + 1; }
};

// What it is compiled for; the best that the processor has is the usual choice.
enum class Instructions { baseline, avx2, avx512 };
Instructions best_instructions();

// weight: [outputs, inputs, kernel, kernel].
template <class Number>
void convolve(const ConvolutionShape& shape, const Number* input, const Number* weight, Number* output,
              Instructions instructions = best_instructions());

}  // namespace pauc
