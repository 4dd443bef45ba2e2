#include "pauc/trainer/run/estimator_accuracy.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/data/molecule/smiles.h"
#include "pauc/model/make_model.h"
#include "pauc/report/table/estimator_report.h"
#include "pauc/trainer/loop/batch_statistics.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/prepared_data.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Ne;
using testing::SizeIs;

std::string some_csv(int rows) {
  Random random(8);
  std::string text = "a,b,c,w,y\n";
  for (int row = 0; row < rows; ++row) {
    const bool positive = row % 5 == 0;
    text += joined(random.normal() + (positive ? 0.5 : 0), ",", 100 + 7 * random.normal(), ",", random.uniform(), ",2,",
                   positive ? 1 : 0, "\n");
  }
  return text;
}

// The exact value and the estimate by their definitions, over all pairs.
struct Estimates {
  long double exact = 0;
  long double soft = 0;
};
Estimates by_definition(const std::vector<double>& scores, const std::vector<std::uint8_t>& labels, double fpr_max,
                        double lambda) {
  std::vector<long double> side[2];
  for (std::size_t k = 0; k < scores.size(); ++k) {
    side[labels[k]].push_back(1 / (1 + std::exp(-static_cast<long double>(scores[k]))));
  }
  Estimates sums;
  for (const long double positive : side[1]) {
    std::vector<long double> losses;
    for (const long double negative : side[0]) {
      const long double reach = std::max(0.0L, 1 - positive + negative);
      losses.push_back(reach * reach);
    }
    std::sort(losses.rbegin(), losses.rend());
    const long double count = fpr_max * static_cast<long double>(losses.size());
    long double mean = 0;
    for (std::size_t k = 0; k < losses.size(); ++k) {
      sums.exact += losses[k] * std::clamp(count - static_cast<long double>(k), 0.0L, 1.0L) / count;
      mean += std::exp(losses[k] / lambda) / static_cast<long double>(losses.size());
    }
    sums.soft += lambda * std::log(mean);
  }
  const auto positives = static_cast<long double>(side[1].size());
  return {sums.exact / positives, sums.soft / positives};
}

class Estimator : public testing::Test {
 protected:
  Estimator() {
    request_.draws = 3;
    request_.seed = 11;
    request_.threads = 1;
    set({"data.path=" + folder_.file("d.csv", some_csv(200)), "data.drop=w", "model.name=linear"});
  }
  void set(const std::vector<std::string>& assignments) {
    for (const std::string& assignment : assignments) request_.asked.set_assignment(assignment);
  }
  record::EstimatorAccuracy found() const { return *estimator_accuracy(request_); }
  std::string bits() const { return record::estimator_json(found()); }
  std::string refusal(Fault fault = Fault::usage) const {
    return refusal_of([&] { estimator_accuracy(request_); }, fault);
  }
  PreparedData data() const { return prepare_data(request_.asked, {}, {}); }
  // The weights with which a training by this seed begins.
  Model first_model(const PreparedData& data, std::uint64_t seed) const {
    Random random(seed, 1);
    return make_model(request_.asked.get("model.name"), request_.asked.section("model"), data.inputs.shape, random);
  }

  test::TemporaryFolder folder_;
  EstimatorRequest request_;
};

TEST_F(Estimator, EqualsBruteForceOverAllPairsOfTheTrainingPart) {
  request_.fpr_max = {0.5, 0.3};
  request_.lambdas = {1, 0.05, 0.2, 10};
  const record::EstimatorAccuracy accuracy = found();
  const PreparedData prepared = data();
  const Dataset& train = prepared.part(Part::train);
  EXPECT_EQ(accuracy.positives + accuracy.negatives, train.size());
  ASSERT_THAT(accuracy.bounds, SizeIs(2));
  EXPECT_EQ(accuracy.bounds[0].fpr_max, 0.3);
  for (std::uint64_t draw = 0; draw < 3; ++draw) {
    const std::vector<double> scores = scores_of(first_model(prepared, 11 + draw), train);
    EXPECT_NEAR(accuracy.score_deviations[draw], record::spread_of(scores).deviation, 1e-12);
    for (const record::EstimatorAtFpr& bound : accuracy.bounds) {
      ASSERT_THAT(bound.lambdas, SizeIs(4));
      EXPECT_EQ(bound.lambdas[0].lambda, 0.05);
      for (const auto& [lambda, errors] : bound.lambdas) {
        const Estimates expected = by_definition(scores, train.labels, bound.fpr_max, lambda);
        const auto error = static_cast<double>(std::abs(expected.soft - expected.exact) / expected.exact);
        EXPECT_NEAR(errors[draw], error, 1e-12) << draw << " " << bound.fpr_max << " " << lambda;
        EXPECT_NEAR(bound.exact[draw], static_cast<double>(expected.exact), 1e-12);
      }
      const Estimates matched = by_definition(scores, train.labels, bound.fpr_max, bound.matched_lambdas[draw]);
      EXPECT_NEAR(bound.matched_errors[draw],
                  static_cast<double>(std::abs(matched.soft - matched.exact) / matched.exact), 1e-12);
    }
  }
}

