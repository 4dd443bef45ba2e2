// Where cpp-httplib is not installed.
#include "http_server.h"
#include "pauc/core/error.h"

namespace pauc::cli {

void serve_http(const HttpOptions& /*options*/, const std::function<HttpAnswer(const HttpRequest&)>& /*answer*/,
                const std::function<void(int port)>& /*listening*/, const std::function<bool()>& /*stop_requested*/) {
  fail(Fault::failed_run, "serve: this pauc was built without an HTTP library (Debian: libcpp-httplib-dev)");
}

}  // namespace pauc::cli
