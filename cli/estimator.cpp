// compare --estimator in the program that has LibTorch.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "compare.h"
#include "pauc/compare/comparison_folder.h"
#include "pauc/compare/estimator_file.h"
#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/parallel.h"
#include "pauc/report/table/estimator_report.h"
#include "pauc/trainer/run/estimator_accuracy.h"
#include "stop_request.h"

namespace pauc::cli {

namespace {

EstimatorRequest request_of(const CompareArgs& args, const Global& global) {
  const compare::EstimatorFile file = compare::read_estimator_file(args.config);
  EstimatorRequest request;
  request.asked = compare::with_data_root(file.asked, args.data_root.empty() ? "." : args.data_root);
  request.config = file.text;
  request.fpr_max = file.fpr_max;
  if (!file.lambdas.empty()) request.lambdas = file.lambdas;
  request.draws = file.draws;
  request.last_layer_scale = file.last_layer_scale;
  request.seed = static_cast<std::uint64_t>(global.seed_given ? global.seed : file.seed);
  request.cache = args.cache;
  request.image_memory = args.image_memory;
  request.threads = global.threads;
  return request;
}

void show(std::int64_t done, std::int64_t draws) {
  std::fprintf(stderr, "\r\033[K%lld of %lld draws", static_cast<long long>(done), static_cast<long long>(draws));
  if (done == draws) std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

// Results of before may be replaced, nothing else.
void check_free(const std::string& out) {
  std::error_code failed;
  const bool taken = is_there(out) && !std::filesystem::is_empty(out, failed) && !is_there(out + "/estimator.json");
  if (taken) fail(Fault::cannot_create, out, ": holds something else; give another --out");
}

}  // namespace

int run_estimator(const CompareArgs& args, const Global& global) {
  listen_for_stop();
  const std::string out = out_of(args);
  check_free(out);
  EstimatorRequest request = request_of(args, global);
  request.note = [&](const std::string& text) { print_note(global, text); };
  request.stop_requested = stop_requested;
  if (isatty(STDERR_FILENO) != 0 && !global.quiet) {
    request.progress = [draws = request.draws](std::int64_t done) { show(done, draws); };
  }
  const auto begun = std::chrono::steady_clock::now();
  const auto accuracy = estimator_accuracy(request);
  if (!accuracy) {
    print_note(global, "stopped; nothing is written");
    return static_cast<int>(Fault::interrupted);
  }
  report::write_estimator(out, *accuracy);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  const int threads = request.threads > 0 ? request.threads : hardware_threads();
  const std::string options = global.seed_given ? joined("--estimator --seed ", global.seed, " ") : "--estimator ";
  compare::append_session(out, {compare::logged_command(args.config, options), 0, request.draws, seconds, threads, 0});
  print_summary(global, global.json ? record::estimator_json(*accuracy)
                                    : joined(report::estimator_markdown(*accuracy), "\nto look at: ", out, "\n"));
  return 0;
}

}  // namespace pauc::cli
