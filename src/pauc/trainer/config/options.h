#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pauc/core/fields.h"

namespace pauc {

// What a run may be asked for beside data, model and objective. Without a value: chosen for the data.

struct TargetOptions {
  std::optional<double> fpr_min;
  std::optional<double> fpr_max;
  std::optional<double> tpr_min;
  std::string also;  // further regions, as keys
};

struct SamplerChoice {
  std::optional<std::int64_t> batch_size;
  std::optional<std::int64_t> batch_positives;
};

struct OptimiserChoice {
  std::string name = "auto";
  std::optional<double> lr;
  std::optional<double> weight_decay;
  double momentum_rate = 0.1;
};

struct TrainerOptions {
  std::optional<std::int64_t> epochs;
  std::string lr_decay = "auto";
  std::optional<std::int64_t> patience;
  std::int64_t pretrain_epochs = 0;
  std::string init;
  std::string init_last_layer = "kept";
  std::int64_t checkpoint_every = 1;
  std::int64_t seed = 0;
  std::int64_t threads = 0;
};

// Whether --init names a file of weights rather than a run.
inline bool is_weights_file(const std::string& init) {
  const std::string end = ".safetensors";
  return init.size() > end.size() && init.compare(init.size() - end.size(), end.size(), end) == 0;
}

inline const Fields<TargetOptions> kTargetFields = {
    {"fpr_max", &TargetOptions::fpr_max, "largest false-positive rate of the region to be good in"},
    {"fpr_min", &TargetOptions::fpr_min, "smallest false-positive rate of the region"},
    {"tpr_min", &TargetOptions::tpr_min, "smallest true-positive rate: a two-way region"},
    {"also", &TargetOptions::also,
     "further regions, each with a best epoch of its own in targets/: one_way_0.5,two_way_0.6_0.4"},
};

inline const Fields<SamplerChoice> kSamplerFields = {
    {"batch_size", &SamplerChoice::batch_size, "rows in a batch"},
    {"batch_positives", &SamplerChoice::batch_positives, "positives among them; 0: as they come"},
};

inline const Fields<OptimiserChoice> kOptimiserFields = {
    {"name", &OptimiserChoice::name, "adam, momentum; sota and auc-m bring their own"},
    {"lr", &OptimiserChoice::lr, "learning rate"},
    {"weight_decay", &OptimiserChoice::weight_decay, "L2, added to the gradient"},
    {"momentum_rate", &OptimiserChoice::momentum_rate, "momentum: share of the new gradient in the moving average"},
};

inline const Fields<TrainerOptions> kTrainerFields = {
    {"epochs", &TrainerOptions::epochs, "passes over the training rows"},
    {"lr_decay", &TrainerOptions::lr_decay,
     "epochs after which the learning rate is divided by 10, such as 20,40; cosine; none"},
    {"patience", &TrainerOptions::patience, "epochs without a better one on validation before training ends; 0: never"},
    {"pretrain_epochs", &TrainerOptions::pretrain_epochs, "epochs of ce first; then the last layer is drawn anew"},
    {"init", &TrainerOptions::init, "run whose trained weights are the start, or a .safetensors file"},
    {"init_last_layer", &TrainerOptions::init_last_layer,
     "of that run: kept, or drawn anew as after --pretrain-epochs"},
    {"checkpoint_every", &TrainerOptions::checkpoint_every, "epochs between checkpoints"},
    {"seed", &TrainerOptions::seed, "seed of everything random but the split"},
    {"threads", &TrainerOptions::threads,
     "threads of LibTorch; 0: one less than cores, at most 4; for images all cores"},
};

}  // namespace pauc
