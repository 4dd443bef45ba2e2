#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "pauc/batch/named_tensors.h"

namespace pauc {

/// What an objective remembers between batches: tensors by name, in CPU memory.
///
/// A checkpoint saves and restores them without knowing which method they belong to. Names that do not exist are
/// refused with UserError.
class State {
 public:
  State() = default;
  ~State() = default;
  /// A copy is a snapshot: it shares no memory.
  State(const State& other);
  /// A copy is a snapshot: it shares no memory.
  State& operator=(const State& other);
  /// Takes over the tensors.
  State(State&&) = default;
  /// Takes over the tensors.
  State& operator=(State&&) = default;

  /// Adds one double per slot.
  void add_slots(const char* name, std::int64_t slots, double value = 0);
  /// Adds one flag per slot, initially 0.
  void add_flags(const char* name, std::int64_t slots);
  /// Adds a single number.
  void add_number(const char* name, double value);

  /// Takes over the tensors of another state under names that begin with `prefix`.
  void add_part(const std::string& prefix, State part);
  /// The tensors whose names begin with `prefix`, without it. They share their memory with this state: a step on the
  /// part changes the whole.
  State part(const std::string& prefix);

  /// All tensors by name.
  const NamedTensors& tensors() const { return tensors_; }
  /// Whether there is a tensor of this name.
  bool has(std::string_view name) const { return tensors_.find(name) != tensors_.end(); }
  /// The doubles of add_slots.
  double* doubles(std::string_view name);
  /// The flags of add_flags.
  std::uint8_t* flags(std::string_view name);
  /// The number of slots of a tensor.
  std::int64_t slots(std::string_view name) const { return named(name).numel(); }
  /// The number of add_number.
  double number(std::string_view name) const;
  /// Replaces the number of add_number.
  void set_number(std::string_view name, double value) { *doubles(name) = value; }

  /// Copies the values of a saved state. Refuses a state with other names, types or sizes and is then unchanged.
  void restore(const NamedTensors& saved);

 private:
  const at::Tensor& named(std::string_view name) const;

  NamedTensors tensors_;
};

}  // namespace pauc
