#pragma once

#include <functional>

#include "pauc/metric/region.h"
#include "pauc/record/explanation_paths.h"
#include "pauc/record/hardest.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/run/run.h"
#include "pauc/trainer/run/scoring_models.h"

namespace pauc {

// A part of the rows of a run that its models have not seen.
struct ExplainedPart {
  std::function<ScoringModels()> models;  // called only if something is to be explained
  record::HardestExamples hardest;
};

// A trained run whose models are to be explained.
struct ExplainedRun {
  record::ExplanationPaths paths;
  const Config& config;
  Region target;
  ExplainedPart valid;
  ExplainedPart test;
};

// Places of the held-out rows whose columns are permuted; none if nothing is.
std::vector<std::int64_t> permuted_places(const ScoringModels& held_out, const TrainerOptions& trainer);

// Writes what the models of a run look at: importance.json and effects.json if there are columns, contributions.json
// for molecules and images; nothing if the option trainer.importance is 0. Call it before metrics.json is written.
// False if it was asked to stop.
bool write_explanation(const ExplainedRun& run, const RunObserver& observer);

}  // namespace pauc
