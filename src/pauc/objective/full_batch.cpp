#include "pauc/objective/full_batch.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/kernel/exact_objective.h"
#include "pauc/objective/make_objective.h"
#include "pauc/objective/pair/pairs.h"

namespace pauc {

namespace {

// sopa with every threshold at its optimum: the thresholds of all positives belong to one cut of the negatives.
Objective exact_sopa(const SopaOptions& options) {
  make_objective(options, 0, Route::automatic);  // refuses options out of range
  kernel::CvarOptions cvar;
  cvar.fpr_min = options.fpr_min;
  cvar.fpr_max = options.fpr_max;
  cvar.surrogate = monotone_surrogate_of(options);
  Objective objective;
  objective.step = [cvar, link = options.link](const ScoredBatch& batch, State&) {
    const Pairs pairs(batch, link, cvar.surrogate, Route::automatic);
    kernel::ExactObjective exact = kernel::exact_cvar({pairs.positive_scores(), pairs.negative_scores()}, cvar);
    PairGradient gradient;
    gradient.positives = std::move(exact.positive_gradients);
    gradient.negatives = std::move(exact.negative_gradients);
    Loss loss = pairs.loss(gradient, 1, exact.value);
    const double width = cvar.fpr_max - cvar.fpr_min;
    loss.diagnostics = {{"realised_fraction", width}};
    return loss;
  };
  return objective;
}

}  // namespace

Objective make_full_batch_objective(const std::string& name, Settings settings, std::int64_t examples) {
  if (name == sopa_row().name) return exact_sopa(read_settings(settings, kSopaFields, name));
  const ObjectiveInfo* info = find_objective(name);
  if (info != nullptr) {
    require_usage(info->optimiser.empty(), "objective: ", name, " needs the optimiser ", info->optimiser);
    settings.insert(settings.end(), info->full_batch.begin(), info->full_batch.end());
  }
  return make_objective(name, settings, examples);
}

}  // namespace pauc
