#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

#include "command.h"
#include "pauc/core/atomic_file.h"
#include "pauc/core/error.h"
#include "pauc/core/number.h"
#include "pauc/core/parallel.h"
#include "pauc/metric/evaluation.h"
#include "pauc/metric/score_table.h"
#include "pauc/report/evaluation_json.h"
#include "pauc/report/evaluation_text.h"
#include "pauc/report/names.h"
#include "pauc/report/roc_svg.h"

namespace pauc {

namespace {

struct EvaluateArgs {
  std::string file;
  ScoreColumns columns;
  bool no_header = false;
  EvaluationOptions options;
  std::string tpr_band;
  std::string ci = "analytic";
  std::string scale;
  std::string svg;
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
  options.uncertainty.method = interval_method_named(args.ci);
  options.uncertainty.seed = static_cast<std::uint64_t>(global.seed);
  options.uncertainty.threads = global.threads > 0 ? global.threads : hardware_threads();
  if (!args.scale.empty()) options.scale = scale_named(args.scale);
  if (!args.tpr_band.empty()) options.tpr_band = band_named(args.tpr_band);
  check_options(options);
  return options;
}

// The picture must not take the place of what it is drawn from.
void check_picture(const std::string& svg, const std::string& input) {
  std::error_code failed;
  require_usage(svg != "-", "svg: expected a file to write, got standard output, where the figures go");
  require_usage(!std::filesystem::equivalent(svg, input == "-" ? "/dev/stdin" : input, failed),
                "svg: expected another file than the scores, got ", svg);
}

void note_reversed_scores(const Evaluation& evaluation, const Global& global) {
  for (const auto& score : evaluation.scores) {
    const Estimate& auc = score.areas[0];
    if (auc.ci.interval ? auc.ci.interval->upper >= 0.5 : auc.value >= 0.5) continue;
    char value[16];
    std::snprintf(value, sizeof value, "%.4f", auc.value);
    print_note(global, joined("score ", score.name, ": AUC is ", value, ": does a larger score mean negative?"));
  }
}

void run(const EvaluateArgs& args, const Global& global) {
  const EvaluationOptions options = options_of(args, global);
  if (!args.svg.empty()) check_picture(args.svg, args.file);
  ScoreColumns columns = args.columns;
  columns.header = !args.no_header;

  ScoreTable table = read_score_table(args.file, columns);
  for (const auto& note : table.notes) print_note(global, note);
  const Evaluation evaluation = evaluate(std::move(table.rows), options);
  note_reversed_scores(evaluation, global);
  if (!args.svg.empty()) write_file_atomically(args.svg, roc_svg(evaluation));
  print_result(global.json ? evaluation_json(evaluation) : evaluation_text(evaluation));
}

}  // namespace

void add_evaluate(CLI::App& program, const Global& global) {
  auto* command =
      program.add_subcommand("evaluate", "judge scores: partial AUC with intervals, operating points, comparison");
  const auto args = std::make_shared<EvaluateArgs>();
  add_text(*command, "scores.csv", args->file, "CSV or TSV file, also gzipped; - for standard input")->required();
  add_text(*command, "--label", args->columns.label, "label column, by name or number")->capture_default_str();
  add_text(*command, "--positive", args->columns.positive,
           "label value that is positive, or a comparison such as '>=8' (default: 1, true, yes; else the rarer)");
  command->add_option("--score", args->columns.scores, "score column, by name or number; again for each further column")
      ->take_all()
      ->allow_extra_args(false)
      ->capture_default_str();
  add_text(*command, "--weight", args->columns.weight, "column of case weights");
  add_text(*command, "--group", args->columns.group,
           "column that names patients, lesions, scaffolds: rows that belong together");
  command->add_flag("--no-header", args->no_header, "the first line is data; columns are 1, 2, ...");
  add_fields(*command, args->options, kEvaluationFields);
  add_text(*command, "--tpr-band", args->tpr_band, "area over a band of true-positive rates, such as 0.8,1");
  add_text(*command, "--ci", args->ci, "intervals: analytic, bootstrap, bca or none")->capture_default_str();
  add_fields(*command, args->options.uncertainty, kUncertaintyFields);
  add_text(*command, "--scale", args->scale, "scale of the area shown and compared: raw, normalised or mcclish");
  add_text(*command, "--svg", args->svg, "draw the ROC curves into this file");
  command->footer(
      "Beside these: --json, --quiet, --threads, --seed (see pauc --help).\n\nExample:\n"
      "  pauc evaluate examples/scores.csv --label label --score model_a --score model_b --fpr-max 0.1 --svg roc.svg");
  command->callback([args, &global] { run(*args, global); });
}

}  // namespace pauc
