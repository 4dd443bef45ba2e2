#include "pauc/trainer/config/objective_defaults.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/objective/pair/options.h"
#include "pauc/trainer/config/check_config.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/registry_row.h"
#include "pauc/trainer/config/target.h"

namespace pauc {

namespace {

bool asks_for_a_loss(const Config& config) {
  const char* const options[] = {"surrogate", "link", "margin"};
  return std::any_of(std::begin(options), std::end(options),
                     [&](const char* option) { return !is_open(config, joined("objective.", option)); });
}

// A search needs a function of the scores alone. Minimised exactly, the squared hinge ranks worse than cross-entropy at
// a low FPR, so methods with a hard cut take a bounded loss, unless an option asks for another.
void set_search_options(Config& config, const ObjectiveInfo& info) {
  if (!is_full_batch(config)) return;
  if (!asks_for_a_loss(config)) {
    for (const auto& [name, value] : info.when_searched) set_default(config, joined("objective.", name), value);
  }
  for (const auto& [name, value] : info.full_batch) set_default(config, joined("objective.", name), value);
}

// A search scales the scores as it likes, so it should start near the count of wrongly ordered pairs: where most
// positives are below the cut, a wide sigmoid gains more from drawing all scores together than from a better ranking.
constexpr double kTemperatureOfSearch = 0.03;

// The link and the temperature, which depend on the surrogate. A method whose link does not keeps its own.
void complete_pair_options(Config& config, const ObjectiveInfo& info) {
  const PairOptions pairs = completed(config.read("objective", with_pair_fields<PairOptions>({})));
  const auto has_open_link = [](const FieldInfo& option) {
    return option.name == "link" && option.default_value == choice_name(Link::automatic);
  };
  if (std::any_of(info.options.begin(), info.options.end(), has_open_link)) {
    set_default(config, "objective.link", choice_name(pairs.link));
  }
  if (!has_option(info, "temperature")) return;
  const bool is_searched = is_full_batch(config) && pairs.surrogate == SurrogateKind::sigmoid;
  set_default(config, "objective.temperature", setting_text(is_searched ? kTemperatureOfSearch : *pairs.temperature));
}

// On molecules the squared hinge is ahead at 0.05, the sigmoid at 0.01 (docs/methods.md).
constexpr double kVeryLowFpr = 0.02;

// Residual networks, and at a very low FPR graph networks, validate best with these options after a training with ce
// (docs/methods.md). They need scores that mean something already, and the deviation of those scores.
void set_tuning_options(Config& config, const ObjectiveInfo& info, const DataFacts& facts, double fpr_max) {
  const bool is_kind =
      facts.input == InputKind::image || (facts.input == InputKind::molecule && fpr_max <= kVeryLowFpr);
  const bool has_scores =
      fine_tunes(config) && config.read("trainer", kTrainerFields).init_last_layer == LastLayer::kept;
  if (!is_kind || !has_scores || asks_for_a_loss(config)) return;
  for (const auto& [name, value] : info.when_tuned) set_default(config, joined("objective.", name), value);
}

}  // namespace

const ObjectiveInfo& objective_of(const Config& config) {
  return row_named(objective_registry(), config.get("objective.name"), "objective");
}

bool fine_tunes(const Config& config) {
  const std::string init = config.get("trainer.init");
  return !init.empty() && !is_weights_file(init);
}

void complete_objective(Config& config, const ObjectiveInfo& info, const DataFacts& facts) {
  const Region target = target_of(config);
  set_objective_region(target, config);
  for (const MatchedOption& option : info.matched) {
    const std::string key = joined("objective.", option.name);
    if (!config.has(key)) config.set(key, "auto", "auto");
  }
  set_search_options(config, info);
  set_tuning_options(config, info, facts, target.fpr_max);
  complete_pair_options(config, info);
  check_range(info, target, "objective");
}

void set_objective_region(const Region& target, Config& config) {
  const ObjectiveInfo& info = objective_of(config);
  const std::pair<const char*, double> bounds[] = {
      {"fpr_max", target.fpr_max}, {"tpr_min", target.tpr_min}, {"fpr_min", target.fpr_min}};
  for (const auto& [name, bound] : bounds) {
    if (has_option(info, name)) set_default(config, joined("objective.", name), joined(bound));
  }
}

std::vector<IdleOption> idle_objective_options(const Config& config) {
  const ObjectiveInfo& info = objective_of(config);
  Config searched = config;  // a search has other defaults
  set_search_options(searched, info);
  std::vector<IdleOption> idle = idle_options(info, searched.section("objective"));
  for (IdleOption& option : idle) option.name = "objective." + option.name;
  return idle;
}

}  // namespace pauc
