#include "pauc/model/tree/ensemble.h"

#include <ATen/Functions.h>

#include <cmath>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "pauc/model/tree/ensemble_tensors.h"
#include "pauc/model/tree/tree_json.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

// x0 < 1 ? 10 : (x1 in {2, 5} ? 30 : 20). A missing x0 goes left, a missing x1 right.
Tree small_tree() {
  Tree tree;
  tree.nodes = {{1, 0, 1.0F, -1, 1}, {0, 0, 10.0F, -1, 0}, {3, 1, 0, 0, 0}, {0, 0, 20.0F, -1, 0}, {0, 0, 30.0F, -1, 0}};
  tree.sets = {{2, 5}};
  return tree;
}

Tree leaf(float value) {
  Tree tree;
  tree.nodes = {{0, 0, value, -1, 0}};
  return tree;
}

TreeEnsemble small_ensemble() {
  TreeEnsemble ensemble;
  ensemble.features = 2;
  ensemble.base = 0.5;
  ensemble.add(small_tree());
  ensemble.end_round();
  ensemble.add(leaf(1));
  ensemble.add(small_tree());
  ensemble.end_round();
  return ensemble;
}

TEST(TreeEnsemble, ARowFallsIntoALeafOfEachTree) {
  const TreeEnsemble ensemble = small_ensemble();
  const std::vector<float> rows = {0, 0, 1, 0, 1, 2, 1, 5, 1, 7, kMissing, 5, 3, kMissing};
  EXPECT_THAT(ensemble.scores(rows, 1), ElementsAre(10.5, 20.5, 30.5, 30.5, 20.5, 10.5, 30.5));
  EXPECT_THAT(ensemble.scores(rows, 2, 3), ElementsAre(21.5, 41.5, 61.5, 61.5, 41.5, 21.5, 61.5));
  EXPECT_THAT(ensemble.scores({rows.data(), 4}, 0), ElementsAre(0.5, 0.5));
}

TEST(TreeEnsemble, KeepsTheFirstRounds) {
  TreeEnsemble ensemble = small_ensemble();
  ensemble.keep_rounds(1);
  EXPECT_EQ(ensemble.rounds(), 1);
  EXPECT_EQ(ensemble.trees(), 1);
  check_ensemble(ensemble, "trees");
  EXPECT_THAT(ensemble.scores(std::vector<float>{1, 5}, 1), ElementsAre(30.5));
}

void expect_same_scores(const TreeEnsemble& a, const TreeEnsemble& b) {
  Random random(3);
  std::vector<float> rows;
  for (int k = 0; k < 200; ++k) {
    rows.push_back(random.below(5) == 0 ? kMissing : static_cast<float>(2 * random.normal()));
    rows.push_back(static_cast<float>(random.below(8)));
  }
  EXPECT_EQ(a.scores(rows, a.rounds()), b.scores(rows, b.rounds()));
}

TEST(TreeEnsemble, ComesBackFromTensorsAndFromXgboostsFormat) {
  const TreeEnsemble ensemble = small_ensemble();
  expect_same_scores(ensemble, ensemble_from(tensors_of(ensemble), 2));
  TreeEnsemble written = ensemble;
  written.base = 0;  // XGBoost keeps it as a float
  expect_same_scores(written, ensemble_from_xgboost(xgboost_json(written, {0, 8}), "trees.json"));
}

TEST(TreeEnsemble, RefusesTensorsThatAreNotThoseOfTrees) {
  const NamedTensors good = tensors_of(small_ensemble());
  const auto refusal = [&](const char* name, std::int64_t place, std::int32_t number) {
    NamedTensors bad;
    for (const auto& [key, tensor] : good) bad[key] = tensor.clone();
    bad[name].view({-1})[place] = number;
    return test::refusal_of([&] { ensemble_from(bad, 2); });
  };
  EXPECT_THAT(refusal("nodes", 0, 5), HasSubstr("tree 0: node 0: expected children from 1 to 4, got 5"));
  EXPECT_THAT(refusal("nodes", 0, -1), HasSubstr("expected children"));
  EXPECT_THAT(refusal("nodes", 10, 1), HasSubstr("expected children"));  // back to a leaf that came before
  EXPECT_THAT(refusal("nodes", 1, 2), HasSubstr("expected a feature below 2, got 2"));
  EXPECT_THAT(refusal("nodes", 13, 7), HasSubstr("expected a set below"));
  EXPECT_THAT(refusal("nodes", 2, 0x7f800000), HasSubstr("expected a finite number"));
  EXPECT_THAT(refusal("tree_begins", 1, 4000), HasSubstr("expected trees"));
  EXPECT_THAT(refusal("round_ends", 1, 9), HasSubstr("expected rounds"));
  EXPECT_THAT(refusal("categories", 0, 6), HasSubstr("ascending categories"));
  NamedTensors less = good;
  less.erase("set_begins");
  EXPECT_THAT(test::refusal_of([&] { ensemble_from(less, 2); }), HasSubstr("expected a tensor \"set_begins\""));
}

