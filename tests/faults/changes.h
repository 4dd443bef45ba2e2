#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pauc::test {

// Appends a change of a file or folder to PAUC_FAULT_RECORD, in the order in which changes were made. A line for each,
//   WHAT <tab> PATH <tab> SECOND PATH <tab> OFFSET <tab> SIZE
// and behind it as many bytes as SIZE says, and a line end. WHAT: create, truncate, write, sync, rename, unlink, mkdir,
// rmdir. tools/prove_power_loss.py reads it.
struct Change {
  const char* what;
  std::string path;
  std::string second = {};
  std::int64_t offset = 0;
  std::string_view bytes = {};
};
void record(const Change& change);

bool is_recording();

}  // namespace pauc::test
