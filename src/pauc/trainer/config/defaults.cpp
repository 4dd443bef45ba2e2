#include "pauc/trainer/config/defaults.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/data/image/encoding.h"
#include "pauc/data/options.h"
#include "pauc/data/table/encoding.h"
#include "pauc/model/registry.h"
#include "pauc/objective/registry.h"
#include "pauc/record/scorecard.h"
#include "pauc/trainer/config/check_config.h"
#include "pauc/trainer/config/growth_defaults.h"
#include "pauc/trainer/config/objective_defaults.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/registry_row.h"
#include "pauc/trainer/config/target.h"

namespace pauc {

void set_default(Config& config, const std::string& key, const std::string& value) {
  if (is_open(config, key)) config.set(key, value, "auto");
}

namespace {

bool are_molecules(const DataFacts& facts) { return facts.input == InputKind::molecule; }

bool are_images(const DataFacts& facts) { return facts.input == InputKind::image; }

// Too large for the small network.
bool are_large_images(const DataFacts& facts) {
  constexpr std::int64_t kLargestSmallSide = 64;
  return are_images(facts) && std::max(facts.image.height, facts.image.width) > kLargestSmallSide;
}

std::string usual_model(const DataFacts& facts) {
  if (are_images(facts)) return are_large_images(facts) ? "resnet18" : "resnet20";
  return are_molecules(facts) ? "gin" : "mlp";
}

// Defaults are written to the config, so that a run can be repeated after they have changed.
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

constexpr std::int64_t kAnyNumber = std::numeric_limits<std::int64_t>::max();

// Batch sizes by the number of training rows.
struct UsualBatch {
  std::int64_t rows_below;
  std::int64_t size;
};
constexpr UsualBatch kTableBatches[] = {{2000, 32}, {20000, 128}, {100000, 256}, {kAnyNumber, 512}};
constexpr UsualBatch kMoleculeBatches[] = {{20000, 64}, {kAnyNumber, 128}};

template <class Table>
std::int64_t size_in(const Table& table, std::int64_t rows) {
  return std::find_if(std::begin(table), std::end(table), [&](const auto& row) { return rows < row.rows_below; })->size;
}

// Batches drawn regardless of class.
BatchChoice natural_batches(const DataFacts& facts) {
  if (are_images(facts)) return {are_large_images(facts) ? 64 : 128, 0};
  return {are_molecules(facts) ? size_in(kMoleculeBatches, facts.rows) : size_in(kTableBatches, facts.rows), 0};
}

// Enough negatives that at least two lie in the region, and a quarter as many positives. Batches of images stay at the
// usual size, since each image is expensive.
BatchChoice balanced_batches(const DataFacts& facts, double fpr_max) {
  const std::int64_t usual = natural_batches(facts).size;
  const double wanted =
      are_images(facts) ? static_cast<double>(usual - usual / 5) : std::clamp(2 / fpr_max, 256.0, 1024.0);
  const std::int64_t negatives = std::min(static_cast<std::int64_t>(std::ceil(wanted)), facts.rows - facts.positives);
  const std::int64_t positives = std::clamp<std::int64_t>(negatives / 4, 1, facts.positives);
  return {negatives + positives, positives};
}

// The number of epochs that make about this many steps.
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

void set_batches(Config& config, const ObjectiveInfo& info, const DataFacts& facts) {
  if (is_full_batch(config)) {
    for (const char* key : {"sampler.batch_size", "sampler.batch_positives"}) {
      require_usage(is_open(config, key), key, ": ", config.get("optimiser.name"), " uses all rows at once, got ",
                    config.get(key));
    }
    return;
  }
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

OptimiserInfo optimiser_of(const Config& config) {
  return optimiser_info(*config.read("optimiser", kOptimiserFields).name);
}

double usual_rate(const Config& config, const DataFacts& facts) {
  const OptimiserInfo info = optimiser_of(config);
  if (!info.adaptive) return info.usual_lr;
  if (fine_tunes(config)) return 3e-4;
  return facts.input == InputKind::table ? 2e-3 : info.usual_lr;
}

void set_optimiser(Config& config, const ObjectiveInfo& info, const DataFacts& facts) {
  const std::string needed = optimiser_needed(info, config.section("objective"));
  const std::string model = config.get("model.name");
  const bool grows = is_growing_model(model);
  const OptimiserName usual = grows                   ? usual_growth(model)
                              : is_full_batch(config) ? OptimiserName::lbfgs
                                                      : OptimiserName::adam;
  set_default(config, "optimiser.name", needed.empty() ? choice_name(usual) : needed);
  const std::string name = config.get("optimiser.name");
  require_usage(needed.empty() || name == needed, "optimiser: ", info.name, " needs ", needed, ", got ", name);
  require_usage(grows ? name == choice_name(usual) : !optimiser_of(config).grows, "optimiser: expected ",
                grows ? choice_name(usual) : "one that moves weights", " for ", model, ", got ", name);
  require_usage(grows || !optimiser_of(config).full_batch || is_linear_model(model), "optimiser: ", name,
                " is for linear models, got ", model);
  const std::string reason = reason_against_search(info, config.section("objective"));
  require_usage(!optimiser_of(config).full_batch || reason.empty(), reason);
  set_default(config, "optimiser.lr", joined(usual_rate(config, facts)));
  if (grows) return set_default(config, "optimiser.weight_decay", "0");
  if (optimiser_of(config).full_batch) return set_default(config, "optimiser.weight_decay", "auto");  // by validation
  set_default(config, "optimiser.weight_decay", optimiser_of(config).adaptive && are_images(facts) ? "2e-04" : "0");
}

// Epochs of a training from drawn weights; one with many rows takes more steps per epoch.
struct UsualEpochs {
  InputKind input;
  std::int64_t few_rows;
  std::int64_t many_rows;
};
constexpr UsualEpochs kUsualEpochs[] = {
    {InputKind::table, 25, 8}, {InputKind::molecule, 60, 8}, {InputKind::image, 30, 30}};

// Fits of a linear model: ten penalties from 1 down to 1e-6, or the one that was asked for.
std::int64_t usual_penalties(const Config& config) { return is_open(config, "optimiser.weight_decay") ? 10 : 1; }

// Networks on molecules are at their best early. Who asks for a number of epochs gets all of them.
std::int64_t usual_patience(const Config& config) {
  constexpr std::int64_t kOnMolecules = 15;
  const std::string model = config.get("model.name");
  const auto& models = model_registry();
  const bool on_molecules = std::any_of(models.begin(), models.end(), [&](const ModelInfo& row) {
    return row.name == model && row.input == InputKind::molecule;
  });
  return on_molecules && is_open(config, "trainer.epochs") ? kOnMolecules : 0;
}

// A fine-tuning needs a few hundred steps.
std::int64_t usual_epochs(const Config& config, const DataFacts& facts) {
  constexpr std::int64_t kManyRows = 20000;
  if (optimiser_of(config).grows) return usual_rounds(config.get("model.name"));
  if (is_full_batch(config)) return usual_penalties(config);
  if (fine_tunes(config)) return epochs_for(300, facts.rows, *config.read("sampler", kSamplerFields).batch_size, 3, 60);
  const auto row = std::find_if(std::begin(kUsualEpochs), std::end(kUsualEpochs),
                                [&](const UsualEpochs& epochs) { return epochs.input == facts.input; });
  require(row != std::end(kUsualEpochs), "epochs: there is no default for ", input_kind_name(facts.input), " data");
  return facts.rows < kManyRows ? row->few_rows : row->many_rows;
}

void set_length(Config& config, const DataFacts& facts) {
  const std::int64_t patience = usual_patience(config);
  set_default(config, "trainer.epochs", joined(usual_epochs(config, facts)));
  const bool grows = optimiser_of(config).grows;
  if (grows) set_growth_stops(config);
  set_default(config, "trainer.patience", joined(patience));
  const bool logistic = objective_of(config).logistic;
  set_default(config, "trainer.best_by", choice_name(grows && logistic ? BestBy::loss : BestBy::target));
  require_usage(logistic || config.get("trainer.best_by") != choice_name(BestBy::loss), "best_by: expected target for ",
                config.get("objective.name"), ", whose scores are not log-odds, got loss");
  // Objectives on pairs have many local minima: a search for one starts at the solution of ce. Its length does not
  // depend on the epochs: a run that is resumed with more of them has done its pre-training.
  const bool starts_from_ce = is_full_batch(config) && !logistic && config.get("trainer.init").empty();
  if (starts_from_ce && !config.has("trainer.pretrain_epochs")) {
    config.set("trainer.pretrain_epochs",
               joined(grows ? usual_rounds(config.get("model.name")) : usual_penalties(config)), "auto");
  }
  set_default(config, "trainer.lr_decay", optimiser_of(config).adaptive ? "cosine" : "none");
}

void check_linear_options(const Config& config) {
  const TrainerOptions trainer = config.read("trainer", kTrainerFields);
  const std::string model = config.get("model.name");
  if (trainer.intervals) {
    require_usage(*trainer.intervals >= 20 && *trainer.intervals <= 100000, "intervals: expected 20 to 100000, got ",
                  *trainer.intervals);
    require_usage(is_full_batch(config), "intervals: expected a linear model trained by lbfgs, got ", model,
                  is_linear_model(model) ? " trained by another optimiser" : "");
  }
  if (trainer.scorecard) {
    require_usage(*trainer.scorecard >= 1 && *trainer.scorecard <= record::kMostPoints, "scorecard: expected 1 to ",
                  record::kMostPoints, ", got ", *trainer.scorecard);
    require_usage(is_linear_model(model), "scorecard: expected a linear model, got ", model);
  }
}

void set_augmentation(Config& config, const DataFacts& facts) {
  if (are_images(facts)) return write_defaults(config, "data", describe(kAugmentationFields));
  for (const auto& field : kAugmentationFields) {
    require_usage(!config.has(joined("data.", field.name)), "data.", field.name, ": expected images, got ",
                  input_kind_name(facts.input), " data");
  }
}

template <class Options>
Settings given_in(const Config& config, const std::string& section, const Fields<Options>& fields) {
  Settings given;
  for (const auto& field : fields) {
    const std::string key = joined(section, ".", field.name);
    if (config.has(key)) given.emplace_back(field.name, config.get(key));
  }
  return given;
}

// Leaves out options that have no effect: by default, and those that were asked for unless they are refused.
void settle_idle_options(const Config& asked, Idle rule, Config& config) {
  for (const IdleOption& idle : idle_options(config)) {
    require_usage(rule == Idle::left_out || is_open(asked, idle.name), idle.reason);
    config.erase(idle.name);
  }
}

}  // namespace

std::vector<IdleOption> idle_options(const Config& config) {
  std::vector<IdleOption> idle = idle_objective_options(config);
  if (is_open(config, "optimiser.name")) return idle;  // not chosen yet
  for (IdleOption& option :
       idle_options(given_in(config, "optimiser", kOptimiserFields), kOptimiserFields, kOptimiserNeeds, "optimiser")) {
    idle.push_back({"optimiser." + option.name, option.reason});
  }
  return idle;
}

bool is_full_batch(const Config& config) {
  if (is_growing_model(config.get("model.name"))) return true;
  if (!is_open(config, "optimiser.name")) return config.get("optimiser.name") == choice_name(OptimiserName::lbfgs);
  for (const char* key : {"sampler.batch_size", "sampler.batch_positives", "optimiser.lr", "trainer.lr_decay"}) {
    if (!is_open(config, key)) return false;
  }
  const ObjectiveInfo* info = find_objective(config.get("objective.name"));
  return is_linear_model(config.get("model.name")) &&
         (info == nullptr || reason_against_search(*info, config.section("objective")).empty());
}

EncodingOptions encoding_of(const Config& config) {
  EncodingOptions options = config.read("data", kEncodingFields);
  if (!config.has("data.numeric") && is_linear_model(config.get("model.name"))) {
    options.numeric = NumericEncoding::standard;
  }
  if (!config.has("data.numeric") && is_growing_model(config.get("model.name"))) {
    options.numeric = NumericEncoding::plain;
  }
  return options;
}

bool depends_on_target(const Config& asked) {
  const ObjectiveInfo& info = objective_of(asked);
  if (is_full_batch(asked)) return !info.logistic;  // it starts from the solution of ce that is best for the target
  for (const MatchedOption& option : info.matched) {
    if (is_open(asked, joined("objective.", option.name))) return true;
  }
  if (asked.read("trainer", kTrainerFields).patience.value_or(usual_patience(asked)) > 0) return true;
  return needs_both_classes(info) && is_open(asked, "sampler.batch_size");  // balanced_batches
}

void keep_own_options(Config& config) {
  const ObjectiveInfo& info = objective_of(config);
  for (const auto& [option, text] : config.section("objective")) {
    if (!has_option(info, option)) config.erase("objective." + option);
  }
}

Config resolved_for_auto(const Config& asked, const DataFacts& facts) {
  Config config = asked;
  set_target(config);
  set_default(config, "model.name", usual_model(facts));
  set_default(config, "objective.name", "auto");
  const EncodingOptions encoding = encoding_of(config);
  set_default(config, "data.numeric", choice_name(encoding.numeric));
  set_default(config, "data.bins", joined(bins_for(encoding, facts.rows)));
  write_defaults(config, "data", describe(kDataFields));
  write_defaults(config, "data", describe(kEncodingFields));
  set_augmentation(config, facts);
  check_linear_options(config);
  return config;
}

Config resolved(const Config& asked, const DataFacts& facts, Idle idle) {
  Config config = resolved_for_auto(asked, facts);
  const ObjectiveInfo& info = objective_of(config);
  require_usage(!facts.weighted || info.takes_weights, "weight: ", info.name,
                " does not support case weights; ce does");
  settle_growth(info, config);
  complete_objective(config, info, facts);
  set_optimiser(config, info, facts);
  set_batches(config, info, facts);
  set_length(config, facts);
  write_defaults(config, "model", row_named(model_registry(), config.get("model.name"), "model").options);
  write_defaults(config, "objective", info.options);
  write_defaults(config, "optimiser", describe(kOptimiserFields));
  write_defaults(config, "trainer", describe(kTrainerFields));
  settle_idle_options(asked, idle, config);
  return config;
}

}  // namespace pauc
