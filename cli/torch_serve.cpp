// serve in the program that has LibTorch.
#include <arpa/inet.h>
#include <strings.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/text/utf8.h"
#include "pauc/core/version.h"
#include "pauc/report/page/score_form.h"
#include "score_request.h"
#include "serve.h"
#include "stop_request.h"

namespace pauc::cli {

HttpAnswer http_error(int status, const std::string& sentence) {
  HttpAnswer answer;
  answer.status = status;
  answer.body = nlohmann::ordered_json({{"error", printable(sentence)}}).dump() + "\n";
  return answer;
}

namespace {

// Names that begin with 127. may belong to anybody: only an address counts.
bool is_loopback(const std::string& host) {
  in_addr address = {};
  const bool is_address = inet_pton(AF_INET, host.c_str(), &address) == 1;
  if (is_address) return ntohl(address.s_addr) >> 24 == 127;
  return strcasecmp(host.c_str(), "localhost") == 0 || host == "::1" || host == "[::1]";
}

// Without the port.
std::string name_in(const std::string& host) {
  const auto colon = host.rfind(':');
  return colon == std::string::npos || host.find(']', colon) != std::string::npos ? host : host.substr(0, colon);
}

report::ScoreForm form_of(const RowScorer& scorer, const std::string& run) {
  report::ScoreForm form;
  form.title = folder_name(run);
  form.label = scorer.label();
  form.positive = scorer.positive();
  form.decides = scorer.rule().has_value();
  for (const RowField& field : scorer.fields()) {
    if (!field.needed) continue;
    form.fields.push_back({field.name, field.is_number, field.categories, field.lowest, field.highest});
  }
  return form;
}

class Service {
 public:
  Service(const ServeArgs& args, const Global& global)
      : scorer_(args.run, args.rates, [&](const std::string& note) { print_note(global, note); }),
        only_local_(is_loopback(args.http.host)) {
    page_.type = "text/html; charset=utf-8";
    page_.body = report::score_form_html(form_of(scorer_, args.run));
    page_.policy = report::score_form_policy();
    health_.body = nlohmann::ordered_json({{"status", "ok"},
                                           {"run", printable(folder_name(args.run))},
                                           {"model", scorer_.model()},
                                           {"version", kVersion}})
                       .dump() +
                   "\n";
  }

  HttpAnswer answer(const HttpRequest& request) const {
    // A page of somebody else's, opened in a browser on this machine, may try to pass for this server.
    const bool foreign = only_local_ && !request.host.empty() && !is_loopback(name_in(request.host));
    if (foreign) return http_error(403, "host: expected the name of this machine, got another");
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (reads && request.path == "/") return page_;
    if (reads && request.path == "/health") return health_;
    if (request.path != "/score") return http_error(404, "address: expected /, /health or /score, got another");
    if (request.method != "POST") return http_error(405, joined("/score: expected POST, got ", request.method));
    return scored(request.body);
  }

 private:
  HttpAnswer scored(const std::string& body) const {
    try {
      HttpAnswer answer;
      answer.body = answer_json(scorer_.score(csv_of_request(body, scorer_.fields())), scorer_.member_names());
      return answer;
    } catch (const UserError& error) {
      return http_error(400, error.what());
    } catch (const std::exception& error) {
      return http_error(500, joined("internal error: ", error.what()));
    }
  }

  RowScorer scorer_;
  bool only_local_;
  HttpAnswer page_;
  HttpAnswer health_;
};

}  // namespace

int run_serve(const ServeArgs& args, const Global& global) {
  listen_for_stop();
  const Service service(args, global);
  if (!is_loopback(args.http.host)) {
    print_note(global, joined("warning: whoever reaches ", args.http.host,
                              " can ask for scores: there are no passwords and no encryption; put a proxy before it"));
  }
  serve_http(
      args.http, [&](const HttpRequest& request) { return service.answer(request); },
      [&](int port) {
        print_note(global, joined("serving ", args.run, " at http://", args.http.host, ":", port, "/"));
      },
      stop_requested);
  print_note(global, "stopped");
  return 0;
}

}  // namespace pauc::cli
