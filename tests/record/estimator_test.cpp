#include "pauc/record/estimator.h"

#include <gmock/gmock.h>

#include <cmath>

#include "pauc/core/version.h"
#include "record/estimators.h"
#include "support/hostile_files.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc::record {
namespace {

using test::bound_at;
using test::refusal_of;
using test::some_accuracy;
using testing::EndsWith;
using testing::HasSubstr;

TEST(SpreadOf, FollowsItsDefinition) {
  const Spread spread = spread_of({5, 1, 2, 10});
  EXPECT_DOUBLE_EQ(spread.mean, 4.5);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt((0.25 + 12.25 + 6.25 + 30.25) / 3));
  EXPECT_DOUBLE_EQ(spread.least, 1);
  EXPECT_DOUBLE_EQ(spread.lower_quartile, 1.75);
  EXPECT_DOUBLE_EQ(spread.median, 3.5);
  EXPECT_DOUBLE_EQ(spread.upper_quartile, 6.25);
  EXPECT_DOUBLE_EQ(spread.largest, 10);
}

TEST(SpreadOf, OneValueIsNone) {
  const Spread spread = spread_of({3});
  EXPECT_EQ(spread.mean, 3);
  EXPECT_EQ(spread.deviation, 0);
  EXPECT_EQ(spread.upper_quartile, 3);
  EXPECT_THAT(refusal_of([] { spread_of({}); }), HasSubstr("at least one value"));
}

TEST(BestLambda, HasTheSmallestMean) {
  EXPECT_EQ(best_lambda(bound_at(0.3)).lambda, 1);
  EXPECT_THAT(refusal_of([] { best_lambda({}); }), HasSubstr("at least one lambda"));
}

TEST(EstimatorJson, HoldsEveryNumber) {
  const auto json = nlohmann::json::parse(estimator_json(some_accuracy()));
  EXPECT_EQ(json.at("version"), kVersion);
  EXPECT_EQ(json.at("config"), "data:\n  label: y\n");
  EXPECT_EQ(json.at("draws"), 4);
  EXPECT_EQ(json.at("seed"), 7);
  EXPECT_EQ(json.at("n_positive"), 12);
  EXPECT_EQ(json.at("n_negative"), 340);
  EXPECT_EQ(json.at("last_layer_scale"), 2);
  EXPECT_EQ(json.at("score_std"), nlohmann::json({0.1, 0.2, 0.3, 0.4}));
  EXPECT_EQ(json.at("model"), nlohmann::json::parse(R"({"name":"gin","options":{"hidden":"64","layers":"5"}})"));
  EXPECT_EQ(json.at("pairs").at("link"), "sigmoid");
  ASSERT_EQ(json.at("bounds").size(), 2);
  const auto& bound = json.at("bounds")[1];
  EXPECT_EQ(bound.at("fpr_max"), 0.5);
  EXPECT_EQ(bound.at("exact"), nlohmann::json({1.0, 2.0, 3.0, 4.0}));
  EXPECT_EQ(bound.at("best").at("lambda"), 1);
  EXPECT_DOUBLE_EQ(bound.at("best").at("mean"), 0.03);
  EXPECT_DOUBLE_EQ(bound.at("best").at("std"), 0.02);
  EXPECT_EQ(bound.at("lambdas").size(), 3);
  EXPECT_EQ(bound.at("lambdas")[0].at("errors"), nlohmann::json({0.4, 0.1, 0.2, 0.3}));
  EXPECT_DOUBLE_EQ(bound.at("lambdas")[0].at("q75"), 0.325);
  EXPECT_EQ(bound.at("lambda_for").at("lambdas"), nlohmann::json({0.5, 0.7, 0.6, 0.05}));
  EXPECT_EQ(bound.at("lambda_for").at("errors"), nlohmann::json({0.0, 0.0, 0.0, 0.004}));
  EXPECT_DOUBLE_EQ(bound.at("lambda_for").at("lambda").at("median"), 0.55);
  EXPECT_DOUBLE_EQ(bound.at("lambda_for").at("error").at("max"), 0.004);
}

