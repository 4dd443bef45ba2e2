#include "train.h"

#include <map>
#include <memory>

#include "pauc/core/error.h"
#include "pauc/trainer/config/choices.h"

namespace pauc::cli {

namespace {

// The texts of all flags that stand for a key of the config, by key.
using FlagTexts = std::map<std::string, std::string>;

struct TrainLine {
  TrainArgs args;
  std::string data;
  std::string config_file;
  std::vector<std::string> assignments;
  bool no_header = false;
  FlagTexts flags;
};

const char* section_title(const std::string& section) {
  if (section == "data") return "Data";
  if (section == "target") return "Region";
  if (section == "model") return "Model";
  if (section == "objective") return "Objective";
  if (section == "optimiser" || section == "sampler") return "Optimiser and batches";
  return "Training";
}

void add_config_flags(CLI::App& command, const std::shared_ptr<TrainLine>& line) {
  for (const ConfigKey& key : config_keys()) {
    if (key.flag.empty()) continue;
    const std::string text = key.help + (key.default_value.empty() ? "" : " [" + key.default_value + "]");
    command.add_option(key.flag, line->flags[key.text()], text)->group(section_title(key.section))->check(some_text());
  }
}

Config config_of(const TrainLine& line, const Global& global) {
  Config config;
  if (!line.config_file.empty()) read_config_file(line.config_file, config);
  if (!line.data.empty()) config.set("data.path", line.data, "data");
  if (line.no_header) config.set("data.header", "no", "no-header");
  for (const auto& [key, text] : line.flags) {
    if (!text.empty()) config.set(key, text, "train");
  }
  if (global.seed_given) config.set("trainer.seed", joined(global.seed), "seed");
  if (global.threads > 0) config.set("trainer.threads", joined(global.threads), "threads");
  for (const std::string& assignment : line.assignments) config.set_assignment(assignment);
  return config;
}

}  // namespace

void add_train(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("train", "fit a model for a region of the ROC curve");
  const auto line = std::make_shared<TrainLine>();
  add_text(*command, "data", line->data,
           "the data: CSV or TSV, LIBSVM, NumPy .npy, molecules (SMILES in a CSV, .smi, OGB folder), images (a "
           "folder, paths in a CSV, CIFAR, --records), also gzipped; see docs/data.md");
  add_text(*command, "--out", line->args.out, "folder of the run (default: pauc-run, pauc-run-2, ...)");
  command->add_flag("--resume", line->args.resume, "go on with the run in --out, to the same bits as if never stopped");
  command->add_flag("--overwrite", line->args.overwrite, "replace the run in --out");
  command->add_flag("--allow-changed-data", line->args.allow_changed_data, "resume although a data file has changed");
  command->add_flag("--no-report", line->args.no_report, "write no page; pauc report can do so later");
  add_text(*command, "--config", line->config_file, "YAML file with the same names nested by stage");
  command->add_option("--set", line->assignments, "any key of the config, such as objective.lambda=0.1")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("--no-header", line->no_header, "the first line is data; columns are 1, 2, ...")->group("Data");
  add_cache(*command, line->args.cache);
  add_image_memory(*command, line->args.image_memory);
  add_config_flags(*command, line);
  command->footer(
      "Beside these: --json, --quiet, --threads, --seed (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --label outcome --id patient --fpr-max 0.1 --epochs 5 --out run");
  command->callback([line, &global] {
    line->args.config = config_of(*line, global);
    require_usage(!line->args.resume || !line->args.overwrite, "resume: expected it without --overwrite, got both");
    require_usage(line->args.resume || line->args.config.has("data.path"),
                  "train: expected DATA, got none (see --help)");
    check_config(line->args.config);
    global.exit_code = run_train(line->args, global);
  });
}

}  // namespace pauc::cli
