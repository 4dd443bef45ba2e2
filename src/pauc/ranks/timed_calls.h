#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include "pauc/ranks/group.h"

namespace pauc {

// Runs calls one after the other on a thread of its own, so that their caller can give up on one that does not return:
// the store of c10d waits for its server without a limit. After that no further call is made, and those that wait for
// their turn fail at once.
class TimedCalls {
 public:
  TimedCalls();
  ~TimedCalls();
  TimedCalls(const TimedCalls&) = delete;
  TimedCalls& operator=(const TimedCalls&) = delete;

  // What the call returns or throws; LostContact if it takes longer than this. The call may outlive its caller, so it
  // owns all that it uses.
  template <class Call>
  auto operator()(double seconds, Call call) -> decltype(call()) {
    auto task = std::make_shared<std::packaged_task<decltype(call())()>>(std::move(call));
    auto result = task->get_future();
    add([task = std::move(task)] { (*task)(); });  // the queue alone has it, and its end ends the waiting
    if (result.wait_for(std::chrono::duration<double>(seconds)) != std::future_status::ready) {
      give_up();
      throw LostContact("the store does not answer");
    }
    try {
      return result.get();
    } catch (const std::future_error&) {  // another caller has given up
      throw LostContact("the store does not answer");
    }
  }

 private:
  struct Queue;

  void add(std::function<void()> call);
  void give_up();

  std::shared_ptr<Queue> queue_;
  std::thread thread_;
};

}  // namespace pauc
