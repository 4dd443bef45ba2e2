#pragma once

#include "pauc/objective/registry.h"
#include "pauc/optimiser/optimiser.h"
#include "pauc/sampler/sampler.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/loop/fit.h"

namespace pauc {

// The part of a resolved config that one call of fit needs.
struct Phase {
  std::string objective;
  Settings objective_settings;
  OptimiserOptions optimiser;
  SamplerOptions sampler;
  FitOptions fit;
  Route route = Route::automatic;      // of the objective
  std::vector<MatchedOption> matched;  // options of the objective that are recomputed from the scores

  bool is_full_batch() const { return optimiser_info(optimiser.name).full_batch; }
  bool grows() const { return optimiser_info(optimiser.name).grows; }
};

// The objective of a phase for so many training rows: exact where the optimiser sees all of them at once.
Objective objective_of(const Phase& phase, std::int64_t examples);

// The same for several tasks, each with an objective of its own.
Objective objective_of(const Phase& phase, const Dataset& train, std::vector<double> weights);

// Which of the labels that were listed are trained.
struct ListedTasks {
  std::vector<std::size_t> places;  // of the tasks in the list
  std::size_t listed = 0;
};
// The weights of the losses of several tasks from trainer.tasks_weight, which has a number for each label that was
// listed; refuses other texts.
std::vector<double> task_weights(const std::string& text, const TaskLabels& tasks, const ListedTasks& of);

// Pre-training, if there is one, then the training itself.
std::vector<Phase> phases_of(const Config& resolved);

// Whether a model that is trained in these phases stays in CPU memory whatever device is asked for: trees are grown and
// scored there, and a search on all rows at once keeps them there.
bool stays_on_cpu(const std::vector<Phase>& phases);

// FitHooks::retune for a phase; empty if no option depends on the scores.
// `say` is told, once each, which options could not be matched; of several tasks, by their names.
std::function<void(Trainee&, const std::vector<double>&)> retuning(const Phase& phase, const Dataset& train,
                                                                   const std::vector<std::string>& task_names = {},
                                                                   std::function<void(const std::string&)> say = {});

}  // namespace pauc
