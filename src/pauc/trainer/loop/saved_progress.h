#pragma once

#include "pauc/trainer/loop/checkpoint.h"
#include "pauc/trainer/loop/fit.h"

namespace pauc {

// All that the future of a training depends on, as a checkpoint; `phase` counts the calls of fit in a run.
Checkpoint saved_progress(const Trainee& trainee, const Progress& progress, std::int64_t phase);

std::int64_t phase_of(const Checkpoint& checkpoint);

// Puts trainee and progress where they were. Refused: what another model, objective or optimiser has saved.
void restore_progress(const Checkpoint& checkpoint, Trainee& trainee, Progress& progress);

}  // namespace pauc
