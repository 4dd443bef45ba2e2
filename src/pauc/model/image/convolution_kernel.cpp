#include "pauc/model/image/convolution_kernel.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/target_clones.h"

namespace pauc {

namespace {

// One place of the weight: where its inputs and its numbers begin.
struct Tap {
  std::int64_t input = 0;
  std::int64_t weight = 0;
};

// A row of output pixels, for one block of its channels: pixel p is the sum over taps and terms of
//   weights[tap.weight + term * block + lane] * input[tap.input + p * input_step + term]
template <class Number>
struct PixelRow {
  std::vector<Tap> taps;
  std::int64_t terms = 0;  // channels of the input
  const Number* weights = nullptr;
  const Number* input = nullptr;
  std::int64_t input_step = 0;
  Number* output = nullptr;
  std::int64_t output_step = 0;
  std::int64_t pixels = 0;
};

// So many bytes of numbers as one value that may lie anywhere.
template <class Number, int kBytes>
struct Vector {
  typedef Number Type __attribute__((vector_size(kBytes), aligned(alignof(Number)), may_alias));  // NOLINT
  static constexpr int kLanes = kBytes / static_cast<int>(sizeof(Number));
};

// Some pixels, whose sums stay in registers.
template <class Number, int kBytes, int kVectors, int kPixels>
PAUC_INLINE void add_tile(const PixelRow<Number>& row, std::int64_t first) {
  using Vec = typename Vector<Number, kBytes>::Type;
  constexpr int kLanes = Vector<Number, kBytes>::kLanes;
  Vec sums[kPixels][kVectors] = {};
  const std::int64_t step = row.input_step;
  for (const Tap& tap : row.taps) {
    const Number* input = row.input + tap.input + first * step;
    const Number* weights = row.weights + tap.weight;
    for (std::int64_t term = 0; term < row.terms; ++term, weights += kVectors * kLanes) {
      Vec weight[kVectors];
      for (int v = 0; v < kVectors; ++v) weight[v] = *reinterpret_cast<const Vec*>(weights + v * kLanes);
      for (int p = 0; p < kPixels; ++p) {
        const Number value = input[p * step + term];
        for (int v = 0; v < kVectors; ++v) sums[p][v] += weight[v] * value;
      }
    }
  }
  for (int p = 0; p < kPixels; ++p) {
    Number* output = row.output + (first + p) * row.output_step;
    for (int v = 0; v < kVectors; ++v) *reinterpret_cast<Vec*>(output + v * kLanes) = sums[p][v];
  }
}

template <class Number, int kBytes, int kVectors, int kPixels>
PAUC_INLINE void add_row_in(const PixelRow<Number>& row) {
  std::int64_t first = 0;
  for (; first + kPixels <= row.pixels; first += kPixels) add_tile<Number, kBytes, kVectors, kPixels>(row, first);
  if constexpr (kPixels > 4) {
    for (; first + 4 <= row.pixels; first += 4) add_tile<Number, kBytes, kVectors, 4>(row, first);
  }
  for (; first + 2 <= row.pixels; first += 2) add_tile<Number, kBytes, kVectors, 2>(row, first);
  if (first < row.pixels) add_tile<Number, kBytes, kVectors, 1>(row, first);
}

// As many sums as registers hold beside weights and a value: 16 of 32 with AVX-512, else 8 of 16.
#if defined(__x86_64__)
template <class Number, int kVectors>
__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma"))) void add_row_by_avx512(
    const PixelRow<Number>& row) {
  add_row_in<Number, 64, kVectors, 8>(row);
}

template <class Number>
__attribute__((target("avx2,fma"))) void add_row_by_avx2(const PixelRow<Number>& row) {
  add_row_in<Number, 32, 2, 4>(row);
}
#endif

template <class Number>
void add_row_anywhere(const PixelRow<Number>& row) {
  add_row_in<Number, 16, 2, 4>(row);
}

template <class Number>
struct Kernel {
  std::int64_t block = 0;  // channels of the output that are summed together
  void (*add_row)(const PixelRow<Number>&) = nullptr;
};

template <class Number>
Kernel<Number> kernel_for(std::int64_t outputs, Instructions instructions) {
#if defined(__x86_64__)
  if (instructions == Instructions::avx512) {
    constexpr int kLanes = Vector<Number, 64>::kLanes;
    if (outputs % (2 * kLanes) == 0) return {2 * kLanes, add_row_by_avx512<Number, 2>};
    return {kLanes, add_row_by_avx512<Number, 1>};
  }
  if (instructions == Instructions::avx2) return {2 * Vector<Number, 32>::kLanes, add_row_by_avx2<Number>};
#endif
  return {2 * Vector<Number, 16>::kLanes, add_row_anywhere<Number>};
}

// [outputs / block, kernel, kernel, inputs, block] out of [outputs, inputs, kernel, kernel].
template <class Number>
std::vector<Number> packed(const ConvolutionShape& shape, const Number* weight, std::int64_t block) {
  const std::int64_t places = shape.kernel * shape.kernel;
  const std::int64_t numbers = shape.inputs * places;  // of one output
  std::vector<Number> result(shape.outputs * numbers);
  at::parallel_for(0, shape.outputs / block, 1, [&](std::int64_t begin, std::int64_t end) {
    Number* to = result.data() + begin * block * numbers;
    for (std::int64_t first = begin * block; first < end * block; first += block) {
      for (std::int64_t place = 0; place < places; ++place) {
        for (std::int64_t i = 0; i < shape.inputs; ++i) {
          const Number* from = weight + first * numbers + i * places + place;
          for (std::int64_t lane = 0; lane < block; ++lane) *to++ = from[lane * numbers];
        }
      }
    }
  });
  return result;
}

// Rows have zeros beside them; taps above and below the image are left out.
template <class Number>
class Convolution {
 public:
  Convolution(const ConvolutionShape& shape, const Number* weight, Instructions instructions)
      : shape_(shape),
        kernel_(kernel_for<Number>(shape.outputs, instructions)),
        weights_(packed(shape, weight, kernel_.block)),
        padded_width_(std::max((shape.output_width() - 1) * shape.stride + shape.kernel, shape.padding + shape.width)) {
  }

