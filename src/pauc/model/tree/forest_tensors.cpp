#include "pauc/model/tree/forest_tensors.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "pauc/batch/cpu_data.h"
#include "pauc/batch/flat_numbers.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::int32_t kLeaf = -1;

template <class Number>
at::Tensor tensor_of(const std::vector<Number>& numbers) {
  at::Tensor tensor = at::empty({static_cast<std::int64_t>(numbers.size())}, c10::CppTypeToScalarType<Number>::value);
  std::copy(numbers.begin(), numbers.end(), cpu_data<Number>(tensor));
  return tensor;
}

// Whether 2 feature + 1 fits into 16 bits.
bool has_short_splits(std::int64_t features) { return 2 * features <= std::numeric_limits<std::int16_t>::max(); }

template <class Number>
std::vector<Number> numbers_in(const NamedTensors& tensors, const char* name, at::ScalarType stored) {
  const auto found = tensors.find(name);
  require(found != tensors.end(), "forest: expected a tensor \"", name, "\", got none");
  const at::Tensor& tensor = found->second;
  require(tensor.dim() == 1 && tensor.scalar_type() == stored, "forest: ", name, ": expected a list of ",
          c10::toString(stored), ", got ", tensor.dim(), " dimensions of ", c10::toString(tensor.scalar_type()));
  const FlatNumbers<Number> numbers(tensor);
  return std::vector<Number>(numbers.begin(), numbers.end());
}

template <class Number>
std::vector<Number> numbers_in(const NamedTensors& tensors, const char* name) {
  return numbers_in<Number>(tensors, name, c10::CppTypeToScalarType<Number>::value);
}

// The places of a tree's nodes, level by level; a split's children are next to each other.
std::vector<std::int64_t> by_level(const TreeEnsemble& forest, std::int64_t tree) {
  const std::int64_t first = forest.tree_begins[tree];
  std::vector<std::int64_t> places = {first};
  for (std::size_t k = 0; k < places.size(); ++k) {
    const TreeNode& node = forest.nodes[places[k]];
    if (node.is_leaf()) continue;
    places.push_back(first + node.left);
    places.push_back(first + node.left + 1);
  }
  return places;
}

class ForestReader {
 public:
  ForestReader(const NamedTensors& tensors, std::int64_t features)
      : splits_(numbers_in<std::int32_t>(tensors, "splits", has_short_splits(features) ? at::kShort : at::kInt)),
        values_(numbers_in<float>(tensors, "values")),
        category_nodes_(numbers_in<std::int64_t>(tensors, "category_nodes")) {
    forest_.features = features;
    forest_.tree_begins = numbers_in<std::int64_t>(tensors, "tree_begins");
    forest_.set_begins = numbers_in<std::int64_t>(tensors, "set_begins");
    forest_.categories = numbers_in<std::int32_t>(tensors, "categories");
    check_lengths();
    forest_.nodes.resize(splits_.size());
  }

  TreeEnsemble read() {
    for (std::int64_t tree = 0; tree < forest_.trees(); ++tree) read_tree(tree);
    require(sets_ == category_nodes_.size(), "forest: category_nodes: expected splits in ascending order, got others");
    if (forest_.trees() > 0) forest_.end_round();
    check_ensemble(forest_, "forest");
    for (const TreeNode& node : forest_.nodes) {
      require(!node.is_leaf() || (node.value > 0 && node.value < 1),
              "forest: values: expected shares above 0 and below 1 in leaves, got ", node.value);
    }
    return std::move(forest_);
  }

 private:
  void check_lengths() const {
    require(values_.size() == splits_.size(), "forest: values: expected ", splits_.size(), ", got ", values_.size());
    require(forest_.set_begins.size() == category_nodes_.size() + 1, "forest: set_begins: expected ",
            category_nodes_.size() + 1, ", got ", forest_.set_begins.size());
    const auto& begins = forest_.tree_begins;
    require(!begins.empty() && begins.front() == 0 && std::is_sorted(begins.begin(), begins.end()) &&
                begins.back() == static_cast<std::int64_t>(splits_.size()),
            "forest: tree_begins: expected numbers that ascend from 0 to ", splits_.size(), ", got others");
  }

  void read_tree(std::int64_t tree) {
    std::int32_t splits = 0;
    for (std::int64_t place = forest_.tree_begins[tree]; place < forest_.tree_begins[tree + 1]; ++place) {
      TreeNode& node = forest_.nodes[place];
      node.value = values_[place];
      const std::int32_t split = splits_[place];
      require(split >= kLeaf, "forest: splits: expected numbers from -1 on, got ", split);
      if (split == kLeaf) continue;
      node.left = 2 * splits++ + 1;
      node.feature = split / 2;
      node.missing_left = split % 2;
      if (sets_ < category_nodes_.size() && category_nodes_[sets_] == place) {
        node.set = static_cast<std::int32_t>(sets_++);
      }
    }
    const std::int64_t size = forest_.tree_begins[tree + 1] - forest_.tree_begins[tree];
    require(size == 2 * std::int64_t{splits} + 1, "forest: tree ", tree, ": expected ", 2 * std::int64_t{splits} + 1,
            " nodes for ", splits, " splits, got ", size);
  }

  std::vector<std::int32_t> splits_;
  std::vector<float> values_;
  std::vector<std::int64_t> category_nodes_;
  std::size_t sets_ = 0;
  TreeEnsemble forest_;
};

}  // namespace

NamedTensors forest_tensors(const TreeEnsemble& forest) {
  std::vector<std::int32_t> splits;
  std::vector<float> values;
  std::vector<std::int64_t> category_nodes;
  std::vector<std::int64_t> set_begins = {0};
  std::vector<std::int32_t> categories;
  splits.reserve(forest.nodes.size());
  values.reserve(forest.nodes.size());
  for (std::int64_t tree = 0; tree < forest.trees(); ++tree) {
    for (const std::int64_t place : by_level(forest, tree)) {
      const TreeNode& node = forest.nodes[place];
      if (node.set >= 0) {
        category_nodes.push_back(static_cast<std::int64_t>(splits.size()));
        categories.insert(categories.end(), forest.categories.begin() + forest.set_begins[node.set],
                          forest.categories.begin() + forest.set_begins[node.set + 1]);
        set_begins.push_back(static_cast<std::int64_t>(categories.size()));
      }
      splits.push_back(node.is_leaf() ? kLeaf : 2 * node.feature + node.missing_left);
      values.push_back(node.value);
    }
  }
  return {{"tree_begins", tensor_of(forest.tree_begins)},
          {"splits", tensor_of(splits).to(has_short_splits(forest.features) ? at::kShort : at::kInt)},
          {"values", tensor_of(values)},
          {"category_nodes", tensor_of(category_nodes)},
          {"set_begins", tensor_of(set_begins)},
          {"categories", tensor_of(categories)}};
}

TreeEnsemble forest_from(const NamedTensors& tensors, std::int64_t features) {
  return ForestReader(tensors, features).read();
}

}  // namespace pauc
