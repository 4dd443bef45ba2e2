#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string_view>

#include "pauc/batch/named_tensors.h"

namespace pauc {

// What an objective remembers between batches: tensors by name, in ordinary memory. A checkpoint saves and restores
// them without knowing whose they are.
class State {
 public:
  State() = default;
  ~State() = default;
  // A copy is a snapshot: it shares no memory.
  State(const State& other);
  State& operator=(const State& other);
  State(State&&) = default;
  State& operator=(State&&) = default;

  // One value a slot, and a single number.
  void add_slots(const char* name, std::int64_t slots, double value = 0);
  void add_flags(const char* name, std::int64_t slots);
  void add_number(const char* name, double value);

  const NamedTensors& tensors() const { return tensors_; }
  bool has(std::string_view name) const { return tensors_.find(name) != tensors_.end(); }
  double* doubles(std::string_view name);
  std::uint8_t* flags(std::string_view name);
  std::int64_t slots(std::string_view name) const { return named(name).numel(); }
  double number(std::string_view name) const;
  void set_number(std::string_view name, double value) { *doubles(name) = value; }

  // Takes the values of a saved state; refuses one with other names, types or sizes and is then unchanged.
  void restore(const NamedTensors& saved);

 private:
  const at::Tensor& named(std::string_view name) const;

  NamedTensors tensors_;
};

}  // namespace pauc
