#include "pauc/compare/study.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "pauc/compare/study_methods.h"
#include "pauc/compare/study_yaml.h"
#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"

namespace pauc::compare {

namespace {

constexpr std::size_t kMostSeeds = 1000;
constexpr std::int64_t kLargestSeed = 1'000'000'000'000;
constexpr std::int64_t kMostWorkers = 4096;

const std::vector<std::string> kStudyKeys = {"data",         "model",         "targets", "protocol", "methods",
                                             "tuning_seeds", "tuning_epochs", "seeds",   "select"};
const std::vector<std::string> kFileKeys = {"datasets", "workers", "budget_minutes"};

void require_known(const YAML::Node& node, const std::vector<std::string>& known, const std::string& where) {
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    require_usage(std::find(known.begin(), known.end(), entry.key) != known.end(), where, ": no key \"", entry.name,
                  "\"; expected one of ", names_nearest_first(entry.key, known));
  }
}

// [0, 1, 2], 0-2, or a number of seeds from 0 on.
std::vector<std::int64_t> seeds_of(const YAML::Node& node, const std::string& where) {
  std::vector<std::int64_t> seeds;
  if (node.IsSequence()) {
    for (const auto& element : node) seeds.push_back(yaml_whole(element, 0, where));
  } else {
    const std::string text = yaml_text(node, where);
    const auto dash = text.find('-');
    const bool range = dash != std::string::npos && dash > 0;
    const std::int64_t first = range ? yaml_whole(YAML::Node(text.substr(0, dash)), 0, where) : 0;
    const std::int64_t last =
        range ? yaml_whole(YAML::Node(text.substr(dash + 1)), first, where) : yaml_whole(node, 1, where) - 1;
    require_usage(last - first < static_cast<std::int64_t>(kMostSeeds), where, ": expected at most ", kMostSeeds,
                  " seeds, got more");
    for (std::int64_t seed = first; seed <= last; ++seed) seeds.push_back(seed);
  }
  std::sort(seeds.begin(), seeds.end());
  require_usage(!seeds.empty() && seeds.size() <= kMostSeeds, where, ": expected 1 to ", kMostSeeds, " seeds, got ",
                seeds.size());
  require_usage(seeds.back() <= kLargestSeed, where, ": expected seeds up to ", kLargestSeed, ", got ", seeds.back());
  require_usage(std::adjacent_find(seeds.begin(), seeds.end()) == seeds.end(), where,
                ": expected each seed once, got one twice");
  return seeds;
}

// Adds the place to errors about a bound.
template <class Act>
Region placed(const std::string& where, const Act& act) {
  try {
    return act();
  } catch (const UserError& error) {
    fail(error.fault(), where, ": ", error.what());
  }
}

Region target_from(const YAML::Node& node, const std::string& where) {
  if (node.IsScalar()) {
    const auto region = region_of_key(node.Scalar());
    require_usage(region.has_value(), where, ": expected a region such as {fpr_max: 0.3} or one_way_0.3, got \"",
                  node.Scalar(), '"');
    return placed(where, [&] {
      check(*region);
      return *region;
    });
  }
  Config config;
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    const bool known = entry.key == "fpr_min" || entry.key == "fpr_max" || entry.key == "tpr_min";
    require_usage(known, where, ": no bound \"", entry.name, "\"; expected fpr_max, fpr_min or tpr_min");
    config.set("target." + entry.key, yaml_text(entry.value, where), where);
  }
  require_usage(!config.values().empty(), where, ": expected a region such as {fpr_max: 0.3}, got none");
  return placed(where, [&] { return target_of(config); });
}

std::vector<Region> targets_of(const YAML::Node& node, const std::string& where) {
  std::vector<Region> targets;
  if (node.IsSequence()) {
    for (const auto& element : node) targets.push_back(target_from(element, where));
  } else {
    targets.push_back(target_from(node, where));
  }
  require_usage(!targets.empty(), where, ": expected at least one, got none");
  std::vector<std::string> keys;
  for (const Region& target : targets) {
    const std::string key = region_key(target);
    require_usage(std::find(keys.begin(), keys.end(), key) == keys.end(), where, ": expected each once, got ", key,
                  " twice");
    keys.push_back(key);
  }
  return targets;
}

