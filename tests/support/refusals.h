#pragma once

#include <gtest/gtest.h>

#include <string>

#include "pauc/core/error.h"

namespace pauc::test {

// The message with which `act` was refused, for this fault; empty if it was not refused.
template <class Act>
std::string refusal_of(const Act& act, Fault fault = Fault::data) {
  try {
    act();
  } catch (const UserError& error) {
    EXPECT_EQ(error.fault(), fault) << error.what();
    return error.what();
  }
  return "";
}

}  // namespace pauc::test
