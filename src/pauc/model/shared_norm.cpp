#include "pauc/model/shared_norm.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/custom_class.h>

#include <vector>

#include "pauc/model/kernel_layer.h"

namespace pauc {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr double kEpsilon = 1e-5;

struct HeldSum : torch::CustomClassHolder {
  explicit HeldSum(SumTensor function) : sum(std::move(function)) {}
  SumTensor sum;
};

// All dimensions but that of the features.
std::vector<std::int64_t> sample_dimensions(const at::Tensor& input) {
  std::vector<std::int64_t> dimensions = {0};
  for (std::int64_t k = 2; k < input.dim(); ++k) dimensions.push_back(k);
  return dimensions;
}

// [features] as [1, features, 1, 1], for an input of that many dimensions and its type.
at::Tensor beside(const at::Tensor& values, const at::Tensor& input) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(input.dim()), 1);
  sizes[1] = values.size(0);
  return values.to(input.scalar_type()).view(sizes);
}

struct SharedStatistics {
  double count = 0;
  at::Tensor mean;      // [features] double
  at::Tensor variance;  // [features] double, divided by the count
};

// Differences from the running mean, which all ranks share, keep the squares small.
SharedStatistics shared_statistics(const at::Tensor& input, const BatchNormLayer& norm) {
  const std::int64_t features = input.size(1);
  const at::Tensor exact = input.detach().to(at::kDouble);
  const at::Tensor centre = norm.mean.to(at::kDouble);
  const at::Tensor values = exact - beside(centre, exact);
  const auto dimensions = sample_dimensions(input);
  const at::Tensor count =
      at::full({1}, static_cast<double>(input.numel()) / static_cast<double>(features), at::kDouble);
  const at::Tensor sums = at::cat({values.sum(dimensions), (values * values).sum(dimensions), count});
  (*norm.batch_sums)(sums);
  SharedStatistics shared;
  shared.count = sums[2 * features].item<double>();
  const at::Tensor shift = sums.narrow(0, 0, features) / shared.count;
  shared.mean = centre + shift;
  shared.variance = (sums.narrow(0, features, features) / shared.count - shift * shift).clamp_min(0);
  return shared;
}

void keep_running(const SharedStatistics& shared, const BatchNormLayer& norm, double rate) {
  const auto move = [&](const at::Tensor& running, const at::Tensor& newest) {
    running.copy_(rate * newest + (1 - rate) * running.to(at::kDouble));
  };
  move(norm.mean, shared.mean);
  move(norm.variance, shared.variance * (shared.count / (shared.count - 1)));
}

struct SharedNorm : torch::autograd::Function<SharedNorm> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input, const at::Tensor& scale,
                            const at::Tensor& shift, const SharedStatistics& shared, const SumTensor& sum) {
    const at::Tensor root = (shared.variance + kEpsilon).rsqrt();
    context->save_for_backward({input, scale, shared.mean, root});
    context->saved_data["count"] = shared.count;
    context->saved_data["sum"] = c10::IValue::make_capsule(c10::make_intrusive<HeldSum>(sum));
    const at::Tensor factor = beside(scale.to(at::kDouble) * root, input);
    return (input - beside(shared.mean, input)) * factor + beside(shift, input);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const variable_list saved = context->get_saved_variables();
    const at::Tensor& input = saved[0];
    const at::Tensor normal = (input - beside(saved[2], input)) * beside(saved[3], input);
    const auto dimensions = sample_dimensions(input);
    const at::Tensor sums = at::cat(
        {outer[0].sum(dimensions, false, at::kDouble), (outer[0] * normal).sum(dimensions, false, at::kDouble)});
    const std::int64_t features = input.size(1);
    // Those of this rank: copies, since the sums become those of all ranks.
    const at::Tensor to_shift = sums.narrow(0, 0, features).clone().to(saved[1].scalar_type());
    const at::Tensor to_scale = sums.narrow(0, features, features).clone().to(saved[1].scalar_type());
    static_cast<HeldSum*>(context->saved_data["sum"].toCapsule().get())->sum(sums);
    const at::Tensor means = sums / context->saved_data["count"].toDouble();
    const at::Tensor inner = outer[0] - beside(means.narrow(0, 0, features), input) -
                             normal * beside(means.narrow(0, features, features), input);
    const at::Tensor to_input = inner * beside(saved[1].to(at::kDouble) * saved[3], input);
    return {to_input, to_scale, to_shift, at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor shared_norm(const at::Tensor& input, const BatchNormLayer& norm, double statistics_rate) {
  const SharedStatistics shared = shared_statistics(input, norm);
  if (shared.count <= 1) {
    return at::batch_norm(input, norm.scale, norm.shift, norm.mean, norm.variance, false, statistics_rate, kEpsilon,
                          false);
  }
  keep_running(shared, norm, statistics_rate);
  return SharedNorm::apply(input, norm.scale, norm.shift, shared, *norm.batch_sums);
}

}  // namespace pauc
