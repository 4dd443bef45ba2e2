#include "pauc/model/tree/forest.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"
#include "pauc/model/make_model.h"
#include "pauc/model/tree/forest_growth.h"
#include "pauc/model/tree/forest_tensors.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostTrees = 100000;
constexpr const char* kWhole = "whole";  // the only tensor of a mark: there is one state to return to

// Shared by the copies of a model, as weights are.
struct GrowingForest {
  ForestOptions options;
  InputShape input;
  TreeEnsemble trees;  // leaves hold shares of positives
  std::optional<ForestColumns> columns;
  int threads = 1;
};

void check(const ForestOptions& options) {
  require_usage(options.trees >= 1 && options.trees <= kMostTrees, "trees: expected 1 to ", kMostTrees, ", got ",
                options.trees);
  require_usage(options.min_leaf >= 1, "min_leaf: expected at least 1, got ", options.min_leaf);
  require_usage(options.split_features >= 0 && options.split_features <= 1,
                "split_features: expected a share from 0 to 1, got ", options.split_features);
  // Without any, a leaf of one class would have a score that is not finite.
  require_usage(options.smoothing > 0 && std::isfinite(options.smoothing), "smoothing: expected a number above 0, got ",
                options.smoothing);
}

std::int64_t split_features(const ForestOptions& options, std::int64_t features) {
  const auto all = static_cast<double>(features);
  const double wanted = options.split_features == 0 ? std::sqrt(all) : options.split_features * all;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(wanted));
}

void grow(GrowingForest& growing, const std::vector<std::uint8_t>& labels, const std::vector<double>& weights,
          Random& random) {
  const ForestOptions& options = growing.options;
  const std::vector<Tree> trees = grow_forest(
      *growing.columns, {labels, weights},
      {options.split_rule, options.trees, options.min_leaf, split_features(options, growing.columns->features()),
       options.smoothing, random.next(), growing.threads});
  growing.trees = {};
  growing.trees.features = growing.columns->features();
  for (const Tree& tree : trees) growing.trees.add(tree);
  growing.trees.end_round();
}

// The log-odds of the mean share. Shares are above 0 and below 1, so it is finite.
at::Tensor scores_of(const GrowingForest& growing, const Batch& batch) {
  const Span<const float> rows{cpu_data<float>(batch.features), batch.features.numel()};
  const auto sums = growing.trees.scores(rows, growing.trees.rounds(), at::get_num_threads());
  const auto trees = static_cast<double>(growing.trees.trees());
  at::Tensor scores = at::zeros({static_cast<std::int64_t>(sums.size())}, at::kDouble);
  if (trees == 0) return scores;
  double* score = cpu_data<double>(scores);
  for (const double sum : sums) *score++ = std::log(sum / (trees - sum));
  return scores;
}

Growth growth_of(const std::shared_ptr<GrowingForest>& growing) {
  Growth growth;
  growth.take_rows = [growing](std::int64_t rows, const GatherRange& gather, int threads) {
    growing->threads = threads;
    growing->columns.emplace(rows, growing->input.sizes[0], growing->input.categories, gather);
  };
  growth.grow_all = [growing](const std::vector<std::uint8_t>& labels, const std::vector<double>& weights,
                              Random& random) { grow(*growing, labels, weights, random); };
  growth.rounds = [growing] { return growing->trees.rounds(); };
  return growth;
}

}  // namespace

Model make_model(const ForestOptions& options, const InputShape& input, Random& /*random*/) {
  require_input(input, InputKind::table, "forest");
  check(options);
  const auto growing = std::make_shared<GrowingForest>();
  growing->options = options;
  growing->input = input;
  growing->trees.features = input.sizes[0];
  Model model;
  model.forward = [growing](const Batch& batch, Random* /*noise*/) { return scores_of(*growing, batch); };
  model.reset_last_layer = [](Random&) {};
  model.save = [growing] { return forest_tensors(growing->trees); };
  model.mark = []() -> NamedTensors { return {{kWhole, at::ones({}, at::kLong)}}; };
  model.load = [growing](const NamedTensors& from) {
    if (from.find(kWhole) == from.end()) growing->trees = forest_from(from, growing->input.sizes[0]);
  };
  model.growth = growth_of(growing);
  return model;
}

}  // namespace pauc
