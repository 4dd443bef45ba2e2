#include "pauc/kernel/tiled_kl.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/pairs.h"
#include "support/near.h"
#include "support/rounds.h"

namespace pauc::kernel {
namespace {

using test::Pairs;

Surrogate of_kind(Surrogate::Kind kind) {
  Surrogate surrogate;
  surrogate.kind = kind;
  surrogate.temperature = 0.7;
  return surrogate;
}

// By the definition, each pair's loss as the surrogate gives it.
void expect_definition(const Pairs& scores, const Surrogate& surrogate, double lambda) {
  const TiledKlSums sums(scores.positives, scores.negatives, surrogate, lambda);
  const auto gradients = sums.gradients({});
  std::vector<long double> rows;
  std::vector<long double> columns(scores.negatives.size());
  long double largest_exponent = 0;
  for (std::size_t i = 0; i < scores.positives.size(); ++i) {
    std::vector<LossAt> losses;
    long double peak = 0;
    for (const double negative : scores.negatives) {
      losses.push_back(loss_at(surrogate, scores.positives[i] - negative));
      peak = std::max<long double>(peak, losses.back().value / static_cast<long double>(lambda));
    }
    largest_exponent = std::max(largest_exponent, peak);
    long double sum = 0;
    for (const LossAt& loss : losses) sum += std::exp(loss.value / static_cast<long double>(lambda) - peak);
    const long double log_mean = peak + std::log(sum / static_cast<long double>(losses.size()));
    ASSERT_LE(std::abs(sums.log_means()[i] - log_mean), 1e-14L * (1 + peak) * (1 + std::abs(log_mean)));
    long double row = 0;
    for (std::size_t j = 0; j < losses.size(); ++j) {
      const long double slope =
          std::exp(losses[j].value / static_cast<long double>(lambda) - peak) / sum * losses[j].slope;
      row += slope;
      columns[j] -= slope;
    }
    rows.push_back(row);
  }
  const long double allowed = 64 * std::numeric_limits<double>::epsilon() * (1 + largest_exponent);
  test::expect_near(gradients.positives, rows, allowed * test::largest_of(rows));
  test::expect_near(gradients.negatives, columns, allowed * test::largest_of(columns));
}

TEST(TiledKlSums, FollowTheDefinition) {
  Random random(15);
  for (int round = 0; round < test::rounds(400); ++round) {
    const Pairs scores = test::random_pairs(random);
    const double lambda = std::pow(10.0, 6 * random.uniform() - 3);
    for (const auto kind : {Surrogate::Kind::hinge, Surrogate::Kind::logistic, Surrogate::Kind::squared}) {
      expect_definition(scores, of_kind(kind), lambda);
      ASSERT_FALSE(HasFatalFailure()) << "round " << round << ", lambda " << lambda;
    }
  }
}

TEST(TiledKlSums, DoTheSameAsTheFastOnesForTheSquaredHinge) {
  Random random(16);
  for (int round = 0; round < test::rounds(100); ++round) {
    const Pairs scores = test::random_pairs(random);
    const KlSums fast({scores.positives, scores.negatives, 1, 100});
    const TiledKlSums tiled(scores.positives, scores.negatives, {}, 100);
    for (std::size_t i = 0; i < scores.positives.size(); ++i) {
      ASSERT_NEAR(fast.log_means()[i], tiled.log_means()[i], 1e-12 * (1 + std::abs(tiled.log_means()[i])));
    }
  }
}

TEST(TiledKlSums, DoNotDependOnTheThreads) {
  Random random(17);
  Pairs scores;
  for (int i = 0; i < 700; ++i) scores.positives.push_back(random.normal());
  for (int j = 0; j < 900; ++j) scores.negatives.push_back(random.normal());
  const TiledKlSums one(scores.positives, scores.negatives, of_kind(Surrogate::Kind::logistic), 0.5, 1);
  const TiledKlSums three(scores.positives, scores.negatives, of_kind(Surrogate::Kind::logistic), 0.5, 3);
  EXPECT_EQ(one.log_means(), three.log_means());
  EXPECT_EQ(one.gradients({}).negatives, three.gradients({}).negatives);
  EXPECT_EQ(one.gradients({}).positives, three.gradients({}).positives);
}

}  // namespace
}  // namespace pauc::kernel
