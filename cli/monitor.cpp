#include "monitor.h"

#include <memory>

#include "calibrate.h"
#include "outputs.h"
#include "rate_fields.h"

namespace pauc::cli {

void add_monitor(CLI::App& program, const Global& global) {
  auto* command =
      program.add_subcommand("monitor", "does the promised rate still hold; have scores or columns drifted");
  const auto args = std::make_shared<MonitorArgs>();
  add_text(*command, "run", args->run, "folder of a finished run", "FOLDER")->required();
  command->add_option("data", args->files, "new rows, labelled or not; several files in the order in which they came")
      ->type_name("PATH")
      ->required()
      ->check(some_text());
  add_fields(*command, args->rates, kRateFields);
  const Field<MonitorArgs> level = {"level", &MonitorArgs::level,
                                    "probability of accusing a promise that is kept, however often it is checked"};
  add_field(*command, *args, level);
  command->add_flag("--no-labels", args->no_labels, "do not look for labels");
  add_label_options(*command, args->labels);
  add_text(*command, "--member", args->member,
           "scores of a member that was trained elsewhere, for these rows: NAME=FILE.csv, several separated by commas",
           "NAME=FILE");
  add_text(*command, "--reference", args->reference,
           "rows to compare columns with [the data of the training, if they have not changed]", "PATH");
  add_text(*command, "--html", args->html, "write a page to this file", "FILE");
  command->footer(
      "Without a rate, the FPR of the run's target is checked, with its guaranteed threshold if there is\none.\n\n"
      "Also: --json, --json-progress, --quiet, --threads (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --label outcome --epochs 2 --out run && pauc monitor run "
      "examples/patients.csv");
  command->callback([args, &global] {
    std::vector<std::string> inputs = args->files;
    if (!args->reference.empty()) inputs.push_back(args->reference);
    check_outputs({{"html", args->html}}, inputs);
    global.exit_code = run_monitor(*args, global);
  });
}

}  // namespace pauc::cli
