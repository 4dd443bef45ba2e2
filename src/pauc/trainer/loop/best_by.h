#pragma once

#include "pauc/core/choices.h"

namespace pauc {

/// The value on the validation part that selects the best epoch: that of the target, or the log loss, which is steadier
/// where few rows lie in the region.
enum class BestBy { target, loss };

/// Words for BestBy.
template <>
struct Choices<BestBy> {
  /// Value and word of each choice.
  static constexpr NamedChoice<BestBy> kNames[] = {{BestBy::target, "target"}, {BestBy::loss, "loss"}};
};

}  // namespace pauc
