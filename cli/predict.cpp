#include <memory>

#include "train.h"

namespace pauc::cli {

void add_predict(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("predict", "score new data with a trained run");
  const auto args = std::make_shared<PredictArgs>();
  add_text(*command, "run", args->run, "folder of a trained run")->required();
  add_text(*command, "data", args->data,
           "file or folder to score, columns as in training; - for a CSV on standard input")
      ->required();
  add_text(*command, "--out", args->out, "CSV file to write (default: standard output)");
  command->add_option("--at-fpr", args->at_fpr, "add a decision by the card's threshold for this false-positive rate");
  command->add_flag("--probability", args->probability, "add a probability, Platt-scaled on the validation part");
  add_text(*command, "--id", args->id, "column that is carried along (default: that of the training, if it is there)");
  add_text(*command, "--smiles", args->smiles, "column of molecules (default: that of the training, or smiles)");
  add_text(*command, "--image", args->image, "column of paths of images (default: that of the training)");
  add_text(*command, "--image-root", args->image_root,
           "folder that these paths start from (default: that of the file)");
  add_text(*command, "--kind", args->kind, "what the file is: auto (by its content), or a name of pauc list datasets")
      ->capture_default_str();
  command->add_flag("--no-header", args->no_header, "the first line is data");
  command->footer(
      "Beside these: --json, --quiet, --threads (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --id patient --epochs 2 --out run && pauc predict run examples/patients.csv "
      "--out "
      "scores.csv");
  command->callback([args, &global] { global.exit_code = run_predict(*args, global); });
}

}  // namespace pauc::cli
