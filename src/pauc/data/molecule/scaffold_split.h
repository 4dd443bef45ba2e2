#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/data/split.h"

namespace pauc {

// For each row, the first row with the same text: its own number unless it repeats an earlier row.
std::vector<std::int64_t> first_of_equal(const std::vector<std::string>& texts);

// The part of each row by OGB's scaffold split, row for row; rows of the same scaffold stay together. With two
// fractions there is no test part. The split is not random. Fractions are met as closely as the scaffolds allow, and a
// part may stay empty.
std::vector<Part> split_by_scaffold(Span<const std::uint32_t> scaffolds, const std::vector<double>& fractions);

}  // namespace pauc
