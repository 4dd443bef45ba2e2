#pragma once

#include "pauc/objective/registry.h"
#include "pauc/optimiser/optimiser.h"
#include "pauc/sampler/sampler.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/loop/fit.h"

namespace pauc {

// A resolved config as the stages want it: one call of fit.
struct Phase {
  std::string objective;
  Settings objective_settings;
  OptimiserOptions optimiser;
  SamplerOptions sampler;
  FitOptions fit;
  std::vector<MatchedOption> matched;  // options of the objective that follow the scores
};

// Pre-training if asked for, then the training itself.
std::vector<Phase> phases_of(const Config& resolved);

// What the hooks of a phase must do before each epoch; empty where nothing depends on the scores.
std::function<void(Trainee&, const std::vector<double>&)> retuning(const Phase& phase, const Dataset& train);

}  // namespace pauc
