#pragma once

#include "pauc/trainer/loop/checkpoint.h"
#include "pauc/trainer/loop/fit.h"

namespace pauc {

// A checkpoint of everything that the rest of a training depends on. `phase` counts the calls of fit in a run.
Checkpoint saved_progress(const Trainee& trainee, const Progress& progress, std::int64_t phase);

std::int64_t phase_of(const Checkpoint& checkpoint);

// The state of the objective in a checkpoint.
NamedTensors objective_state_of(const Checkpoint& checkpoint);

// Restores trainee and progress. Refuses the checkpoint of another model, objective or optimiser.
void restore_progress(const Checkpoint& checkpoint, Trainee& trainee, Progress& progress);

}  // namespace pauc
