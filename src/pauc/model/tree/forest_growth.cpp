#include "pauc/model/tree/forest_growth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/random.h"
#include "pauc/model/tree/best_splits.h"
#include "pauc/model/tree/node_splits.h"

namespace pauc {

namespace {

// The prior that smooths leaves.
struct Prior {
  double weight = 0;
  double positive = 0;
};

struct Node {
  SampleRange range;
  std::int32_t place = 0;      // in the tree
  std::int32_t constants = 0;  // features known to have no spread, at the front of the list of features
};

// As many rows as there are, each as often as it was drawn.
Samples drawn_with_repetition(const Samples& samples, Random& random) {
  const std::int64_t size = samples.size();
  std::vector<std::int32_t> times(static_cast<std::size_t>(size));
  for (std::int64_t k = 0; k < size; ++k) ++times[random.below(static_cast<std::uint32_t>(size))];
  Samples drawn;
  for (std::int64_t k = 0; k < size; ++k) {
    if (times[k] == 0) continue;
    drawn.rows.push_back(samples.rows[k]);
    drawn.labels.push_back(samples.labels[k]);
    drawn.weights.push_back(times[k] * (samples.weights.empty() ? 1 : samples.weights[k]));
  }
  return drawn;
}

class TreeGrower {
 public:
  TreeGrower(const ForestColumns& columns, const ForestBins* bins, const ForestPlan& options, const Prior& prior,
             const Samples& samples, std::uint64_t stream)
      : options_(options),
        prior_(prior),
        random_(options.seed, stream),
        splits_(columns, bins == nullptr ? samples : drawn_with_repetition(samples, random_)),
        features_(static_cast<std::size_t>(columns.features())),
        constants_(features_.size()) {
    std::iota(features_.begin(), features_.end(), 0);
    if (bins != nullptr) best_splits_.emplace(columns, *bins, options.min_leaf);
  }

  Tree grow() {
    tree_.nodes.resize(1);
    const std::int64_t all = samples().size();
    std::vector<Node> open = {{{0, all, sums_of(samples(), 0, all)}, 0, 0}};
    while (!open.empty()) {
      Node node = open.back();
      open.pop_back();
      const std::optional<Split> split = best_split(node);
      if (split) {
        const auto [left, right] = children(node, *split);
        open.push_back(right);
        open.push_back(left);
      } else {
        tree_.nodes[node.place].value = leaf_value(node.range);
      }
    }
    return std::move(tree_);
  }

 private:
  const Samples& samples() const { return splits_.samples(); }

  // Summed again: the sums of a node are differences, and rounding could leave the range of a share.
  float leaf_value(const SampleRange& range) const {
    const ClassSums sums = sums_of(samples(), range.begin, range.end);
    const auto share = static_cast<float>((sums.positive + prior_.positive) / (sums.weight + prior_.weight));
    return std::clamp(share, std::numeric_limits<float>::min(), std::nextafter(1.0F, 0.0F));
  }

  bool has_one_class(const SampleRange& range) const {
    const auto* begin = samples().labels.data() + range.begin;
    const auto* end = samples().labels.data() + range.end;
    return std::all_of(begin, end, [&](std::int32_t label) { return label == *begin; });
  }

