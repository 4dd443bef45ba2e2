#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pauc/core/fields.h"
#include "pauc/core/option_needs.h"
#include "pauc/optimiser/registry.h"
#include "pauc/trainer/loop/best_by.h"

namespace pauc {

// Options of a run, apart from those of its data, model and objective. An option without a value is chosen for the
// data.

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
  std::optional<OptimiserName> name;
  std::optional<double> lr;
  std::optional<double> weight_decay;
  double momentum_rate = 0.1;
};

// The last layer of a model that starts from another run's weights.
enum class LastLayer { kept, drawn };

template <>
struct Choices<LastLayer> {
  static constexpr NamedChoice<LastLayer> kNames[] = {{LastLayer::kept, "kept"}, {LastLayer::drawn, "drawn"}};
};

// Whether a finished run keeps its checkpoints, from which more epochs can be trained.
enum class KeepCheckpoints { yes, no };

template <>
struct Choices<KeepCheckpoints> {
  static constexpr NamedChoice<KeepCheckpoints> kNames[] = {{KeepCheckpoints::yes, "yes"}, {KeepCheckpoints::no, "no"}};
};

// How much `auto` tries.
enum class Effort { quick, standard, best };

template <>
struct Choices<Effort> {
  static constexpr NamedChoice<Effort> kNames[] = {
      {Effort::quick, "quick"}, {Effort::standard, "standard"}, {Effort::best, "best"}};
};

// How the members of a blend are weighted. stack: by the log loss of the rows left out; greedy: by their partial AUC;
// equal: all alike, each standardised.
enum class BlendMethod { stack, greedy, equal };

template <>
struct Choices<BlendMethod> {
  static constexpr NamedChoice<BlendMethod> kNames[] = {
      {BlendMethod::stack, "stack"}, {BlendMethod::greedy, "greedy"}, {BlendMethod::equal, "equal"}};
};

// How networks and objectives are computed. fused: by pauc's kernels; plain: by LibTorch's operations, as on devices
// other than the CPU.
enum class Kernels { fused, plain };

template <>
struct Choices<Kernels> {
  static constexpr NamedChoice<Kernels> kNames[] = {{Kernels::fused, "fused"}, {Kernels::plain, "plain"}};
};

struct TrainerOptions {
  std::optional<std::int64_t> epochs;
  std::string lr_decay = "auto";
  std::optional<std::int64_t> patience;
  std::optional<BestBy> best_by;
  std::int64_t pretrain_epochs = 0;
  std::string init;
  LastLayer init_last_layer = LastLayer::kept;
  std::string like;  // run whose options and columns are taken over
  std::int64_t checkpoint_every = 1;
  KeepCheckpoints keep_checkpoints = KeepCheckpoints::yes;
  std::optional<Effort> effort;
  std::optional<double> minutes;
  std::string members;  // models of a blend
  std::string member;   // files of scores from elsewhere, for a blend
  std::optional<BlendMethod> blend;
  std::int64_t seed = 0;
  std::int64_t threads = 0;
  std::optional<std::int64_t> intervals;  // bootstrap replicates
  std::optional<std::int64_t> scorecard;  // points of the largest effect
  std::int64_t importance = 5;            // permutations of each column
  std::string column_groups;              // that are permuted together
  std::string tasks_weight;               // of several labels; empty: equal
  bool sync_batch_norm = true;
  Kernels kernels = Kernels::fused;
  std::string device = "auto";
};

constexpr std::int64_t kMostPermutations = 1000;

// Whether `init` names a file of weights rather than a run.
inline bool is_weights_file(const std::string& init) {
  const std::string end = ".safetensors";
  return init.size() > end.size() && init.compare(init.size() - end.size(), end.size(), end) == 0;
}

inline const Fields<TargetOptions> kTargetFields = {
    {"fpr_max", &TargetOptions::fpr_max, "largest false-positive rate of the region, such as 0.05"},
    {"fpr_min", &TargetOptions::fpr_min, "smallest false-positive rate of the region"},
    {"tpr_min", &TargetOptions::tpr_min, "smallest true-positive rate; makes the region two-way"},
    {"also", &TargetOptions::also,
     "further regions, such as one_way_0.5,two_way_0.6_0.4; the best epoch for each is kept in targets/"},
};

inline const Fields<SamplerChoice> kSamplerFields = {
    {"batch_size", &SamplerChoice::batch_size, "rows per batch [chosen for the data]"},
    {"batch_positives", &SamplerChoice::batch_positives,
     "positives per batch; 0: rows are drawn regardless of class [chosen for the data]"},
};

