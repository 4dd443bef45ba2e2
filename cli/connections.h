#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

namespace pauc::cli {

// The connections of a server, closed where a request takes too long to arrive or has too many bytes. The HTTP library
// limits neither: a client that sends a byte now and then would hold a thread for ever, and one that sends header after
// header would fill the memory.
class Connections {
 public:
  struct Limits {
    std::chrono::seconds time;  // from the connection, or the answer before, to the beginning of an answer
    std::uint64_t bytes;        // of a request
  };

  Connections(int port, const Limits& limits) : port_(port), limits_(limits) {}

  // A peer, "127.0.0.1:40312", has sent a request and waits for the answer; it has got it.
  void asked(const std::string& peer);
  void answered(const std::string& peer);

  // Closes those that are over the limits. Is called every few milliseconds.
  void check();

 private:
  using Clock = std::chrono::steady_clock;
  struct Connection {
    Clock::time_point since;   // of the connection, or of the last answer
    std::uint64_t bytes = 0;   // received until then
    bool is_answered = false;  // since the last check
    bool waits = false;        // for its answer
    bool is_there = false;     // in this check
  };
  void check(int socket, const std::string& peer);

  int port_;
  Limits limits_;
  std::mutex mutex_;
  std::unordered_map<std::string, Connection> connections_;  // by peer
};

}  // namespace pauc::cli
