// A convex problem: linear model, raw scores, ridge. Trained from small batches, each of the paper's four methods must
// close 97 % of the gap between the start and the optimum of its own exact objective, staco 93 %.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pauc/kernel/exact_objective.h"
#include "pauc/objective/make_objective.h"
#include "pauc/optimiser/optimiser.h"
#include "pauc/optimiser/schedule.h"
#include "support/batches.h"

namespace pauc {
namespace {

constexpr double kRidge = 1e-2;
constexpr int kFeatures = 5;
constexpr std::int64_t kPositives = 60;
constexpr std::int64_t kNegatives = 240;

struct Problem {
  at::Tensor features;  // [n, d], positives first
  at::Tensor labels;    // [n]
};

Problem make_problem() {
  Random random(41);
  std::vector<double> values;
  for (std::int64_t row = 0; row < kPositives + kNegatives; ++row) {
    const bool positive = row < kPositives;
    for (int d = 0; d < kFeatures; ++d) values.push_back(0.5 * random.normal() + (positive && d < 2 ? 0.8 : 0));
  }
  return {test::numbers(values).view({-1, kFeatures}),
          at::cat({at::ones({kPositives}, at::kLong), at::zeros({kNegatives}, at::kLong)})};
}

using Exact = std::function<kernel::ExactObjective(const kernel::ScorePair&)>;

struct Evaluated {
  double value;
  at::Tensor gradient;  // [d]
};

Evaluated evaluate(const Problem& problem, const Exact& exact, const at::Tensor& weights) {
  const at::Tensor scores = problem.features.mv(weights).contiguous();
  const auto* data = scores.data_ptr<double>();
  const kernel::ExactObjective found = exact({{data, kPositives}, {data + kPositives, kNegatives}});
  std::vector<double> slopes = found.positive_gradients;
  slopes.insert(slopes.end(), found.negative_gradients.begin(), found.negative_gradients.end());
  return {found.value + kRidge / 2 * weights.dot(weights).item<double>(),
          problem.features.t().mv(test::numbers(slopes)) + kRidge * weights};
}

// The full-batch optimum, by subgradient steps of falling length; the best point seen.
double optimum(const Problem& problem, const Exact& exact) {
  at::Tensor weights = at::zeros({kFeatures}, at::kDouble);
  double best = evaluate(problem, exact, weights).value;
  for (int step = 0; step < 20000; ++step) {
    const Evaluated now = evaluate(problem, exact, weights);
    best = std::min(best, now.value);
    weights = weights - 0.05 / (1 + 0.002 * step) * now.gradient;
  }
  return best;
}

// Batches of 12 positives and 48 negatives, each class shuffled anew every epoch.
struct Batches {
  explicit Batches(std::uint64_t seed) : random(seed), positives(kPositives), negatives(kNegatives) {
    std::iota(positives.begin(), positives.end(), 0);
    std::iota(negatives.begin(), negatives.end(), kPositives);
  }

  template <class Visit>
  void epoch(const Visit& visit) {
    for (auto* side : {&positives, &negatives}) {
      for (std::size_t k = side->size(); k > 1; --k) {
        std::swap((*side)[k - 1], (*side)[random.below(static_cast<std::uint32_t>(k))]);
      }
    }
    for (int b = 0; b < 5; ++b) {
      std::vector<std::int64_t> ids(positives.begin() + b * 12, positives.begin() + (b + 1) * 12);
      ids.insert(ids.end(), negatives.begin() + b * 48, negatives.begin() + (b + 1) * 48);
      visit(at::tensor(ids, at::kLong));
    }
  }

