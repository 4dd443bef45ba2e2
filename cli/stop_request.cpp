#include "stop_request.h"

#include <atomic>
#include <csignal>

namespace pauc::cli {

namespace {

std::atomic<bool> requested{false};

extern "C" void request_stop(int signal) {
  requested = true;
  // A second Ctrl-C ends the program at once. A terminal that closes may send SIGHUP twice.
  if (signal != SIGHUP) std::signal(signal, SIG_DFL);
}

}  // namespace

void listen_for_stop() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(signal, request_stop) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

bool stop_requested() { return requested.load(); }

}  // namespace pauc::cli
