#pragma once

#include <string>
#include <vector>

namespace pauc::test {

// Rows of doubles as np.save writes them.
inline std::string npy_of(const std::vector<std::vector<double>>& rows) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(rows.size()) + ", " +
                       std::to_string(rows[0].size()) + "), }\n";
  std::string file("\x93NUMPY\x01\0", 8);
  for (int k = 0; k < 2; ++k) file += static_cast<char>(header.size() >> (8 * k) & 0xff);
  file += header;
  for (const auto& row : rows) file.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(double));
  return file;
}

}  // namespace pauc::test
