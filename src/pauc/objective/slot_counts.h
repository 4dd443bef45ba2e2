#pragma once

#include <cstdint>

namespace pauc {

/// How many slots the batches of an objective refer to. A number converts to the usual case, in which any example may
/// be positive: as many slots as training examples.
struct SlotCounts {
  /// As many positives as slots.
  SlotCounts(std::int64_t slots) : all(slots), positives(slots) {}  // NOLINT(google-explicit-constructor)
  /// The slots of positives come first, so that state of positives alone takes no more room than they need.
  SlotCounts(std::int64_t slots, std::int64_t of_positives) : all(slots), positives(of_positives) {}

  std::int64_t all = 0;        ///< slots of positives and negatives
  std::int64_t positives = 0;  ///< slots below this number belong to positives
};

}  // namespace pauc
