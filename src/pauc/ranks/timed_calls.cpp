#include "pauc/ranks/timed_calls.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace pauc {

// Shared with the thread, which may outlive the object.
struct TimedCalls::Queue {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> calls;
  bool ending = false;
  bool given_up = false;

  void work() {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return ending || given_up || !calls.empty(); });
      if (given_up || calls.empty()) return;
      const std::function<void()> call = std::move(calls.front());
      calls.pop_front();
      lock.unlock();
      call();
      lock.lock();
    }
  }
};

TimedCalls::TimedCalls() : queue_(std::make_shared<Queue>()), thread_([queue = queue_] { queue->work(); }) {}

TimedCalls::~TimedCalls() {
  bool is_stuck = false;
  {
    const std::lock_guard<std::mutex> lock(queue_->mutex);
    queue_->ending = true;
    is_stuck = queue_->given_up;
  }
  queue_->changed.notify_all();
  is_stuck ? thread_.detach() : thread_.join();
}

void TimedCalls::add(std::function<void()> call) {
  {
    const std::lock_guard<std::mutex> lock(queue_->mutex);
    if (queue_->given_up) throw LostContact("the store does not answer");
    queue_->calls.push_back(std::move(call));
  }
  queue_->changed.notify_all();
}

void TimedCalls::give_up() {
  std::deque<std::function<void()>> dropped;  // whose callers are told by their end
  {
    const std::lock_guard<std::mutex> lock(queue_->mutex);
    queue_->given_up = true;
    dropped.swap(queue_->calls);
  }
  queue_->changed.notify_all();
}

}  // namespace pauc