  // Draws features without replacement. The list has the features without spread first: those known from the parents,
  // then those found here; at its end are the ones looked at.
  std::optional<Split> best_split(Node& node) {
    if (node.range.sums.rows < 2 * options_.min_leaf || has_one_class(node.range)) return std::nullopt;
    const std::int32_t known = node.constants;
    std::int32_t drawn = 0;  // of the known ones
    std::int32_t found = 0;
    auto unseen = static_cast<std::int32_t>(features_.size());
    std::optional<Split> best;
    double best_score = -1;
    for (std::int64_t looked = 0; unseen > known + found; ++looked) {
      if (looked >= options_.split_features && looked > drawn + found) break;
      const auto place = drawn + static_cast<std::int32_t>(random_.below(unseen - found - drawn));
      if (place < known) {
        std::swap(features_[place], features_[drawn++]);
        continue;
      }
      std::int32_t& feature = features_[place + found];
      std::optional<Split> split = best_splits_ ? best_splits_->best(samples(), node.range, feature)
                                                : splits_.drawn(node.range, feature, random_);
      if (!split) {
        std::swap(feature, features_[known + found++]);
        continue;
      }
      const double score = score_of(node.range.sums, *split);
      std::swap(feature, features_[--unseen]);
      if (score > best_score) {
        best_score = score;
        best = std::move(split);
      }
    }
    // Drawing has mixed the known ones; the nodes above rely on their order.
    std::copy_n(constants_.begin(), known, features_.begin());
    std::copy_n(features_.begin() + known, found, constants_.begin() + known);
    node.constants = known + found;
    return best;
  }

  // The purity; below 0 if a leaf would be too small.
  double score_of(const ClassSums& sums, const Split& split) const {
    const ClassSums right = sums.minus(split.left);
    if (std::min(split.left.rows, right.rows) < options_.min_leaf) return -2;
    return purity(split.left, right);
  }

  std::pair<Node, Node> children(const Node& node, const Split& split) {
    const std::int64_t middle = splits_.divided(node.range, split);
    const auto first = static_cast<std::int32_t>(tree_.nodes.size());
    TreeNode& made = tree_.nodes[node.place];
    made = {first, split.feature, split.threshold, -1, split.missing_left ? 1 : 0};
    if (!split.right.empty()) {
      made.set = static_cast<std::int32_t>(tree_.sets.size());
      tree_.sets.push_back(split.right);
    }
    tree_.nodes.resize(tree_.nodes.size() + 2);
    return {{{node.range.begin, middle, split.left}, first, node.constants},
            {{middle, node.range.end, node.range.sums.minus(split.left)}, first + 1, node.constants}};
  }

  const ForestPlan& options_;
  const Prior prior_;
  Random random_;
  NodeSplits splits_;
  std::optional<BestSplits> best_splits_;
  std::vector<std::int32_t> features_;
  std::vector<std::int32_t> constants_;  // features without spread on the way to the node
  Tree tree_;
};

// Rows without weight are left out: they have no say in what is the range of a node.
Samples samples_of(const ForestTargets& targets) {
  Samples samples;
  for (std::int64_t row = 0; row < targets.labels.size(); ++row) {
    if (!targets.weights.empty() && targets.weights[row] == 0) continue;
    samples.rows.push_back(static_cast<std::int32_t>(row));
    samples.labels.push_back(targets.labels[row]);
    if (!targets.weights.empty()) samples.weights.push_back(targets.weights[row]);
  }
  return samples;
}

Prior prior_of(const Samples& samples, double smoothing) {
  const ClassSums all = sums_of(samples, 0, samples.size());
  const char* only = all.positive > 0 ? "positives" : "negatives";
  require(all.positive > 0 && all.positive < all.weight, "forest: expected rows of both classes, got ", only, " only");
  const auto rows = static_cast<double>(samples.size());
  return {smoothing * all.weight / rows, smoothing * all.positive / rows};
}

}  // namespace

std::vector<Tree> grow_forest(const ForestColumns& columns, const ForestTargets& targets, const ForestPlan& options) {
  const Samples samples = samples_of(targets);
  const Prior prior = prior_of(samples, options.smoothing);
  std::optional<ForestBins> bins;
  if (options.splits == ForestSplits::best) bins.emplace(columns, options.threads);
  std::vector<Tree> trees(static_cast<std::size_t>(options.trees));
  parallel_for(options.trees, options.threads, [&](std::int64_t number) {
    trees[number] =
        TreeGrower(columns, bins ? &*bins : nullptr, options, prior, samples, static_cast<std::uint64_t>(number))
            .grow();
  });
  return trees;
}

}  // namespace pauc
