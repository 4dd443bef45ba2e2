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
  int exit_code = 0;        // 128 + signal, as in shells
  std::string error;        // its last {"error"} event; empty: none
  std::int64_t epochs = 0;  // completed
};

// A worker that is running.
struct Worker {
  std::int64_t job = 0;  // the caller's number for its work
  pid_t process = -1;
  int output = -1;   // its standard error: events of --json-progress, one per line
  std::string line;  // received so far
  std::string error;
  std::int64_t epoch = 0;   // of its last {"epoch"} event
  std::int64_t epochs = 0;  // number of {"epoch"} events
};

// Processes that do one run each, up to a number of places at a time. They are killed when the process that started
// them ends for any reason. Use the pool from one thread, in a process without other threads.
class WorkerPool {
 public:
  static constexpr int kCannotStart = 127;  // exit code of a worker whose program cannot be started

  explicit WorkerPool(int places);
  ~WorkerPool();  // kills the workers that are still running
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  bool has_place() const { return workers_.size() < static_cast<std::size_t>(places_); }
  const std::vector<Worker>& workers() const { return workers_; }

  // `command`: the program and its arguments.
  void start(std::int64_t job, const std::vector<std::string>& command);

  // Waits until a worker has ended or the time is over; a signal may end the wait earlier.
  std::vector<EndedWorker> wait(std::chrono::milliseconds most);

  // Asks all workers to stop, by SIGTERM.
  void stop() const;

  double idle_seconds() const;  // time that places have been empty, summed over places
  double seconds() const;       // since the pool was made

 private:
  using Clock = std::chrono::steady_clock;

  void count_idle();
  void read_output(Worker& worker);
  EndedWorker reaped(Worker& worker);

  int places_;
  std::vector<Worker> workers_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point counted_ = begun_;
  double idle_ = 0;
};

}  // namespace pauc::compare
