#include "pauc/trainer/loop/plan.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/number.h"
#include "pauc/objective/full_batch.h"
#include "pauc/objective/lambda.h"
#include "pauc/objective/make_objective.h"
#include "pauc/objective/registry.h"
#include "pauc/objective/tasks.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/loop/task_batch.h"

namespace pauc {

namespace {

// "20,40" -> {20, 40}
std::vector<std::int64_t> epochs_listed(const std::string& text) {
  std::vector<std::int64_t> epochs;
  if (text.empty() || text == "none" || text == "auto") return epochs;
  for (const auto part : comma_parts(text)) {
    const auto epoch = parse_number(part);
    const bool fits = epoch && *epoch >= 1 && *epoch <= static_cast<double>(kMostEpochs) &&
                      *epoch == std::floor(*epoch) &&
                      (epochs.empty() || static_cast<std::int64_t>(*epoch) > epochs.back());
    require_usage(fits, "lr_decay: expected ascending epochs such as 20,40, got \"", text, '"');
    epochs.push_back(static_cast<std::int64_t>(*epoch));
  }
  return epochs;
}

// The options that are left to the scores; they are taken out of the settings.
std::vector<MatchedOption> take_matched(Settings& settings, const ObjectiveInfo& info) {
  std::vector<MatchedOption> matched;
  for (const MatchedOption& option : info.matched) {
    const auto is_auto = [&](const auto& setting) { return setting.first == option.name && setting.second == "auto"; };
    const auto found = std::find_if(settings.begin(), settings.end(), is_auto);
    if (found == settings.end()) continue;
    settings.erase(found);
    matched.push_back(option);
  }
  return matched;
}

std::optional<double> number_in(const Settings& settings, const std::string& name) {
  for (const auto& [key, text] : settings) {
    if (key == name) return parse_number(text);
  }
  return std::nullopt;
}

std::vector<Stage> stages_of(const OptimiserOptions& optimiser, const TrainerOptions& trainer) {
  if (optimiser_info(optimiser.name).growing_stages) {
    require_usage(trainer.lr_decay == "none", "lr_decay: expected none for ", choice_name(optimiser.name),
                  ", which has stages of its own, got ", trainer.lr_decay);
    return growing_stages(optimiser.lr, *trainer.epochs);
  }
  if (trainer.lr_decay == "cosine") return cosine_decay(optimiser.lr, *trainer.epochs);
  return step_decay(optimiser.lr, epochs_listed(trainer.lr_decay));
}

constexpr std::int64_t kSearchesPerEpoch = 10;  // at most; a search has 20 iterations
// The L2 penalties of a linear model, one per epoch: a cross-entropy begins with the strongest. The others begin with
// the weakest, at the solution of ce: a strong penalty would pull them away from it to a poor local minimum. More
// epochs only add penalties. A penalty that was asked for is the only one.
std::vector<double> penalties_of(const std::optional<double>& asked, std::int64_t epochs, const ObjectiveInfo& info) {
  constexpr double kStrongest = 1;
  constexpr double kWeakest = 1e-6;
  constexpr double kPerDecade = 1.5;
  constexpr double kBeyond = 100;  // no more than so much weaker or stronger in trainings of many epochs
  if (asked) return {*asked};
  std::vector<double> penalties;
  for (std::int64_t epoch = 0; epoch < epochs; ++epoch) {
    const double factor = std::pow(10, static_cast<double>(epoch) / kPerDecade);
    penalties.push_back(info.logistic ? std::max(kWeakest / kBeyond, kStrongest / factor)
                                      : std::min(kStrongest * kBeyond, kWeakest * factor));
  }
  return penalties;
}

void set_facts(const ObjectiveInfo& objective, FitOptions& fit) {
  fit.needs_both_classes = needs_both_classes(objective);
  fit.fraction_diagnostic = objective.fraction_diagnostic;
  fit.logistic = objective.logistic;
}

Phase main_phase(const Config& config) {
  const OptimiserChoice optimiser = config.read("optimiser", kOptimiserFields);
  const SamplerChoice sampler = config.read("sampler", kSamplerFields);
  const TrainerOptions trainer = config.read("trainer", kTrainerFields);
  const ObjectiveInfo& objective = *find_objective(config.get("objective.name"));
  Phase phase;
  phase.objective = objective.name;
  phase.objective_settings = config.section("objective");
  phase.matched = take_matched(phase.objective_settings, objective);
  phase.optimiser = {*optimiser.name,
                     *optimiser.lr,
                     optimiser.weight_decay.value_or(0),
                     optimiser.momentum_rate,
                     number_in(phase.objective_settings, "gamma"),
                     trainer.kernels == Kernels::plain};
  if (trainer.kernels == Kernels::plain) phase.route = Route::tensors;
  const auto seed = static_cast<std::uint64_t>(trainer.seed);
  if (phase.grows()) {
    phase.sampler = {1, 0, seed, 1};
  } else if (phase.is_full_batch()) {
    phase.sampler = {1, 0, seed, kSearchesPerEpoch};
    phase.fit.penalties = penalties_of(optimiser.weight_decay, *trainer.epochs, objective);
  } else {
    phase.sampler = {*sampler.batch_size, *sampler.batch_positives, seed};
  }
  phase.fit.epochs = *trainer.epochs;
  phase.fit.stages = stages_of(phase.optimiser, trainer);
  phase.fit.patience = *trainer.patience;
  phase.fit.best_by = *trainer.best_by;
  phase.fit.checkpoint_every = trainer.checkpoint_every;
  phase.fit.target = target_of(config);
  phase.fit.also = further_targets_of(config);
  phase.fit.seed = seed;
  phase.fit.fine_tunes = trainer.pretrain_epochs > 0 || !trainer.init.empty();
  set_facts(objective, phase.fit);
  return phase;
}

// Cross-entropy with Adam on batches of the same size, as they come; for linear models by full-batch searches.
Phase pretraining(const Phase& main, std::int64_t epochs, const std::optional<double>& penalty) {
  Phase phase = main;
  phase.objective = pretraining_objective().name;
  phase.objective_settings = {};
  phase.matched = {};
  const OptimiserName name = main.is_full_batch() ? main.optimiser.name : OptimiserName::adam;
  const double rate = optimiser_info(name).usual_lr;
  phase.optimiser = {
      name, rate, main.optimiser.weight_decay, main.optimiser.momentum_rate, std::nullopt, main.optimiser.stock};
  phase.sampler.batch_positives = 0;
  phase.fit.epochs = epochs;
  phase.fit.stages = {{0, rate}};
  phase.fit.patience = phase.grows() ? main.fit.patience : 0;
  phase.fit.best_by = phase.grows() ? BestBy::loss : BestBy::target;
  if (phase.is_full_batch() && !phase.grows()) {
    phase.fit.penalties = penalties_of(penalty, epochs, pretraining_objective());
  }
  set_facts(pretraining_objective(), phase.fit);
  phase.fit.phase = "pretrain";
  phase.fit.fine_tunes = false;
  phase.fit.seed = main.fit.seed + 0x9E3779B97F4A7C15ULL;  // another stream of noise than the training's
  return phase;
}

// At most so many of each class, evenly spaced: the search for lambda sums over all pairs some fifty times, in
// logarithmic time for the squared hinge only.
std::vector<std::int64_t> rows_for_lambda(const std::vector<std::uint8_t>& labels, SurrogateKind surrogate) {
  const bool fast = surrogate == SurrogateKind::squared_hinge;
  std::vector<std::int64_t> chosen;
  for (const std::uint8_t label : {std::uint8_t{0}, std::uint8_t{1}}) {
    const std::int64_t most = label == 1 ? (fast ? 10000 : 256) : (fast ? 100000 : 16384);
    const std::int64_t count = std::count(labels.begin(), labels.end(), label);
    const std::int64_t stride = (count + most - 1) / most;
    std::int64_t seen = 0;
    for (std::int64_t row = 0; row < static_cast<std::int64_t>(labels.size()); ++row) {
      if (labels[row] == label && seen++ % stride == 0) chosen.push_back(row);
    }
  }
  return chosen;
}

// Scores that an option is fitted to.
struct MatchedRows {
  std::vector<std::int64_t> places;  // in the list of all scores
  at::Tensor labels;
  std::optional<std::size_t> task = {};  // one of several
  std::string name = {};                 // of the task
};

MatchedRows matched_rows(const std::vector<std::uint8_t>& labels, SurrogateKind surrogate) {
  MatchedRows rows{rows_for_lambda(labels, surrogate), {}};
  rows.labels = at::empty({static_cast<std::int64_t>(rows.places.size())}, at::kLong);
  for (std::size_t k = 0; k < rows.places.size(); ++k) {
    cpu_data<std::int64_t>(rows.labels)[k] = labels[static_cast<std::size_t>(rows.places[k])];
  }
  return rows;
}

MatchedRows matched_rows_of_task(const Dataset& train, std::size_t task, SurrogateKind surrogate) {
  const auto& all = (*train.tasks)[task];
  std::vector<std::uint8_t> labels;
  std::vector<std::int64_t> examples;
  for (std::size_t example = 0; example < all.size(); ++example) {
    if (all[example] == kUnknownLabel) continue;
    labels.push_back(static_cast<std::uint8_t>(all[example]));
    examples.push_back(static_cast<std::int64_t>(example));
  }
  MatchedRows rows = matched_rows(labels, surrogate);
  for (std::int64_t& place : rows.places) {
    place = examples[static_cast<std::size_t>(place)] * static_cast<std::int64_t>(train.tasks->size()) +
            static_cast<std::int64_t>(task);
  }
  rows.task = task;
  return rows;
}

std::vector<std::string> match(const MatchedRows& rows, const std::vector<double>& train_scores,
                               const std::vector<MatchedOption>& matched, const RegionBounds& region,
                               const PairOptions& pairs, State& state) {
  const at::Tensor scores = at::empty({rows.labels.numel()}, at::kDouble);
  for (std::size_t k = 0; k < rows.places.size(); ++k) {
    cpu_data<double>(scores)[k] = train_scores[static_cast<std::size_t>(rows.places[k])];
  }
  if (!rows.task) return match_to_scores(matched, scores, rows.labels, region, pairs, state);
  State part = state_of_task(state, *rows.task);
  auto notes = match_to_scores(matched, scores, rows.labels, region, pairs, part);
  for (std::string& note : notes) note = joined("label ", rows.name, ": ", note);
  return notes;
}

}  // namespace

std::vector<double> task_weights(const std::string& text, const TaskLabels& tasks, const ListedTasks& of) {
  if (text.empty() || text == "equal") return std::vector<double>(tasks.size(), 1.0);
  std::vector<double> weights;
  if (text == "positives") {
    for (const auto& labels : tasks) {
      weights.push_back(static_cast<double>(std::count(labels.begin(), labels.end(), 1)));
    }
    return weights;
  }
  std::vector<double> listed;
  for (const auto part : comma_parts(text)) {
    const auto weight = parse_number(part);
    require_usage(weight && *weight > 0 && std::isfinite(*weight),
                  "tasks_weight: expected equal, positives or numbers above 0, got \"", part, '"');
    listed.push_back(*weight);
  }
  require_usage(listed.size() == of.listed, "tasks_weight: expected a number for each of ", of.listed, " labels, got ",
                listed.size());
  for (const std::size_t place : of.places) weights.push_back(listed[place]);
  return weights;
}

Objective objective_of(const Phase& phase, const Dataset& train, std::vector<double> weights) {
  const TaskSlots slots(*train.tasks);
  const Objective probe = make_objective(phase.objective, phase.objective_settings, SlotCounts(10, 3), phase.route);
  TaskObjectives all{{}, std::move(weights), phase.fit.needs_both_classes, remembers_positives_alone(probe.state)};
  for (std::size_t task = 0; task < train.tasks->size(); ++task) {
    all.tasks.push_back(make_objective(phase.objective, phase.objective_settings, slots.counts(task), phase.route));
  }
  return objective_of_tasks(std::move(all));
}

Objective objective_of(const Phase& phase, std::int64_t examples) {
  return phase.is_full_batch() ? make_full_batch_objective(phase.objective, phase.objective_settings, examples)
                               : make_objective(phase.objective, phase.objective_settings, examples, phase.route);
}

std::vector<Phase> phases_of(const Config& resolved) {
  const TrainerOptions trainer = resolved.read("trainer", kTrainerFields);
  require_usage(trainer.pretrain_epochs >= 0, "pretrain_epochs: expected at least 0, got ", trainer.pretrain_epochs);
  std::vector<Phase> phases = {main_phase(resolved)};
  const auto penalty = resolved.read("optimiser", kOptimiserFields).weight_decay;
  if (trainer.pretrain_epochs > 0) {
    phases.insert(phases.begin(), pretraining(phases[0], trainer.pretrain_epochs, penalty));
  }
  return phases;
}

bool stays_on_cpu(const std::vector<Phase>& phases) {
  return std::any_of(phases.begin(), phases.end(),
                     [](const Phase& phase) { return phase.grows() || phase.is_full_batch(); });
}

std::function<void(Trainee&, const std::vector<double>&)> retuning(const Phase& phase, const Dataset& train,
                                                                   const std::vector<std::string>& task_names,
                                                                   std::function<void(const std::string&)> say) {
  if (phase.matched.empty()) return {};
  const PairOptions pairs = pair_options_in(phase.objective_settings);
  const RegionBounds region{phase.fit.target.fpr_max, phase.fit.target.tpr_min};
  std::vector<MatchedRows> all;
  for (std::size_t task = 0; train.tasks && task < train.tasks->size(); ++task) {
    all.push_back(matched_rows_of_task(train, task, pairs.surrogate));
    all.back().name = task_names.at(task);
  }
  if (!train.tasks) all.push_back(matched_rows(train.labels, pairs.surrogate));
  return [=, matched = phase.matched, said = false](Trainee& trainee, const std::vector<double>& train_scores) mutable {
    std::vector<std::string> notes;
    for (const MatchedRows& rows : all) {
      for (std::string& note : match(rows, train_scores, matched, region, pairs, trainee.objective.state)) {
        notes.push_back(std::move(note));
      }
    }
    if (notes.empty() || said || !say) return;
    for (const std::string& note : notes) say(note);
    said = true;
  };
}

}  // namespace pauc
