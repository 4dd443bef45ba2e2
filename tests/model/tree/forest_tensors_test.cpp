#include "pauc/model/tree/forest_tensors.h"

#include <ATen/Functions.h>

#include "model/tree/forest_cases.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using testing::HasSubstr;

TreeEnsemble ensemble_of(const std::vector<Tree>& trees, std::int64_t features) {
  TreeEnsemble forest;
  forest.features = features;
  for (const Tree& tree : trees) forest.add(tree);
  forest.end_round();
  return forest;
}

// x0 < 1 ? 0.25 : (x1 in {2, 5} ? 0.75 : 0.5)
Tree small_tree() {
  Tree tree;
  tree.nodes = {{1, 0, 1.0F, -1, 1}, {0, 0, 0.25F, -1, 0}, {3, 1, 0, 0, 0}, {0, 0, 0.5F, -1, 0}, {0, 0, 0.75F, -1, 0}};
  tree.sets = {{2, 5}};
  return tree;
}

TEST(ForestTensors, GiveTheSameScoresBack) {
  const test::ForestCase rows = test::mixed_case(200, 1);
  ForestPlan options;
  options.trees = 7;
  options.split_features = 2;
  const TreeEnsemble forest = ensemble_of(test::grown(rows, options), rows.features);
  const NamedTensors tensors = forest_tensors(forest);
  const TreeEnsemble again = forest_from(tensors, rows.features);
  EXPECT_EQ(again.scores(rows.values, 1), forest.scores(rows.values, 1));
  const NamedTensors twice = forest_tensors(again);
  for (const auto& [name, tensor] : tensors) EXPECT_TRUE(at::equal(twice.at(name), tensor)) << name;
}

TEST(ForestTensors, ANodeTakesSixBytesOrEightWithManyFeatures) {
  const auto bytes = [](std::int64_t features) {
    const NamedTensors tensors = forest_tensors(ensemble_of({small_tree()}, features));
    const TreeEnsemble again = forest_from(tensors, features);
    EXPECT_EQ(again.nodes[2].feature, 1);
    return tensors.at("splits").nbytes() + tensors.at("values").nbytes();
  };
  EXPECT_EQ(bytes(2), 5U * 6);
  EXPECT_EQ(bytes(16383), 5U * 6);
  EXPECT_EQ(bytes(16384), 5U * 8);
}

TEST(ForestTensors, RefuseWhatIsNotAForest) {
  const NamedTensors good = forest_tensors(ensemble_of({small_tree(), small_tree()}, 2));
  const auto refusal = [&](const char* name, std::int64_t place, double number) {
    NamedTensors bad;
    for (const auto& [key, tensor] : good) bad[key] = tensor.clone();
    bad[name][place] = number;
    return test::refusal_of([&] { forest_from(bad, 2); });
  };
  EXPECT_THAT(refusal("splits", 0, -1), HasSubstr("tree 0: expected 3 nodes for 1 splits, got 5"));
  EXPECT_THAT(refusal("splits", 1, 0), HasSubstr("tree 0: expected 7 nodes for 3 splits, got 5"));
  EXPECT_THAT(refusal("splits", 0, -2), HasSubstr("splits: expected numbers from -1 on, got -2"));
  EXPECT_THAT(refusal("splits", 0, 4), HasSubstr("expected a feature below 2, got 2"));
  EXPECT_THAT(refusal("values", 1, 1), HasSubstr("expected shares above 0 and below 1 in leaves, got 1"));
  EXPECT_THAT(refusal("values", 0, INFINITY), HasSubstr("expected a finite number"));
  EXPECT_THAT(refusal("tree_begins", 1, 11), HasSubstr("tree_begins: expected numbers that ascend from 0 to 10"));
  EXPECT_THAT(refusal("category_nodes", 0, 1), HasSubstr("category_nodes: expected splits in ascending order"));
  EXPECT_THAT(refusal("set_begins", 1, 9), HasSubstr("sets of categories"));
  EXPECT_THAT(refusal("categories", 0, 6), HasSubstr("ascending categories"));
  for (const auto& [name, tensor] : good) {
    NamedTensors less = good;
    less.erase(name);
    EXPECT_THAT(test::refusal_of([&] { forest_from(less, 2); }), HasSubstr(name));
    less[name] = tensor.to(at::kDouble);
    EXPECT_THAT(test::refusal_of([&] { forest_from(less, 2); }), HasSubstr("expected a list of"));
    less[name] = tensor.slice(0, 0, tensor.numel() - 1);
    EXPECT_NE(test::refusal_of([&] { forest_from(less, 2); }), "") << name;
  }
}

}  // namespace
}  // namespace pauc
