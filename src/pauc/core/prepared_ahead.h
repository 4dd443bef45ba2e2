#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace pauc {

// Calls `produce` on a background thread and keeps up to `ahead` items ready, in order, until `produce` returns
// nothing. next() rethrows an error of `produce`.
template <class Item>
class PreparedAhead {
 public:
  explicit PreparedAhead(std::function<std::optional<Item>()> produce, std::size_t ahead = 4)
      : produce_(std::move(produce)), ahead_(ahead), thread_([this] { run(); }) {}

  // Drops items that were not taken.
  ~PreparedAhead() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      abandoned_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  PreparedAhead(const PreparedAhead&) = delete;
  PreparedAhead& operator=(const PreparedAhead&) = delete;

  std::optional<Item> next() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (ready_.empty() && !finished_) {
      const auto begin = std::chrono::steady_clock::now();
      changed_.wait(lock, [this] { return !ready_.empty() || finished_; });
      seconds_waited_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    if (ready_.empty()) {
      if (error_) std::rethrow_exception(error_);
      return std::nullopt;
    }
    std::optional<Item> item(std::move(ready_.front()));
    ready_.pop_front();
    changed_.notify_all();
    return item;
  }

  double seconds_waited() const { return seconds_waited_; }

 private:
  void run() {
    for (bool going_on = true; going_on;) {
      std::optional<Item> item;
      std::exception_ptr error;
      try {
        item = produce_();
      } catch (...) {
        error = std::current_exception();
      }
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return ready_.size() < ahead_ || abandoned_; });
      finished_ = !item;
      error_ = error;
      if (item) ready_.push_back(*std::move(item));
      going_on = !finished_ && !abandoned_;
      changed_.notify_all();
    }
  }

  std::function<std::optional<Item>()> produce_;
  std::size_t ahead_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> ready_;
  std::exception_ptr error_;
  bool finished_ = false;
  bool abandoned_ = false;
  double seconds_waited_ = 0;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace pauc
