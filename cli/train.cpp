#include "train.h"

#include <algorithm>
#include <map>
#include <memory>

#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

// The texts of the flags that set a key of the config, by key.
using FlagTexts = std::map<std::string, std::string>;

struct TrainLine {
  TrainArgs args;
  std::string data;
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

void append_once(std::vector<std::string>& texts, const std::string& text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

std::string list_text(const std::vector<std::string>& texts, const char* between) {
  std::string list;
  for (const std::string& text : texts) list += joined(list.empty() ? "" : between, text);
  return list;
}

std::string type_text(const ConfigKey& key) {
  std::vector<std::string> types;
  for (const KeyMeaning& meaning : key.meanings) append_once(types, meaning.type);
  return list_text(types, " or ");
}

// " [mlp: 0.1; gin: 0.5]": the defaults of the owners to whom the key means this.
std::string defaults_text(const ConfigKey& key, const std::string& help) {
  std::vector<std::string> defaults;
  std::map<std::string, std::vector<std::string>> owners;  // by default
  for (const KeyMeaning& meaning : key.meanings) {
    if (meaning.help != help) continue;
    append_once(defaults, meaning.default_value);
    if (!meaning.owner.empty()) owners[meaning.default_value].push_back(meaning.owner);
  }
  std::vector<std::string> texts;
  for (const std::string& value : defaults) {
    const std::string names = list_text(owners[value], ", ");
    if (!value.empty()) texts.push_back(names.empty() ? value : joined(names, ": ", value));
  }
  return texts.empty() ? "" : joined(" [", list_text(texts, "; "), "]");
}

// One line for each thing that the key means.
std::string help_of(const ConfigKey& key) {
  std::vector<std::string> helps;
  for (const KeyMeaning& meaning : key.meanings) append_once(helps, meaning.help);
  std::vector<std::string> lines;
  for (const std::string& help : helps) lines.push_back(help + defaults_text(key, help));
  return list_text(lines, "\n");
}

void add_config_flags(CLI::App& command, const std::shared_ptr<TrainLine>& line) {
  for (const ConfigKey& key : config_keys()) {
    if (key.flag.empty()) continue;
    command.add_option(key.flag, line->flags[key.text()], help_of(key))
        ->type_name(type_text(key))
        ->group(kSectionTitles.at(key.section))
        ->check(some_text());
  }
}

// Keys whose name is another section's flag: objective.fpr_max differs from the target's only where --set says so.
std::string keys_without_flag() {
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) {
    const auto same_name = [&](const ConfigKey& other) { return other.flag == flag_name(key.name); };
    if (key.flag.empty() && std::any_of(config_keys().begin(), config_keys().end(), same_name)) {
      names.push_back(key.text());
    }
  }
  return list_text(names, ", ");
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
           "file or folder with the data: CSV or TSV, LIBSVM, NumPy .npy, molecules (SMILES in a CSV, .smi, an OGB "
           "folder), images (a folder, paths in a CSV, CIFAR, --records); files may be gzipped; see docs/data.md",
           "PATH");
  add_text(*command, "--out", line->args.out, "folder for the run [pauc-run, pauc-run-2, ...]", "FOLDER");
  command->add_flag("--resume", line->args.resume,
                    "resume the run in --out; the result equals that of a run that never stopped, bit for bit");
  command->add_flag("--overwrite", line->args.overwrite, "replace the run in --out");
  command->add_flag("--allow-changed-data", line->args.allow_changed_data, "resume even if a data file has changed");
  command->add_flag("--no-report", line->args.no_report, "do not write a page; pauc report can write it later");
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
  add_config_flags(*command, line);
  command->footer(
      "Values in brackets are defaults. Without --fpr-max, --fpr-min or --tpr-min the region is FPR <= 0.3.\n"
      "Also: --json, --json-progress, --quiet, --threads, --seed (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --label outcome --id patient --fpr-max 0.1 --epochs 5 --out run");
  command->callback([line, &global] {
    line->args.config = config_of(*line, global);
    require_usage(!line->args.resume || !line->args.overwrite, "resume: expected --resume or --overwrite, got both");
    require_usage(line->args.resume || line->args.config.has("data.path"),
                  "train: expected DATA, got none (see --help)");
    global.exit_code = run_train(line->args, global);
  });
}

}  // namespace pauc::cli
