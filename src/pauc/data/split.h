#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

/// Part of the data that a row belongs to.
enum class Part : std::uint8_t { train, valid, test };

/// "train", "valid" or "test".
const char* part_name(Part part);

/// Reads a part from a split column: train, valid (or val, validation) or test, in upper or lower case.
///
/// Refuses other text; `place` names it in the message.
Part part_named(std::string_view text, const std::string& place);

/// Whether the test rows come from a separate file, so that only train and valid are split.
enum class TestFile { none, separate };

/// Reads fractions of train, valid and test such as "0.8,0.1,0.1", or of train and valid if the test file is separate.
/// They must add up to 1.
std::vector<double> fractions_of(const std::string& text, TestFile test_file);

/// Assigns rows to parts at random.
///
/// All three functions return a part for each row. The result is the same on every platform for the same `seed`. A part
/// with a fraction above 0 is never empty if there are enough rows (split_stratified: of each class; split_by_group:
/// groups) to give every part one. split_randomly and split_stratified meet the fractions to the row.
std::vector<Part> split_randomly(std::int64_t rows, const std::vector<double>& fractions, std::uint64_t seed);

/// Splits each class by itself, such that the sizes of the parts over both classes meet their fractions as well.
std::vector<Part> split_stratified(Span<const std::uint8_t> labels, const std::vector<double>& fractions,
                                   std::uint64_t seed);

/// Orders the rows by date: the earliest are train, the latest test. Rows of one date are in the earlier of two parts
/// that would share them, so that no row of a part is as early as one of the part before it.
std::vector<Part> split_by_date(const std::vector<double>& dates, const std::vector<double>& fractions);

/// Keeps the rows of each group together. Places groups greedily, largest first, such that both classes meet their
/// fractions as closely as that allows.
std::vector<Part> split_by_group(Span<const std::uint8_t> labels, Span<const std::uint32_t> groups,
                                 const std::vector<double>& fractions, std::uint64_t seed);

}  // namespace pauc
