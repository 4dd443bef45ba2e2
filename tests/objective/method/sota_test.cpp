#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>

#include "pauc/objective/make_objective.h"
#include "support/batches.h"

namespace pauc {
namespace {

constexpr int kPositives = 12;
constexpr int kNegatives = 30;
constexpr double kGamma = 3;

struct Variable {
  double value = 0;
  double start = 0;
  double sum = 0;
};

// The algorithm with all of its variables stepped at every step, pair by pair.
struct Dense {
  std::vector<Variable> s = std::vector<Variable>(kPositives);
  std::vector<Variable> u = std::vector<Variable>(kPositives);
  Variable pi;
  double beta = 0.4;
  double kept = 0.5;
  double steps = 0;

  void step(const std::vector<int>& rows, const test::ClassScores& scores, double eta) {
    const double share = kept * static_cast<double>(rows.size());
    const double in_region = beta * static_cast<double>(scores.negatives.size());
    std::vector<double> g_s(kPositives, 0.0);
    std::vector<double> g_u(kPositives, 0.0);
    double g_pi = 1;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const int i = rows[r];
      double selected = 0;
      double above = 0;
      for (const double negative : scores.negatives) {
        const double loss = std::pow(std::max(0.0, 1 - scores.positives[r] + negative), 2);
        if (loss <= s[i].value) continue;
        selected += 1;
        above += loss - s[i].value;
      }
      g_s[i] = u[i].value * (1 - selected / in_region) / share;
      g_u[i] = (s[i].value - pi.value + above / in_region) / share;
      g_pi -= u[i].value / share;
    }
    const auto move = [&](Variable& x, double gradient) {
      x.value = (kGamma * x.value + eta * x.start - eta * kGamma * gradient) / (kGamma + eta);
      x.sum += x.value;
    };
    for (int i = 0; i < kPositives; ++i) {
      move(s[i], g_s[i]);
      u[i].value = std::clamp(u[i].value + eta * g_u[i], 0.0, 1.0);
      u[i].sum += u[i].value;
    }
    move(pi, g_pi);
    steps += 1;
  }

