#include "pauc/model/image/layers.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <torch/csrc/autograd/custom_function.h>

#include <cmath>

#include "pauc/batch/cpu_data.h"
#include "pauc/model/image/convolution_kernel.h"
#include "pauc/model/kernel_layer.h"
#include "pauc/model/norm_function.h"
#include "pauc/model/shared_norm.h"

namespace pauc {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

at::Tensor channels_last(const at::Tensor& images) { return images.contiguous(at::MemoryFormat::ChannelsLast); }

at::Tensor empty_images(at::IntArrayRef sizes, const at::Tensor& like) {
  return at::empty(sizes, like.options().memory_format(at::MemoryFormat::ChannelsLast));
}

// [B x height x width, channels], the same memory.
at::Tensor pixels_of(const at::Tensor& images) {
  return images.permute({0, 2, 3, 1}).view({images.size(0) * images.size(2) * images.size(3), images.size(1)});
}

bool by_kernels(const at::Tensor& images, const ImageStep& step) {
  return step.route == ModelRoute::kernels && images.device().is_cpu();
}

// at::conv2d, with each image on its own.
struct ConvolutionByImages : torch::autograd::Function<ConvolutionByImages> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input, const at::Tensor& weight,
                            std::int64_t stride) {
    const ConvolutionShape shape{input.size(0),  input.size(2),  input.size(3), input.size(1),
                                 weight.size(0), weight.size(2), stride,        weight.size(2) / 2};
    at::Tensor output = empty_images({shape.images, shape.outputs, shape.output_height(), shape.output_width()}, input);
    by_type(input, [&](auto number) {
      using Number = decltype(number);
      convolve(shape, cpu_data<Number>(input), cpu_data<Number>(weight), cpu_data<Number>(output));
    });
    context->save_for_backward({input, weight});
    context->saved_data["stride"] = stride;
    return output;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const variable_list saved = context->get_saved_variables();
    const std::int64_t stride = context->saved_data["stride"].toInt();
    const std::int64_t padding = saved[1].size(2) / 2;
    const auto gradients = at::convolution_backward(outer[0], saved[0], saved[1], c10::nullopt, {stride, stride},
                                                    {padding, padding}, {1, 1}, false, {0, 0}, 1, {true, true, false});
    return {std::get<0>(gradients), std::get<1>(gradients), at::Tensor()};
  }
};

// Of the batch's own statistics or, with `frozen`, of the running ones.
struct ImageNorm : torch::autograd::Function<ImageNorm> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input, const c10::optional<at::Tensor>& added,
                            const at::Tensor& scale, const at::Tensor& shift, const NormRun& run, bool frozen) {
    at::Tensor output = empty_images(input.sizes(), input);
    const at::Tensor pixels = pixels_of(input);
    at::Tensor passes = at::empty(pixels.sizes(), at::kByte);
    by_type(input, [&](auto number) {
      using Number = decltype(number);
      const auto statistics = frozen ? statistics_of(run.norm.mean, run.norm.variance)
                                     : column_statistics(cpu_data<Number>(pixels), pixels.size(0), pixels.size(1));
      if (!frozen) keep_statistics<Number>(statistics, pixels.size(0), nullptr, run);
      auto step = step_of<Number>(pixels, scale, run.tail);
      step.shift = cpu_data<Number>(shift);
      step.added = added ? cpu_data<Number>(*added) : nullptr;
      normalise(step, statistics, nullptr, cpu_data<std::uint8_t>(passes), cpu_data<Number>(output));
      context->save_for_backward({input, scale, passes, tensor_of(statistics.mean), tensor_of(statistics.variance)});
    });
    context->saved_data["adds"] = added.has_value();
    context->saved_data["frozen"] = frozen;
    return output;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const at::Tensor gradient = channels_last(outer[0]);
    const variable_list saved = context->get_saved_variables();
    const bool adds = context->saved_data["adds"].toBool();
    if (context->saved_data["frozen"].toBool()) return frozen_backward(saved, gradient, adds);
    const at::Tensor& input = saved[0];
    const at::Tensor& scale = saved[1];
    at::Tensor to_input = empty_images(input.sizes(), input);
    at::Tensor to_added = adds ? empty_images(input.sizes(), input) : at::Tensor();
    at::Tensor to_scale = at::empty_like(scale);
    at::Tensor to_shift = at::empty_like(scale);
    by_type(gradient, [&](auto number) {
      using Number = decltype(number);
      normalise_back(step_of<Number>(pixels_of(input), scale, {}), statistics_of(saved[3], saved[4]),
                     cpu_data<std::uint8_t>(saved[2]), cpu_data<Number>(gradient),
                     {cpu_data<Number>(to_input), cpu_data<Number>(to_scale), cpu_data<Number>(to_shift),
                      adds ? cpu_data<Number>(to_added) : nullptr});
    });
    return {to_input, to_added, to_scale, to_shift, at::Tensor(), at::Tensor()};
  }

 private:
  static variable_list frozen_backward(const variable_list& saved, const at::Tensor& gradient, bool adds) {
    const at::Tensor inner = pixels_of(gradient) * saved[2];  // [pixels, channels]
    const at::Tensor root = (saved[4] + 1e-5).rsqrt();        // double
    const at::Tensor normal = ((pixels_of(saved[0]) - saved[3]) * root).to(inner.scalar_type());
    const auto as_images = [&](const at::Tensor& pixels) {
      const at::Tensor& like = gradient;
      return pixels.view({like.size(0), like.size(2), like.size(3), like.size(1)}).permute({0, 3, 1, 2});
    };
    const at::Tensor to_input = inner * (saved[1] * root).to(inner.scalar_type());
    return {as_images(to_input),
            adds ? as_images(inner) : at::Tensor(),
            (inner * normal).sum(0),
            inner.sum(0),
            at::Tensor(),
            at::Tensor()};
  }
};

