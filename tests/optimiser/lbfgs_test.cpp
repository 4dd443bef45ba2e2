#include "pauc/optimiser/lbfgs.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <cmath>

#include "support/batches.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::HasSubstr;

// A bias and a row of weights, as in a linear model.
struct Weights {
  at::Tensor bias = at::zeros({1}, at::kFloat);
  at::Tensor row = at::zeros({1, 2}, at::kFloat);
  std::vector<at::Tensor> list() const { return {bias, row}; }
};

Optimiser lbfgs(const std::vector<at::Tensor>& parameters, double weight_decay = 0) {
  OptimiserOptions options;
  options.name = OptimiserName::lbfgs;
  options.lr = 1;
  options.weight_decay = weight_decay;
  return make_optimiser(options, parameters);
}

void minimise(const Optimiser& optimiser, const FlatLoss& loss) {
  for (int k = 0; k < 100 && !optimiser.search->converged(); ++k) optimiser.search->run(loss);
}

// 1/2 sum c_k (w_k - t_k)^2
double quadratic(Span<const double> weights, Span<double> gradient) {
  constexpr double kCurvatures[] = {1, 10, 0.1};
  constexpr double kTargets[] = {1, -2, 3};
  double value = 0;
  for (std::int64_t k = 0; k < 3; ++k) {
    const double distance = weights[k] - kTargets[k];
    value += kCurvatures[k] * distance * distance / 2;
    gradient[k] = kCurvatures[k] * distance;
  }
  return value;
}

double rosenbrock(Span<const double> w, Span<double> gradient) {
  const double slack = w[1] - w[0] * w[0];
  gradient[0] = -2 * (1 - w[0]) - 400 * w[0] * slack;
  gradient[1] = 200 * slack;
  gradient[2] = w[2];
  return (1 - w[0]) * (1 - w[0]) + 100 * slack * slack + w[2] * w[2] / 2;
}

TEST(Lbfgs, FindsTheMinimumWithItsPenaltyInDouble) {
  for (const double penalty : {0.0, 0.3}) {
    const Weights weights;
    const Optimiser optimiser = lbfgs(weights.list(), penalty);
    minimise(optimiser, quadratic);
    EXPECT_TRUE(optimiser.search->converged());
    const auto found = optimiser.search->weights();
    EXPECT_NEAR(found[0], 1, 1e-7);  // the bias is not shrunk
    EXPECT_NEAR(found[1], 10 * -2 / (10 + penalty), 1e-7);
    EXPECT_NEAR(found[2], 0.1 * 3 / (0.1 + penalty), 1e-6);
    EXPECT_EQ(weights.bias.item<float>(), static_cast<float>(found[0]));
    EXPECT_EQ(weights.row[0][1].item<float>(), static_cast<float>(found[2]));
  }
}

TEST(Lbfgs, FollowsACurvedValley) {
  const Weights weights;
  weights.bias.fill_(-1.2);
  weights.row.copy_(at::ones({1, 2}));
  const Optimiser optimiser = lbfgs(weights.list());
  minimise(optimiser, rosenbrock);
  const auto found = optimiser.search->weights();
  EXPECT_NEAR(found[0], 1, 1e-6);
  EXPECT_NEAR(found[1], 1, 1e-6);
}

TEST(Lbfgs, ANewPenaltyBeginsANewSearchAtTheSameWeights) {
  const Weights weights;
  const Optimiser optimiser = lbfgs(weights.list());
  minimise(optimiser, quadratic);
  const auto before = optimiser.search->weights();
  optimiser.search->set_penalty(1);
  EXPECT_FALSE(optimiser.search->converged());
  EXPECT_EQ(optimiser.search->weights(), before);
  minimise(optimiser, quadratic);
  EXPECT_NEAR(optimiser.search->weights()[2], 0.1 * 3 / 1.1, 1e-6);
}

// A long way, so that snapshots are taken with a full history and with an empty one.
TEST(Lbfgs, ARestoredSearchGoesOnWithTheSameBits) {
  const auto begun = [] {
    Weights weights;
    weights.bias.fill_(-1.2);
    return weights;
  };
  const Weights straight = begun();
  const Optimiser whole = lbfgs(straight.list(), 1e-3);
  std::vector<NamedTensors> snapshots = {whole.save()};
  while (!whole.search->converged()) {
    whole.search->run(rosenbrock);
    snapshots.push_back(whole.save());
  }
  ASSERT_GE(snapshots.size(), 3U);
  for (const NamedTensors& snapshot : snapshots) {
    const Weights rest = begun();
    const Optimiser second = lbfgs(rest.list(), 0.5);
    second.restore(snapshot);
    minimise(second, rosenbrock);
    EXPECT_EQ(second.search->weights(), whole.search->weights());
    EXPECT_TRUE(at::equal(rest.row, straight.row));
    const NamedTensors end = second.save();
    for (const auto& [name, tensor] : whole.save()) EXPECT_TRUE(at::equal(tensor, end.at(name))) << name;
  }
}

TEST(Lbfgs, RefusesStatesOfOthersAndSteps) {
  const Weights weights;
  const Optimiser optimiser = lbfgs(weights.list());
  const Optimiser narrow = lbfgs({at::zeros({1}), at::zeros({1, 1})});
  minimise(narrow, [](Span<const double> w, Span<double> gradient) {
    gradient[0] = w[0] - 1;
    gradient[1] = w[1];
    return (w[0] - 1) * (w[0] - 1) / 2 + w[1] * w[1] / 2;
  });
  EXPECT_NE(refusal_of([&] { optimiser.restore(narrow.save()); }), "");
  NamedTensors damaged = optimiser.save();
  damaged.erase("ro");
  EXPECT_NE(refusal_of([&] { optimiser.restore(damaged); }), "");
  damaged = optimiser.save();
  damaged["old_directions"] = at::zeros({2, 3}, at::kDouble);  // old_steps and ro have none
  EXPECT_NE(refusal_of([&] { optimiser.restore(damaged); }), "");
  EXPECT_THAT(refusal_of([&] { optimiser.step(); }, Fault::usage), HasSubstr("lbfgs: expected a search on all rows"));
  EXPECT_THAT(refusal_of([&] { optimiser.search->set_penalty(-1); }, Fault::usage),
              HasSubstr("weight_decay: expected a number from 0 on, got -1"));
}

}  // namespace
}  // namespace pauc
