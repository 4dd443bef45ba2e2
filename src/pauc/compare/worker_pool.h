#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace pauc::compare {

// A worker that has ended.
struct EndedWorker {
  std::int64_t job = 0;
  int exit_code = 0;        // 128 + signal, as shells have it
  std::string complaint;    // its last sentence on standard error that starts with "pauc: ", without that
  std::int64_t epochs = 0;  // that it has done
};

// A worker at work.
struct Worker {
  std::int64_t job = 0;  // the caller's number for what it does
  pid_t process = -1;
  int output = -1;   // its standard error
  std::string line;  // that has not ended yet
  std::string complaint;
  std::int64_t epoch = 0;   // that it has told of last: "epoch 3/60 ..."
  std::int64_t epochs = 0;  // that it has told of in all
};

// Processes that do one run each, as many at a time as there are places. They end with the process that started them,
// however that ends. For one thread; the process must have no other when it starts one.
class WorkerPool {
 public:
  static constexpr int kCannotStart = 127;  // exit code of a worker whose program is not there

  explicit WorkerPool(int places);
  ~WorkerPool();  // kills those that are left
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  bool has_place() const { return workers_.size() < static_cast<std::size_t>(places_); }
  const std::vector<Worker>& workers() const { return workers_; }

  // `command`: the program and its arguments.
  void start(std::int64_t job, const std::vector<std::string>& command);

  // Waits until one has ended or the time is over; a signal may end it before.
  std::vector<EndedWorker> wait(std::chrono::milliseconds most);

  // Asks all to stop: SIGTERM.
  void stop() const;

  // Seconds that places have been empty, summed over them, and how long the pool has been there.
  double idle_seconds() const;
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  void count_idle();
  void read_output(Worker& worker);
  EndedWorker buried(Worker& worker);

  int places_;
  std::vector<Worker> workers_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point counted_ = begun_;
  double idle_ = 0;
};

}  // namespace pauc::compare
