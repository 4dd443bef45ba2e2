#include "pauc/model/layers.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"
#include "pauc/model/kernel_layer.h"
#include "pauc/model/shared_norm.h"
#include "pauc/model/table/row_products.h"

namespace pauc {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// at::linear, with each row on its own.
struct LinearByRows : torch::autograd::Function<LinearByRows> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input, const at::Tensor& weight,
                            const at::Tensor& bias) {
    at::Tensor output = at::empty({input.size(0), weight.size(0)}, input.options());
    by_type(input, [&](auto number) {
      using Number = decltype(number);
      multiply_rows(RowProducts<Number>{input.size(0), input.size(1), weight.size(0), cpu_data<Number>(input),
                                        cpu_data<Number>(weight), cpu_data<Number>(bias)},
                    cpu_data<Number>(output));
    });
    context->save_for_backward({input, weight});
    return output;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    const variable_list saved = context->get_saved_variables();
    return {at::mm(outer[0], saved[1]), at::mm(outer[0].t(), saved[0]), outer[0].sum(0)};
  }
};

}  // namespace

at::Tensor LinearLayer::operator()(const at::Tensor& input, const Random* noise) const {
  if (noise != nullptr || route == ModelRoute::tensors || !input.device().is_cpu())
    return at::linear(input, weight, bias);
  return LinearByRows::apply(input.contiguous(), weight,
                             bias.defined() ? bias : at::zeros({weight.size(0)}, weight.options()));
}

void LinearLayer::draw(Random& random) const {
  const double bound = 1 / std::sqrt(static_cast<double>(weight.size(1)));
  for (const at::Tensor& tensor : {weight, bias}) {
    if (!tensor.defined()) continue;
    auto* values = cpu_data<float>(tensor);
    for (std::int64_t k = 0; k < tensor.numel(); ++k)
      values[k] = static_cast<float>(bound * (2 * random.uniform() - 1));
  }
}

LinearLayer add_linear(Model& model, const std::string& name, std::int64_t in, std::int64_t out, Random& random,
                       ModelRoute route) {
  LinearLayer layer{at::empty({out, in}, at::kFloat), at::empty({out}, at::kFloat), route};
  layer.draw(random);
  model.parameters[name + ".weight"] = layer.weight.set_requires_grad(true);
  model.parameters[name + ".bias"] = layer.bias.set_requires_grad(true);
  return layer;
}

LinearLayer add_linear_without_bias(Model& model, const std::string& name, std::int64_t in, std::int64_t out,
                                    Random& random, ModelRoute route) {
  LinearLayer layer{at::empty({out, in}, at::kFloat), {}, route};
  layer.draw(random);
  model.parameters[name + ".weight"] = layer.weight.set_requires_grad(true);
  return layer;
}

at::Tensor BatchNormLayer::operator()(const at::Tensor& input, bool training, double statistics_rate) const {
  if (is_shared(training)) return shared_norm(input, *this, statistics_rate);
  const bool own_statistics = training && input.size(0) > 1;
  return at::batch_norm(input, scale, shift, mean, variance, own_statistics, statistics_rate, 1e-5, false);
}

BatchNormLayer add_batch_norm(Model& model, const std::string& name, std::int64_t features) {
  BatchNormLayer layer{at::ones({features}, at::kFloat), at::zeros({features}, at::kFloat),
                       at::zeros({features}, at::kFloat), at::ones({features}, at::kFloat), model.batch_sums};
  model.parameters[name + ".weight"] = layer.scale.set_requires_grad(true);
  model.parameters[name + ".bias"] = layer.shift.set_requires_grad(true);
  model.buffers[name + ".running_mean"] = layer.mean;
  model.buffers[name + ".running_var"] = layer.variance;
  return layer;
}

at::Tensor with_columns(const at::Tensor& found, const at::Tensor& features, std::int64_t columns) {
  if (columns == 0) return found;
  require(features.defined(), "model: expected ", columns, " columns beside, got none");
  require(features.size(1) == columns, "model: expected ", columns, " columns beside, got ", features.size(1));
  return at::cat({found, features}, 1);
}

void draw_kept(double rate, Random& noise, Span<std::uint8_t> kept) {
  const auto threshold = std::min<std::uint64_t>(65535, static_cast<std::uint64_t>(std::lround(rate * 65536)));
  if (threshold == 0) return std::fill(kept.begin(), kept.end(), std::uint8_t{1});
  const auto keeps = [&](std::uint64_t bits) { return static_cast<std::uint8_t>((bits & 0xFFFF) >= threshold); };
  std::int64_t k = 0;
  for (; k + 4 <= kept.size(); k += 4) {
    const std::uint64_t bits = noise.next();
    kept[k] = keeps(bits);
    kept[k + 1] = keeps(bits >> 16);
    kept[k + 2] = keeps(bits >> 32);
    kept[k + 3] = keeps(bits >> 48);
  }
  for (std::uint64_t bits = k < kept.size() ? noise.next() : 0; k < kept.size(); ++k, bits >>= 16)
    kept[k] = keeps(bits);
}

at::Tensor drawn_kept(double rate, Random& noise, std::int64_t rows, std::int64_t width, const BatchShare& share) {
  const bool whole = !share.places.defined();
  at::Tensor kept = at::empty({whole ? rows : share.rows, width}, at::kByte);
  draw_kept(rate, noise, {cpu_data<std::uint8_t>(kept), kept.numel()});
  return whole ? kept : kept.index_select(0, share.places);
}

at::Tensor dropout(const at::Tensor& input, double rate, Random& noise, const BatchShare& share) {
  const at::Tensor kept = drawn_kept(rate, noise, input.size(0), input.size(1), share);
  return at::mul(input, kept.to(input.options()).mul_(1 / (1 - rate)));
}

}  // namespace pauc
