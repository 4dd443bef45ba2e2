#include "pauc/model/tree/trees.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>

#include <cmath>
#include <optional>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"
#include "pauc/model/make_model.h"
#include "pauc/model/tree/boosting.h"
#include "pauc/model/tree/ensemble_tensors.h"
#include "pauc/model/tree/tree_json.h"

namespace pauc {

namespace {

constexpr const char* kRounds = "rounds";  // the only tensor of a mark

// Shared by the copies of a model, as weights are.
struct GrowingTrees {
  TreesOptions options;
  InputShape input;
  TreeEnsemble trees;
  std::int64_t active = 0;  // rounds that count; the later ones are kept, as another mark may ask for them
  std::optional<QuantisedRows> rows;
  int threads = 1;
};

Span<const float> rows_of(const Batch& batch) { return {cpu_data<float>(batch.features), batch.features.numel()}; }

at::Tensor tensor_of(const std::vector<double>& scores) {
  at::Tensor tensor = at::empty({static_cast<std::int64_t>(scores.size())}, at::kDouble);
  std::copy(scores.begin(), scores.end(), cpu_data<double>(tensor));
  return tensor;
}

TreeEnsemble active_trees(const GrowingTrees& growing) {
  TreeEnsemble trees = growing.trees;
  trees.keep_rounds(growing.active);
  return trees;
}

void check(const TreesOptions& options) {
  const auto require_fraction = [](const char* name, double value) {
    require_usage(value > 0 && value <= 1, name, ": expected a number above 0 and at most 1, got ", value);
  };
  require_usage(options.depth >= 1 && options.depth <= 30, "depth: expected 1 to 30, got ", options.depth);
  require_fraction("eta", options.eta);
  require_fraction("subsample", options.subsample);
  require_fraction("colsample", options.colsample);
  require_usage(options.leaf_penalty >= 0 && std::isfinite(options.leaf_penalty),
                "leaf_penalty: expected a number from 0 on, got ", options.leaf_penalty);
  require_usage(options.min_child_weight >= 0 && std::isfinite(options.min_child_weight),
                "min_child_weight: expected a number from 0 on, got ", options.min_child_weight);
}

// Rows that are left out have no derivatives, so the tree does not see them.
std::vector<float> sampled(const std::vector<double>& values, const std::vector<bool>& chosen) {
  std::vector<float> result(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) result[k] = chosen[k] ? static_cast<float>(values[k]) : 0;
  return result;
}

std::vector<double> add_round(GrowingTrees& growing, const std::vector<double>& gradients,
                              const std::vector<double>& curvatures, Random& random) {
  const TreesOptions& options = growing.options;
  std::vector<bool> chosen(gradients.size());
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    chosen[k] = options.subsample == 1 || random.uniform() < options.subsample;
  }
  const GrownTree grown = growing.rows->grow(sampled(gradients, chosen), sampled(curvatures, chosen),
                                             {options.depth, options.eta, options.colsample, options.leaf_penalty,
                                              options.min_child_weight, random.next(), growing.threads});
  growing.trees.keep_rounds(growing.active);
  growing.trees.add(grown.tree);
  growing.trees.end_round();
  ++growing.active;
  return {grown.added.begin(), grown.added.end()};
}

Growth growth_of(const std::shared_ptr<GrowingTrees>& growing) {
  Growth growth;
  growth.take_rows = [growing](std::int64_t rows, const GatherRange& gather, int threads) {
    growing->threads = threads;
    growing->rows.emplace(rows, growing->input.sizes[0], growing->input.categories, gather, threads);
  };
  growth.add_round = [growing](const std::vector<double>& gradients, const std::vector<double>& curvatures,
                               Random& random) { return add_round(*growing, gradients, curvatures, random); };
  growth.last_round = [growing](const Batch& batch) {
    TreeEnsemble last;
    last.features = growing->trees.features;
    last.add(growing->trees.tree(growing->trees.trees() - 1));
    last.end_round();
    return last.scores(rows_of(batch), 1);
  };
  growth.begin_at = [growing](double score) { growing->trees.base = base_in_file(score); };
  growth.rounds = [growing] { return growing->active; };
  growth.missing = missing_boosting();
  return growth;
}

void load(const NamedTensors& from, GrowingTrees& growing) {
  const auto mark = from.find(kRounds);
  if (mark == from.end()) {
    growing.trees = ensemble_from(from, growing.input.sizes[0]);
    growing.active = growing.trees.rounds();
    return;
  }
  const std::int64_t rounds = mark->second.item<std::int64_t>();
  require(rounds >= 0 && rounds <= growing.trees.rounds(), "trees: expected up to ", growing.trees.rounds(),
          " rounds, got ", rounds);
  growing.active = rounds;
}

}  // namespace

Model make_model(const TreesOptions& options, const InputShape& input, Random& /*random*/) {
  require_input(input, InputKind::table, "trees");
  check(options);
  const auto growing = std::make_shared<GrowingTrees>();
  growing->options = options;
  growing->input = input;
  growing->trees.features = input.sizes[0];
  Model model;
  model.forward = [growing](const Batch& batch, Random* /*noise*/) {
    return tensor_of(growing->trees.scores(rows_of(batch), growing->active));
  };
  model.reset_last_layer = [](Random&) {};
  model.save = [growing] { return tensors_of(active_trees(*growing)); };
  model.load = [growing](const NamedTensors& from) { load(from, *growing); };
  model.mark = [growing]() -> NamedTensors { return {{kRounds, at::full({}, growing->active, at::kLong)}}; };
  model.growth = growth_of(growing);
  return model;
}

}  // namespace pauc
