#include "pauc/trainer/config/growth_defaults.h"

#include "pauc/core/error.h"
#include "pauc/data/options.h"
#include "pauc/model/registry.h"
#include "pauc/trainer/config/defaults.h"
#include "pauc/trainer/config/options.h"

namespace pauc {

void settle_growth(const ObjectiveInfo& info, Config& config) {
  const std::string model = config.get("model.name");
  if (!grows_at_once(model)) return;
  const std::string ce = pretraining_objective().name;
  require_usage(info.name == ce, "objective: expected ", ce, " for ", model, ", which learns by labels, got ",
                info.name);
  const bool has_folds = config.read("data", kDataFields).folds > 0;
  if (has_folds && !is_open(config, "trainer.epochs")) config.set("trainer.epochs", "1", "folds");
  const TrainerOptions trainer = config.read("trainer", kTrainerFields);
  require_usage(trainer.epochs.value_or(1) == 1, "epochs: expected 1 for ", model,
                ", which grows all its trees in one round, got ", *trainer.epochs);
  require_usage(trainer.pretrain_epochs == 0, "pretrain_epochs: expected 0 for ", model, ", got ",
                trainer.pretrain_epochs);
  require_usage(trainer.init.empty(), "init: expected none for ", model, ", which always grows from the start, got ",
                trainer.init);
}

OptimiserName usual_growth(const std::string& model) {
  return grows_at_once(model) ? OptimiserName::averaging : OptimiserName::boosting;
}

std::int64_t usual_rounds(const std::string& model) { return grows_at_once(model) ? 1 : 1000; }

void set_growth_stops(Config& config) {
  const bool at_once = grows_at_once(config.get("model.name"));
  set_default(config, "trainer.patience", at_once ? "0" : "50");
  // A checkpoint holds all trees.
  if (!at_once && !config.has("trainer.checkpoint_every")) config.set("trainer.checkpoint_every", "25", "auto");
}

}  // namespace pauc
