#include "pauc/metric/log_loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace pauc {
namespace {

TEST(LogLoss, IsTheMeanOfMinusTheLogOfTheProbabilityOfTheLabel) {
  const std::vector<std::uint8_t> labels = {1, 0, 1};
  const std::vector<double> scores = {0.3, -1.2, -2};
  const auto probability = [](double score) { return 1 / (1 + std::exp(-score)); };
  const double losses[] = {-std::log(probability(0.3)), -std::log(1 - probability(-1.2)), -std::log(probability(-2))};
  EXPECT_NEAR(log_loss({labels, scores, {}}), (losses[0] + losses[1] + losses[2]) / 3, 1e-14);
  const std::vector<double> weights = {1, 2, 5};
  EXPECT_NEAR(log_loss({labels, scores, weights}), (losses[0] + 2 * losses[1] + 5 * losses[2]) / 8, 1e-14);
}

TEST(LogLoss, IsFiniteForLargeScores) {
  const std::vector<std::uint8_t> labels = {1, 0};
  const std::vector<double> scores = {-1e6, -1e6};
  EXPECT_NEAR(log_loss({labels, scores, {}}), 5e5, 1e-6);
}

}  // namespace
}  // namespace pauc
