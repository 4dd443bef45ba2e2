#include <memory>

#include "command.h"
#include "pauc/core/atomic_file.h"
#include "pauc/core/error.h"
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
  std::vector<double> tpr_band;
  std::string ci = "analytic";
  std::string scale;
  std::string svg;
};

void note_reversed_scores(const Evaluation& evaluation, const Global& global) {
  for (const auto& score : evaluation.scores) {
    const auto& ci = score.auc.ci.interval;
    if (!ci || ci->upper >= 0.5) continue;
    print_note(global,
               joined("score ", score.name, ": AUC is ", score.auc.value, ": does a larger score mean negative?"));
  }
}

void run(EvaluateArgs args, const Global& global) {
  args.columns.header = !args.no_header;
  args.options.uncertainty.method = interval_method_named(args.ci);
  args.options.uncertainty.seed = global.seed;
  args.options.uncertainty.threads = global.threads > 0 ? global.threads : hardware_threads();
  if (!args.scale.empty()) args.options.scale = scale_named(args.scale);
  if (!args.tpr_band.empty()) args.options.tpr_band = TprBand{args.tpr_band[0], args.tpr_band[1]};
  check_options(args.options);

  const ScoreTable table = read_score_table(args.file, args.columns);
  for (const auto& note : table.notes) print_note(global, note);
  const Evaluation evaluation = evaluate(table.rows, args.options);
  note_reversed_scores(evaluation, global);
  if (!args.svg.empty()) write_file_atomically(args.svg, roc_svg(evaluation));
  print_result(global.json ? evaluation_json(evaluation) : evaluation_text(evaluation));
}

}  // namespace

void add_evaluate(CLI::App& program, const Global& global) {
  auto* command =
      program.add_subcommand("evaluate", "judge scores: partial AUC with intervals, operating points, comparison");
  const auto args = std::make_shared<EvaluateArgs>();
  command->add_option("scores.csv", args->file, "CSV or TSV file, also gzipped; - for standard input")->required();
  command->add_option("--label", args->columns.label, "label column, by name or number")->capture_default_str();
  command->add_option(
      "--positive", args->columns.positive,
      "label value that is positive, or a comparison such as '>=8' (default: 1, true, yes; else the rarer)");
  command->add_option("--score", args->columns.scores, "score column, by name or number; again for each further column")
      ->take_all()
      ->allow_extra_args(false)
      ->capture_default_str();
  command->add_option("--weight", args->columns.weight, "column of case weights");
  command->add_option("--group", args->columns.group,
                      "column that names patients, lesions, scaffolds: rows that belong together");
  command->add_flag("--no-header", args->no_header, "the first line is data; columns are 1, 2, ...");
  add_fields(*command, args->options, kEvaluationFields);
  command->add_option("--tpr-band", args->tpr_band, "area over a band of true-positive rates, such as 0.8,1")
      ->delimiter(',')
      ->expected(2);
  command->add_option("--ci", args->ci, "intervals: analytic, bootstrap, bca or none")->capture_default_str();
  add_fields(*command, args->options.uncertainty, kUncertaintyFields);
  command->add_option("--scale", args->scale, "scale of the area shown and compared: raw, normalised or mcclish");
  command->add_option("--svg", args->svg, "draw the ROC curves into this file");
  command->footer(
      "Example:\n  pauc evaluate examples/scores.csv --label label --score model_a --score model_b --fpr-max 0.1 --svg "
      "roc.svg");
  command->callback([args, &global] { run(*args, global); });
}

}  // namespace pauc
