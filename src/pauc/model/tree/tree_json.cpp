#include "pauc/model/tree/tree_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "pauc/core/error.h"
#include "pauc/core/io/json_place.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostNodes = std::size_t{1} << 24;
constexpr std::size_t kMostTrees = std::size_t{1} << 20;
constexpr int kNoParent = std::numeric_limits<std::int32_t>::max();  // XGBoost's number for the root

double logit_of(double probability) { return -std::log(1 / probability - 1); }

std::string number_text(std::int64_t number) { return joined(number); }

// XGBoost keeps probabilities as floats in its files.
float base_probability(double base) { return static_cast<float>(1 / (1 + std::exp(-base))); }

// XGBoost reads at most nine digits and takes 0.5 where there are more.
std::string short_text(float number) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number).ptr;
  return {text, end};
}

Json parents_of(const Tree& tree) {
  std::vector<std::int32_t> parents(tree.nodes.size(), kNoParent);
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
    if (tree.nodes[k].is_leaf()) continue;
    parents[tree.nodes[k].left] = static_cast<std::int32_t>(k);
    parents[tree.nodes[k].left + 1] = static_cast<std::int32_t>(k);
  }
  return parents;
}

// Statistics of training are not kept; XGBoost needs the lists to be there.
Json tree_json(const Tree& tree, std::int64_t number, std::int64_t features) {
  const std::size_t size = tree.nodes.size();
  Json left = Json::array();
  Json right = Json::array();
  Json conditions = Json::array();
  Json indices = Json::array();
  Json defaults = Json::array();
  Json types = Json::array();
  Json categories = Json::array();
  Json category_nodes = Json::array();
  Json segments = Json::array();
  Json sizes = Json::array();
  for (std::size_t k = 0; k < size; ++k) {
    const TreeNode& node = tree.nodes[k];
    left.push_back(node.is_leaf() ? -1 : node.left);
    right.push_back(node.is_leaf() ? -1 : node.left + 1);
    conditions.push_back(node.value);
    indices.push_back(node.is_leaf() ? 0 : node.feature);
    defaults.push_back(node.missing_left);
    types.push_back(node.set < 0 ? 0 : 1);
    if (node.set < 0) continue;
    const auto& set = tree.sets[node.set];
    category_nodes.push_back(k);
    segments.push_back(categories.size());
    sizes.push_back(set.size());
    for (const std::int32_t category : set) categories.push_back(category);
  }
  const Json zeros = std::vector<double>(size, 0.0);
  return {{"base_weights", zeros},
          {"categories", categories},
          {"categories_nodes", category_nodes},
          {"categories_segments", segments},
          {"categories_sizes", sizes},
          {"default_left", defaults},
          {"id", number},
          {"left_children", left},
          {"loss_changes", zeros},
          {"parents", parents_of(tree)},
          {"right_children", right},
          {"split_conditions", conditions},
          {"split_indices", indices},
          {"split_type", types},
          {"sum_hessian", zeros},
          {"tree_param",
           {{"num_deleted", "0"},
            {"num_feature", number_text(features)},
            {"num_nodes", number_text(static_cast<std::int64_t>(size))},
            {"size_leaf_vector", "0"}}}};
}

// A list of numbers of a tree, all checked.
template <class Number>
std::vector<Number> numbers_of(const JsonPlace& tree, const char* key, std::size_t most) {
  const JsonPlace place = tree.at(key);
  const Json& json = place.json();
  place.require_that(json.is_array() && json.size() <= most, joined("a list of at most ", most, " numbers"));
  std::vector<Number> numbers;
  numbers.reserve(json.size());
  for (const Json& value : json) {
    if constexpr (std::is_integral_v<Number>) {
      const bool fits = value.is_number_integer() &&
                        value.get<double>() >= static_cast<double>(std::numeric_limits<Number>::min()) &&
                        value.get<double>() <= static_cast<double>(std::numeric_limits<Number>::max());
      place.require_that(fits || value.is_boolean(), "whole numbers");
      numbers.push_back(value.is_boolean() ? static_cast<Number>(value.get<bool>()) : value.get<Number>());
    } else {
      place.require_that(value.is_number() || value.is_null(), "numbers");  // null: not a number
      numbers.push_back(value.is_null() ? std::numeric_limits<Number>::quiet_NaN() : value.get<Number>());
    }
  }
  return numbers;
}

// The lists of one of XGBoost's trees.
struct TreeLists {
  explicit TreeLists(const JsonPlace& tree)
      : left(numbers_of<std::int32_t>(tree, "left_children", kMostNodes)),
        right(numbers_of<std::int32_t>(tree, "right_children", kMostNodes)),
        features(numbers_of<std::int32_t>(tree, "split_indices", kMostNodes)),
        values(numbers_of<float>(tree, "split_conditions", kMostNodes)),
        defaults(numbers_of<std::int32_t>(tree, "default_left", kMostNodes)),
        types(numbers_of<std::int32_t>(tree, "split_type", kMostNodes)),
        sets(left.size(), -1) {
    const std::size_t size = left.size();
    tree.require_that(size > 0 && right.size() == size && features.size() == size && values.size() == size &&
                          defaults.size() == size && types.size() == size,
                      "lists of one length");
    read_categories(tree);
  }

