#include "pauc/model/table/linear_norm.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/custom_function.h>

#include "pauc/batch/cpu_data.h"
#include "pauc/model/kernel_layer.h"
#include "pauc/model/norm_function.h"

namespace pauc {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// A batch norm by the batch's own statistics takes away what the linear layer's bias has added: only the running mean
// gets to see it, and its gradient is 0.
struct LinearNorm : torch::autograd::Function<LinearNorm> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input, const at::Tensor& weight,
                            const at::Tensor& bias, const at::Tensor& scale, const at::Tensor& shift,
                            const NormRun& run) {
    const at::Tensor product = at::mm(input, weight.t());  // [rows, out]
    at::Tensor output = at::empty_like(product);
    at::Tensor passes = at::empty(product.sizes(), at::kByte);
    by_type(product, [&](auto number) {
      using Number = decltype(number);
      const auto own = column_statistics(cpu_data<Number>(product), product.size(0), product.size(1));
      keep_statistics(own, product.size(0), cpu_data<Number>(bias), run);
      auto step = step_of<Number>(product, scale, run.tail);
      step.shift = cpu_data<Number>(shift);
      normalise(step, own, run.kept.defined() ? cpu_data<std::uint8_t>(run.kept) : nullptr,
                cpu_data<std::uint8_t>(passes), cpu_data<Number>(output));
      context->save_for_backward({input, weight, scale, product, passes, tensor_of(own.mean), tensor_of(own.variance)});
    });
    context->saved_data["dropout"] = run.tail.dropout;
    return output;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const at::Tensor gradient = outer[0].contiguous();
    const variable_list saved = context->get_saved_variables();
    const at::Tensor& input = saved[0];
    const at::Tensor& weight = saved[1];
    const at::Tensor& scale = saved[2];
    const at::Tensor& product = saved[3];
    const at::Tensor& passes = saved[4];
    const ColumnStatistics statistics = statistics_of(saved[5], saved[6]);
    const NormTail tail{Activation::none, context->saved_data["dropout"].toDouble()};  // `passes` knows the activation
    at::Tensor to_product = at::empty_like(product);
    at::Tensor to_scale = at::empty_like(scale);
    at::Tensor to_shift = at::empty_like(scale);
    by_type(gradient, [&](auto number) {
      using Number = decltype(number);
      normalise_back(step_of<Number>(product, scale, tail), statistics, cpu_data<std::uint8_t>(passes),
                     cpu_data<Number>(gradient),
                     {cpu_data<Number>(to_product), cpu_data<Number>(to_scale), cpu_data<Number>(to_shift)});
    });
    return {at::mm(to_product, weight),
            at::mm(to_product.t(), input),
            at::zeros_like(to_shift),
            to_scale,
            to_shift,
            at::Tensor()};
  }
};

at::Tensor by_tensors(const LinearNormLayer& layer, const at::Tensor& input, Random* noise, double statistics_rate,
                      const BatchShare& share) {
  at::Tensor values = layer.norm(layer.linear(input, noise), noise != nullptr, statistics_rate);
  if (layer.tail.activation == Activation::relu) values = at::relu(values);
  const bool drops = noise != nullptr && layer.tail.dropout > 0;
  return drops ? dropout(values, layer.tail.dropout, *noise, share) : values;
}

}  // namespace

at::Tensor LinearNormLayer::operator()(const at::Tensor& input, Random* noise, double statistics_rate, ModelRoute route,
                                       const BatchShare& share) const {
  const bool own_statistics = noise != nullptr && input.size(0) > 1;
  if (route == ModelRoute::tensors || !own_statistics || norm.is_shared(noise != nullptr)) {
    return by_tensors(*this, input, noise, statistics_rate, share);
  }
  NormRun run{tail, {}, norm, statistics_rate};
  if (tail.dropout > 0) {
    run.kept = drawn_kept(tail.dropout, *noise, input.size(0), linear.weight.size(0), share);
  }
  return LinearNorm::apply(input.contiguous(), linear.weight, linear.bias, norm.scale, norm.shift, run);
}

}  // namespace pauc
