#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/data/split.h"

namespace pauc {

// The first row with the same text, for each row: its own number unless it is a repetition.
std::vector<std::int64_t> first_of_equal(const std::vector<std::string>& texts);

// OGB's scaffold split, row for row: a part for each row, rows of the same scaffold together. With two fractions there
// is no test part. It draws nothing; shares are met as near as scaffolds allow, and a part may stay empty.
std::vector<Part> split_by_scaffold(Span<const std::uint32_t> scaffolds, const std::vector<double>& fractions);

}  // namespace pauc
