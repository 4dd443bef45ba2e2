#pragma once

#include <cerrno>

namespace pauc {

// Repeats a system call that a signal has interrupted. Not for close(): Linux has closed the file by then.
template <class Call>
auto uninterrupted(const Call& call) {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

}  // namespace pauc
