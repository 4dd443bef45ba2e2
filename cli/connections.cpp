#include "connections.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>

#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// A descriptor of our own of the same socket: the server may close its own at any time, and a file that is opened next
// gets the same number.
class SecondDescriptor {
 public:
  explicit SecondDescriptor(int socket) : number_(fcntl(socket, F_DUPFD_CLOEXEC, 0)) {}
  SecondDescriptor(const SecondDescriptor&) = delete;
  SecondDescriptor& operator=(const SecondDescriptor&) = delete;
  ~SecondDescriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

int port_of(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) return ntohs(reinterpret_cast<const sockaddr_in&>(address).sin_port);
  if (address.ss_family == AF_INET6) return ntohs(reinterpret_cast<const sockaddr_in6&>(address).sin6_port);
  return -1;
}

// Who is connected to this port by the socket; empty: it is no such connection.
std::string peer_of(int socket, int port) {
  sockaddr_storage own = {}, peer = {};
  socklen_t own_size = sizeof own, peer_size = sizeof peer;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&own), &own_size) != 0 || port_of(own) != port) return "";
  if (getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0) return "";
  char host[NI_MAXHOST];
  const int failed =
      getnameinfo(reinterpret_cast<const sockaddr*>(&peer), peer_size, host, sizeof host, nullptr, 0, NI_NUMERICHOST);
  return failed != 0 ? "" : joined(host, ":", port_of(peer));
}

std::uint64_t bytes_received(int socket) {
  tcp_info facts = {};
  socklen_t size = sizeof facts;
  return getsockopt(socket, IPPROTO_TCP, TCP_INFO, &facts, &size) == 0 ? facts.tcpi_bytes_received : 0;
}

}  // namespace

void Connections::asked(const std::string& peer) {
  const std::lock_guard guard(mutex_);
  connections_.try_emplace(peer, Connection{Clock::now()}).first->second.waits = true;
}

void Connections::answered(const std::string& peer) {
  const std::lock_guard guard(mutex_);
  Connection& connection = connections_[peer];
  connection.waits = false;
  connection.is_answered = true;
  connection.since = Clock::now();
}

void Connections::check() {
  const std::lock_guard guard(mutex_);
  const std::unique_ptr<DIR, CloseFolder> folder(opendir("/proc/self/fd"));
  if (!folder) return;
  for (auto& [peer, connection] : connections_) connection.is_there = false;
  while (const dirent* entry = readdir(folder.get())) {
    if (entry->d_name[0] == '.') continue;
    const SecondDescriptor socket(std::atoi(entry->d_name));
    if (socket.number() < 0 && errno == EMFILE) return;  // nothing is known of the others: none is forgotten
    const std::string peer = peer_of(socket.number(), port_);
    if (!peer.empty()) check(socket.number(), peer);
  }
  for (auto it = connections_.begin(); it != connections_.end();) {
    it = it->second.is_there || it->second.waits ? std::next(it) : connections_.erase(it);
  }
}

void Connections::check(int socket, const std::string& peer) {
  Connection& connection = connections_.try_emplace(peer, Connection{Clock::now()}).first->second;
  connection.is_there = true;
  if (connection.waits) return;
  const std::uint64_t bytes = bytes_received(socket);
  if (connection.is_answered || bytes < connection.bytes) connection.bytes = bytes;
  connection.is_answered = false;
  const bool too_slow = Clock::now() - connection.since > limits_.time;
  if (too_slow || bytes - connection.bytes > limits_.bytes) shutdown(socket, SHUT_RDWR);
}

}  // namespace pauc::cli
