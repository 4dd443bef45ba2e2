#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

// A node of a decision tree. A row goes left if its value of `feature` is below `value`, or if the value is missing and
// `missing_left` is set. With `set` >= 0 the feature is a category, and rows go right if it is in that set.
struct TreeNode {
  std::int32_t left = 0;  // place of the left child in the tree, and of the right one before the next; 0: a leaf
  std::int32_t feature = 0;
  float value = 0;        // threshold, or what a leaf adds to the score
  std::int32_t set = -1;  // of TreeEnsemble::categories; -1: a number
  std::int32_t missing_left = 0;

  bool is_leaf() const { return left == 0; }
};

// A tree by itself, with its own sets of categories.
struct Tree {
  std::vector<TreeNode> nodes;
  std::vector<std::vector<std::int32_t>> sets;  // each ascending
};

// Decision trees in flat memory. The raw score of a row is `base` plus the values of the leaves that it falls into.
struct TreeEnsemble {
  std::int64_t features = 0;
  double base = 0;                           // score without trees
  std::vector<std::int64_t> round_ends;      // [rounds] trees at the end of each round
  std::vector<std::int64_t> tree_begins{0};  // [trees + 1] first node of each tree
  std::vector<TreeNode> nodes;
  std::vector<std::int64_t> set_begins{0};  // [sets + 1] first category of each set
  std::vector<std::int32_t> categories;     // of all sets

  std::int64_t trees() const { return static_cast<std::int64_t>(tree_begins.size()) - 1; }
  std::int64_t rounds() const { return static_cast<std::int64_t>(round_ends.size()); }

  void add(const Tree& tree);
  void end_round() { round_ends.push_back(trees()); }
  // Removes all rounds but the first ones.
  void keep_rounds(std::int64_t count);
  Tree tree(std::int64_t number) const;

  // Raw scores of rows of float values, [rows, features], by the trees of the first `rounds`; NaN is a missing value. A
  // row's score does not depend on the other rows, nor on the number of threads.
  std::vector<double> scores(Span<const float> rows, std::int64_t rounds, int threads = 1) const;
};

// Refuses trees with children or features that do not exist, cycles, or values that are not finite.
void check_ensemble(const TreeEnsemble& ensemble, const std::string& where);

}  // namespace pauc
