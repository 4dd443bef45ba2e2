#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace pauc::cli {

struct HttpRequest {
  std::string method;
  std::string path;
  std::string host;  // as the header says; may be empty
  std::string body;
};

struct HttpAnswer {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string policy = {};  // Content-Security-Policy of a page
};

struct HttpOptions {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: any that is free
  std::size_t threads = 8;
  std::size_t most_body_bytes = std::size_t{1} << 20;
  int seconds = 10;   // to wait for a client that sends or takes nothing
  int deadline = 60;  // seconds for a request to arrive
};

// {"error": "..."} with this status.
HttpAnswer http_error(int status, const std::string& sentence);

// Answers requests until `stop_requested` says so, by a bounded number of threads. `listening` is told the port.
// `answer` is called by several threads. Fails if this build has no HTTP library, or if the port cannot be used.
void serve_http(const HttpOptions& options, const std::function<HttpAnswer(const HttpRequest&)>& answer,
                const std::function<void(int port)>& listening, const std::function<bool()>& stop_requested);

}  // namespace pauc::cli
