#include "pauc/model/layers.h"

#include <ATen/Functions.h>
#include <ATen/core/grad_mode.h>

#include <cmath>

namespace pauc {

at::Tensor LinearLayer::operator()(const at::Tensor& input) const { return at::linear(input, weight, bias); }

void LinearLayer::draw(Random& random) const {
  const double bound = 1 / std::sqrt(static_cast<double>(weight.size(1)));
  for (const at::Tensor& tensor : {weight, bias}) {
    auto* values = tensor.data_ptr<float>();
    for (std::int64_t k = 0; k < tensor.numel(); ++k)
      values[k] = static_cast<float>(bound * (2 * random.uniform() - 1));
  }
}

LinearLayer add_linear(Model& model, const std::string& name, std::int64_t in, std::int64_t out, Random& random) {
  LinearLayer layer{at::empty({out, in}, at::kFloat), at::empty({out}, at::kFloat)};
  layer.draw(random);
  model.parameters[name + ".weight"] = layer.weight.set_requires_grad(true);
  model.parameters[name + ".bias"] = layer.bias.set_requires_grad(true);
  return layer;
}

at::Tensor BatchNormLayer::operator()(const at::Tensor& input, bool training, double statistics_rate) const {
  const bool own_statistics = training && input.size(0) > 1;
  return at::batch_norm(input, scale, shift, mean, variance, own_statistics, statistics_rate, 1e-5, false);
}

BatchNormLayer add_batch_norm(Model& model, const std::string& name, std::int64_t features) {
  BatchNormLayer layer{at::ones({features}, at::kFloat), at::zeros({features}, at::kFloat),
                       at::zeros({features}, at::kFloat), at::ones({features}, at::kFloat)};
  model.parameters[name + ".weight"] = layer.scale.set_requires_grad(true);
  model.parameters[name + ".bias"] = layer.shift.set_requires_grad(true);
  model.buffers[name + ".running_mean"] = layer.mean;
  model.buffers[name + ".running_var"] = layer.variance;
  return layer;
}

at::Tensor dropout(const at::Tensor& input, double rate, Random& noise) {
  at::Tensor mask = at::empty(input.sizes(), input.options());
  auto* values = mask.data_ptr<float>();
  const auto kept = static_cast<float>(1 / (1 - rate));
  const auto threshold = static_cast<std::uint64_t>(std::lround(rate * 65536));
  const std::int64_t size = mask.numel();
  for (std::int64_t k = 0; k < size;) {
    std::uint64_t bits = noise.next();  // four values from one draw
    for (int lane = 0; lane < 4 && k < size; ++lane, ++k, bits >>= 16) {
      values[k] = (bits & 0xFFFF) < threshold ? 0.0F : kept;
    }
  }
  return at::mul(input, mask);
}

}  // namespace pauc
