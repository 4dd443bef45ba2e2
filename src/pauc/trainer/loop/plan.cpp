#include "pauc/trainer/loop/plan.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/number.h"
#include "pauc/objective/lambda.h"
#include "pauc/objective/registry.h"
#include "pauc/trainer/config/choices.h"
#include "pauc/trainer/config/options.h"

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
    require_usage(fits, "lr-decay: expected ascending epochs such as 20,40, got \"", text, '"');
    epochs.push_back(static_cast<std::int64_t>(*epoch));
  }
  return epochs;
}

bool take_auto(Settings& settings, const char* name) {
  const auto found = std::find_if(settings.begin(), settings.end(), [&](const auto& setting) {
    return setting.first == name && setting.second == "auto";
  });
  if (found == settings.end()) return false;
  settings.erase(found);
  return true;
}

std::optional<double> number_in(const Settings& settings, const std::string& name) {
  for (const auto& [key, text] : settings) {
    if (key == name) return parse_number(text);
  }
  return std::nullopt;
}

std::vector<Stage> stages_of(const OptimiserChoice& optimiser, const TrainerOptions& trainer) {
  if (optimiser.name == "proximal") {
    require_usage(trainer.lr_decay == "none", "lr-decay: sota has stages of its own; leave it out, got ",
                  trainer.lr_decay);
    return growing_stages(*optimiser.lr, *trainer.epochs);
  }
  if (trainer.lr_decay == "cosine") return cosine_decay(*optimiser.lr, *trainer.epochs);
  return step_decay(*optimiser.lr, epochs_listed(trainer.lr_decay));
}

Phase main_phase(const Config& config) {
  const OptimiserChoice optimiser = config.read("optimiser", kOptimiserFields);
  const SamplerChoice sampler = config.read("sampler", kSamplerFields);
  const TrainerOptions trainer = config.read("trainer", kTrainerFields);
  Phase phase;
  phase.objective = config.get("objective.name");
  phase.objective_settings = config.section("objective");
  phase.tunes_lambda = take_auto(phase.objective_settings, "lambda");
  phase.tunes_lambda2 = take_auto(phase.objective_settings, "lambda2");
  phase.optimiser = {optimiser.name, *optimiser.lr, *optimiser.weight_decay, optimiser.momentum_rate,
                     number_in(phase.objective_settings, "gamma")};
  const auto seed = static_cast<std::uint64_t>(trainer.seed);
  phase.sampler = {*sampler.batch_size, *sampler.batch_positives, seed};
  phase.fit.epochs = *trainer.epochs;
  phase.fit.stages = stages_of(optimiser, trainer);
  phase.fit.patience = *trainer.patience;
  phase.fit.checkpoint_every = trainer.checkpoint_every;
  phase.fit.target = target_of(config);
  phase.fit.also = further_targets_of(config);
  phase.fit.seed = seed;
  phase.fit.needs_both_classes = needs_both_classes(*find_objective(phase.objective));
  return phase;
}

// ce with Adam on batches of the same size, as they come.
Phase pretraining(const Phase& main, std::int64_t epochs) {
  Phase phase = main;
  phase.objective = "ce";
  phase.objective_settings = {};
  phase.tunes_lambda = phase.tunes_lambda2 = false;
  phase.optimiser = {"adam", 1e-3, main.optimiser.weight_decay, main.optimiser.momentum_rate, std::nullopt};
  phase.sampler.batch_positives = 0;
  phase.fit.epochs = epochs;
  phase.fit.stages = {{0, 1e-3}};
  phase.fit.patience = 0;
  phase.fit.needs_both_classes = false;
  phase.fit.phase = "pretrain";
  phase.fit.seed = main.fit.seed + 0x9E3779B97F4A7C15ULL;  // another stream of noise than the training's
  return phase;
}

// At most so many of each class, evenly spaced: the search for lambda sums over all pairs some fifty times, in
// logarithmic time for the squared hinge only.
std::vector<std::int64_t> rows_for_lambda(const Dataset& train, const std::string& surrogate) {
  const bool fast = surrogate == "squared-hinge";
  std::vector<std::int64_t> chosen;
  for (const std::uint8_t label : {std::uint8_t{0}, std::uint8_t{1}}) {
    const std::int64_t most = label == 1 ? (fast ? 10000 : 256) : (fast ? 100000 : 16384);
    const std::int64_t count = std::count(train.labels.begin(), train.labels.end(), label);
    const std::int64_t stride = (count + most - 1) / most;
    std::int64_t seen = 0;
    for (std::int64_t row = 0; row < train.size(); ++row) {
      if (train.labels[row] == label && seen++ % stride == 0) chosen.push_back(row);
    }
  }
  return chosen;
}

}  // namespace

std::vector<Phase> phases_of(const Config& resolved) {
  const TrainerOptions trainer = resolved.read("trainer", kTrainerFields);
  require_usage(trainer.pretrain_epochs >= 0, "pretrain-epochs: expected a number from 0 on, got ",
                trainer.pretrain_epochs);
  std::vector<Phase> phases = {main_phase(resolved)};
  if (trainer.pretrain_epochs > 0) phases.insert(phases.begin(), pretraining(phases[0], trainer.pretrain_epochs));
  return phases;
}

std::function<void(Trainee&, const std::vector<double>&)> retuning(const Phase& phase, const Dataset& train) {
  if (!phase.tunes_lambda && !phase.tunes_lambda2) return {};
  const Settings& settings = phase.objective_settings;
  PairOptions pairs;
  for (const auto& [name, text] : settings) {
    if (name == "link") pairs.link = text;
    if (name == "surrogate") pairs.surrogate = text;
  }
  pairs.margin = number_in(settings, "margin").value_or(pairs.margin);
  pairs.temperature = number_in(settings, "temperature").value_or(pairs.temperature);
  const Region region = phase.fit.target;
  const auto rows = rows_for_lambda(train, pairs.surrogate);
  at::Tensor labels = at::empty({static_cast<std::int64_t>(rows.size())}, at::kLong);
  for (std::size_t k = 0; k < rows.size(); ++k) labels.data_ptr<std::int64_t>()[k] = train.labels[rows[k]];
  return [pairs, region, rows, labels, one = phase.tunes_lambda, two = phase.tunes_lambda2](
             Trainee& trainee, const std::vector<double>& train_scores) {
    State& state = trainee.objective.state;
    const at::Tensor scores = at::empty({labels.numel()}, at::kDouble);
    for (std::size_t k = 0; k < rows.size(); ++k) scores.data_ptr<double>()[k] = train_scores[rows[k]];
    if (one) state.set_number("lambda", lambda_for(scores, labels, region.fpr_max, pairs));
    if (two)
      state.set_number("lambda2", lambda2_for(scores, labels, state.number("lambda"), region.tpr_min, pairs));
  };
}

}  // namespace pauc