class EstimatorFile : public testing::Test {
 protected:
  EstimatorAccuracy read(const std::string& text) const {
    folder_.file("estimator.json", text);
    return read_estimator(folder_.folder());
  }
  std::string refusal_at(const std::string& pointer, const std::string& value) const {
    const auto json = nlohmann::ordered_json::parse(estimator_json(some_accuracy()));
    return refusal_of([&] { read(test::with_value(json, pointer, value)); });
  }

  test::TemporaryFolder folder_;
};

TEST_F(EstimatorFile, ReadsBackToTheSameText) {
  const std::string text = estimator_json(some_accuracy());
  const EstimatorAccuracy back = read(text);
  EXPECT_EQ(back.model_options, some_accuracy().model_options);
  EXPECT_EQ(back.bounds.at(1).lambdas.at(2).errors, bound_at(0.5).lambdas[2].errors);
  EXPECT_EQ(estimator_json(back), text);
}

TEST_F(EstimatorFile, ListsHaveOneNumberPerDraw) {
  for (const char* list : {"/score_std", "/bounds/0/exact", "/bounds/1/lambdas/0/errors", "/bounds/0/lambda_for/errors",
                           "/bounds/0/lambda_for/lambdas"}) {
    EXPECT_THAT(refusal_at(list, "[1,2,3]"), EndsWith(": expected 4 numbers, one per draw, got 3")) << list;
    EXPECT_THAT(refusal_at(list, "[1,2,3,null]"), EndsWith(": 4: expected a number, got \"null\"")) << list;
    EXPECT_THAT(refusal_at(list, "{}"), EndsWith(": expected a list of numbers, got an object")) << list;
  }
  EXPECT_THAT(refusal_at("/draws", "3"), HasSubstr("score_std: expected 3 numbers"));
}

TEST_F(EstimatorFile, WrongValuesAreRefusedByName) {
  EXPECT_THAT(refusal_at("/draws", "0"), HasSubstr("estimator.json: draws: expected a whole number from 1"));
  EXPECT_THAT(refusal_at("/bounds/0/fpr_max", "1.5"), EndsWith("fpr_max: expected a number from 0 to 1, got \"1.5\""));
  EXPECT_THAT(refusal_at("/bounds/0/lambdas", "[]"), EndsWith("lambdas: expected at least one lambda, got a list"));
  EXPECT_THAT(refusal_at("/bounds/0/lambdas/0/lambda", "0"), EndsWith("expected a number above 0, got \"0\""));
  EXPECT_THAT(refusal_at("/bounds/0/lambdas/1/lambda", "0.1"),
              EndsWith("bounds: 1: lambdas: 2: expected ascending lambdas, got 0.1"));
  EXPECT_THAT(refusal_at("/last_layer_scale", "-1"), HasSubstr("last_layer_scale: expected a number above 0"));
  EXPECT_THAT(refusal_at("/pairs", "[]"), EndsWith("pairs: expected an object, got a list"));
  EXPECT_THAT(refusal_at("/n_negative", "1.5"), HasSubstr("n_negative: expected a whole number"));
  EXPECT_THAT(refusal_of([&] { read("[]"); }),
              EndsWith("estimator.json: expected the accuracy of the KL estimator with \"draws\", got a list"));
}

TEST_F(EstimatorFile, DamagedOnesAreReadOrRefused) {
  Random random(22);
  const std::string good = estimator_json(some_accuracy());
  int refused = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const std::string bad = test::damaged(good, random);
    SCOPED_TRACE(bad);
    const std::string refusal = refusal_of([&] { EXPECT_GT(read(bad).draws(), 0); });
    refused += refusal.empty() ? 0 : 1;
    EXPECT_TRUE(refusal.empty() || refusal.find("estimator.json") != std::string::npos) << refusal;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace pauc::record
