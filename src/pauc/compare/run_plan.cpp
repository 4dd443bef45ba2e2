#include "pauc/compare/run_plan.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>

#include "pauc/compare/study_methods.h"
#include "pauc/core/error.h"
#include "pauc/core/io/checksum.h"
#include "pauc/data/table/encoding.h"
#include "pauc/objective/registry.h"
#include "pauc/trainer/config/check_config.h"
#include "pauc/trainer/config/defaults.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"

namespace pauc::compare {

namespace {

constexpr std::int64_t kMostRuns = 100'000;

// The protocol, then the method's own settings, then the point of its grid. A method ignores options of the protocol
// that its objective does not have.
Config config_at(const Study& study, const MethodSetup& setup, const Settings& point) {
  Config config = study.base;
  config.set("objective.name", setup.settings.get("objective.name"), "methods");
  keep_own_options(config);
  for (const auto& [key, text] : setup.settings.values()) config.set(key, text, "methods");
  for (std::size_t k = 0; k < point.size(); ++k) config.set(setup.grid[k].key, point[k].second, "grid");
  return config;
}

void set_also(const Study& study, Variant& variant) {
  std::string keys;
  for (std::size_t k = 1; k < variant.targets.size(); ++k) {
    keys += (k > 1 ? "," : "") + region_key(study.targets[variant.targets[k]]);
  }
  if (!keys.empty()) variant.config.set("target.also", keys, "targets");
}

std::string folder_safe(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view(".,=_-").find(c) < 5;
    safe += plain ? c : '-';
  }
  constexpr std::size_t kLongest = 100;
  return safe.substr(0, kLongest);
}

// A readable name that is unique by a checksum of the whole config.
std::string name_of(const std::string& title, const Config& asked, std::int64_t seed, const std::string& starts_from) {
  char sum[16];
  std::snprintf(sum, sizeof sum, "%08x", checksum(config_yaml(asked) + starts_from));
  return joined(folder_safe(title), ",seed=", seed, "-", sum);
}

// Methods on pairs draw their batches by class. Methods that draw rows regardless of class, as ce does, would repeat
// the batches of the pre-training, which has the same seed.
bool repeats_pretraining(const Config& asked) {
  return !needs_both_classes(*find_objective(asked.get("objective.name"))) ||
         asked.get("sampler.batch_positives") == "0";
}

PlannedRun run_of(const Study& study, const std::string& title, Config asked, std::int64_t seed, std::int64_t epochs,
                  const std::string& starts_from) {
  constexpr std::int64_t kFarFromAllSeeds = 1'000'000'007;
  const bool repeats = !starts_from.empty() && repeats_pretraining(asked);
  asked.set("trainer.seed", joined(repeats ? seed + kFarFromAllSeeds : seed), "seeds");
  asked.set("trainer.epochs", joined(epochs), "epochs");
  if (study.split == Study::Split::one_per_seed) asked.set("data.valid_seed", joined(seed), "resplit");
  PlannedRun run;
  run.name = name_of(title, asked, seed, starts_from);
  run.epochs = epochs;
  run.starts_from = starts_from;
  run.asked = std::move(asked);
  return run;
}

// A fixed value and a point of a grid give the same title, so that a grid that grows finds the finished runs.
std::string title_of(const std::string& method, const MethodSetup& setup, const Settings& point) {
  std::map<std::string, std::string> given = setup.settings.values();
  for (std::size_t k = 0; k < point.size(); ++k) given[setup.grid[k].key] = point[k].second;
  given.erase("objective.name");
  std::string title = method;
  for (const auto& [key, value] : given) {
    const auto dot = key.find('.');
    const std::string name = key.substr(dot + 1);
    title += joined(",", name == "name" ? key.substr(0, dot) : name, "=", value);
  }
  return title;
}

void check_method(const std::string& name, const Config& config) {
  Settings options;
  for (const auto& option : config.section("objective")) {
    if (option.second != "auto") options.push_back(option);
  }
  try {
    check_config(config);
    check_options(config.get("objective.name"), options);
  } catch (const UserError& error) {
    fail(error.fault(), "methods: ", name, ": ", error.what());
  }
}

// A training leaves out options of the protocol that have no effect on it; its own must have one.
void settle_idle_options(const std::string& where, const std::vector<std::string>& own, Config& config) {
  for (const IdleOption& idle : idle_options(config)) {
    require_usage(std::find(own.begin(), own.end(), idle.name) == own.end(), where, ": ", idle.reason);
    config.erase(idle.name);
  }
}

std::vector<std::string> keys_of(const Config& settings) {
  std::vector<std::string> keys;
  for (const auto& setting : settings.values()) keys.push_back(setting.first);
  return keys;
}

std::vector<std::string> keys_of(const MethodSetup& setup) {
  std::vector<std::string> keys = keys_of(setup.settings);
  for (const GridAxis& axis : setup.grid) keys.push_back(axis.key);
  return keys;
}

// Runs initialised from pre-training reuse its encoding.
void check_encoding(const Study& study, const std::string& method, const MethodSetup& setup) {
  if (!study.pretraining) return;
  const std::vector<std::string> given = keys_of(setup);
  for (const auto& field : kEncodingFields) {
    const bool is_own = std::find(given.begin(), given.end(), joined("data.", field.name)) != given.end();
    require_usage(!is_own, "methods: ", method, ": ", field.name,
                  ": expected it in data:, as all methods start from one pre-training, got it for one of them");
  }
}

}  // namespace

