#include "pauc/model/layers.h"

#include <ATen/Functions.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pauc {

namespace {

// Matrix products of other shapes round otherwise: always as many rows at once, the last ones filled up.
constexpr std::int64_t kRowsAtOnce = 512;

at::Tensor linear_in_slices(const LinearLayer& layer, const at::Tensor& input) {
  const std::int64_t rows = input.size(0);
  std::vector<at::Tensor> slices;
  for (std::int64_t begin = 0; begin < rows; begin += kRowsAtOnce) {
    const std::int64_t missing = std::max<std::int64_t>(0, begin + kRowsAtOnce - rows);
    at::Tensor slice = input.narrow(0, begin, kRowsAtOnce - missing);
    if (missing > 0) slice = at::constant_pad_nd(slice, {0, 0, 0, missing});
    slices.push_back(at::linear(slice, layer.weight, layer.bias));
  }
  return at::cat(slices).narrow(0, 0, rows);
}

}  // namespace

at::Tensor LinearLayer::operator()(const at::Tensor& input, const Random* noise) const {
  if (noise != nullptr || input.size(0) == 0) return at::linear(input, weight, bias);
  return linear_in_slices(*this, input);
}

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

void draw_kept(double rate, Random& noise, Span<std::uint8_t> kept) {
  const auto threshold = static_cast<std::uint64_t>(std::lround(rate * 65536));
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

at::Tensor dropout(const at::Tensor& input, double rate, Random& noise) {
  at::Tensor kept = at::empty(input.sizes(), at::kByte);
  draw_kept(rate, noise, {kept.data_ptr<std::uint8_t>(), kept.numel()});
  return at::mul(input, kept.to(input.options()).mul_(1 / (1 - rate)));
}

}  // namespace pauc
