#include <memory>

#include "calibrate.h"

namespace pauc::cli {

void add_calibrate(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand(
      "calibrate", "find thresholds and probabilities of a finished run again, on fresh labelled rows");
  const auto args = std::make_shared<CalibrateArgs>();
  add_text(*command, "run", args->run, "folder of a finished run", "FOLDER")->required();
  add_text(*command, "data", args->data, "labelled rows that had no part in the training, with its columns", "PATH")
      ->required();
  add_label_options(*command, args->labels);
  add_text(*command, "--member", args->member,
           "scores of a member that was trained elsewhere, for these rows: NAME=FILE.csv, several separated by commas",
           "NAME=FILE");
  const Field<CalibrateArgs> guarantee = {"guarantee", &CalibrateArgs::guarantee,
                                          "confidence with which new cases keep the rates of guaranteed thresholds"};
  add_field(*command, *args, guarantee);
  command->footer(
      "The card before is kept in calibrations/. Nothing is trained.\n\n"
      "Also: --json, --json-progress, --quiet, --threads (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --label outcome --epochs 2 --out run && pauc calibrate run "
      "examples/patients.csv");
  command->callback([args, &global] { global.exit_code = run_calibrate(*args, global); });
}

void add_label_options(CLI::App& command, LabelOptions& options) {
  add_text(command, "--label", options.label, "label column, by name or number [as in training]", "COLUMN");
  add_text(command, "--positive", options.positive, "positive label value or comparison [as in training]");
  add_text(command, "--weight", options.weight, "column with case weights [as in training]", "COLUMN");
  add_text(command, "--group", options.group, "column of groups, such as patients [as in training]", "COLUMN");
  add_text(command, "--table", options.table, "CSV file with the labels, for files without columns", "FILE");
  add_text(command, "--kind", options.kind, "kind of data, a name from pauc list datasets [by content]");
  command.add_flag("--no-header", options.no_header, "the file has no header line");
}

}  // namespace pauc::cli
