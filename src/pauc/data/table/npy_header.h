#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/io/byte_source.h"

namespace pauc {

enum class NpyType { f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, b1 };

// The header of a .npy file (NumPy enhancement proposal 1; versions 1.0, 2.0 and 3.0).
struct NpyHeader {
  NpyType type = NpyType::f4;
  std::int64_t value_bytes = 0;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

// Reads up to the first number. Refuses other versions, headers above 1 MB, missing, unknown or repeated keys, and
// types other than little-endian numbers.
NpyHeader read_npy_header(ByteSource& source);

// "(3, 4)", "(3,)" as Python writes it.
std::string shape_text(const std::vector<std::int64_t>& shape);

}  // namespace pauc
