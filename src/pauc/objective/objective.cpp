#include "pauc/objective/objective.h"

#include <cmath>

#include "pauc/core/error.h"

namespace pauc {

void Objective::begin_stage(double learning_rate) {
  require_usage(learning_rate > 0 && std::isfinite(learning_rate), "learning rate: expected a number above 0, got ",
                learning_rate);
  if (on_stage) on_stage(learning_rate, state);
}

bool uses_kernels(const ScoredBatch& batch, Route route) {
  return route == Route::kernels || (route == Route::automatic && batch.scores.device().is_cpu());
}

}  // namespace pauc
