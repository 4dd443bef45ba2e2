#include "stop_request.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>

namespace pauc::cli {

namespace {

constexpr std::int64_t kOneRequest = 300;  // milliseconds

std::atomic<bool> requested{false};
std::atomic<std::int64_t> first_at{0};

std::int64_t milliseconds() {
  using std::chrono::duration_cast;
  return duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A second Ctrl-C ends the program at once. The same request may come twice, though: `timeout` sends its signal to the
// program and to its group, and a terminal that closes may send SIGHUP twice.
extern "C" void request_stop(int signal) {
  const std::int64_t now = milliseconds();
  std::int64_t first = 0;
  if (first_at.compare_exchange_strong(first, now)) {
    requested = true;
    return;
  }
  if (signal == SIGHUP || now - first < kOneRequest) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void listen_for_stop() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(signal, request_stop) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

bool stop_requested() { return requested.load(); }

}  // namespace pauc::cli
