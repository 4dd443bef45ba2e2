#pragma once

#include <cstdint>
#include <vector>

namespace pauc {

/// Label of a row that a task does not know.
constexpr std::int8_t kUnknownLabel = -1;

/// Labels of several tasks: 1 positive, 0 negative, kUnknownLabel. [task][row]
using TaskLabels = std::vector<std::vector<std::int8_t>>;

}  // namespace pauc