inline const Fields<OptimiserChoice> kOptimiserFields = {
    {"name", &OptimiserChoice::name,
     "optimiser of the weights [pesg for auc-m, proximal for sota with own thresholds; linear models: lbfgs where it "
     "can minimise the objective; else adam]"},
    {"lr", &OptimiserChoice::lr, "learning rate [chosen for the optimiser and the data]"},
    {"weight_decay", &OptimiserChoice::weight_decay,
     "L2 penalty, added to the gradient [2e-04 for images; lbfgs: chosen on validation; else 0]"},
    {"momentum_rate", &OptimiserChoice::momentum_rate,
     "momentum only: weight of the new gradient in the moving average"},
};

inline const std::vector<OptionNeed> kOptimiserNeeds = {{"momentum_rate", {{"name", {"momentum"}}}}};

inline const Fields<TrainerOptions> kTrainerFields = {
    {"epochs", &TrainerOptions::epochs,
     "passes over the training rows; lbfgs: penalties that are tried [chosen for the data]"},
    {"lr_decay", &TrainerOptions::lr_decay,
     "epochs after which the learning rate is divided by 10, such as 20,40; or cosine, or none"},
    {"patience", &TrainerOptions::patience,
     "stop after this many epochs without a better one on validation; 0: never [0; for graph networks 15 without "
     "--epochs]"},
    {"best_by", &TrainerOptions::best_by,
     "what selects the best epoch on validation: the target's value, or the log loss, which is steadier where few rows "
     "lie in the region [loss for boosted trees by ce or hard, else target]"},
    {"pretrain_epochs", &TrainerOptions::pretrain_epochs,
     "epochs of ce before the training; the last layer is then re-initialised (lbfgs: penalties of ce, 10 unless "
     "weight_decay fixes one; the weights are kept)"},
    {"init", &TrainerOptions::init, "start from the weights of this run, or of this .safetensors file"},
    {"init_last_layer", &TrainerOptions::init_last_layer,
     "keep the last layer of these weights, or re-initialise it as after pretrain_epochs (drawn)"},
    {"like", &TrainerOptions::like,
     "train again as this run was trained, on new data: its options, columns and label, unless others are given; its "
     "model scores the new test rows too, so that the page compares both"},
    {"checkpoint_every", &TrainerOptions::checkpoint_every, "epochs between checkpoints"},
    {"keep_checkpoints", &TrainerOptions::keep_checkpoints,
     "whether a finished run keeps its checkpoints; pauc tidy removes them later"},
    {"effort", &TrainerOptions::effort,
     "how much auto tries. Tables: quick blends trees and mlp on one split, standard trees, mlp and two forests on 4 "
     "folds, best more settings, seeds and fine-tunings on 5. Molecules: gin on graphs, trees and forest on "
     "fingerprints. "
     "Images: only best blends [standard]"},
    {"minutes", &TrainerOptions::minutes,
     "end a blend after about this long; members whose folds do not fit are left out [no limit]"},
    {"members", &TrainerOptions::members,
     "models to blend, such as mlp,trees,forest; on molecules, models of tables read their fingerprints [by effort]"},
    {"member", &TrainerOptions::member,
     "blend with scores from elsewhere too: NAME=FILE.csv, several separated by commas; a column row (or the id) and a "
     "column score, for training rows from a model that has not seen them"},
    {"blend", &TrainerOptions::blend,
     "weights of a blend: stack (log loss of the rows left out), greedy (their partial AUC) or equal [stack; molecules "
     "and images: equal]"},
    {"seed", &TrainerOptions::seed, "seed of all random numbers except those of the split"},
    {"threads", &TrainerOptions::threads,
     "threads of LibTorch; 0: all cores for images, otherwise all but one and at most 4"},
    {"intervals", &TrainerOptions::intervals,
     "linear models by lbfgs: bootstrap intervals of the coefficients, from so many refits [none]"},
    {"scorecard", &TrainerOptions::scorecard,
     "linear models: also write a card of integer points; the feature with the largest effect gets so many [none]"},
    {"importance", &TrainerOptions::importance,
     "permutations of each column that measure what the model looks at, on rows that it has not seen; 0: none"},
    {"column_groups", &TrainerOptions::column_groups,
     "also the importance of groups of columns, such as 'vitals=pulse,pressure;labs=lab_*'"},
    {"tasks_weight", &TrainerOptions::tasks_weight,
     "several labels: weight of each in the loss of the network: equal, positives (by the number of positive training "
     "rows), or a number for each, separated by commas [equal]"},
    {"sync_batch_norm", &TrainerOptions::sync_batch_norm,
     "several processes: batch norm uses the statistics of all rows of a batch, not of the rows of a process"},
    {"kernels", &TrainerOptions::kernels,
     "fused: networks and objectives by pauc's own kernels; plain: by LibTorch's operations, as on other devices"},
    {"device", &TrainerOptions::device,
     "where networks are trained: cpu, cuda, cuda:N, mps or xpu; auto: cuda if this LibTorch has it, else cpu"},
};

}  // namespace pauc