// In the middle of a block, at its end and alone: without any category, such a split is still none of a number.
TEST(TreeEnsemble, NoRowIsInAnEmptySet) {
  TreeEnsemble ensemble = small_ensemble();
  ensemble.categories.clear();
  ensemble.set_begins = {0, 0, 0};
  std::vector<float> rows;
  for (int k = 0; k < 50; ++k) rows.insert(rows.end(), {1, static_cast<float>(k % 9)});
  EXPECT_THAT(ensemble.scores(rows, 1), Each(20.5));
  EXPECT_THAT(ensemble.scores({rows.data(), 2}, 1), ElementsAre(20.5));
}

TEST(TreeJson, ReadsASplitByNoCategory) {
  std::string text = xgboost_json(small_ensemble(), {0, 8});
  const std::string set =
      R"("categories":[2,5],"categories_nodes":[2],"categories_segments":[0],"categories_sizes":[2])";
  for (std::size_t at = text.find(set); at != std::string::npos; at = text.find(set)) {
    text.replace(at, set.size(),
                 R"("categories":[],"categories_nodes":[2],"categories_segments":[0],"categories_sizes":[0])");
  }
  const TreeEnsemble ensemble = ensemble_from_xgboost(text, "trees.json");
  EXPECT_THAT(ensemble.scores(std::vector<float>{1, 2}, 1), ElementsAre(ensemble.base + 20));
}

TEST(TreeEnsemble, ANumberThatIsNoCategoryIsInNoSet) {
  const TreeEnsemble ensemble = small_ensemble();
  for (const float value : {1e30F, -1e30F, 2147483648.0F, -3e9F, std::numeric_limits<float>::infinity()}) {
    EXPECT_THAT(ensemble.scores(std::vector<float>{1, value}, 1), ElementsAre(20.5)) << value;
  }
}

TEST(TreeJson, ReadsTheMissingThresholdOfASplitByCategories) {
  const std::string good = xgboost_json(small_ensemble(), {0, 8});
  std::string text = good;
  const std::string thresholds = R"("split_conditions":[1.0,10.0,0.0)";
  const auto at = text.find(thresholds);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, thresholds.size(), R"("split_conditions":[1.0,10.0,NaN)");
  expect_same_scores(ensemble_from_xgboost(good, "trees.json"), ensemble_from_xgboost(text, "trees.json"));
}

TEST(TreeJson, RefusesFilesThatAreNotTrees) {
  const std::string good = xgboost_json(small_ensemble(), {0, 8});
  const auto refusal = [&](const std::string& part, const std::string& other) {
    std::string text = good;
    const auto at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    text.replace(at, part.size(), other);
    return test::refusal_of([&] { ensemble_from_xgboost(text, "trees.json"); });
  };
  EXPECT_THAT(test::refusal_of([&] { ensemble_from_xgboost(good.substr(0, 500), "trees.json"); }),
              HasSubstr("trees.json"));
  EXPECT_THAT(refusal(R"("left_children":[1,-1,3,-1,-1])", R"("left_children":[1,-1,0,-1,-1])"),
              HasSubstr("children that form a tree"));
  EXPECT_THAT(refusal(R"("left_children":[1,-1,3,-1,-1])", R"("left_children":[1,-1,3,-1])"), HasSubstr("one length"));
  EXPECT_THAT(refusal(R"("split_indices":[0,)", R"("split_indices":[7,)"), HasSubstr("expected a feature below 2"));
  EXPECT_THAT(refusal(R"("categories_sizes":[2])", R"("categories_sizes":[3])"), HasSubstr("categories that exist"));
  EXPECT_THAT(refusal(R"("categories_nodes":[2],"categories_segments":[0],"categories_sizes":[2])",
                      R"("categories_nodes":[2,2],"categories_segments":[0,0],"categories_sizes":[2,2])"),
              HasSubstr("categories of one node each"));
  EXPECT_THAT(refusal(R"("split_conditions":[1.0,10.0,)", R"("split_conditions":[1.0,NaN,)"),
              HasSubstr("tree 0: node 1: expected a finite number"));
  EXPECT_THAT(refusal(R"("split_conditions":[1.0,)", R"("split_conditions":[null,)"),
              HasSubstr("tree 0: node 0: expected a finite number"));
  EXPECT_THAT(refusal(R"("base_score":")", R"("base_score":"1)"), HasSubstr("base_score"));
  EXPECT_THAT(refusal(R"("num_feature":"2","num_target")", R"("num_feature":"-2","num_target")"),
              HasSubstr("number of features"));
}

}  // namespace
}  // namespace pauc
