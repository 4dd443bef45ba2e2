#pragma once

#include <ATen/core/Tensor.h>
#include <torch/optim/optimizer.h>

#include <memory>
#include <sstream>
#include <string>
#include <type_traits>

namespace pauc {

// The key of a parameter's state: a string in LibTorch 1, the address itself from 2 on.
template <class Map>
typename Map::key_type state_key(const at::Tensor& parameter) {
  if constexpr (std::is_same_v<typename Map::key_type, std::string>) {
    std::ostringstream address;
    address << parameter.unsafeGetTensorImpl();
    return address.str();
  } else {
    return parameter.unsafeGetTensorImpl();
  }
}

// The state of one parameter, made where the stock optimiser would make it at its first step.
template <class ParameterState>
ParameterState& parameter_state(torch::optim::Optimizer& stock, const at::Tensor& parameter) {
  auto& states = stock.state();
  const auto key = state_key<std::decay_t<decltype(states)>>(parameter);
  if (states.find(key) == states.end()) states[key] = std::make_unique<ParameterState>();
  return static_cast<ParameterState&>(*states[key]);
}

}  // namespace pauc
