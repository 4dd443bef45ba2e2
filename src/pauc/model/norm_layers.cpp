#include "pauc/model/norm_layers.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/custom_function.h>

#include "pauc/model/kernel_layer.h"

namespace pauc {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// How one call of `normalised` is computed; statistics are [features] double.
struct NormPlan {
  NormTail tail;
  at::Tensor mean;
  at::Tensor variance;
  StatisticsOf origin = StatisticsOf::past;
  at::Tensor passes;  // [rows, features] uint8: what dropout keeps
};

std::vector<double> numbers_of(const at::Tensor& tensor) {
  const at::Tensor doubles = tensor.to(at::kDouble).contiguous();
  return {doubles.data_ptr<double>(), doubles.data_ptr<double>() + doubles.numel()};
}

template <class Number>
NormStep<Number> step_of(const at::Tensor& input, const at::Tensor& scale, const at::Tensor& shift,
                         const NormTail& tail) {
  return {input.size(0),
          input.size(1),
          input.data_ptr<Number>(),
          scale.data_ptr<Number>(),
          shift.data_ptr<Number>(),
          tail.activation,
          1 / (1 - tail.dropout)};
}

struct Normalised : torch::autograd::Function<Normalised> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input, const at::Tensor& scale,
                            const at::Tensor& shift, const NormPlan& plan) {
    at::Tensor output = at::empty_like(input);
    by_type(input, [&](auto number) {
      using Number = decltype(number);
      normalise(step_of<Number>(input, scale, shift, plan.tail), {numbers_of(plan.mean), numbers_of(plan.variance)},
                plan.passes.data_ptr<std::uint8_t>(), output.data_ptr<Number>());
    });
    context->save_for_backward({input, scale, shift, plan.mean, plan.variance, plan.passes});
    context->saved_data["activation"] = static_cast<std::int64_t>(plan.tail.activation);
    context->saved_data["dropout"] = plan.tail.dropout;
    context->saved_data["origin"] = static_cast<std::int64_t>(plan.origin);
    return output;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const at::Tensor gradient = outer[0].contiguous();
    const variable_list saved = context->get_saved_variables();
    const NormTail tail{static_cast<Activation>(context->saved_data["activation"].toInt()),
                        context->saved_data["dropout"].toDouble()};
    const auto origin = static_cast<StatisticsOf>(context->saved_data["origin"].toInt());
    at::Tensor to_input = at::empty_like(saved[0]);
    at::Tensor to_scale = at::empty_like(saved[1]);
    at::Tensor to_shift = at::empty_like(saved[2]);
    by_type(gradient, [&](auto number) {
      using Number = decltype(number);
      normalise_back(step_of<Number>(saved[0], saved[1], saved[2], tail), {numbers_of(saved[3]), numbers_of(saved[4])},
                     origin, saved[5].data_ptr<std::uint8_t>(), gradient.data_ptr<Number>(),
                     {to_input.data_ptr<Number>(), to_scale.data_ptr<Number>(), to_shift.data_ptr<Number>()});
    });
    return {to_input, to_scale, to_shift, at::Tensor()};
  }
};

at::Tensor tensor_of(const std::vector<double>& numbers) { return at::tensor(numbers, at::kDouble); }

// running <- (1 - rate) running + rate newest, as at::batch_norm has it.
void move_towards(const std::vector<double>& newest, double factor, double rate, const at::Tensor& running) {
  by_type(running, [&](auto number) {
    auto* values = running.data_ptr<decltype(number)>();
    for (std::size_t k = 0; k < newest.size(); ++k) {
      const double mixed = rate * factor * newest[k] + (1 - rate) * static_cast<double>(values[k]);
      values[k] = static_cast<decltype(number)>(mixed);
    }
  });
}

void use_own_statistics(NormPlan& plan, const BatchNormLayer& norm, const at::Tensor& input, double rate) {
  by_type(input, [&](auto number) {
    const auto rows = static_cast<double>(input.size(0));
    const auto own = column_statistics(input.data_ptr<decltype(number)>(), input.size(0), input.size(1));
    move_towards(own.mean, 1, rate, norm.mean);
    move_towards(own.variance, rows / (rows - 1), rate, norm.variance);
    plan.mean = tensor_of(own.mean);
    plan.variance = tensor_of(own.variance);
    plan.origin = StatisticsOf::batch;
  });
}

at::Tensor normalised_by_tensors(const BatchNormLayer& norm, const at::Tensor& input, const NormTail& tail,
                                 Random* noise, double statistics_rate) {
  at::Tensor values = norm(input, noise != nullptr, statistics_rate);
  if (tail.activation == Activation::relu) values = at::relu(values);
  return noise != nullptr && tail.dropout > 0 ? dropout(values, tail.dropout, *noise) : values;
}

}  // namespace

at::Tensor normalised(const BatchNormLayer& norm, const at::Tensor& input, const NormTail& tail, Random* noise,
                      double statistics_rate, ModelRoute route) {
  if (route == ModelRoute::tensors) return normalised_by_tensors(norm, input, tail, noise, statistics_rate);
  const at::Tensor rows = input.contiguous();
  NormPlan plan;
  plan.tail = tail;
  if (noise != nullptr && rows.size(0) > 1) {
    use_own_statistics(plan, norm, rows, statistics_rate);
  } else {
    plan.mean = norm.mean.to(at::kDouble, /*non_blocking=*/false, /*copy=*/true);
    plan.variance = norm.variance.to(at::kDouble, /*non_blocking=*/false, /*copy=*/true);
  }
  if (noise == nullptr) plan.tail.dropout = 0;
  if (plan.tail.dropout > 0) {
    plan.passes = at::empty(rows.sizes(), at::kByte);
    draw_kept(plan.tail.dropout, *noise, {plan.passes.data_ptr<std::uint8_t>(), plan.passes.numel()});
  } else {
    plan.passes = at::ones(rows.sizes(), at::kByte);
  }
  return Normalised::apply(rows, norm.scale, norm.shift, plan);
}

}  // namespace pauc
