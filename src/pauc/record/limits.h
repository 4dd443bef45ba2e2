#pragma once

#include <cstddef>
#include <cstdint>

namespace pauc::record {

// People send each other run folders. These limits are above anything that pauc writes, yet low enough to read such a
// file in little memory and to open a page made from it.
constexpr std::size_t kMostJsonBytes = std::size_t{1} << 24;
constexpr std::size_t kMostConfigBytes = std::size_t{1} << 18;  // the page shows all of it
constexpr std::size_t kMostDataFiles = 1024;
constexpr std::int64_t kLargestEpoch = 1'000'000'000;
constexpr double kLargestDrawn = 1e300;  // differences between such numbers are finite

}  // namespace pauc::record
