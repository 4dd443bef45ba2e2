#include "serve.h"

#include <memory>

#include "rate_fields.h"
#include "trained_run.h"

namespace pauc::cli {

void add_serve(CLI::App& program, const Global& global) {
  constexpr std::int64_t kLastPort = 65535;
  constexpr std::int64_t kMostThreads = 256;
  constexpr std::int64_t kLongestDeadline = 86400;
  auto* command = program.add_subcommand("serve", "answer HTTP requests on this machine with the scores of a run");
  const auto args = std::make_shared<ServeArgs>();
  add_text(*command, "run", args->run, "folder of a finished run", "FOLDER")->required();
  command->add_option("--port", args->http.port, "port to listen on; 0: any that is free, which is printed")
      ->type_name("INTEGER")
      ->default_str("0")
      ->check(whole_number(kLastPort));
  add_text(*command, "--host", args->http.host,
           "address to listen on; others than this machine's own let anybody who reaches it ask, since there are no "
           "passwords",
           "ADDRESS")
      ->capture_default_str();
  command->add_option("--connections", args->http.threads, "connections that are served at a time; others wait")
      ->type_name("INTEGER")
      ->default_str("8")
      ->check(whole_number(kMostThreads));
  command
      ->add_option("--deadline", args->http.deadline,
                   "seconds until a connection is closed whose request has not arrived")
      ->type_name("INTEGER")
      ->default_str("60")
      ->check(whole_number(kLongestDeadline));
  add_fields(*command, args->rates, kRateFields);
  command->footer(
      "POST /score takes {\"rows\": [{\"age\": 63, ...}]}, GET / is a form to try one case,\n"
      "GET /health says that it runs. SIGTERM and Ctrl-C end it. See docs/operations.md.\n\n"
      "Also: --json-progress, --quiet (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --label outcome --id patient --epochs 2 --out run && "
      "timeout --preserve-status 10 pauc serve run --at-fpr 0.1");
  command->callback([args, &global] {
    require_usage(args->http.threads > 0, "connections: expected at least 1, got 0");
    require_run_folder(args->run);
    require_usage(args->http.deadline > 0, "deadline: expected at least 1 second, got 0");
    global.exit_code = run_serve(*args, global);
  });
}

}  // namespace pauc::cli
