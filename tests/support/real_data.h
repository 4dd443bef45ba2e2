#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace pauc::test {

// Tests on real files; skipped unless PAUC_DATA names a folder that has them.
class RealDataTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("PAUC_DATA");
    if (folder == nullptr) GTEST_SKIP() << "PAUC_DATA names no folder with the real data";
    folder_ = folder;
  }
  std::string folder_;
};

}  // namespace pauc::test
