#include "pauc/model/tree/forest.h"

#include <ATen/Functions.h>

#include <cmath>

#include "model/tree/forest_cases.h"
#include "pauc/model/make_model.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::ForestCase;
using testing::HasSubstr;

Model made(const ForestCase& rows, const ForestOptions& options) {
  Random random(1);
  return make_model(options, {InputKind::table, {rows.features}, rows.categories}, random);
}

Model grown(const ForestCase& rows, const ForestOptions& options, int threads = 1) {
  Model model = made(rows, options);
  model.growth->take_rows(rows.size(), rows.gather(), threads);
  Random random(7);
  model.growth->grow_all(rows.labels, rows.weights, random);
  return model;
}

at::Tensor scores_of(const Model& model, const ForestCase& rows) {
  return model.forward(rows.gather()(0, rows.size()), nullptr);
}

ForestOptions few_trees() {
  ForestOptions options;
  options.trees = 12;
  return options;
}

TEST(Forest, RefusesRowsThatAreNotInCpuMemory) {
  const ForestCase rows = test::mixed_case(50, 1);
  Batch elsewhere;
  elsewhere.features = at::empty({2, rows.features}, at::TensorOptions(at::kMeta).dtype(at::kFloat));
  EXPECT_THROW(grown(rows, few_trees()).forward(elsewhere, nullptr), std::logic_error);
}

TEST(Forest, ScoresAreTheLogOddsOfTheMeanShare) {
  const ForestCase rows = test::mixed_case(150, 1);
  const Model model = grown(rows, few_trees());
  const at::Tensor scores = scores_of(model, rows);
  ForestPlan options;
  options.trees = 12;
  options.split_features = 2;  // the square root of 4
  options.seed = Random(7).next();
  const auto shares = test::probabilities(rows, test::grown(rows, options));
  for (std::int64_t k = 0; k < rows.size(); ++k) {
    ASSERT_NEAR(scores[k].item<double>(), std::log(shares[k] / (1 - shares[k])), 1e-9);
  }
}

TEST(Forest, ScoresStayFiniteWhereAllTreesAgree) {
  ForestCase rows;
  rows.features = 1;
  for (int k = 0; k < 100; ++k) {
    rows.values.push_back(static_cast<float>(k));
    rows.labels.push_back(k < 95 ? 0 : 1);
  }
  ForestOptions options = few_trees();
  options.smoothing = 1e-6;
  const at::Tensor scores = scores_of(grown(rows, options), rows);
  EXPECT_TRUE(at::isfinite(scores).all().item<bool>());
  EXPECT_LT(scores[0].item<double>(), scores[99].item<double>());
  // A large leaf without positives says more than a small one.
  EXPECT_LT(scores[0].item<double>(), scores[94].item<double>());
}

TEST(Forest, ComesBackFromItsTensors) {
  const ForestCase rows = test::mixed_case(150, 2);
  const Model model = grown(rows, few_trees());
  Model again = made(rows, few_trees());
  EXPECT_EQ(again.growth->rounds(), 0);
  copy_weights(model.weights(), again);
  EXPECT_EQ(again.growth->rounds(), 1);
  EXPECT_TRUE(at::equal(scores_of(again, rows), scores_of(model, rows)));
  copy_weights(model.kept_weights(), again);  // a mark changes nothing: there is one state
  EXPECT_TRUE(at::equal(scores_of(again, rows), scores_of(model, rows)));
}

TEST(Forest, GrowsTheSameTreesAgain) {
  const ForestCase rows = test::mixed_case(150, 3);
  const NamedTensors once = grown(rows, few_trees()).weights();
  const NamedTensors again = grown(rows, few_trees(), 3).weights();
  for (const auto& [name, tensor] : once) EXPECT_TRUE(at::equal(again.at(name), tensor)) << name;
}

TEST(Forest, RefusesOptionsOutOfRange) {
  const ForestCase rows = test::mixed_case(10, 4);
  const auto refusal = [&](const Settings& settings) {
    Random random(1);
    return test::refusal_of(
        [&] {
          make_model("forest", settings, {InputKind::table, {rows.features}}, random);
        },
        Fault::usage);
  };
  EXPECT_THAT(refusal({{"trees", "0"}}), HasSubstr("trees: expected 1 to 100000, got 0"));
  EXPECT_THAT(refusal({{"min_leaf", "0"}}), HasSubstr("min_leaf: expected at least 1, got 0"));
  EXPECT_THAT(refusal({{"split_features", "1.5"}}), HasSubstr("split_features: expected a share from 0 to 1"));
  EXPECT_THAT(refusal({{"smoothing", "0"}}), HasSubstr("smoothing: expected a number above 0, got 0"));
  EXPECT_THAT(refusal({{"smoothing", "inf"}}), HasSubstr("smoothing: expected"));
}

}  // namespace
}  // namespace pauc