// Scores on one thread, as the estimator does, to get the same bits: in LibTorch 2.6 the rounding of batch statistics
// depends on the number of threads, which moves these deviations by up to 2e-7 of their size.
TEST_F(Estimator, JudgesByBatchStatisticsOfTheDrawnWeights) {
  set({"model.name=mlp", "model.hidden=8,8", "model.batch_norm=on"});
  const int threads = at::get_num_threads();
  const record::EstimatorAccuracy accuracy = found();
  set_compute_threads(1);
  const PreparedData prepared = data();
  const Dataset& train = prepared.part(Part::train);
  for (std::uint64_t draw = 0; draw < 3; ++draw) {
    const Model model = first_model(prepared, 11 + draw);
    const double before = record::spread_of(scores_of(model, train)).deviation;
    estimate_statistics(model, train, Sampler(train.labels, {64, 0, 11 + draw}),
                        [&](std::int64_t batch) { return Random(11 + draw, 16 + static_cast<std::uint64_t>(batch)); });
    EXPECT_EQ(accuracy.score_deviations[draw], record::spread_of(scores_of(model, train)).deviation);
    EXPECT_GT(std::abs(accuracy.score_deviations[draw] / before - 1), 0.01);
  }
  set_compute_threads(threads);
}

TEST_F(Estimator, DoesNotDependOnTheThreads) {
  set({"model.name=mlp", "model.hidden=16", "model.batch_norm=on"});
  request_.draws = 7;
  const std::string alone = bits();
  request_.threads = 3;
  EXPECT_EQ(bits(), alone);
}

TEST_F(Estimator, LeavesLibTorchTheThreadsThatItHad) {
  const int before = at::get_num_threads();
  set_compute_threads(2);
  found();
  EXPECT_EQ(at::get_num_threads(), 2);
  set_compute_threads(before);
}

TEST_F(Estimator, HasTheSameBitsForTheSameSeed) {
  const std::string first = bits();
  EXPECT_EQ(bits(), first);
  const record::EstimatorAccuracy here = found();
  request_.seed = 12;
  EXPECT_THAT(bits(), Ne(first));
  EXPECT_EQ(found().bounds[0].exact[0], here.bounds[0].exact[1]);
}

TEST_F(Estimator, ScalesTheLastLayer) {
  request_.last_layer_scale = 3;
  request_.lambdas = {0.5};
  const record::EstimatorAccuracy accuracy = found();
  const PreparedData prepared = data();
  const Dataset& train = prepared.part(Part::train);
  std::vector<double> scores = scores_of(first_model(prepared, 11), train);
  for (double& score : scores) score *= 3;
  const Estimates expected = by_definition(scores, train.labels, 0.3, 0.5);
  EXPECT_NEAR(accuracy.bounds[0].lambdas[0].errors[0],
              static_cast<double>(std::abs(expected.soft - expected.exact) / expected.exact), 1e-12);
  EXPECT_EQ(accuracy.last_layer_scale, 3);
}

TEST_F(Estimator, TakesLinkAndLossOfTheObjective) {
  const record::EstimatorAccuracy sigmoid = found();
  set({"objective.link=raw", "objective.margin=0.5"});
  const record::EstimatorAccuracy raw = found();
  EXPECT_THAT(raw.bounds[0].exact[0], Ne(sigmoid.bounds[0].exact[0]));
  EXPECT_THAT(raw.pair_options, ElementsAre(std::pair("link", "raw"), std::pair("surrogate", "squared-hinge"),
                                            std::pair("margin", "0.5"), std::pair("temperature", "1")));
}

