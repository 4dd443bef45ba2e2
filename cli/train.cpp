#include "train.h"

#include <algorithm>
#include <map>
#include <memory>

#include "help.h"
#include "pauc/core/error.h"
#include "pauc/trainer/config/key_help.h"

namespace pauc::cli {

namespace {

// The texts of the flags that set a key of the config, by key.
using FlagTexts = std::map<std::string, std::string>;

constexpr std::int64_t kMostProcesses = 1024;

struct TrainLine {
  TrainArgs args;
  std::vector<std::string> data;
  std::string config_file;
  std::vector<std::string> assignments;
  bool no_header = false;
  FlagTexts flags;
};

const std::map<std::string, const char*> kSectionTitles = {{"data", "Data"},
                                                           {"target", "Region"},
                                                           {"model", "Model"},
                                                           {"objective", "Objective"},
                                                           {"optimiser", "Optimiser and batches"},
                                                           {"sampler", "Optimiser and batches"},
                                                           {"trainer", "Training"}};

// Numbers and choices are read where they are given, so that a message names the flag. A key with meanings of several
// types is read later, as are names of models and methods, which are refused with what they mean elsewhere.
std::string problem_of_key(const ConfigKey& key, const std::string& text) {
  const std::string& type = key.meanings.front().type;
  const bool one_type =
      std::all_of(key.meanings.begin(), key.meanings.end(), [&](const auto& one) { return one.type == type; });
  if (!one_type || text == "auto") return "";
  return problem_of_value(text, type, [&] {
    std::int64_t whole = 0;
    double number = 0;
    if (type == "INTEGER") read_setting(whole, text, "");
    if (type == "NUMBER") read_setting(number, text, "");
    if (lists_choices(type) && key.name != "name") {
      require_usage(("|" + type + "|").find("|" + text + "|") != std::string::npos, ": expected one of ", type);
    }
  });
}

void add_config_flags(CLI::App& command, const std::shared_ptr<TrainLine>& line) {
  for (const ConfigKey& key : config_keys()) {
    if (key.flag.empty()) continue;
    command.add_option(key.flag, line->flags[key.text()], help_text(key))
        ->type_name(type_text(key))
        ->group(kSectionTitles.at(key.section))
        ->check(some_text())
        ->check(CLI::Validator([&key](const std::string& text) { return problem_of_key(key, text); }, "", ""));
  }
}

// Keys whose name is another section's flag: objective.fpr_max differs from the target's only where --set says so.
std::string keys_without_flag() {
  std::string names;
  for (const ConfigKey& key : config_keys()) {
    const auto same_name = [&](const ConfigKey& other) { return other.flag == flag_name(key.name); };
    if (key.flag.empty() && std::any_of(config_keys().begin(), config_keys().end(), same_name)) {
      names += joined(names.empty() ? "" : ", ", key.text());
    }
  }
  return names;
}

Config config_of(const TrainLine& line, const Global& global) {
  Config config;
  if (!line.config_file.empty()) read_config_file(line.config_file, config);
  if (!line.data.empty()) config.set("data.path", line.data.front(), "data");
  const std::string further = further_files(line.data);
  if (!further.empty()) config.set("data.more", further, "data");
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
  add_data_files(
      *command, line->data,
      "file or folder with the data: CSV or TSV, LIBSVM, NumPy .npy, molecules (SMILES in a CSV, SDF, mol2, .smi, an "
      "OGB folder), images (a folder, paths in a CSV, CIFAR, --records); files may be gzipped; several files "
      "with the same columns are read one after the other; see docs/data.md");
  add_text(*command, "--out", line->args.out, "folder for the run [pauc-run, pauc-run-2, ...]", "FOLDER");
  command->add_flag("--resume", line->args.resume,
                    "resume the run in --out; the result equals that of a run that never stopped, bit for bit");
  command->add_flag("--overwrite", line->args.overwrite, "replace the run in --out");
  command->add_flag("--allow-changed-data", line->args.allow_changed_data, "resume even if a data file has changed");
  command->add_flag("--no-report", line->args.no_report, "do not write a page; pauc report can write it later");
  command->add_flag("--hide-ids", line->args.hide_ids,
                    "leave out the ids and values of single rows from the page, for pages that are mailed");
  add_text(*command, "--config", line->config_file, "YAML file with the same names, one section per stage", "FILE");
  command
      ->add_option("--set", line->assignments,
                   joined("set any key of the config, such as objective.lambda=0.1; may be repeated. Only --set sets ",
                          keys_without_flag()))
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("--no-header", line->no_header, "the file has no header line; columns are called 1, 2, ...")
      ->group("Data");
  add_cache(*command, line->args.cache);
  add_image_memory(*command, line->args.image_memory);
  command
      ->add_option("--processes", line->args.processes,
                   "train by so many processes on this machine, as one process would; torchrun starts them on several "
                   "machines, see docs/distributed.md [1]")
      ->type_name("INTEGER")
      ->check(whole_number(kMostProcesses))
      ->group("Training");
  command
      ->add_option("--rank-timeout", line->args.rank_timeout,
                   "several processes: seconds after which one that gives no sign of life has failed [60]")
      ->type_name("NUMBER")
      ->check(CLI::Range(1.0, 86400.0).description("").name(""))
      ->group("Training");
  add_config_flags(*command, line);
  command->footer(
      "Values in brackets are defaults. Without --fpr-max, --fpr-min or --tpr-min the region is FPR <= 0.3.\n"
      "Also: --json, --json-progress, --quiet, --threads, --seed (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --label outcome --id patient --fpr-max 0.1 --epochs 5 --out run");
  command->callback([line, &global] {
    line->args.config = config_of(*line, global);
    require_usage(!line->args.resume || !line->args.overwrite, "resume: expected --resume or --overwrite, got both");
    require_usage(line->args.processes > 0, "processes: expected at least 1, got ", line->args.processes);
    require_usage(line->args.resume || line->args.config.has("data.path"),
                  "train: expected DATA (file or folder with the data), got none: pauc train DATA (see --help)");
    global.exit_code = run_train(line->args, global);
  });
}

}  // namespace pauc::cli
