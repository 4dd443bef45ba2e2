#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.h"
#include "outputs.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/record/comparison_paths.h"
#include "pauc/record/estimator.h"
#include "pauc/record/importance.h"
#include "pauc/record/run_paths.h"
#include "pauc/report/blend_json.h"
#include "pauc/report/figure/files.h"
#include "pauc/report/figure/png.h"
#include "pauc/report/page/label_pages.h"
#include "pauc/report/page/page.h"
#include "pauc/report/probabilities_json.h"
#include "pauc/report/table/blend_text.h"

namespace pauc::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ReportArgs {
  std::vector<std::string> folders;
  std::string out;
  report::ReportOptions options;
  std::string figure;
  std::string of;
  std::string svg;
  std::string png;
};

report::ReportOptions options_of(const ReportArgs& args, const Global& global) {
  report::ReportOptions options = args.options;
  options.evaluation.uncertainty.seed = static_cast<std::uint64_t>(global.seed);
  options.evaluation.uncertainty.threads = global.threads > 0 ? global.threads : hardware_threads();
  check_options(options.evaluation);
  return options;
}

// An option such as --part, which has no effect on a page without a run; empty if none was given.
std::string option_about_runs(const CLI::App& command) {
  constexpr std::string_view kOfAnyPage[] = {"--out", "--figure", "--of", "--svg", "--png"};
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    const bool is_of_any = std::find(std::begin(kOfAnyPage), std::end(kOfAnyPage), name) != std::end(kOfAnyPage);
    if (name.rfind("--", 0) == 0 && option->count() > 0 && !is_of_any) return name;
  }
  return "";
}

void refuse_estimator(const std::string& folder) {
  require_usage(!is_there(record::estimator_path(folder)), folder,
                ": expected runs or a comparison, got the accuracy of the estimator, which has figures of its own");
}

void refuse_without_table(const std::string& folder) {
  if (record::ComparisonPaths(folder).awaits_table()) {
    fail(Fault::no_input, folder,
         ": expected a comparison's table, got none yet; pauc compare writes it when it stops "
         "and every minute");
  }
}

// Runs and outputs of compare may stand side by side on one page.
report::Report report_of(const std::vector<std::string>& folders, const report::ReportOptions& options) {
  std::vector<std::string> runs;
  std::vector<record::FinishedComparison> comparisons;
  for (const std::string& folder : folders) {
    refuse_estimator(folder);
    refuse_without_table(folder);
    const auto compared = record::comparison_folders(folder);
    for (const std::string& dataset : compared) comparisons.push_back(record::read_comparison(dataset));
    if (compared.empty()) runs.push_back(folder);
  }
  report::Report report;
  if (!runs.empty()) report = report::report_on_runs(runs, options);
  if (runs.empty()) report.title = folder_name(folders.front());
  report.comparisons = std::move(comparisons);
  return report;
}

bool wants_figure(const ReportArgs& args) { return !args.svg.empty() || !args.png.empty(); }

std::string page_path(const ReportArgs& args) {
  if (!args.out.empty()) return args.out;
  return args.folders.size() == 1 ? record::RunPaths(args.folders.front()).page() : "pauc-report.html";
}

// The files that the page is made from.
std::vector<std::string> inputs_of(const std::vector<std::string>& folders) {
  std::vector<std::string> inputs;
  const auto add = [&](const std::vector<std::string>& files) {
    inputs.insert(inputs.end(), files.begin(), files.end());
  };
  for (const std::string& folder : folders) {
    add(record::RunPaths(folder).all());
    for (const std::string& dataset : record::comparison_folders(folder))
      add({record::ComparisonPaths(dataset).table(), record::ComparisonPaths(dataset).curves()});
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(record::RunPaths(folder).candidates(), ignored)) {
      add(record::RunPaths(entry.path().string()).all());
    }
  }
  return inputs;
}

// What each run looks at, as in its importance.json, by its name on the page.
void add_importance(const report::Report& report, nlohmann::ordered_json& json) {
  for (const report::ReportedRun& run : report.runs) {
    if (!run.importance) continue;
    json["importance"][run.name] = nlohmann::ordered_json::parse(record::importance_json(*run.importance));
  }
}