  void read_categories(const JsonPlace& tree) {
    const auto nodes = numbers_of<std::int64_t>(tree, "categories_nodes", kMostNodes);
    const auto segments = numbers_of<std::int64_t>(tree, "categories_segments", kMostNodes);
    const auto sizes = numbers_of<std::int64_t>(tree, "categories_sizes", kMostNodes);
    const auto all = numbers_of<std::int32_t>(tree, "categories", kMostNodes);
    tree.require_that(segments.size() == nodes.size() && sizes.size() == nodes.size(), "categories of each node");
    const auto end = static_cast<std::int64_t>(all.size());
    std::int64_t used = 0;  // nodes that shared categories could multiply the memory of a file
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      tree.require_that(nodes[k] >= 0 && nodes[k] < static_cast<std::int64_t>(left.size()) && segments[k] >= 0 &&
                            sizes[k] >= 0 && segments[k] <= end && sizes[k] <= end - segments[k],
                        "categories that exist");
      used += sizes[k];
      tree.require_that(used <= end, "categories of one node each");
      sets[nodes[k]] = static_cast<std::int32_t>(categories.size());
      categories.emplace_back(all.begin() + segments[k], all.begin() + segments[k] + sizes[k]);
      std::sort(categories.back().begin(), categories.back().end());
    }
  }

  std::vector<std::int32_t> left, right, features;
  std::vector<float> values;
  std::vector<std::int32_t> defaults, types;
  std::vector<std::int32_t> sets;  // of each node; -1: none
  std::vector<std::vector<std::int32_t>> categories;
};

// Renumbers the nodes level by level, so that siblings are neighbours.
Tree tree_from(const JsonPlace& json) {
  const TreeLists lists(json);
  const auto size = static_cast<std::int32_t>(lists.left.size());
  Tree tree;
  tree.sets = lists.categories;
  std::vector<std::int32_t> order = {0};  // XGBoost's numbers
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::int32_t from = order[k];
    TreeNode node;
    node.value = lists.values[from];
    if (lists.left[from] >= 0) {
      const std::int32_t children[] = {lists.left[from], lists.right[from]};
      for (const std::int32_t child : children) {
        json.require_that(child > 0 && child < size && order.size() < lists.left.size(), "children that form a tree");
      }
      node.left = static_cast<std::int32_t>(order.size());
      order.insert(order.end(), std::begin(children), std::end(children));
      node.feature = lists.features[from];
      node.missing_left = lists.defaults[from] != 0 ? 1 : 0;
      node.set = lists.types[from] == 0 ? -1 : lists.sets[from];
      json.require_that(lists.types[from] == 0 || node.set >= 0, "categories of each node that splits by them");
      if (node.set >= 0) node.value = 0;  // XGBoost writes NaN for a threshold that is not used
    }
    tree.nodes.push_back(node);
  }
  return tree;
}

// XGBoost writes NaN where it has no number, such as the threshold of a category. JSON has no word for that but null.
std::string without_nan(std::string text) {
  constexpr std::string_view kNan = "NaN";
  std::size_t at = text.find(kNan);
  if (at == std::string::npos) return text;
  std::string rest;
  std::size_t begin = 0;
  for (; at != std::string::npos; at = text.find(kNan, begin)) {
    rest.append(text, begin, at - begin).append("null");
    begin = at + kNan.size();
  }
  return rest.append(text, begin);
}

double number_in(const JsonPlace& place) {
  const std::string text = place.plain_text();
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  place.require_that(end != text.c_str() && *end == '\0' && std::isfinite(number), "a number");
  return number;
}

}  // namespace

double base_in_file(double base) { return logit_of(base_probability(base)); }

std::string xgboost_json(const TreeEnsemble& ensemble, const std::vector<std::int64_t>& categories) {
  Json trees = Json::array();
  for (std::int64_t number = 0; number < ensemble.trees(); ++number) {
    trees.push_back(tree_json(ensemble.tree(number), number, ensemble.features));
  }
  Json types = Json::array();
  for (const std::int64_t count : categories) types.push_back(count > 0 ? "c" : "q");
  const Json model = {
      {"gbtree_model_param",
       {{"num_parallel_tree", "1"}, {"num_trees", number_text(ensemble.trees())}, {"size_leaf_vector", "0"}}},
      {"tree_info", std::vector<int>(static_cast<std::size_t>(ensemble.trees()), 0)},
      {"trees", trees}};
  const Json learner = {{"attributes", Json::object()},
                        {"feature_names", Json::array()},
                        {"feature_types", types},
                        {"gradient_booster", {{"model", model}, {"name", "gbtree"}}},
                        {"learner_model_param",
                         {{"base_score", short_text(base_probability(ensemble.base))},
                          {"boost_from_average", "0"},
                          {"num_class", "0"},
                          {"num_feature", number_text(ensemble.features)},
                          {"num_target", "1"}}},
                        {"objective", {{"name", "binary:logistic"}, {"reg_loss_param", {{"scale_pos_weight", "1"}}}}}};
  return Json{{"learner", learner}, {"version", {1, 7, 4}}}.dump() + "\n";
}

TreeEnsemble ensemble_from_xgboost(const std::string& text, const std::string& where) {
  const Json json = parsed_json(without_nan(text), "trees in XGBoost's format", where);
  const JsonPlace learner = JsonPlace(json, where).at("learner");
  const JsonPlace parameters = learner.at("learner_model_param");
  TreeEnsemble ensemble;
  const double features = number_in(parameters.at("num_feature"));
  parameters.require_that(features >= 1 && features <= 1e9 && features == std::floor(features), "a number of features");
  ensemble.features = static_cast<std::int64_t>(features);
  const double base = number_in(parameters.at("base_score"));
  parameters.require_that(base > 0 && base < 1, "a base_score between 0 and 1");
  ensemble.base = logit_of(static_cast<float>(base));
  const JsonPlace trees = learner.at("gradient_booster").at("model").at("trees");
  for (const JsonPlace& tree : trees.list("trees", kMostTrees)) {
    ensemble.add(tree_from(tree));
    ensemble.end_round();
  }
  check_ensemble(ensemble, where);
  return ensemble;
}

}  // namespace pauc
