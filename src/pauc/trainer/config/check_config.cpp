#include "pauc/trainer/config/check_config.h"

#include <filesystem>

#include "pauc/core/text/comma_list.h"
#include "pauc/data/image/encoding.h"
#include "pauc/data/options.h"
#include "pauc/data/table/encoding.h"
#include "pauc/model/registry.h"
#include "pauc/trainer/config/members.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/registry_row.h"
#include "pauc/trainer/config/target.h"

namespace pauc {

namespace {

void check_folds(const DataOptions& data, const TrainerOptions& trainer) {
  require_usage(data.folds >= 0 && data.folds <= kMostFolds, "folds: expected 1 to ", kMostFolds, ", got ", data.folds);
  require_usage(!data.fold || data.folds > 0, "fold: expected folds, got none");
  foreign_members(trainer.member);
  if (trainer.members.empty()) return;
  for (const std::string_view name : comma_parts(trainer.members)) {
    row_named(model_registry(), std::string(name), "members");
  }
}

}  // namespace

void check_config(const Config& asked) {
  target_of(asked);
  const DataOptions data = asked.read("data", kDataFields);
  asked.read("data", kEncodingFields);
  asked.read("data", kAugmentationFields);
  asked.read("sampler", kSamplerFields);
  asked.read("optimiser", kOptimiserFields);
  const TrainerOptions trainer = asked.read("trainer", kTrainerFields);
  require_usage(trainer.seed >= 0, "seed: expected a number from 0 on, got ", trainer.seed);
  require_usage(trainer.threads >= 0 && trainer.threads <= kMostThreads, "threads: expected 0 to ", kMostThreads,
                ", got ", trainer.threads);
  std::error_code ignored;
  require_usage(is_weights_file(trainer.init) || !std::filesystem::is_regular_file(trainer.init, ignored),
                "init: expected the folder of a run or a .safetensors file, got ", trainer.init);
  require_usage(trainer.init_last_layer == LastLayer::kept || !trainer.init.empty(),
                "init_last_layer: expected init, the run to start from, got none");
  check_folds(data, trainer);
  require_usage(trainer.importance >= 0 && trainer.importance <= kMostPermutations, "importance: expected 0 to ",
                kMostPermutations, ", got ", trainer.importance);
  require_usage(trainer.column_groups.empty() || trainer.importance > 0,
                "column_groups: expected importance above 0, got ", trainer.importance);
  const std::string model = asked.get("model.name");
  const std::string objective = asked.get("objective.name");
  if (!model.empty() && model != "auto") row_named(model_registry(), model, "model");
  const bool is_auto = objective.empty() || objective == "auto";
  if (!is_auto) row_named(objective_registry(), objective, "objective");
  require_usage(
      further_targets_of(asked).empty() || !is_auto,
      "also: objective auto chooses its candidate by one target; name an objective, or train one run per target");
}

void check_range(const ObjectiveInfo& info, const Region& target, const std::string& where) {
  require_usage(info.range != Range::refused || target.fpr_min == 0, where, ": ", info.name,
                " cannot leave out FPR below ", target.fpr_min, "; sopa and svm-pauc can");
}

}  // namespace pauc
