#include "pauc/compare/worker_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"

namespace pauc::compare {

namespace {

// Runs in the child, between fork and exec: only async-signal-safe calls.
[[noreturn]] void become(char* const* arguments, int output, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a comparison that is killed leaves no worker behind
  if (getppid() != parent) _exit(WorkerPool::kCannotStart);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  execv(arguments[0], arguments);
  _exit(WorkerPool::kCannotStart);
}

// Epochs of pre-training, which have a phase, do not count. Lines that are no events are ignored: a library may print.
void take_line(Worker& worker) {
  const auto event = nlohmann::json::parse(worker.line, nullptr, false);
  worker.line.clear();
  if (!event.is_object()) return;
  if (event.contains("error") && event["error"].is_string()) worker.error = event["error"];
  if (event.contains("epoch") && event["epoch"].is_number_integer() && !event.contains("phase")) {
    worker.epoch = event["epoch"];
    ++worker.epochs;
  }
}

int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

WorkerPool::WorkerPool(int places) : places_(places) {
  std::signal(SIGCHLD, SIG_DFL);  // if it is ignored, exit codes are lost
}

WorkerPool::~WorkerPool() {
  for (Worker& worker : workers_) {
    kill(worker.process, SIGKILL);
    waitpid(worker.process, nullptr, 0);
    close(worker.output);
  }
}

void WorkerPool::start(std::int64_t job, const std::vector<std::string>& command) {
  count_idle();
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(Fault::io, "cannot make a pipe: ", std::strerror(errno));
  const pid_t self = getpid();
  const pid_t process = fork();
  if (process == 0) become(arguments.data(), ends[1], self);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    fail(Fault::io, "cannot start a worker: ", std::strerror(errno));
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  workers_.push_back({job, process, ends[0], "", "", 0, 0});
}

std::vector<EndedWorker> WorkerPool::wait(std::chrono::milliseconds most) {
  std::vector<pollfd> watched;
  for (const Worker& worker : workers_) watched.push_back({worker.output, POLLIN, 0});
  const int ready = poll(watched.data(), watched.size(), static_cast<int>(most.count()));
  count_idle();
  std::vector<EndedWorker> ended;
  if (ready <= 0) return ended;
  for (std::size_t k = watched.size(); k-- > 0;) {
    if (watched[k].revents == 0) continue;
    read_output(workers_[k]);
    if (workers_[k].output >= 0) continue;
    ended.push_back(reaped(workers_[k]));
    workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return ended;
}

// Reads all that is available, and closes the descriptor at its end.
void WorkerPool::read_output(Worker& worker) {
  constexpr std::size_t kLongestLine = 10000;
  char bytes[4096];
  for (;;) {
    const ssize_t count = read(worker.output, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) break;
    for (const char c : std::string_view(bytes, static_cast<std::size_t>(count))) {
      if (c == '\n') {
        take_line(worker);
      } else if (worker.line.size() < kLongestLine) {
        worker.line += c;
      }
    }
  }
  take_line(worker);
  close(worker.output);
  worker.output = -1;
}

EndedWorker WorkerPool::reaped(Worker& worker) {
  int status = 0;
  pid_t ended = 0;
  do {
    ended = waitpid(worker.process, &status, 0);
  } while (ended < 0 && errno == EINTR);
  if (ended < 0) fail(Fault::io, "cannot learn how a worker ended: ", std::strerror(errno));
  return {worker.job, exit_code_of(status), worker.error, worker.epochs};
}

void WorkerPool::stop() const {
  for (const Worker& worker : workers_) kill(worker.process, SIGTERM);
}

void WorkerPool::count_idle() {
  const auto now = Clock::now();
  const auto empty = places_ - static_cast<int>(workers_.size());
  idle_ += std::max(0, empty) * std::chrono::duration<double>(now - counted_).count();
  counted_ = now;
}

double WorkerPool::idle_seconds() const { return idle_; }

double WorkerPool::seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

}  // namespace pauc::compare
