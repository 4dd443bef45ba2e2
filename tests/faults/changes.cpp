#include "faults/changes.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "faults/plan.h"

namespace pauc::test {

namespace {

// Asks the system directly: this library's own open() asks whether changes are recorded.
int descriptor() {
  static const int one = [] {
    const char* const path = std::getenv("PAUC_FAULT_RECORD");
    constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    return path == nullptr ? -1 : static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, kFlags, 0666));
  }();
  return one;
}

}  // namespace

bool is_recording() { return descriptor() >= 0; }

void record(const Change& change) {
  if (!is_recording() || !is_watched(change.path)) return;
  std::string text = std::string(change.what) + '\t' + change.path + '\t' + change.second + '\t' +
                     std::to_string(change.offset) + '\t' + std::to_string(change.bytes.size()) + '\n';
  text.append(change.bytes);
  text += '\n';
  // One call, so that changes of several threads and processes do not mix.
  const auto written = syscall(SYS_write, descriptor(), text.data(), text.size());
  if (written != static_cast<long>(text.size())) std::abort();
}

}  // namespace pauc::test
