// PAUCI against the pair loss that it takes apart.
#include "pauc/objective/method/pauci.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "pauc/objective/make_objective.h"
#include "support/batches.h"

namespace pauc {
namespace {

std::vector<double> first_of(std::vector<double> scores, double share, bool lowest) {
  std::sort(scores.begin(), scores.end());
  if (!lowest) std::reverse(scores.begin(), scores.end());
  scores.resize(static_cast<std::size_t>(std::llround(share * static_cast<double>(scores.size()))));
  for (double& score : scores) score = 1 / (1 + std::exp(-score));
  return scores;
}

// Mean of (1 - h_i + h_j)^2 over the lowest positives and the highest negatives, pair by pair.
double pair_loss(const test::ClassScores& scores, const PauciOptions& options) {
  const auto low = first_of(scores.positives, 1 - options.tpr_min, true);
  const auto high = first_of(scores.negatives, options.fpr_max, false);
  double sum = 0;
  for (const double positive : low) {
    for (const double negative : high) sum += std::pow(1 - positive + negative, 2);
  }
  return sum / static_cast<double>(low.size() * high.size());
}

// Where the method's own variables come to rest while the scores stay the same.
double value_at_rest(const test::ClassScores& scores, const PauciOptions& options) {
  Objective pauci = make_objective(options, 0);
  pauci.begin_stage(0.002);
  const ScoredBatch batch = test::batch_of(scores);
  double value = 0;
  double earlier = 0;
  for (int step = 0; step < 12000; ++step) {
    if (step == 11000) earlier = value;
    value = pauci(batch).value;
  }
  EXPECT_NEAR(value, earlier, 1e-6);
  EXPECT_NEAR(pauci.state.number("g"), pauci.state.number("b") - pauci.state.number("a"), 1e-3);
  return value;
}

TEST(Pauci, ApproachesTheSquaredPairLossAsItsCutSharpens) {
  Random random(61);
  for (const double separation : {0.5, 2.0}) {
    const auto scores = test::random_class_scores(random, 40, 200, 1, separation);
    for (const double tpr_min : {0.0, 0.5}) {
      for (const double fpr_max : {0.1, 0.5}) {
        PauciOptions options;
        options.fpr_max = fpr_max;
        options.tpr_min = tpr_min;
        const double exact = pair_loss(scores, options);
        double last_gap = HUGE_VAL;
        for (const double sharpness : {2.0, 10.0, 50.0}) {
          SCOPED_TRACE(testing::Message() << separation << " " << tpr_min << " " << fpr_max << " " << sharpness);
          options.sharpness = sharpness;
          const double gap = value_at_rest(scores, options) - exact;
          EXPECT_GT(gap, -1e-3);
          EXPECT_LT(gap, std::log(2.0) / sharpness * (1 / fpr_max + (tpr_min > 0 ? 1 / (1 - tpr_min) : 0)));
          EXPECT_LT(gap, last_gap);
          last_gap = gap;
        }
        EXPECT_LT(last_gap, 0.03 * exact + 0.01);
      }
    }
  }
}

TEST(Pauci, HasTheGradientOfItsValue) {
  Random random(62);
  for (const double tpr_min : {0.0, 0.4}) {
    PauciOptions options;
    options.tpr_min = tpr_min;
    Objective pauci = make_objective(options, 0);
    pauci.begin_stage(0.01);
    pauci(test::batch_of(test::random_class_scores(random, 9, 17)));  // somewhere
    const auto scores = test::random_class_scores(random, 9, 17);
    const auto value_of = [&](const test::ClassScores& at) {
      State copy = pauci.state;
      return pauci.step(test::batch_of(at), copy).value;
    };
    const auto leaf = test::leaf_batch(scores);
    State copy = pauci.state;
    pauci.step(leaf.batch, copy).differentiable.backward();
    const auto gradient = test::values_of(leaf.scores.grad());
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      test::ClassScores up = scores;
      test::ClassScores down = scores;
      const bool positive = k < scores.positives.size();
      const std::size_t place = positive ? k : k - scores.positives.size();
      (positive ? up.positives : up.negatives)[place] += 1e-5;
      (positive ? down.positives : down.negatives)[place] -= 1e-5;
      EXPECT_NEAR(gradient[k], (value_of(up) - value_of(down)) / 2e-5, 1e-9) << k;
    }
  }
}

}  // namespace
}  // namespace pauc
