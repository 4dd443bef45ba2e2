#include "pauc/trainer/config/choices.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/data/image/encoding.h"
#include "pauc/data/options.h"
#include "pauc/data/table/encoding.h"
#include "pauc/model/registry.h"
#include "pauc/objective/registry.h"
#include "pauc/trainer/config/options.h"

namespace pauc {

namespace {

template <class Registry>
auto row_named(const Registry& registry, const std::string& name, const char* what) {
  std::vector<std::string> names = {"auto"};
  for (const auto& row : registry) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  fail(Fault::usage, what, ": no \"", name, "\"; expected one of ", names_nearest_first(name, names));
}

bool are_molecules(const DataFacts& facts) { return facts.input == InputKind::molecule; }

bool are_images(const DataFacts& facts) { return facts.input == InputKind::image; }

// Above this, the small network would have to look at too large a picture.
bool are_large_images(const DataFacts& facts) {
  constexpr std::int64_t kLargestSmallSide = 64;
  return are_images(facts) && std::max(facts.image.height, facts.image.width) > kLargestSmallSide;
}

std::string usual_model(const DataFacts& facts) {
  if (are_images(facts)) return are_large_images(facts) ? "resnet18" : "resnet20";
  return are_molecules(facts) ? "gin" : "mlp";
}

ObjectiveInfo objective_of(const Config& config) {
  return row_named(objective_registry(), config.get("objective.name"), "objective");
}

bool is_open(const Config& config, const std::string& key) { return !config.has(key) || config.get(key) == "auto"; }

void set_default(Config& config, const std::string& key, const std::string& value) {
  if (is_open(config, key)) config.set(key, value, "auto");
}

// Written out, so that a run can be repeated when defaults have changed.
void write_defaults(Config& config, const std::string& section, const std::vector<FieldInfo>& options) {
  for (const FieldInfo& option : options) {
    const std::string key = section + "." + option.name;
    if (!config.has(key) && !option.default_value.empty()) config.set(key, option.default_value, section);
  }
}

// The number of rows in a batch, and how many of them are positive.
struct BatchChoice {
  std::int64_t size = 0;
  std::int64_t positives = 0;
};

BatchChoice natural_batches(const DataFacts& facts) {
  if (are_images(facts)) return {are_large_images(facts) ? 64 : 128, 0};
  if (are_molecules(facts)) return {facts.rows < 20000 ? 64 : 128, 0};
  return {facts.rows < 2000 ? 32 : facts.rows < 20000 ? 128 : facts.rows < 100000 ? 256 : 512, 0};
}

// So many negatives that at least two of them lie in the region, and a quarter as many positives. Of images no more
// than usual, since each of them takes its time.
BatchChoice balanced_batches(const DataFacts& facts, double fpr_max) {
  const std::int64_t usual = natural_batches(facts).size;
  const double wanted =
      are_images(facts) ? static_cast<double>(usual - usual / 5) : std::clamp(2 / fpr_max, 256.0, 1024.0);
  const std::int64_t negatives = std::min(static_cast<std::int64_t>(std::ceil(wanted)), facts.rows - facts.positives);
  const std::int64_t positives = std::clamp<std::int64_t>(negatives / 4, 1, facts.positives);
  return {negatives + positives, positives};
}

// As many epochs as make about this many steps.
std::int64_t epochs_for(double steps, std::int64_t rows, std::int64_t batch_size, std::int64_t least,
                        std::int64_t most) {
  const double batches = std::ceil(static_cast<double>(rows) / static_cast<double>(batch_size));
  return std::clamp(static_cast<std::int64_t>(std::ceil(steps / batches)), least, most);
}

void set_target(Config& config) {
  const Region target = target_of(config);
  config.set("target.fpr_max", joined(target.fpr_max), "target");
  if (config.get("target.fpr_min") == "auto") config.erase("target.fpr_min");
  if (config.get("target.tpr_min") == "auto") config.erase("target.tpr_min");
  if (config.get("target.also").empty()) config.erase("target.also");
}

// What is left open of the objective's own options.
void complete_objective(Config& config, const ObjectiveInfo& info) {
  const Region target = target_of(config);
  set_objective_region(target, config);
  for (const char* lambda : {"lambda", "lambda2"}) {
    const std::string key = joined("objective.", lambda);
    if (has_option(info, lambda) && !config.has(key)) config.set(key, "auto", "auto");
  }
  check_range(info, target, "objective");
}

void set_batches(Config& config, const ObjectiveInfo& info, const DataFacts& facts) {
  const double fpr_max = target_of(config).fpr_max;
  const BatchChoice choice = needs_both_classes(info) ? balanced_batches(facts, fpr_max) : natural_batches(facts);
  const bool size_given = !is_open(config, "sampler.batch_size");
  set_default(config, "sampler.batch_size", joined(choice.size));
  if (size_given && needs_both_classes(info)) {
    SamplerChoice given = config.read("sampler", kSamplerFields);
    const std::int64_t quarter = std::max<std::int64_t>(1, *given.batch_size / 5);
    set_default(config, "sampler.batch_positives", joined(std::min(quarter, facts.positives)));
  }
  set_default(config, "sampler.batch_positives", joined(choice.positives));
}

// From a run that was trained on these data; a file of weights learnt elsewhere has the usual way to go.
bool fine_tunes(const Config& config) {
  const std::string init = config.get("trainer.init");
  return !init.empty() && !is_weights_file(init);
}

void set_optimiser(Config& config, const ObjectiveInfo& info, const DataFacts& facts) {
  set_default(config, "optimiser.name", info.optimiser.empty() ? "adam" : info.optimiser);
  require_usage(info.optimiser.empty() || config.get("optimiser.name") == info.optimiser, "optimiser: ", info.name,
                " brings its own, ", info.optimiser, "; got ", config.get("optimiser.name"));
  const std::string& name = config.get("optimiser.name");
  const bool of_columns = facts.input == InputKind::table;
  const double rate = name == "adam"       ? (fine_tunes(config) ? 3e-4
                                              : of_columns       ? 2e-3
                                                                 : 1e-3)
                      : name == "proximal" ? 0.2
                                           : 0.1;
  set_default(config, "optimiser.lr", joined(rate));
  set_default(config, "optimiser.weight_decay", name == "adam" && are_images(facts) ? "2e-04" : "0");
}

// Small tables are passed over more often: a fine-tuning needs some hundred steps, a training some thousand.
void set_length(Config& config, const DataFacts& facts) {
  const std::int64_t batch = *config.read("sampler", kSamplerFields).batch_size;
  const std::int64_t epochs = fine_tunes(config)     ? epochs_for(300, facts.rows, batch, 3, 60)
                              : are_images(facts)    ? 30
                              : facts.rows >= 20000  ? 8
                              : are_molecules(facts) ? 60
                                                     : 25;
  set_default(config, "trainer.epochs", joined(epochs));
  set_default(config, "trainer.patience", "0");
  set_default(config, "trainer.lr_decay", config.get("optimiser.name") == "adam" ? "cosine" : "none");
}

}  // namespace

void check_range(const ObjectiveInfo& info, const Region& target, const std::string& where) {
  require_usage(info.range != Range::refused || target.fpr_min == 0, where, ": ", info.name,
                " cannot leave out FPR below ", target.fpr_min, "; sopa can");
}

void check_config(const Config& asked) {
  target_of(asked);
  asked.read("data", kDataFields);
  asked.read("data", kEncodingFields);
  asked.read("data", kAugmentationFields);
  asked.read("sampler", kSamplerFields);
  asked.read("optimiser", kOptimiserFields);
  const TrainerOptions trainer = asked.read("trainer", kTrainerFields);
  require_usage(trainer.init_last_layer == "kept" || trainer.init_last_layer == "drawn",
                "init-last-layer: expected kept or drawn, got ", trainer.init_last_layer);
  std::error_code ignored;
  require_usage(is_weights_file(trainer.init) || !std::filesystem::is_regular_file(trainer.init, ignored),
                "init: expected the folder of a run or a .safetensors file, got ", trainer.init);
  require_usage(trainer.init_last_layer == "kept" || !trainer.init.empty(),
                "init-last-layer: is about the run that --init names, got none");
  const std::string model = asked.get("model.name");
  const std::string objective = asked.get("objective.name");
  if (!model.empty() && model != "auto") row_named(model_registry(), model, "model");
  const bool is_auto = objective.empty() || objective == "auto";
  if (!is_auto) row_named(objective_registry(), objective, "objective");
  require_usage(further_targets_of(asked).empty() || !is_auto,
                "also: objective auto chooses among its candidates by one target; give --objective, or a run a target");
}

namespace {

void set_augmentation(Config& config, const DataFacts& facts) {
  if (are_images(facts)) return write_defaults(config, "data", describe(kAugmentationFields));
  for (const auto& field : kAugmentationFields) {
    require_usage(!config.has(joined("data.", field.name)), "data.", field.name, ": is for images, the data are ",
                  input_kind_name(facts.input));
  }
}

}  // namespace

void set_objective_region(const Region& target, Config& config) {
  const ObjectiveInfo info = objective_of(config);
  const std::pair<const char*, double> bounds[] = {
      {"fpr_max", target.fpr_max}, {"tpr_min", target.tpr_min}, {"fpr_min", target.fpr_min}};
  for (const auto& [name, bound] : bounds) {
    if (has_option(info, name)) set_default(config, joined("objective.", name), joined(bound));
  }
}

bool depends_on_target(const Config& asked) {
  const ObjectiveInfo info = objective_of(asked);
  for (const char* lambda : {"lambda", "lambda2"}) {
    if (has_option(info, lambda) && is_open(asked, joined("objective.", lambda))) return true;
  }
  if (asked.read("trainer", kTrainerFields).patience.value_or(0) > 0) return true;
  return needs_both_classes(info) && is_open(asked, "sampler.batch_size");  // balanced_batches
}

void keep_own_options(Config& config) {
  const ObjectiveInfo info = objective_of(config);
  for (const auto& [option, text] : config.section("objective")) {
    if (!has_option(info, option)) config.erase("objective." + option);
  }
}

Config resolved_for_auto(const Config& asked, const DataFacts& facts) {
  Config config = asked;
  set_target(config);
  set_default(config, "model.name", usual_model(facts));
  set_default(config, "objective.name", "auto");
  set_default(config, "data.bins", joined(bins_for(config.read("data", kEncodingFields), facts.rows)));
  write_defaults(config, "data", describe(kDataFields));
  write_defaults(config, "data", describe(kEncodingFields));
  set_augmentation(config, facts);
  return config;
}

Config resolved(const Config& asked, const DataFacts& facts) {
  Config config = resolved_for_auto(asked, facts);
  const ObjectiveInfo info = objective_of(config);
  require_usage(!facts.weighted || info.name == "ce", "weight: ", info.name, " knows no case weights; ce does");
  complete_objective(config, info);
  set_batches(config, info, facts);
  set_optimiser(config, info, facts);
  set_length(config, facts);
  write_defaults(config, "model", row_named(model_registry(), config.get("model.name"), "model").options);
  write_defaults(config, "objective", info.options);
  write_defaults(config, "optimiser", describe(kOptimiserFields));
  write_defaults(config, "trainer", describe(kTrainerFields));
  return config;
}

namespace {

// What was asked for, for one of auto's objectives: options that it does not have are left out.
Candidate candidate(const Config& asked, const DataFacts& facts, const std::string& name, const std::string& objective,
                    const Settings& fine_tuning = {}, const std::string& ce_run = "") {
  Config config = asked;
  config.set("objective.name", objective, "auto");
  keep_own_options(config);
  for (const auto& [key, text] : fine_tuning) set_default(config, key, text);
  if (!ce_run.empty()) {
    config.set("trainer.init", ce_run, "auto");
    config.erase("trainer.pretrain_epochs");  // ce was
    config.erase("trainer.init_last_layer");
  }
  return {name, resolved(config, facts)};
}

// The wider cut and the soft one follow noise more readily: they go slower, with more dropout.
Settings gently(Settings fine_tuning, const Config& asked, const DataFacts& facts) {
  fine_tuning.emplace_back("optimiser.lr", "1e-04");
  const std::string model = asked.get("model.name");
  const bool usual = model.empty() || model == "auto";
  if ((usual ? usual_model(facts) : model) == "mlp") fine_tuning.emplace_back("model.dropout", "0.3");
  return fine_tuning;
}

}  // namespace

std::vector<Candidate> candidates_for(const Config& asked, const DataFacts& facts, const std::string& ce_run) {
  const Region target = target_of(asked);
  std::vector<Candidate> candidates = {candidate(asked, facts, "ce", "ce")};
  if (facts.weighted) return candidates;
  candidates.push_back(candidate(asked, facts, "sopa", "sopa", {}, ce_run));
  if (target.fpr_min > 0) return candidates;
  const double wider = std::min(1.0, 4 * target.fpr_max);
  if (wider > target.fpr_max && !asked.has("objective.fpr_max")) {
    // Cross-entropy's scores are large where it is sure, and a sigmoid of them is flat: this one sees them raw, with a
    // loss that goes on falling.
    const Settings settings = {
        {"objective.fpr_max", joined(wider)}, {"objective.link", "raw"}, {"objective.surrogate", "logistic"}};
    candidates.push_back(candidate(asked, facts, "sopa-4x", "sopa", gently(settings, asked, facts), ce_run));
  }
  const char* soft = target.tpr_min > 0 ? "sota-s" : "sopa-s";
  candidates.push_back(candidate(asked, facts, soft, soft, gently({}, asked, facts), ce_run));
  return candidates;
}

namespace {

std::string training_text(const Config& config) {
  const std::string positives = config.get("sampler.batch_positives");
  return joined(config.get("trainer.epochs"), " epochs of ", config.get("sampler.batch_size"), " rows a batch",
                positives == "0" ? std::string() : joined(" (", positives, " positive)"), ", learning rate ",
                config.get("optimiser.lr"));
}

std::string model_text(const Config& config, const DataFacts& facts) {
  if (facts.input != InputKind::table) {
    const std::string what = are_images(facts) ? joined("images of ", image_size_text(facts.image))
                                               : "molecules as graphs of atoms and bonds";
    return joined("model: ", config.get("model.name"), " on ", what,
                  facts.features > 0 ? joined(" and ", facts.features, " inputs beside them") : "", "; ", facts.rows,
                  " of them for training, ", facts.positives, " positive");
  }
  return joined("model: ", config.get("model.name"), " on ", facts.features, " inputs",
                config.get("model.name") == "mlp" ? ", whose ramps between quantiles show it thresholds" : "", "; ",
                facts.rows, " training rows, ", facts.positives, " of them positive");
}

std::string further_targets_text(const Config& config) {
  std::string text;
  for (const Region& target : further_targets_of(config)) {
    text += joined(text.empty() ? "; best epochs also for " : " and for ", region_text(target));
  }
  return text;
}

}  // namespace

std::vector<std::string> explained(const Config& asked, const std::vector<Candidate>& candidates,
                                   const DataFacts& facts) {
  const Config& first = candidates.front().config;
  const std::string region = region_text(target_of(first));
  const TargetOptions target = asked.read("target", kTargetFields);
  const bool usual = !target.fpr_min && !target.fpr_max && !target.tpr_min;
  std::string training = joined("training: ", training_text(first));
  std::string objective = joined("objective: ", first.get("objective.name"), " for ", region);
  if (candidates.size() > 1) {
    training +=
        joined("; then ", training_text(candidates[1].config), ", so that each batch has negatives in the region");
    objective = joined("objective: auto for ", region, ": ce, and from its best epoch");
    for (std::size_t k = 1; k < candidates.size(); ++k) objective += (k > 1 ? ", " : " ") + candidates[k].name;
    objective += "; validation decides";
  } else if (facts.weighted) {
    objective += "; the other objectives know no case weights";
  }
  objective += further_targets_text(first);
  if (usual) objective += " (nothing was asked for: --fpr-max)";
  return {model_text(first, facts), training, objective};
}

}  // namespace pauc
