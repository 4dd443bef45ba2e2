#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "compare.h"
#include "pauc/compare/compare.h"
#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/report/table/comparison_table.h"
#include "stop_request.h"
#include "torch_program.h"

namespace pauc::cli {

namespace {

std::string time_text(double seconds) {
  constexpr double kMostSeconds = 100;
  if (seconds < kMostSeconds) return joined(static_cast<std::int64_t>(std::ceil(seconds)), " s");
  const auto minutes = static_cast<std::int64_t>(std::round(seconds / 60));
  if (minutes < 60) return joined(minutes, " min");
  return joined(minutes / 60, " h ", minutes % 60, " min");
}

std::string left_text(const compare::CompareProgress& progress) {
  return progress.seconds_left < 0 ? "" : joined(", ", time_text(progress.seconds_left), " left");
}

std::string count_text(const compare::CompareProgress& progress) {
  return joined(progress.runs_done, " of ", progress.runs_known, " runs",
                progress.failed > 0 ? joined(", ", progress.failed, " failed") : "");
}

// Shows the progress of a comparison on standard error: a bar on a terminal, one line per run elsewhere.
class CompareShown {
 public:
  explicit CompareShown(const Global& global)
      : global_(global), terminal_(isatty(STDERR_FILENO) != 0 && !global.json_progress) {}

  compare::CompareObserver observer() {
    compare::CompareObserver observer;
    observer.note = [this](const std::string& text) {
      clear();
      print_note(global_, text);
    };
    observer.run_done = [this](const std::string& run, const compare::CompareProgress& progress) {
      if (!terminal_) print_note(global_, joined(count_text(progress), ": ", run, left_text(progress)));
    };
    if (terminal_ && !global_.quiet)
      observer.tick = [this](const compare::CompareProgress& progress) { draw(progress); };
    observer.stop_requested = stop_requested;
    return observer;
  }

  void clear() {
    if (shown_) std::fputs("\r\033[K", stderr);
    shown_ = false;
  }

 private:
  void draw(const compare::CompareProgress& progress) {
    constexpr int kBarWidth = 20;
    const int filled = static_cast<int>(kBarWidth * std::min(1.0, progress.share));
    const std::string bar = std::string(filled, '=') + std::string(kBarWidth - filled, ' ');
    const std::string words = count_text(progress) + left_text(progress);
    const std::string with_bar = joined("[", bar, "] ", words);
    // A line that wraps could not be removed; the words matter more than the bar.
    const std::string& text = with_bar.size() < terminal_width(STDERR_FILENO) ? with_bar : words;
    std::fprintf(stderr, "\r\033[K%.*s", static_cast<int>(terminal_width(STDERR_FILENO)) - 1, text.c_str());
    std::fflush(stderr);
    shown_ = true;
  }