  void run(const Number* input, Number* output) const {
    const std::int64_t image_bytes = padded_size() * static_cast<std::int64_t>(sizeof(Number));
    const std::int64_t together = std::clamp<std::int64_t>(kBytesTogether / image_bytes, 1, 16);
    const std::int64_t output_size = shape_.output_height() * shape_.output_width() * shape_.outputs;
    at::parallel_for(0, (shape_.images + together - 1) / together, 1, [&](std::int64_t begin, std::int64_t end) {
      std::vector<Number> padded(together * padded_size());
      for (std::int64_t first = begin * together; first < std::min(end * together, shape_.images); first += together) {
        const std::int64_t images = std::min(together, shape_.images - first);
        for (std::int64_t k = 0; k < images; ++k) pad(input, first + k, padded.data() + k * padded_size());
        convolve_images(padded.data(), images, output + first * output_size);
      }
    });
  }

 private:
  // Images that are worked on together fit into a core's second cache.
  static constexpr std::int64_t kBytesTogether = 256 * 1024;

  std::int64_t padded_size() const { return shape_.height * padded_width_ * shape_.inputs; }

  void pad(const Number* input, std::int64_t image, Number* to) const {
    const std::int64_t row = shape_.width * shape_.inputs;
    const std::int64_t behind = (padded_width_ - shape_.padding - shape_.width) * shape_.inputs;
    const Number* from = input + image * shape_.height * row;
    for (std::int64_t y = 0; y < shape_.height; ++y, from += row) {
      to = std::fill_n(to, shape_.padding * shape_.inputs, Number(0));
      to = std::copy_n(from, row, to);
      to = std::fill_n(to, behind, Number(0));
    }
  }

  std::vector<Tap> taps_of_row(std::int64_t y) const {
    std::vector<Tap> taps;
    for (std::int64_t r = 0; r < shape_.kernel; ++r) {
      const std::int64_t row = y * shape_.stride + r - shape_.padding;
      if (row < 0 || row >= shape_.height) continue;
      for (std::int64_t c = 0; c < shape_.kernel; ++c) {
        taps.push_back(
            {(row * padded_width_ + c) * shape_.inputs, (r * shape_.kernel + c) * shape_.inputs * kernel_.block});
      }
    }
    return taps;
  }

  // One block of channels after the other, so that its weights are read once for all these images.
  void convolve_images(const Number* padded, std::int64_t images, Number* output) const {
    const std::int64_t rows = shape_.output_height();
    const std::int64_t row_size = shape_.output_width() * shape_.outputs;
    PixelRow<Number> row;
    row.terms = shape_.inputs;
    row.input_step = shape_.stride * shape_.inputs;
    row.output_step = shape_.outputs;
    row.pixels = shape_.output_width();
    for (std::int64_t first = 0; first < shape_.outputs; first += kernel_.block) {
      row.weights = weights_.data() + first * shape_.inputs * shape_.kernel * shape_.kernel;
      for (std::int64_t y = 0; y < rows; ++y) {
        row.taps = taps_of_row(y);
        for (std::int64_t image = 0; image < images; ++image) {
          row.input = padded + image * padded_size();
          row.output = output + (image * rows + y) * row_size + first;
          kernel_.add_row(row);
        }
      }
    }
  }

  const ConvolutionShape& shape_;
  Kernel<Number> kernel_;
  std::vector<Number> weights_;
  std::int64_t padded_width_;
};

}  // namespace

Instructions best_instructions() {
#if defined(__x86_64__)
  const bool avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                      __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0;
  if (avx512) return Instructions::avx512;
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) return Instructions::avx2;
#endif
  return Instructions::baseline;
}

template <class Number>
void convolve(const ConvolutionShape& shape, const Number* input, const Number* weight, Number* output,
              Instructions instructions) {
  require(shape.outputs > 0 && shape.outputs % 16 == 0, "convolution: expected a multiple of 16 output channels, got ",
          shape.outputs);
  Convolution<Number>(shape, weight, instructions).run(input, output);
}

template void convolve(const ConvolutionShape&, const float*, const float*, float*, Instructions);
template void convolve(const ConvolutionShape&, const double*, const double*, double*, Instructions);

}  // namespace pauc
