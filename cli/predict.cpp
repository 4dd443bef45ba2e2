#include <limits>
#include <memory>

#include "pauc/core/text/shell_word.h"
#include "rate_fields.h"
#include "train.h"
#include "trained_run.h"

namespace pauc::cli {

namespace {

// The run comes first, then the data.
void require_order(const PredictArgs& args) {
  const bool swapped = !is_run_folder(args.run) && is_run_folder(args.data);
  require_usage(!swapped, "predict: expected RUN DATA, got them in the other order; did you mean pauc predict ",
                shell_word(args.data), " ", shell_word(args.run), "?");
  require_run_folder(args.run);
  require_usage(!is_run_folder(args.data), "data: expected a file to score, got ", args.data, ", the folder of a run");
}

const Fields<PredictArgs> kThresholdField = {
    {"threshold", &PredictArgs::threshold, "score from which on a row is called positive, instead of --at-fpr"},
};

void add_output_options(CLI::App& command, PredictArgs& args) {
  add_text(
      command, "--keep", args.keep,
      "columns of the data to copy to the output, separated by commas, or all; a name with a comma is quoted as in "
      "CSV",
      "COLUMN,...|all");
  command.add_flag("--sort", args.sort, "write the highest scores first; holds the whole output in memory");
  command
      .add_option("--top", args.top, "write only the N rows with the highest scores, the highest first; holds N rows")
      ->type_name("N")
      ->check(whole_number(std::numeric_limits<std::int64_t>::max()));
}

void add_hit_options(CLI::App& command, PredictArgs& args) {
  add_text(
      command, "--page", args.page,
      "with --top: an HTML page of these rows to write; molecules are drawn with their contributions, alerts and the "
      "nearest actives of the training",
      "FILE");
  command.add_flag("--diverse", args.diverse, "with --top: the best molecule of each Murcko scaffold first");
  command
      .add_option("--budget", args.budget,
                  "say how many positives to expect among the N rows with the highest scores, if these are tested")
      ->type_name("N")
      ->check(whole_number(std::numeric_limits<std::int64_t>::max()));
}

void add_truth_options(CLI::App& command, PredictArgs& args) {
  add_text(command, "--label", args.label,
           "label column, by name or number, to copy to the output as 1 (what was positive in training) and 0 "
           "[with --evaluate: that of the training]",
           "COLUMN");
  command.add_flag("--evaluate", args.evaluate,
                   "evaluate the scores of all rows with a label, as pauc evaluate does on the output; holds labels "
                   "and scores in memory");
  command.add_flag("--strict", args.strict,
                   "refuse data with columns out of the range or the categories of the training, and write nothing; "
                   "without --out it holds the whole output in memory");
}

void add_uncertainty_options(CLI::App& command, PredictArgs& args) {
  command.add_flag("--uncertainty", args.uncertainty,
                   "add spread, the standard deviation of the score over the models of a blend, and unlike, which is 1 "
                   "for rows with values that no training row has");
  command
      .add_option("--nearest", args.nearest,
                  "add the ids (or numbers) of the K training rows that are most like each row; reads the data of the "
                  "training again")
      ->type_name("K")
      ->check(whole_number(std::numeric_limits<std::int64_t>::max()));
}

}  // namespace

void add_predict(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("predict", "score new data with a trained run");
  const auto args = std::make_shared<PredictArgs>();
  add_text(*command, "run", args->run, "folder of a trained run", "FOLDER")->required();
  add_text(*command, "data", args->data,
           "file or folder to score, with the columns used in training; - reads CSV from standard input", "PATH")
      ->required();
  add_text(*command, "--out", args->out, "CSV file to write [standard output]", "FILE");
  add_fields(*command, args->rates, kRateFields);
  add_fields(*command, *args, kThresholdField);
  command->add_flag("--probability", args->probability, "add a probability, by a curve fitted on the validation part");
  command->add_flag("--members", args->members, "add the score of each member of a blend");
  add_text(*command, "--member", args->member,
           "scores of a member that was trained elsewhere, for these rows in their order: NAME=FILE.csv, several "
           "separated by commas",
           "NAME=FILE");
  add_output_options(*command, *args);
  add_hit_options(*command, *args);
  add_truth_options(*command, *args);
  add_uncertainty_options(*command, *args);
  add_text(*command, "--id", args->id, "column to copy to the output [as in training, if the data have it]", "COLUMN");
  add_text(*command, "--smiles", args->smiles, "column with molecules [as in training, or smiles]", "COLUMN");
  add_text(*command, "--image", args->image, "column with paths of images [as in training]", "COLUMN");
  add_text(*command, "--image-root", args->image_root,
           "folder that these paths are relative to [the folder of the file]", "FOLDER");
  add_text(*command, "--kind", args->kind, "kind of data: auto (by content), or a name from pauc list datasets")
      ->capture_default_str();
  command->add_flag("--no-header", args->no_header, "the file has no header line");
  command->footer(
      "Also: --json, --json-progress, --quiet, --threads (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --id patient --epochs 2 --out run && pauc predict run examples/patients.csv "
      "--out "
      "scores.csv");
  command->callback([args, command, &global] {
    require_usage(command->count("--nearest") == 0 || args->nearest > 0, "nearest: expected at least 1 row, got 0");
    require_usage(command->count("--top") == 0 || args->top > 0, "top: expected at least 1 row, got 0");
    require_usage(command->count("--budget") == 0 || args->budget > 0, "budget: expected at least 1 row, got 0");
    require_order(*args);
    global.exit_code = run_predict(*args, global);
  });
}

}  // namespace pauc::cli