// input: [B, channels, height, width] to [B, wider, half, half].
struct Halved : torch::autograd::Function<Halved> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input, std::int64_t channels) {
    at::Tensor output =
        empty_images({input.size(0), channels, (input.size(2) + 1) / 2, (input.size(3) + 1) / 2}, input);
    output.zero_();
    inner_part(output, input.size(1)).copy_(every_second(input));
    context->saved_data["sizes"] = input.sizes();
    return output;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    const auto sizes = context->saved_data["sizes"].toIntVector();
    at::Tensor to_input = empty_images(sizes, outer[0]);
    to_input.zero_();
    every_second(to_input).copy_(inner_part(outer[0], sizes[1]));
    return {to_input, at::Tensor()};
  }

 private:
  static at::Tensor every_second(const at::Tensor& images) {
    return images.slice(2, 0, images.size(2), 2).slice(3, 0, images.size(3), 2);
  }
  static at::Tensor inner_part(const at::Tensor& images, std::int64_t channels) {
    return images.narrow(1, (images.size(1) - channels) / 2, channels);
  }
};

struct AverageOfPixels : torch::autograd::Function<AverageOfPixels> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input) {
    const std::int64_t pixels = input.size(2) * input.size(3);
    const std::int64_t width = input.size(1);
    at::Tensor output = at::zeros({input.size(0), width}, input.options());
    by_type(input, [&](auto number) {
      using Number = decltype(number);
      const Number* from = cpu_data<Number>(input);
      Number* to = cpu_data<Number>(output);
      at::parallel_for(0, input.size(0), 16, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t image = begin; image < end; ++image) {
          Number* own = to + image * width;
          for (std::int64_t p = 0; p < pixels; ++p) {
            for (std::int64_t k = 0; k < width; ++k) own[k] += from[(image * pixels + p) * width + k];
          }
          for (std::int64_t k = 0; k < width; ++k) own[k] /= static_cast<Number>(pixels);
        }
      });
    });
    context->saved_data["sizes"] = input.sizes();
    return output;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    const auto sizes = context->saved_data["sizes"].toIntVector();
    at::Tensor to_input = empty_images(sizes, outer[0]);
    to_input.copy_((outer[0] / static_cast<double>(sizes[2] * sizes[3])).unsqueeze(2).unsqueeze(3));
    return {to_input};
  }
};

}  // namespace

at::Tensor ConvolutionLayer::operator()(const at::Tensor& input, const ImageStep& step) const {
  if (by_kernels(input, step) && step.noise == nullptr) {
    return ConvolutionByImages::apply(channels_last(input), weight, stride);
  }
  return at::conv2d(input, weight, {}, stride, weight.size(2) / 2);
}

ConvolutionLayer add_convolution(Model& model, const std::string& name, std::int64_t in, std::int64_t out,
                                 std::int64_t kernel, std::int64_t stride, Random& random) {
  ConvolutionLayer layer{at::empty({out, in, kernel, kernel}, at::kFloat), stride};
  const double deviation = std::sqrt(2 / static_cast<double>(out * kernel * kernel));
  auto* values = cpu_data<float>(layer.weight);
  for (std::int64_t k = 0; k < layer.weight.numel(); ++k) values[k] = static_cast<float>(deviation * random.normal());
  model.parameters[name + ".weight"] = layer.weight.set_requires_grad(true);
  return layer;
}

at::Tensor ImageNormLayer::operator()(const at::Tensor& input, const at::Tensor& added, const ImageStep& step) const {
  const std::int64_t pixels = input.size(0) * input.size(2) * input.size(3);
  const bool frozen =
      step.noise == nullptr || pixels <= 1;  // one pixel has no variance, and a rank may have no image of a batch
  const bool shared = norm.is_shared(step.noise != nullptr);
  if (by_kernels(input, step) && !shared) {
    const NormRun run{{activation, 0}, {}, norm, step.statistics_rate};
    const auto beside = added.defined() ? c10::make_optional(channels_last(added)) : c10::nullopt;
    return ImageNorm::apply(channels_last(input), beside, norm.scale, norm.shift, run, frozen);
  }
  at::Tensor values = shared ? shared_norm(input, norm, step.statistics_rate)
                             : at::batch_norm(input, norm.scale, norm.shift, norm.mean, norm.variance, !frozen,
                                              step.statistics_rate, 1e-5, false);
  if (added.defined()) values = values + added;
  return activation == Activation::relu ? at::relu(values) : values;
}

ImageNormLayer add_image_norm(Model& model, const std::string& name, std::int64_t channels, Activation activation) {
  return {add_batch_norm(model, name, channels), activation};
}

at::Tensor halved(const at::Tensor& input, std::int64_t channels) { return Halved::apply(input, channels); }

at::Tensor average_of_pixels(const at::Tensor& input, const ImageStep& step) {
  if (by_kernels(input, step)) return AverageOfPixels::apply(channels_last(input));
  return at::mean(input, {2, 3});
}

}  // namespace pauc
