#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "pauc/batch/batch.h"

namespace pauc {

// A batch ready for the model, and which examples it holds.
struct PreparedBatch {
  std::vector<std::int64_t> examples;
  Batch batch;
};

// Prepares batches ahead on a thread of its own, in order, until `produce` gives none. An error in `produce` is thrown
// again by next().
class BatchQueue {
 public:
  explicit BatchQueue(std::function<std::optional<PreparedBatch>()> produce, std::size_t ahead = 4);
  ~BatchQueue();  // what was prepared and not taken is dropped
  BatchQueue(const BatchQueue&) = delete;
  BatchQueue& operator=(const BatchQueue&) = delete;

  std::optional<PreparedBatch> next();
  double seconds_waited() const { return seconds_waited_; }

 private:
  void run();

  std::function<std::optional<PreparedBatch>()> produce_;
  std::size_t ahead_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<PreparedBatch> ready_;
  std::exception_ptr error_;
  bool finished_ = false;
  bool abandoned_ = false;
  double seconds_waited_ = 0;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace pauc