MethodPlan plan_method(const Study& study, const StudyMethod& method) {
  MethodPlan plan;
  plan.name = method.name;
  plan.of_target.resize(study.targets.size());
  std::map<std::string, std::size_t> found;  // by all that the training depends on
  for (std::size_t k = 0; k < study.targets.size(); ++k) {
    const Region& target = study.targets[k];
    const auto& setup = method.for_target(target);
    if (!setup) continue;
    check_encoding(study, method.name, *setup);
    // Also where a training is shared with targets that it is possible for.
    check_range(*find_objective(setup->settings.get("objective.name")), target, "methods: " + method.name);
    for (const Settings& point : combinations(setup->grid)) {
      Config config = config_at(study, *setup, point);
      set_objective_region(target, config);  // said outright, so that equal trainings are seen to be equal
      check_method(method.name, config);
      settle_idle_options("methods: " + method.name, keys_of(*setup), config);
      const std::string what = config_yaml(config) + (depends_on_target(config) ? region_key(target) : "");
      const auto [at, is_new] = found.emplace(what, plan.variants.size());
      if (is_new) {
        plan.variants.push_back({point, title_of(method.name, *setup, point), with_target(config, target), {}});
      }
      auto& targets = plan.variants[at->second].targets;
      if (targets.empty() || targets.back() != k) targets.push_back(k);
      auto& grid = plan.of_target[k];
      if (std::find(grid.begin(), grid.end(), at->second) == grid.end()) grid.push_back(at->second);
    }
  }
  require_usage(!plan.variants.empty(), "methods: ", method.name,
                ": expected a target that it is compared on, got none");
  for (Variant& variant : plan.variants) {
    set_also(study, variant);
    check_method(method.name, variant.config);
  }
  return plan;
}

std::vector<MethodPlan> plan_methods(const Study& study) {
  std::vector<MethodPlan> plans;
  std::int64_t runs = 0;
  for (const StudyMethod& method : study.methods) {
    plans.push_back(plan_method(study, method));
    runs += static_cast<std::int64_t>(plans.back().variants.size());
  }
  runs *= static_cast<std::int64_t>(study.seeds.size() + study.tuning_seeds.size());
  require_usage(runs <= kMostRuns, "methods: expected grids and seeds of at most ", kMostRuns, " runs, got ", runs);
  return plans;
}

PlannedRun planned_run(const Study& study, const MethodPlan& method, std::size_t variant, std::int64_t seed,
                       Stage stage) {
  const Variant& chosen = method.variants[variant];
  const std::string start = study.pretraining ? pretraining_run(study, seed).name : "";
  const std::int64_t epochs = stage == Stage::tuning ? study.tuning_epochs : study.epochs;
  const std::string title = joined(chosen.title, ",epochs=", epochs);
  PlannedRun run = run_of(study, title, chosen.config, seed, epochs, start);
  for (const std::size_t target : chosen.targets) run.targets.push_back(region_key(study.targets[target]));
  return run;
}

PlannedRun pretraining_run(const Study& study, std::int64_t seed) {
  Config config = study.base;
  config.set("objective.name", pretraining_objective().name, "pretraining");
  keep_own_options(config);
  config.erase("trainer.init_last_layer");
  for (const auto& [key, text] : study.pretraining->values()) config.set(key, text, "pretraining");
  settle_idle_options("pretraining", keys_of(*study.pretraining), config);
  const std::int64_t epochs = config.read("trainer", kTrainerFields).epochs.value_or(0);
  config = with_target(config, study.targets.front());
  PlannedRun run = run_of(study, "pretraining", config, seed, epochs, "");
  run.targets = {region_key(study.targets.front())};
  return run;
}

PlannedStudy::PlannedStudy(const Study& of) : study(of), methods(plan_methods(of)) {
  add(Stage::tuning, study.tuning_seeds);
  add(Stage::final, study.seeds);
}

void PlannedStudy::add(Stage stage, const std::vector<std::int64_t>& seeds) {
  for (const std::int64_t seed : seeds) {
    if (study.pretraining) pretrainings_.emplace(seed, pretraining_run(study, seed));
    for (std::size_t method = 0; method < methods.size(); ++method) {
      for (std::size_t variant = 0; variant < methods[method].variants.size(); ++variant) {
        runs_.emplace(std::make_tuple(stage, method, variant, seed),
                      planned_run(study, methods[method], variant, seed, stage));
      }
    }
  }
}

const PlannedRun& PlannedStudy::run(std::size_t method, std::size_t variant, std::int64_t seed, Stage stage) const {
  return runs_.at(std::make_tuple(stage, method, variant, seed));
}

}  // namespace pauc::compare