void run(const ReportArgs& args, const std::string& about_runs, const Global& global) {
  require_usage(wants_figure(args) || (args.figure.empty() && args.of.empty()), args.figure.empty() ? "of" : "figure",
                ": expected --svg or --png to write it to, got neither");
  check_outputs({{"out", page_path(args)}, {"svg", args.svg}, {"png", args.png}}, inputs_of(args.folders));
  const report::ReportOptions options = options_of(args, global);
  report::Report report = report_of(args.folders, options);
  require_usage(!report.labels || (!wants_figure(args) && (about_runs.empty() || about_runs == "--hide-ids")),
                wants_figure(args) ? "figure" : about_runs, ": expected a run with one label, got ",
                args.folders.front(), " with several; each of them has a run in ",
                record::RunPaths(args.folders.front()).tasks());
  require_usage(report.evaluation || report.labels || about_runs.empty(), about_runs,
                ": expected a run to evaluate, got comparisons only");
  Json written = Json::object();
  const auto write = [&](const char* what, const std::string& path, const std::string& content) {
    write_file_atomically(path, content);
    written[what] = path;
  };
  if (wants_figure(args)) {
    const std::string svg = report::figure_svg(report, args.figure.empty() ? "roc" : args.figure, args.of);
    if (!args.svg.empty()) write("svg", args.svg, svg);
    if (!args.png.empty()) write("png", args.png, report::png_of(svg));
  }
  if (report.labels) {
    const record::RunPaths labelled(args.folders.front());
    report::write_label_pages(labelled, report, options);
    report.labels->pages = report::path_to_labels(page_path(args), labelled);
  }
  if (!args.out.empty() || !wants_figure(args)) write("page", page_path(args), report::report_html(report));
  std::string text;
  for (const auto& [what, path] : written.items()) text += joined(what, ": ", path.get<std::string>(), "\n");
  if (global.json) add_importance(report, written);
  if (auto json = report::probabilities_json(report); !json.empty()) written["probabilities"] = std::move(json);
  if (auto blends = report::blends_json(report); !blends.empty()) written["blends"] = std::move(blends);
  print_summary(global, global.json ? written.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
                                    : text + report::blend_text(report, output_width()));
  report::require_all_labels(record::RunPaths(args.folders.front()), report);
}

}  // namespace

void add_report(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("report", "write one self-contained page on runs or comparisons");
  const auto args = std::make_shared<ReportArgs>();
  command->add_option("runs", args->folders, "folders of pauc train or pauc compare; the page is about the first")
      ->type_name("FOLDER")
      ->required()
      ->check(some_text());
  add_text(*command, "--out", args->out,
           "page to write [report.html in the run's folder; for several runs pauc-report.html]", "FILE");
  command->add_flag("--hide-ids", args->options.hide_ids,
                    "leave out ids and the column values of single rows, for pages that are mailed");
  add_text(*command, "--part", args->options.part, "rows to evaluate", "test|valid")->capture_default_str();
  add_fields(*command, args->options.evaluation, kEvaluationFields);
  add_fields(*command, args->options.evaluation.uncertainty, kUncertaintyFields);
  add_text(*command, "--figure", args->figure,
           joined("figure to write: ", names_nearest_first("roc", report::figure_names())))
      ->default_str("roc");
  add_text(*command, "--of", args->of,
           "model to draw, if the figure shows one, or part of the title of a convergence plot [the first]");
  add_text(*command, "--svg", args->svg, "write the figure as SVG; no page is written unless --out is given", "FILE");
  add_text(*command, "--png", args->png, "write the figure as PNG; no page is written unless --out is given", "FILE");
  command->footer(
      "Without a region, the page uses the first run's.\n\n"
      "Also: --json, --json-progress, --quiet, --threads, --seed (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --label outcome --fpr-max 0.1 --epochs 2 --out run && pauc report run --out "
      "page.html");
  command->callback([args, command, &global] { run(*args, option_about_runs(*command), global); });
}

}  // namespace pauc::cli
