#include "pauc/trainer/batch_queue.h"

#include <chrono>
#include <utility>

namespace pauc {

BatchQueue::BatchQueue(std::function<std::optional<PreparedBatch>()> produce, std::size_t ahead)
    : produce_(std::move(produce)), ahead_(ahead), thread_([this] { run(); }) {}

BatchQueue::~BatchQueue() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    abandoned_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BatchQueue::run() {
  for (;;) {
    std::optional<PreparedBatch> batch;
    std::exception_ptr error;
    try {
      batch = produce_();
    } catch (...) {
      error = std::current_exception();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return ready_.size() < ahead_ || abandoned_; });
    if (batch) ready_.push_back(*std::move(batch));
    error_ = error;
    finished_ = !batch;
    changed_.notify_all();
    if (finished_ || abandoned_) return;
  }
}

std::optional<PreparedBatch> BatchQueue::next() {
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
  PreparedBatch batch = std::move(ready_.front());
  ready_.pop_front();
  changed_.notify_all();
  return batch;
}

}  // namespace pauc