  const Global& global_;
  bool terminal_;
  bool shown_ = false;
};

// The command without LibTorch, which the workers start; pauc-torch, which takes over, must be there too.
std::string program_of_workers() {
  std::error_code failed;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  const std::string torch = torch_program();
  if (!is_there(torch)) fail(Fault::failed_run, torch, ": is not there: training needs the part of pauc with LibTorch");
  return (folder / "pauc").string();
}

compare::CompareRequest request_of(const CompareArgs& args) {
  compare::CompareRequest request;
  request.config = args.config;
  request.data_root = args.data_root;
  request.out = out_of(args);
  request.workers = args.workers;
  request.program = program_of_workers();
  request.cache = args.cache;
  request.image_megabytes = args.image_memory / 1'000'000;
  return request;
}

std::string speed_text(const compare::CompareSummary& summary) {
  if (summary.runs == 0) return "";
  char text[128];
  std::snprintf(text, sizeof text, "%lld runs in %s, %.0f per hour; workers idle %.1f %% of the time",
                static_cast<long long>(summary.runs), time_text(summary.seconds).c_str(),
                static_cast<double>(summary.runs) * 3600 / summary.seconds, 100 * summary.idle);
  return text;
}

std::string result_text(const compare::CompareSummary& summary) {
  std::string text;
  for (const compare::CompareResult& result : summary.results) {
    if (!result.name.empty()) text += result.name + "\n\n";
    text += report::comparison_text(result.comparison, output_width()) + "\n";
  }
  return text + joined("everything is in ", summary.folder, "\n");
}

std::string result_json(const compare::CompareSummary& summary) {
  if (summary.results.size() == 1) return record::comparison_json(summary.results[0].comparison);
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const compare::CompareResult& result : summary.results) {
    json[result.name] = record::comparison_value(result.comparison);
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string plan_text(const std::vector<compare::CompareSize>& sizes) {
  std::string text;
  for (const compare::CompareSize& size : sizes) {
    if (!size.name.empty()) text += size.name + ": ";
    text += joined(size.known_runs, " runs are known, at most ", size.most_winners,
                   " more follow for the settings that win; at most ", size.most_epochs, " epochs in all\n");
  }
  return text;
}

std::string plan_json(const std::vector<compare::CompareSize>& sizes) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const compare::CompareSize& size : sizes) {
    json.push_back({{"dataset", size.name},
                    {"known_runs", size.known_runs},
                    {"most_winners", size.most_winners},
                    {"most_epochs", size.most_epochs}});
  }
  return json.dump(2) + "\n";
}

int print_plan(const CompareArgs& args, const Global& global) {
  const auto sizes = compare::compare_size(args.config);
  print_result(global.json ? plan_json(sizes) : plan_text(sizes));
  return 0;
}

// An option that would change nothing is a misunderstanding.
void check_options(const CompareArgs& args, const Global& global) {
  require_usage(args.estimator || !global.seed_given, "seed: expected it in the file, as seeds:, got --seed");
  require_usage(args.estimator || global.threads == 0, "threads: a worker has one; expected --workers, got --threads ",
                global.threads);
  require_usage(!args.estimator || args.workers == 0, "workers: expected --threads with --estimator, got --workers ",
                args.workers);
  require_usage(!args.estimator || !args.plan, "plan: expected it without --estimator, got both");
}

int run_compare(const CompareArgs& args, const Global& global) {
  listen_for_stop();
  CompareShown shown(global);
  const compare::CompareSummary summary = compare::compare(request_of(args), shown.observer());
  shown.clear();
  if (summary.runs > 0) print_note(global, speed_text(summary));
  print_summary(global, global.json ? result_json(summary) : result_text(summary));
  if (summary.end != compare::CompareEnd::complete) {
    print_note(global,
               joined(summary.end == compare::CompareEnd::out_of_time ? "the time budget is used up" : "stopped", "; ",
                      summary.left, " or more runs are left. The same command resumes the comparison"));
    return static_cast<int>(Fault::interrupted);
  }
  if (summary.failed == 0) return 0;
  fail(Fault::failed_run, "failed runs: ", summary.failed, "; table.md lists them");
}

}  // namespace

std::string out_of(const CompareArgs& args) {
  return args.out.empty() ? "compare-" + std::filesystem::path(args.config).stem().string() : args.out;
}

void add_compare(CLI::App& program, const Global& global) {
  auto* command =
      program.add_subcommand("compare", "compare methods over hyper-parameters and seeds in one table of means (std)");
  const auto args = std::make_shared<CompareArgs>();
  add_text(*command, "config", args->config, "YAML file with data, targets, protocol, methods; see docs/compare.md",
           "FILE")
      ->required();
  add_text(*command, "--data-root", args->data_root, "folder that the file's paths are relative to [.]", "FOLDER");
  add_text(*command, "--out", args->out, "folder for runs and tables [compare- and the name of the file]", "FOLDER");
  command->add_option("--workers", args->workers, "processes at a time [the file's workers:, else one per core]")
      ->type_name("INTEGER")
      ->check(whole_number(4096));
  command->add_flag("--plan", args->plan, "only print the number of runs");
  command->add_flag("--estimator", args->estimator,
                    "instead of training, measure how close the KL estimator comes to CVaR over lambda, for random "
                    "weights");
  add_cache(*command, args->cache);
  add_image_memory(*command, args->image_memory);
  command->footer(
      "A comparison that was stopped or killed resumes when the same command is given again.\n"
      "Also: --json, --json-progress, --quiet (see pauc --help).\n\nExample:\n"
      "  pauc compare examples/compare.yaml --out comparison");
  command->callback([args, &global] {
    check_options(*args, global);
    global.exit_code = args->plan        ? print_plan(*args, global)
                       : args->estimator ? run_estimator(*args, global)
                                         : run_compare(*args, global);
  });
}

}  // namespace pauc::cli