bool yaml_yes(const YAML::Node& node, const std::string& where) {
  const std::string text = yaml_text(node, where);
  require_usage(text == "true" || text == "false", where, ": expected true or false, got \"", text, '"');
  return text == "true";
}

// Every method needs to know what becomes of the last layer, the pre-training itself does not.
void take_pretraining(const YAML::Node& node, const std::string& where, Study& study) {
  study.pretraining.emplace();
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    const std::string text = yaml_text(entry.value, joined(where, ": ", entry.name));
    if (entry.key == "last_layer") {
      require_usage(text == "kept" || text == "drawn", where, ": last_layer: expected kept or drawn, got \"", text,
                    '"');
      if (text == "kept") study.base.set("trainer.init_last_layer", text, where);
    } else {
      study.pretraining->set(protocol_key(entry.key, where), text, where);
    }
  }
}

void take_protocol(const YAML::Node& node, const std::string& where, Study& study) {
  for (const YamlEntry& entry : yaml_entries(node, where)) {
    const std::string place = joined(where, ": ", entry.name);
    if (entry.key == "resplit") {
      if (yaml_yes(entry.value, place)) study.split = Study::Split::one_per_seed;
    } else if (entry.key == "pretraining") {
      take_pretraining(entry.value, place, study);
    } else {
      study.base.set(protocol_key(entry.key, where), yaml_text(entry.value, place), where);
    }
  }
  const auto epochs = [](const Config& config) { return config.read("trainer", kTrainerFields).epochs.value_or(0); };
  require_usage(study.base.has("trainer.epochs"), where, ": expected epochs:, got none");
  study.epochs = epochs(study.base);
  require_usage(study.epochs >= 1, where, ": epochs: expected a number from 1 on, got ", study.epochs);
  require_usage(!study.pretraining || epochs(*study.pretraining) >= 1, where,
                ": pretraining: expected epochs from 1 on, got none");
  study.base.erase("trainer.epochs");
}

const YAML::Node required(const YAML::Node& root, const char* key, const std::string& where) {
  const YAML::Node node = root[key];
  require_usage(node.IsDefined() && !node.IsNull(), where, ": expected ", key, ":, got none");
  return node;
}

Study study_from(const YAML::Node& root, const std::string& name, const std::string& where) {
  require_known(root, kStudyKeys, where);
  Study study;
  study.name = name;
  take_section(required(root, "data", where), "data", "path", where + ": data", study.base);
  require_usage(study.base.has("data.path"), where, ": data: expected path:, got none");
  if (root["model"]) take_section(root["model"], "model", "name", where + ": model", study.base);
  take_protocol(required(root, "protocol", where), where + ": protocol", study);
  study.targets = targets_of(required(root, "targets", where), where + ": targets");
  study.methods = read_methods(required(root, "methods", where), where + ": methods");
  study.seeds = root["seeds"] ? seeds_of(root["seeds"], where + ": seeds") : std::vector<std::int64_t>{0};
  study.tuning_seeds = root["tuning_seeds"] ? seeds_of(root["tuning_seeds"], where + ": tuning_seeds") : study.seeds;
  study.tuning_epochs =
      root["tuning_epochs"] ? yaml_whole(root["tuning_epochs"], 1, where + ": tuning_epochs") : study.epochs;
  require_usage(study.tuning_epochs <= study.epochs, where, ": tuning_epochs: expected at most epochs, ", study.epochs,
                ", got ", study.tuning_epochs);
  const std::string select = root["select"] ? yaml_text(root["select"], where) : "valid";
  require_usage(select == "valid" || select == "train", where, ": select: expected valid or train, got \"", select,
                '"');
  study.select = select == "train" ? Select::train : Select::valid;
  return study;
}

