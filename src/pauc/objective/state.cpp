#include "pauc/objective/state.h"

#include <ATen/Functions.h>

namespace pauc {

void State::add_slots(const char* name, std::int64_t slots, double value) {
  tensors_[name] = at::full({slots}, value, at::kDouble);
}

void State::add_flags(const char* name, std::int64_t slots) { tensors_[name] = at::zeros({slots}, at::kByte); }

void State::add_number(const char* name, double value) { tensors_[name] = at::full({}, value, at::kDouble); }

double* State::doubles(std::string_view name) { return tensors_.find(name)->second.data_ptr<double>(); }

std::uint8_t* State::flags(std::string_view name) { return tensors_.find(name)->second.data_ptr<std::uint8_t>(); }

double State::number(std::string_view name) const { return *tensors_.find(name)->second.data_ptr<double>(); }

void State::restore(const NamedTensors& saved) {
  require_same_shapes(saved, tensors_);
  for (auto& [name, tensor] : tensors_) tensor.copy_(saved.find(name)->second);
}

State State::clone() const {
  State copy;
  for (const auto& [name, tensor] : tensors_) copy.tensors_[name] = tensor.clone();
  return copy;
}

}  // namespace pauc
