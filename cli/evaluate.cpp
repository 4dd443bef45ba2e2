#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "command.h"
#include "outputs.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/core/version.h"
#include "pauc/metric/evaluation.h"
#include "pauc/metric/score_table.h"
#include "pauc/record/evaluation_json.h"
#include "pauc/report/figure/png.h"
#include "pauc/report/figure/roc_svg.h"
#include "pauc/report/page/page.h"
#include "pauc/report/table/evaluation_text.h"

namespace pauc::cli {

namespace {

struct EvaluateArgs {
  std::string file;
  ScoreColumns columns;
  bool no_header = false;
  EvaluationOptions options;
  std::string tpr_band;
  std::string svg;
  std::string png;
  std::string html;
};

TprBand band_named(const std::string& text) {
  const auto comma = text.find(',');
  const auto min = parse_number(text.substr(0, comma));
  const auto max = comma == std::string::npos ? std::nullopt : parse_number(text.substr(comma + 1));
  require_usage(min && max, "tpr-band: expected two rates such as 0.8,1, got \"", text, '"');
  return {*min, *max};
}

EvaluationOptions options_of(const EvaluateArgs& args, const Global& global) {
  EvaluationOptions options = args.options;
  options.uncertainty.seed = static_cast<std::uint64_t>(global.seed);
  options.uncertainty.threads = global.threads > 0 ? global.threads : hardware_threads();
  if (!args.tpr_band.empty()) options.tpr_band = band_named(args.tpr_band);
  check_options(options);
  return options;
}

// As it was typed.
std::string command_line(const Global& global) {
  std::string line = "pauc";
  for (char** word = global.arguments + 1; *word != nullptr; ++word) line += " " + shell_word(*word);
  return line;
}

std::string page_of(const EvaluateArgs& args, const ScoreTable& table, const Evaluation& evaluation,
                    const Global& global) {
  report::Report report = report::report_on_scores(args.file, table, evaluation);
  report.runs.push_back({report.title,
                         command_line(global),
                         "",
                         {{"file", args.file},
                          {"label column", args.columns.label},
                          {"positive label", table.positive},
                          {"rows", joined(table.rows.labels.size(), ", and ", table.unlabelled, " without a label")},
                          {"weight column", args.columns.weight.empty() ? "none" : args.columns.weight},
                          {"group column", args.columns.group.empty() ? "none" : args.columns.group},
                          {"pauc", kVersion}}});
  return report::report_html(report);
}

void write_outputs(const EvaluateArgs& args, const ScoreTable& table, const Evaluation& evaluation,
                   const Global& global) {
  if (!args.svg.empty()) write_file_atomically(args.svg, report::roc_svg(evaluation));
  if (!args.png.empty()) write_file_atomically(args.png, report::png_of(report::roc_svg(evaluation)));
  if (!args.html.empty()) write_file_atomically(args.html, page_of(args, table, evaluation, global));
}

void run(const EvaluateArgs& args, const Global& global) {
  EvaluationOptions options = options_of(args, global);
  if (!args.html.empty()) options.band_points = report::kBandPoints;
  const std::string input = args.file == "-" ? "/dev/stdin" : args.file;
  check_outputs({{"svg", args.svg}, {"png", args.png}, {"html", args.html}}, {input});
  ScoreColumns columns = args.columns;
  columns.header = !args.no_header;

  std::error_code ignored;
  if (std::filesystem::is_directory(args.file, ignored)) {
    fail(Fault::no_input, args.file, ": expected a file of labels and scores such as run/predictions-test.csv, got a ",
         "folder");
  }
  ScoreTable table = read_score_table(args.file, columns);
  for (const auto& note : table.notes) print_note(global, note);
  const Evaluation evaluation = evaluate(args.html.empty() ? std::move(table.rows) : table.rows, options);
  for (const std::string& note : report::notes_on_reversed_scores(evaluation)) print_note(global, note);
  write_outputs(args, table, evaluation, global);
  if (!args.html.empty()) print_note(global, joined("page: ", args.html));
  print_result(global.json ? record::evaluation_json(evaluation) : report::evaluation_text(evaluation, output_width()));
}

}  // namespace

void add_evaluate(CLI::App& program, const Global& global) {
  auto* command =
      program.add_subcommand("evaluate", "partial AUC of scores with intervals, operating points, comparison");
  const auto args = std::make_shared<EvaluateArgs>();
  add_text(
      *command, "scores.csv", args->file,
      "CSV or TSV file of labels and scores, such as run/predictions-test.csv; may be gzipped; - reads standard input",
      "FILE")
      ->required();
  add_text(*command, "--label", args->columns.label, "label column, by name or number", "COLUMN")
      ->capture_default_str();
  add_text(*command, "--positive", args->columns.positive,
           "positive label value, or a comparison such as '>=8' [the larger of two numbers; true or yes; otherwise the "
           "rarer value]");
  command->add_option("--score", args->columns.scores, "score column, by name or number; may be repeated")
      ->type_name("COLUMN")
      ->take_all()
      ->allow_extra_args(false)
      ->default_str(args->columns.scores.front());
  add_text(*command, "--weight", args->columns.weight, "column with case weights", "COLUMN");
  add_text(*command, "--group", args->columns.group,
           "column of groups, such as patients, lesions or scaffolds: rows that belong together", "COLUMN");
  command->add_flag("--no-header", args->no_header, "the file has no header line; columns are called 1, 2, ...");
  add_fields(*command, args->options, kEvaluationFields);
  add_text(*command, "--tpr-band", args->tpr_band, "area over a band of true-positive rates, such as 0.8,1",
           "NUMBER,NUMBER");
  add_fields(*command, args->options.uncertainty, kUncertaintyFields);
  add_fields(*command, args->options, kGuaranteeFields);
  add_fields(*command, args->options, kScaleFields);
  add_text(*command, "--id", args->columns.id, "column that names rows, for the page", "COLUMN");
  add_text(*command, "--html", args->html, "write a page with all results to this file", "FILE");
  add_text(*command, "--svg", args->svg, "draw the ROC curves as SVG into this file", "FILE");
  add_text(*command, "--png", args->png, "draw the ROC curves as PNG into this file", "FILE");
  command->footer(
      "Also: --json, --json-progress, --quiet, --threads, --seed (see pauc --help).\n\nExample:\n"
      "  pauc evaluate examples/scores.csv --label label --score model_a --score model_b --fpr-max 0.1 --svg roc.svg");
  command->callback([args, &global] { run(*args, global); });
}

}  // namespace pauc::cli