// Keys with _ for -, as they are asked for.
YAML::Node with_plain_keys(const YAML::Node& node, const std::string& where) {
  const char* const found = node.IsScalar() ? "a text" : node.IsSequence() ? "a list" : "nothing";
  require_usage(node.IsMap(), where, ": expected a YAML file that describes the comparison, with keys such as data, ",
                "targets and methods, got ", found, "; examples/compare.yaml shows one");
  YAML::Node plain;
  for (const YamlEntry& entry : yaml_entries(node, where)) plain[entry.key] = entry.value;
  return plain;
}

// The settings for all datasets, overridden by those of one dataset; data and protocol are merged option by option.
YAML::Node merged(const YAML::Node& root, const YAML::Node& own, const std::string& where) {
  YAML::Node all = YAML::Clone(root);
  for (const std::string& key : kFileKeys) all.remove(key);
  require_known(own, kStudyKeys, where);
  for (const YamlEntry& entry : yaml_entries(own, where)) {
    const bool by_option = entry.key == "data" || entry.key == "protocol";
    if (by_option && entry.value.IsMap() && all[entry.key].IsMap()) {
      YAML::Node options = with_plain_keys(all[entry.key], where);
      for (const YamlEntry& option : yaml_entries(entry.value, where)) options[option.key] = option.value;
      all[entry.key] = options;
    } else {
      all[entry.key] = entry.value;
    }
  }
  return all;
}

bool is_folder_name(const std::string& name) {
  // Without dots, as the names of a comparison's files have them.
  return !name.empty() && name != "runs" && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '+';
  });
}

StudyFile studies_of(const YAML::Node& node, const std::string& where) {
  const YAML::Node root = with_plain_keys(node, where);
  std::vector<std::string> known = kStudyKeys;
  known.insert(known.end(), kFileKeys.begin(), kFileKeys.end());
  require_known(root, known, where);
  StudyFile file;
  if (root["workers"]) {
    const std::int64_t workers = yaml_whole(root["workers"], 1, where + ": workers");
    require_usage(workers <= kMostWorkers, where, ": workers: expected at most ", kMostWorkers, ", got ", workers);
    file.workers = static_cast<int>(workers);
  }
  if (root["budget_minutes"]) {
    file.budget_minutes = yaml_number(root["budget_minutes"], where + ": budget_minutes");
    require_usage(*file.budget_minutes > 0, where, ": budget_minutes: expected more than 0, got ",
                  *file.budget_minutes);
  }
  if (!root["datasets"]) {
    file.studies.push_back(study_from(merged(root, YAML::Node(), where), "", where));
    return file;
  }
  for (const YamlEntry& entry : yaml_entries(root["datasets"], where + ": datasets")) {
    const std::string place = joined(where, ": ", entry.name);
    require_usage(is_folder_name(entry.name), where, ": datasets: expected a name that a folder can have, got \"",
                  entry.name, '"');
    file.studies.push_back(study_from(merged(root, entry.value, place), entry.name, place));
  }
  require_usage(!file.studies.empty(), where, ": datasets: expected at least one, got none");
  return file;
}

// Whether a line (from 0 on) begins with a tab, which YAML does not take for spaces.
bool begins_with_tab(const std::string& text, int line) {
  std::istringstream lines(text);
  std::string found;
  for (int k = 0; k <= line; ++k) std::getline(lines, found);
  const auto first = found.find_first_not_of(' ');
  return first != std::string::npos && found[first] == '\t';
}

}  // namespace

StudyFile study_file_from_yaml(const std::string& text, const std::string& where) {
  try {
    StudyFile file = studies_of(YAML::Load(text), where);
    file.text = text;
    return file;
  } catch (const UserError& error) {  // of an option's value, which does not know where it stands
    const std::string sentence = error.what();
    fail(error.fault(), sentence.rfind(where, 0) == 0 ? "" : where + ": ", sentence);
  } catch (const YAML::Exception& error) {
    const bool tab = begins_with_tab(text, error.mark.line);
    fail(Fault::usage, where, ": line ", error.mark.line + 1, ": ",
         tab ? "expected spaces in front, got a tab" : error.msg);
  }
}

StudyFile read_study_file(const std::string& path) {
  return study_file_from_yaml(content_of_file(path, kMostYamlBytes), path);
}

}  // namespace pauc::compare