  Random random;
  std::vector<std::int64_t> positives, negatives;
};

at::Tensor trained(const Problem& problem, Objective& objective, const OptimiserOptions& options,
                   const std::vector<Stage>& stages, std::int64_t epochs) {
  at::Tensor weights = at::zeros({kFeatures}, at::kDouble).set_requires_grad(true);
  Optimiser optimiser = make_optimiser(options, {weights});
  Batches batches(43);
  std::size_t next = 0;
  for (std::int64_t epoch = 0; epoch < epochs; ++epoch) {
    if (next < stages.size() && stages[next].first_epoch == epoch) {
      objective.begin_stage(stages[next].learning_rate);
      optimiser.begin_stage(stages[next].learning_rate);
      ++next;
    }
    batches.epoch([&](const at::Tensor& ids) {
      const at::Tensor scores = problem.features.index_select(0, ids).mv(weights);
      objective(make_scored_batch(scores, problem.labels.index_select(0, ids), ids)).differentiable.backward();
      optimiser.step();
      weights.mutable_grad().reset();
    });
  }
  optimiser.begin_stage(options.lr);  // closes the last stage
  return weights.detach();
}

double closed_share(const std::string& name, const Settings& settings, const Exact& exact,
                    const OptimiserOptions& options, const std::vector<Stage>& stages, std::int64_t epochs) {
  const Problem problem = make_problem();
  Objective objective = make_objective(name, settings, kPositives + kNegatives);
  const double start = evaluate(problem, exact, at::zeros({kFeatures}, at::kDouble)).value;
  const double best = optimum(problem, exact);
  const double reached = evaluate(problem, exact, trained(problem, objective, options, stages, epochs)).value;
  const double share = (start - reached) / (start - best);
  std::printf("%s: from %.5f to %.5f, optimum %.5f: %.2f %% of the gap\n", name.c_str(), start, reached, best,
              100 * share);
  return share;
}

OptimiserOptions adam() {
  OptimiserOptions options;
  options.lr = 0.03;
  options.weight_decay = kRidge;
  return options;
}

Exact exact_cvar_at(double fpr_max, double tpr_min = 0) {
  return [=](const kernel::ScorePair& scores) {
    kernel::CvarOptions options;
    options.fpr_max = fpr_max;
    options.tpr_min = tpr_min;
    return kernel::exact_cvar(scores, options);
  };
}

double closed_by_sopa(double fpr_max, const Settings& more) {
  Settings settings = {{"link", "raw"}, {"fpr_max", joined(fpr_max)}};
  settings.insert(settings.end(), more.begin(), more.end());
  return closed_share("sopa", settings, exact_cvar_at(fpr_max), adam(), step_decay(0.03, {100, 150}), 200);
}

TEST(Convergence, SopaClosesTheGap) {
  for (const double fpr_max : {0.25, 0.1, 0.05}) EXPECT_GE(closed_by_sopa(fpr_max, {}), 0.97) << fpr_max;
  for (const double fpr_max : {0.02, 1.0 / kNegatives}) EXPECT_GE(closed_by_sopa(fpr_max, {}), 0.93) << fpr_max;
}

TEST(Convergence, SopaClosesTheGapByOwnThresholds) {
  const Settings own = {{"thresholds", "own"}};
  for (const double fpr_max : {0.25, 0.1}) EXPECT_GE(closed_by_sopa(fpr_max, own), 0.97) << fpr_max;
  // Thresholds lag behind losses that shrink, the more the fewer of a positive's losses lie above them.
  EXPECT_GE(closed_by_sopa(0.05, own), 0.95);
}

TEST(Convergence, TopPushClosesTheGap) {
  EXPECT_GE(closed_share("top-push", {{"link", "raw"}}, exact_cvar_at(1.0 / kNegatives), adam(),
                         step_decay(0.03, {100, 150}), 200),
            0.93);
}

TEST(Convergence, SopaSClosesTheGap) {
  const Exact exact = [](const kernel::ScorePair& scores) {
    kernel::KlOptions options;
    options.lambda = 2;
    return kernel::exact_kl(scores, options);
  };
  EXPECT_GE(closed_share("sopa-s", {{"link", "raw"}, {"lambda", "2"}, {"gamma0", "0.5"}}, exact, adam(),
                         step_decay(0.03, {100, 150}), 200),
            0.97);
}

TEST(Convergence, SotaSClosesTheGap) {
  const Exact exact = [](const kernel::ScorePair& scores) {
    kernel::KlOptions options;
    options.lambda = 2;
    options.lambda2 = 5;
    return kernel::exact_kl(scores, options);
  };
  EXPECT_GE(
      closed_share("sota-s", {{"link", "raw"}, {"lambda", "2"}, {"lambda2", "5"}, {"gamma0", "0.5"}, {"gamma1", "0.2"}},
                   exact, adam(), step_decay(0.03, {100, 150}), 200),
      0.97);
}

TEST(Convergence, SotaClosesTheGap) {
  EXPECT_GE(closed_share("sota", {{"link", "raw"}, {"fpr_max", "0.25"}, {"tpr_min", "0.5"}}, exact_cvar_at(0.25, 0.5),
                         adam(), step_decay(0.03, {100, 150}), 200),
            0.97);
}

TEST(Convergence, SotaClosesTheGapByOwnThresholds) {
  // Its thresholds and weights move by 1/(batch positives) of the learning rate a visit, so it takes more epochs.
  OptimiserOptions proximal = adam();
  proximal.name = OptimiserName::proximal;
  proximal.lr = 0.4;
  EXPECT_GE(closed_share("sota", {{"link", "raw"}, {"fpr_max", "0.25"}, {"tpr_min", "0.5"}, {"thresholds", "own"}},
                         exact_cvar_at(0.25, 0.5), proximal, growing_stages(proximal.lr, 2870), 2870),
            0.97);
}

TEST(Convergence, StacoClosesTheGap) {
  const Exact exact = [](const kernel::ScorePair& scores) {
    kernel::CvarOptions options;
    options.fpr_max = 0.25;
    options.tpr_min = 0.5;
    return kernel::exact_cvar(scores, options);
  };
  // A fourteenth of sota's epochs. Its weights follow the costs of single batches, which leaves a few percent.
  EXPECT_GE(closed_share("staco", {{"link", "raw"}, {"fpr_max", "0.25"}, {"tpr_min", "0.5"}}, exact, adam(),
                         step_decay(0.03, {100, 150}), 200),
            0.93);
}

}  // namespace
}  // namespace pauc
