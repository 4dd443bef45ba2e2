#include "pauc/model/tree/ensemble.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostTogether = 256;  // rows that walk through a tree while its nodes are in the cache
constexpr std::int64_t kWalksAtOnce = 16;    // steps that do not wait for each other

bool goes_right(const TreeEnsemble& ensemble, const TreeNode& node, float value) {
  if (node.set < 0) return !(value < node.value);
  const auto* begin = ensemble.categories.data() + ensemble.set_begins[node.set];
  const auto* end = ensemble.categories.data() + ensemble.set_begins[node.set + 1];
  constexpr float kFirstAbove = 2147483648.0F;  // no category is as large: to convert it would be undefined
  if (!(value >= -kFirstAbove && value < kFirstAbove)) return false;
  return std::binary_search(begin, end, static_cast<std::int32_t>(value));
}

float leaf_of(const TreeEnsemble& ensemble, const TreeNode* tree, const float* row) {
  const TreeNode* node = tree;
  while (!node->is_leaf()) {
    const float value = row[node->feature];
    const bool right = std::isnan(value) ? node->missing_left == 0 : goes_right(ensemble, *node, value);
    node = tree + node->left + (right ? 1 : 0);
  }
  return node->value;
}

// Adds the leaves of several rows to their sums, for trees without categories. Each step is free of branches.
void add_leaves(const TreeNode* tree, const float* rows, std::int64_t features, double* sums) {
  std::int32_t places[kWalksAtOnce] = {};
  bool is_walking = true;
  while (is_walking) {
    is_walking = false;
    for (std::int64_t k = 0; k < kWalksAtOnce; ++k) {
      const TreeNode& node = tree[places[k]];
      const float value = rows[k * features + node.feature];
      const int is_left = int{value < node.value} | (int{std::isnan(value)} & node.missing_left);
      const std::int32_t next = node.left + 1 - is_left;
      places[k] = node.is_leaf() ? places[k] : next;
      is_walking = is_walking || !node.is_leaf();
    }
  }
  for (std::int64_t k = 0; k < kWalksAtOnce; ++k) sums[k] += double{tree[places[k]].value};
}

void check_ascending(const std::vector<std::int64_t>& begins, std::size_t end, const char* what,
                     const std::string& where) {
  const bool fits = !begins.empty() && begins.front() == 0 && begins.back() == static_cast<std::int64_t>(end) &&
                    std::is_sorted(begins.begin(), begins.end());
  require(fits, where, ": expected ", what, " that ascend from 0 to ", end, ", got others");
}

void check_node(const TreeEnsemble& ensemble, const TreeNode& node, std::int64_t place, std::int64_t size,
                const std::string& where) {
  require(std::isfinite(node.value), where, ": node ", place, ": expected a finite number, got ", node.value);
  if (node.is_leaf()) return;
  // Children come after their parents, so every walk ends.
  require(node.left > place && node.left + 1 < size, where, ": node ", place, ": expected children from ", place + 1,
          " to ", size - 1, ", got ", node.left);
  require(node.feature >= 0 && node.feature < ensemble.features, where, ": node ", place, ": expected a feature below ",
          ensemble.features, ", got ", node.feature);
  const auto sets = static_cast<std::int64_t>(ensemble.set_begins.size()) - 1;
  require(node.set >= -1 && node.set < sets, where, ": node ", place, ": expected a set below ", sets, ", got ",
          node.set);
}

}  // namespace

void TreeEnsemble::add(const Tree& tree) {
  const auto first_set = static_cast<std::int32_t>(set_begins.size()) - 1;
  for (TreeNode node : tree.nodes) {
    if (node.set >= 0) node.set += first_set;
    nodes.push_back(node);
  }
  for (const auto& set : tree.sets) {
    categories.insert(categories.end(), set.begin(), set.end());
    set_begins.push_back(static_cast<std::int64_t>(categories.size()));
  }
  tree_begins.push_back(static_cast<std::int64_t>(nodes.size()));
}

Tree TreeEnsemble::tree(std::int64_t number) const {
  Tree tree;
  for (std::int64_t k = tree_begins[number]; k < tree_begins[number + 1]; ++k) {
    TreeNode node = nodes[k];
    if (node.set >= 0) {
      tree.sets.emplace_back(categories.begin() + set_begins[node.set], categories.begin() + set_begins[node.set + 1]);
      node.set = static_cast<std::int32_t>(tree.sets.size()) - 1;
    }
    tree.nodes.push_back(node);
  }
  return tree;
}

void TreeEnsemble::keep_rounds(std::int64_t count) {
  if (count >= rounds()) return;
  TreeEnsemble kept;
  kept.features = features;
  kept.base = base;
  for (std::int64_t round = 0, number = 0; round < count; ++round) {
    for (; number < round_ends[round]; ++number) kept.add(tree(number));
    kept.end_round();
  }
  *this = std::move(kept);
}

std::vector<double> TreeEnsemble::scores(Span<const float> rows, std::int64_t rounds, int threads) const {
  const bool has_sets = set_begins.size() > 1;  // also if all of them are empty
  const std::int64_t used = rounds == 0 ? 0 : round_ends[rounds - 1];
  const std::int64_t count = features == 0 ? 0 : rows.size() / features;
  std::vector<double> sums(static_cast<std::size_t>(count), base);
  const std::int64_t together = std::clamp(count / std::max(threads, 1), kWalksAtOnce, kMostTogether);
  const std::int64_t blocks = (count + together - 1) / together;
  parallel_for(blocks, threads, [&](std::int64_t block) {
    const std::int64_t end = std::min(count, (block + 1) * together);
    for (std::int64_t number = 0; number < used; ++number) {
      const TreeNode* tree = nodes.data() + tree_begins[number];
      std::int64_t row = block * together;
      for (; !has_sets && row + kWalksAtOnce <= end; row += kWalksAtOnce) {
        add_leaves(tree, rows.data() + row * features, features, sums.data() + row);
      }
      for (; row < end; ++row) {
        sums[row] += double{leaf_of(*this, tree, rows.data() + row * features)};
      }
    }
  });
  return sums;
}

void check_ensemble(const TreeEnsemble& ensemble, const std::string& where) {
  require(std::isfinite(ensemble.base), where, ": expected a finite score to start from, got ", ensemble.base);
  check_ascending(ensemble.tree_begins, ensemble.nodes.size(), "trees", where);
  check_ascending(ensemble.set_begins, ensemble.categories.size(), "sets of categories", where);
  std::int64_t trees = 0;
  for (const std::int64_t end : ensemble.round_ends) {
    require(end >= trees, where, ": expected rounds that ascend, got ", end, " after ", trees);
    trees = end;
  }
  require(trees == ensemble.trees(), where, ": expected rounds of ", ensemble.trees(), " trees, got ", trees);
  for (std::size_t set = 0; set + 1 < ensemble.set_begins.size(); ++set) {
    const auto begin = ensemble.categories.begin() + ensemble.set_begins[set];
    const auto end = ensemble.categories.begin() + ensemble.set_begins[set + 1];
    require(std::is_sorted(begin, end), where, ": expected sets of ascending categories, got another order");
  }
  for (std::int64_t tree = 0; tree < ensemble.trees(); ++tree) {
    const std::int64_t begin = ensemble.tree_begins[tree];
    const std::int64_t size = ensemble.tree_begins[tree + 1] - begin;
    require(size > 0, where, ": tree ", tree, ": expected nodes, got none");
    for (std::int64_t k = 0; k < size; ++k) {
      check_node(ensemble, ensemble.nodes[begin + k], k, size, joined(where, ": tree ", tree));
    }
  }
}

}  // namespace pauc
