#include "pauc/objective/state.h"

#include <ATen/Functions.h>

#include <string>
#include <utility>
#include <vector>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc {

State::State(const State& other) : tensors_(snapshot(other.tensors_)) {}

State& State::operator=(const State& other) {
  if (this != &other) tensors_ = snapshot(other.tensors_);
  return *this;
}

void State::add_slots(const char* name, std::int64_t slots, double value) {
  require_usage(slots >= 0, "objective: expected a number of examples from 0 on, got ", slots);
  tensors_[name] = at::full({slots}, value, at::kDouble);
}

void State::add_flags(const char* name, std::int64_t slots) { tensors_[name] = at::zeros({slots}, at::kByte); }

void State::add_number(const char* name, double value) { tensors_[name] = at::full({}, value, at::kDouble); }

void State::add_part(const std::string& prefix, State part) {
  for (auto& [name, tensor] : part.tensors_) tensors_[prefix + name] = std::move(tensor);
}

State State::part(const std::string& prefix) {
  State part;
  for (auto entry = tensors_.lower_bound(prefix); entry != tensors_.end(); ++entry) {
    if (entry->first.compare(0, prefix.size(), prefix) != 0) break;
    part.tensors_[entry->first.substr(prefix.size())] = entry->second;
  }
  return part;
}

const at::Tensor& State::named(std::string_view name) const {
  const auto found = tensors_.find(name);
  if (found != tensors_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& entry : tensors_) names.push_back(entry.first);
  fail(Fault::usage, "state: no \"", name, names.empty() ? "\"; it is empty" : "\"; expected one of ",
       names.empty() ? "" : names_nearest_first(name, names));
}

double* State::doubles(std::string_view name) { return cpu_data<double>(named(name)); }

std::uint8_t* State::flags(std::string_view name) { return cpu_data<std::uint8_t>(named(name)); }

double State::number(std::string_view name) const { return *cpu_data<double>(named(name)); }

void State::restore(const NamedTensors& saved) {
  require_same_shapes(saved, tensors_);
  for (auto& [name, tensor] : tensors_) tensor.copy_(saved.find(name)->second);
}

}  // namespace pauc
