#include "pauc/ranks/timed_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

namespace pauc {
namespace {

TEST(TimedCalls, ReturnWhatTheCallReturns) {
  TimedCalls calls;
  EXPECT_EQ(calls(60, [] { return 7; }), 7);
  int seen = 0;
  calls(60, [&] { seen = 1; });
  EXPECT_EQ(seen, 1);
}

TEST(TimedCalls, ThrowWhatTheCallThrows) {
  TimedCalls calls;
  EXPECT_THROW(calls(60, []() -> int { throw std::out_of_range("x"); }), std::out_of_range);
  EXPECT_EQ(calls(60, [] { return 7; }), 7);
}

TEST(TimedCalls, GiveUpOnACallThatDoesNotReturn) {
  // Nobody waits for its end: it has to own what it waits for.
  const auto never = std::make_shared<std::promise<void>>();
  const auto begin = std::chrono::steady_clock::now();
  {
    TimedCalls calls;
    EXPECT_THROW(calls(0.05, [never] { never->get_future().wait(); }), LostContact);
    bool called = false;
    EXPECT_THROW(calls(60, [&] { called = true; }), LostContact);
    EXPECT_FALSE(called);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  never->set_value();
}

TEST(TimedCalls, GiveUpOnThoseThatWaitForTheirTurnToo) {
  const auto never = std::make_shared<std::promise<void>>();
  const auto begin = std::chrono::steady_clock::now();
  {
    TimedCalls calls;
    std::thread other([&] { EXPECT_THROW(calls(1, [never] { never->get_future().wait(); }), LostContact); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_THROW(calls(60, [] {}), LostContact);
    other.join();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  never->set_value();
}

}  // namespace
}  // namespace pauc
