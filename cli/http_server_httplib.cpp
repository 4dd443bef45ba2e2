// The HTTP server on cpp-httplib. The only file that includes its header, which is slow to compile.
#include <httplib.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>

#include "connections.h"
#include "http_server.h"
#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

constexpr int kKeepAliveSeconds = 2;  // an idle connection holds a thread, and the end of the server, for so long
constexpr std::size_t kKeepAliveRequests = 10'000;
constexpr std::size_t kMostHeadBytes = std::size_t{1} << 16;  // of a request's first line and headers

void take(const HttpAnswer& answer, httplib::Response& response) {
  response.status = answer.status;
  if (!answer.policy.empty()) response.set_header("Content-Security-Policy", answer.policy);
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_content(answer.body, answer.type.c_str());
}

// What the library itself refuses: too large, too slow, not HTTP.
std::string sentence_for(int status, const HttpOptions& options) {
  if (status == 413) return joined("body: expected at most ", options.most_body_bytes, " bytes, got more");
  if (status == 414) return "address: expected a short one, got a long one";
  return "request: expected GET /, GET /health or POST /score, got something else";
}

// Two servers must not share a port without knowing: the library would allow it.
void only_reuse_address(socket_t socket) {
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

// Stops the server when asked to, and connections that are over their limits, until it lives no more.
class Watch {
 public:
  Watch(httplib::Server& server, Connections& connections, const std::function<bool()>& stop_requested)
      : thread_([this, &server, &connections, &stop_requested] {
          while (!ended_) {
            if (stop_requested()) server.stop();
            connections.check();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
          }
        }) {}
  ~Watch() {
    ended_ = true;
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace

void serve_http(const HttpOptions& options, const std::function<HttpAnswer(const HttpRequest&)>& answer,
                const std::function<void(int port)>& listening, const std::function<bool()>& stop_requested) {
  httplib::Server server;
  server.new_task_queue = [&] { return new httplib::ThreadPool(options.threads); };
  server.set_socket_options(only_reuse_address);
  server.set_payload_max_length(options.most_body_bytes);
  server.set_read_timeout(options.seconds);
  server.set_write_timeout(options.seconds);
  server.set_keep_alive_timeout(kKeepAliveSeconds);
  server.set_keep_alive_max_count(kKeepAliveRequests);
  server.set_tcp_nodelay(true);
  // Before the body is read: this version of the library counts only bodies that say their length.
  server.set_pre_routing_handler([&](const httplib::Request& request, httplib::Response& response) {
    if (!request.has_header("Transfer-Encoding") && !request.has_header("Content-Encoding")) {
      return httplib::Server::HandlerResponse::Unhandled;
    }
    take(http_error(411, "body: expected plain bytes with their Content-Length, got an encoding"), response);
    response.set_header("Connection", "close");
    return httplib::Server::HandlerResponse::Handled;
  });
  std::optional<Connections> connections;  // once the port is known
  const auto handle = [&](const httplib::Request& request, httplib::Response& response) {
    const std::string peer = joined(request.remote_addr, ":", request.remote_port);
    connections->asked(peer);
    take(answer({request.method, request.path, request.get_header_value("Host"), request.body}), response);
    connections->answered(peer);
  };
  server.Get(".*", handle);
  server.Post(".*", handle);
  server.set_error_handler(httplib::Server::Handler([&](const httplib::Request&, httplib::Response& response) {
    if (response.body.empty()) take(http_error(response.status, sentence_for(response.status, options)), response);
  }));
  errno = 0;
  const int port = options.port == 0                                 ? server.bind_to_any_port(options.host)
                   : server.bind_to_port(options.host, options.port) ? options.port
                                                                     : -1;
  if (port < 0) {
    fail(Fault::io, "serve: cannot listen on ", options.host, " port ", options.port, ": ",
         errno != 0 ? std::strerror(errno) : "no such address");
  }
  connections.emplace(
      port, Connections::Limits{std::chrono::seconds(options.deadline), options.most_body_bytes + kMostHeadBytes});
  listening(port);
  const Watch watch(server, *connections, stop_requested);
  if (!server.listen_after_bind()) fail(Fault::io, "serve: cannot go on listening on ", options.host);
}

}  // namespace pauc::cli
