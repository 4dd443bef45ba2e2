#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

enum class Part : std::uint8_t { train, valid, test };
const char* part_name(Part part);

// What a split column may say: train, valid (val, validation), test, in any case; refused otherwise, with its place.
Part part_named(std::string_view text, const std::string& place);

// Shares of train, valid and test, as in "0.8,0.1,0.1", or of train and valid where there is a separate test file. They
// add up to 1.
enum class TestFile { none, separate };
std::vector<double> fractions_of(const std::string& text, TestFile test_file);

// A part for each row. Rows are drawn by `seed`, alike on every platform; the shares are met to the row.
//   random      all rows alike
//   stratified  each class by itself, and so that the parts' sizes over both classes meet their shares too
//   grouped     groups stay together; class shares as near as greedy placing, largest groups first, gets them
// A part with a share is never empty where there are rows (of each class; groups) enough to give every part one.
std::vector<Part> split_randomly(std::int64_t rows, const std::vector<double>& fractions, std::uint64_t seed);
std::vector<Part> split_stratified(Span<const std::uint8_t> labels, const std::vector<double>& fractions,
                                   std::uint64_t seed);
std::vector<Part> split_by_group(Span<const std::uint8_t> labels, Span<const std::uint32_t> groups,
                                 const std::vector<double>& fractions, std::uint64_t seed);

}  // namespace pauc