  void end_stage() {
    for (auto* list : {&s, &u}) {
      for (Variable& x : *list) x = {x.sum / steps, x.sum / steps, 0};
    }
    pi = {pi.sum / steps, pi.sum / steps, 0};
    steps = 0;
  }
};

TEST(Sota, MakesUpForThePullThatUnsampledThresholdsMissed) {
  Random random(61);
  SotaOptions options;
  options.thresholds = Thresholds::own;
  options.link = Link::raw;
  options.fpr_max = 0.4;
  options.tpr_min = 0.5;
  options.gamma = kGamma;
  Objective sota = make_objective(options, kPositives + kNegatives);
  Dense dense;
  // Both start from the same variables.
  for (int i = 0; i < kPositives; ++i) {
    const double start = random.uniform();
    dense.s[i] = {start, start, 0};
    dense.u[i] = {0.5, 0.5, 0};
    sota.state.doubles("threshold")[i] = sota.state.doubles("threshold_start")[i] = start;
    sota.state.doubles("weight")[i] = 0.5;
    sota.state.flags("visited")[i] = 1;
  }
  dense.pi = {0.7, 0.7, 0};
  sota.state.set_number("pi", 0.7);
  sota.state.set_number("pi_start", 0.7);
  sota.state.set_number("started", 1);

  for (int stage = 1; stage <= 3; ++stage) {
    const double eta = 0.5 / stage;
    sota.begin_stage(eta);
    if (stage > 1) {
      dense.end_stage();
      for (int i = 0; i < kPositives; ++i) {
        EXPECT_NEAR(sota.state.doubles("threshold")[i], dense.s[i].value, 1e-13) << i;
        EXPECT_NEAR(sota.state.doubles("weight")[i], dense.u[i].value, 1e-13) << i;
      }
      EXPECT_NEAR(sota.state.number("pi"), dense.pi.value, 1e-13);
    }
    for (int step = 0; step < 20; ++step) {
      std::vector<int> rows;
      while (rows.size() < 3) {
        const int i = static_cast<int>(random.below(kPositives));
        if (std::find(rows.begin(), rows.end(), i) == rows.end()) rows.push_back(i);
      }
      const auto scores = test::random_class_scores(random, 3, 10);
      test::LeafBatch leaf = test::leaf_batch(scores);
      std::vector<std::int64_t> slots(rows.begin(), rows.end());
      slots.resize(13, kPositives);
      leaf.batch.slots = at::tensor(slots, at::kLong);
      sota(leaf.batch);
      dense.step(rows, scores, eta);
    }
  }
}

TEST(Sota, CreditsAFirstVisitLateInAStageWithItsStart) {
  SotaOptions options;
  options.thresholds = Thresholds::own;
  options.link = Link::raw;
  options.fpr_max = 0.5;
  options.tpr_min = 0.5;
  Objective sota = make_objective(options, 6);
  sota.begin_stage(0.1);
  const test::ClassScores scores = {{0, 1}, {1, 0, -0.5, -3}};
  test::LeafBatch leaf = test::leaf_batch(scores);
  for (int step = 0; step < 3; ++step) sota(leaf.batch);  // slots 0 and 1
  leaf.batch.slots = at::tensor({4, 5, 0, 0, 0, 0}, at::kLong);
  sota(leaf.batch);
  const double start = sota.state.doubles("threshold_start")[4];
  const double now = sota.state.doubles("threshold")[4];
  EXPECT_NEAR(start, 0.625, 1e-14);
  sota.begin_stage(0.05);
  EXPECT_NEAR(sota.state.doubles("threshold")[4], (3 * start + now) / 4, 1e-14);
}

TEST(Sota, StartsPiAtZeroWhereAllPositivesCount) {
  Objective sota = make_objective("sota", {{"tpr_min", "0"}, {"thresholds", "own"}}, 6);
  sota.begin_stage(0.1);
  sota(test::batch_of({{3, 4}, {-3, -4, -5, -3}}));
  EXPECT_EQ(sota.state.number("pi_start"), 0);
}

TEST(Sota, TakesAGammaThatPullsNothing) {
  Objective sota = make_objective("sota", {{"tpr_min", "0.5"}, {"gamma", "1e18"}}, 6);
  for (int stage = 0; stage < 3; ++stage) {
    sota.begin_stage(0.1);
    for (int step = 0; step < 3; ++step) sota(test::batch_of({{0, 1}, {1, 0, -0.5, -3}}));
  }
  for (const auto& [name, tensor] : sota.state.tensors()) EXPECT_TRUE(at::isfinite(tensor).all().item<bool>()) << name;
}

TEST(Sota, StartsItsVariablesAtTheBatchsQuantiles) {
  SotaOptions options;
  options.thresholds = Thresholds::own;
  options.link = Link::raw;
  options.fpr_max = 0.5;
  options.tpr_min = 0.5;
  Objective sota = make_objective(options, 6);
  sota.begin_stage(0.1);
  // Losses of the positive at 0: 4, 1, 0.25, 0 and of the one at 1: 1, 0, 0, 0.
  const Loss loss = sota(test::batch_of({{0, 1}, {1, 0, -0.5, -3}}));
  EXPECT_NEAR(sota.state.doubles("threshold_start")[0], 0.625, 1e-14);
  EXPECT_NEAR(sota.state.doubles("threshold_start")[1], 0, 1e-14);
  // They cost 2.5 and 0.5; the hardest half is the first: pi between them.
  EXPECT_NEAR(sota.state.number("pi_start"), 1.5, 1e-14);
  EXPECT_NEAR(loss.value, 2.5, 1e-14);
  EXPECT_STREQ(loss.diagnostics[3].name, "saddle_value");
  EXPECT_NEAR(loss.diagnostics[3].value, 1.5 + (2.5 - 1.5) + (0.5 - 1.5), 1e-14);
}

}  // namespace
}  // namespace pauc
