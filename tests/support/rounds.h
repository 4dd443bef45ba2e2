#pragma once

#include <cstdlib>

namespace pauc::test {

// How many random cases a test tries: the usual number, times PAUC_TEST_ROUNDS where that is set.
inline int rounds(int usual) {
  static const int factor = [] {
    const char* const text = std::getenv("PAUC_TEST_ROUNDS");
    return text == nullptr ? 1 : std::atoi(text);
  }();
  return usual * factor;
}

}  // namespace pauc::test
