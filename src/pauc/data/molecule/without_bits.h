#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/content.h"

namespace pauc {

// A column of a Morgan fingerprint that a molecule sets.
struct SetBit {
  std::string column;
  std::vector<std::int32_t> atoms;  // of the environments that are counted in it
};

// A molecule as it is, row 0, and with each column of its first Morgan fingerprint in turn counting nothing, row k + 1
// without bits[k]. No rows if its features have no Morgan fingerprint, or if it has too many atoms to draw.
struct WithoutBits {
  Content variants;
  std::vector<SetBit> bits;
};
WithoutBits without_each_bit(const Content& content, std::int64_t row);

}  // namespace pauc