TEST_F(Estimator, SaysWhatItHasWorkedWith) {
  set({"model.name=mlp", "model.hidden=8"});
  request_.config = "data: {}\n";
  const record::EstimatorAccuracy accuracy = found();
  EXPECT_EQ(accuracy.model, "mlp");
  EXPECT_THAT(accuracy.model_options,
              ElementsAre(std::pair("hidden", "8"), std::pair("batch_norm", "off"), std::pair("dropout", "0.1")));
  EXPECT_EQ(accuracy.config, "data: {}\n");
  EXPECT_EQ(accuracy.seed, 11);
  EXPECT_EQ(accuracy.draws(), 3);
}

TEST_F(Estimator, CountsItsDrawsAndStopsWhenAsked) {
  std::vector<std::int64_t> done;
  request_.progress = [&](std::int64_t draws) { done.push_back(draws); };
  EXPECT_TRUE(estimator_accuracy(request_).has_value());
  EXPECT_THAT(done, ElementsAre(1, 2, 3));
  done.clear();
  request_.stop_requested = [&] { return done.size() == 2; };
  EXPECT_FALSE(estimator_accuracy(request_).has_value());
  EXPECT_THAT(done, ElementsAre(1, 2));
}

TEST_F(Estimator, RefusesGridsOfOtherNumbers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double lambda : {0.0, -1.0, kInfinity, std::nan("")}) {
    request_.lambdas = {1, lambda};
    EXPECT_THAT(refusal(), HasSubstr("lambda: expected a number above 0, got "));
  }
  request_.lambdas = {1, 0.5, 1};
  EXPECT_EQ(refusal(), "lambda: expected each value once, got 1 twice");
  request_.lambdas = {};
  EXPECT_EQ(refusal(), "lambda: expected at least one value, got none");
  request_.lambdas = {1};
  for (const double fpr_max : {0.0, -0.1, 1.01, std::nan("")}) {
    request_.fpr_max = {fpr_max};
    EXPECT_THAT(refusal(), HasSubstr("fpr_max: expected a number above 0 and at most 1, got "));
  }
  request_.fpr_max = {};
  EXPECT_EQ(refusal(), "fpr_max: expected at least one value, got none");
}

TEST_F(Estimator, RefusesOtherBadRequests) {
  request_.draws = 0;
  EXPECT_EQ(refusal(), "draws: expected 1 to 1000000, got 0");
  request_.draws = 1;
  request_.last_layer_scale = 0;
  EXPECT_EQ(refusal(), "last_layer_scale: expected a number above 0, got 0");
  request_.last_layer_scale = 1;
  set({"objective.surrogate=squared"});
  EXPECT_THAT(refusal(), HasSubstr("surrogate: expected one that falls with the gap"));
  set({"objective.surrogate=squared-hinge", "trainer.init=run"});
  EXPECT_EQ(refusal(), "init: expected none, since all weights are drawn; got run");
  request_.asked.erase("trainer.init");
  set({"data.weight=w"});
  EXPECT_THAT(refusal(), HasSubstr("weight: sopa-s does not support case weights"));
  request_.asked.erase("data.weight");
  request_.asked.erase("data.path");
  EXPECT_EQ(refusal(), "data: expected a file to score, got none");
}

TEST_F(Estimator, RefusesDataWithoutBothClasses) {
  set({"data.path=" + folder_.file("one.csv", "a,y\n1,0\n2,0\n3,0\n"), "data.positive=1"});
  request_.asked.erase("data.drop");
  EXPECT_THAT(refusal(Fault::data), HasSubstr("one.csv: "));
}

TEST_F(Estimator, DrawsGraphNetworksBesideOneAnother) {
  if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
  std::string text = "smiles,y\n";
  const char* const ends[] = {"O", "N", "Cl", "c1ccccc1", "C(=O)O"};
  for (int row = 0; row < 100; ++row) {
    text +=
        joined(std::string(static_cast<std::size_t>(1 + row % 9), 'C'), ends[row % 5], ",", row % 4 == 0 ? 1 : 0, "\n");
  }
  set({"data.path=" + folder_.file("m.csv", text), "model.name=gin", "model.hidden=8", "model.layers=2"});
  request_.asked.erase("data.drop");
  request_.draws = 4;
  const std::string alone = bits();
  request_.threads = 4;
  EXPECT_EQ(bits(), alone);
}

}  // namespace
}  // namespace pauc
