#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace pauc::test {

enum class Call { open, read, write, fsync, rename, close, mmap, unlink, mkdir };
constexpr int kCalls = 9;

// What a call has to do instead of its work.
struct Failure {
  int error = 0;               // errno; 0: none
  bool takes_half = false;     // writes or reads half of the bytes
  bool takes_nothing = false;  // writes or reads none, without an error
  bool any() const { return error != 0 || takes_half || takes_nothing; }
};

// Shared by the processes of a command.
struct Counts {
  std::atomic<std::int64_t> of_call[kCalls];
  std::atomic<std::int64_t> failed;
  char path[512];  // of the last failed call
};

// Counts a call on a file and decides whether it fails. Calls on other files are not counted.
Failure counted(Call call, const std::string& path);

// Whether changes of this file are recorded or counted.
bool is_watched(const std::string& path);

}  // namespace pauc::test
