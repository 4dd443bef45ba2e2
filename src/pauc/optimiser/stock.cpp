#include "pauc/optimiser/stock.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>
#include <torch/optim/adam.h>
#include <torch/optim/sgd.h>

#include <memory>

#include "pauc/core/error.h"
#include "pauc/optimiser/state_key.h"

namespace pauc {

namespace {

using torch::optim::AdamParamState;
using torch::optim::SGDParamState;

void set_up(AdamParamState& state, const at::Tensor& parameter) {
  state.step(0);
  state.exp_avg(at::zeros_like(parameter));
  state.exp_avg_sq(at::zeros_like(parameter));
}

// An average that starts at 0, as the paper's does; left to itself the stock one starts at the first gradient.
void set_up(SGDParamState& state, const at::Tensor& parameter) { state.momentum_buffer(at::zeros_like(parameter)); }

void save(AdamParamState& state, const std::string& place, NamedTensors& saved) {
  saved["step." + place] = at::full({}, state.step(), at::kLong);
  saved["exp_avg." + place] = state.exp_avg();
  saved["exp_avg_sq." + place] = state.exp_avg_sq();
}

void save(SGDParamState& state, const std::string& place, NamedTensors& saved) {
  saved["momentum." + place] = state.momentum_buffer();
}

void restore_number(AdamParamState& state, const std::string& place, const NamedTensors& saved) {
  state.step(saved.at("step." + place).item<std::int64_t>());
}

void restore_number(SGDParamState&, const std::string&, const NamedTensors&) {}

template <class StockOptions>
void set_learning_rate(torch::optim::Optimizer& stock, double rate) {
  for (auto& group : stock.param_groups()) static_cast<StockOptions&>(group.options()).lr(rate);
}

template <class StockOptions>
double learning_rate_of(torch::optim::Optimizer& stock) {
  return static_cast<StockOptions&>(stock.param_groups().front().options()).lr();
}

template <class Stock, class ParameterState, class StockOptions>
Optimiser wrapped(const StockOptions& options, const std::vector<at::Tensor>& parameters) {
  const auto stock = std::make_shared<Stock>(parameters, options);
  for (const at::Tensor& parameter : parameters) {
    const c10::NoGradGuard no_graph;
    set_up(parameter_state<ParameterState>(*stock, parameter), parameter);
  }
  Optimiser optimiser;
  optimiser.step = [stock] { stock->step(); };
  optimiser.begin_stage = [stock](double rate) { set_learning_rate<StockOptions>(*stock, rate); };
  optimiser.save = [stock, parameters] {
    NamedTensors saved = {{"learning_rate", at::full({}, learning_rate_of<StockOptions>(*stock), at::kDouble)}};
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      save(parameter_state<ParameterState>(*stock, parameters[k]), std::to_string(k), saved);
    }
    return saved;
  };
  optimiser.restore = [stock, parameters, own = optimiser.save](const NamedTensors& saved) {
    NamedTensors mine = own();
    require_same_shapes(saved, mine);
    for (auto& [name, tensor] : mine) tensor.copy_(saved.at(name));
    set_learning_rate<StockOptions>(*stock, saved.at("learning_rate").item<double>());
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      restore_number(parameter_state<ParameterState>(*stock, parameters[k]), std::to_string(k), saved);
    }
  };
  return optimiser;
}

}  // namespace

Optimiser make_stock_adam(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters) {
  return wrapped<torch::optim::Adam, AdamParamState>(
      torch::optim::AdamOptions(options.lr).betas({0.9, 0.999}).weight_decay(options.weight_decay), parameters);
}

Optimiser make_momentum(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters) {
  // buffer <- momentum buffer + (1 - dampening) gradient. A momentum of 0 keeps no buffer: plain SGD.
  const double kept = 1 - options.momentum_rate;
  return wrapped<torch::optim::SGD, SGDParamState>(
      torch::optim::SGDOptions(options.lr).momentum(kept).dampening(kept).weight_decay(options.weight_decay),
      parameters);
}

}  // namespace pauc
