#include "pauc/objective/estimator_errors.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/random.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::Each;
using testing::HasSubstr;
using testing::SizeIs;

struct Scored {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
};

Scored some_scores() {
  Random random(3);
  Scored scored;
  for (int k = 0; k < 60; ++k) {
    scored.labels.push_back(k % 4 == 0 ? 1 : 0);
    scored.scores.push_back(2 * random.normal() + (k % 4 == 0 ? 0.5 : 0));
  }
  return scored;
}

long double linked(double score, Link link) {
  return link == Link::raw ? score : 1 / (1 + std::exp(-static_cast<long double>(score)));
}

long double loss(long double gap, const PairOptions& options) {
  if (options.surrogate == SurrogateKind::logistic) return std::log1p(std::exp(-gap / *options.temperature));
  if (options.surrogate == SurrogateKind::sigmoid) return 1 / (1 + std::exp(gap / *options.temperature));
  const long double reach = std::max(0.0L, options.margin - gap);
  return options.surrogate == SurrogateKind::hinge ? reach : reach * reach;
}

// Both estimators by their definitions: each positive's losses over all negatives.
struct Estimates {
  long double exact = 0;
  long double soft = 0;
};
Estimates by_definition(const Scored& scored, double fpr_max, double lambda, const PairOptions& options) {
  Estimates estimates;
  int positives = 0;
  for (std::size_t i = 0; i < scored.scores.size(); ++i) {
    if (scored.labels[i] == 0) continue;
    ++positives;
    std::vector<long double> losses;
    for (std::size_t j = 0; j < scored.scores.size(); ++j) {
      if (scored.labels[j] == 1) continue;
      losses.push_back(loss(linked(scored.scores[i], options.link) - linked(scored.scores[j], options.link), options));
    }
    std::sort(losses.rbegin(), losses.rend());
    const long double count = fpr_max * static_cast<long double>(losses.size());
    long double top = 0;
    long double sum = 0;
    for (std::size_t k = 0; k < losses.size(); ++k) {
      top += losses[k] * std::clamp(count - static_cast<long double>(k), 0.0L, 1.0L);
      sum += std::exp(losses[k] / lambda);
    }
    estimates.exact += top / count;
    estimates.soft += lambda * std::log(sum / static_cast<long double>(losses.size()));
  }
  return {estimates.exact / positives, estimates.soft / positives};
}

// In these scores' own unit, so that the temperature of the sigmoid is that of the definition.
Scored standardised(Scored scored) {
  double sum = 0;
  double squares = 0;
  const auto count = static_cast<double>(scored.scores.size());
  for (const double score : scored.scores) sum += score;
  for (const double score : scored.scores) squares += (score - sum / count) * (score - sum / count);
  for (double& score : scored.scores) score /= std::sqrt(squares / count);
  return scored;
}

TEST(EstimatorErrors, FollowTheirDefinition) {
  const Scored scored = standardised(some_scores());
  const EstimatorGrid grid{{0.31, 0.5, 1}, {0.05, 0.4, 2, 10}};  // 0.31 of 45 negatives is no whole number
  for (const PairOptions& options : {PairOptions{}, PairOptions{Link::raw, SurrogateKind::squared_hinge, 0.5, 1},
                                     PairOptions{Link::sigmoid, SurrogateKind::logistic, 1, 0.3},
                                     PairOptions{Link::raw, SurrogateKind::sigmoid, 1, 0.3}}) {
    const auto all = estimator_errors(scored.scores, scored.labels, grid, options);
    ASSERT_THAT(all, SizeIs(3));
    for (std::size_t b = 0; b < all.size(); ++b) {
      for (std::size_t k = 0; k < grid.lambdas.size(); ++k) {
        const Estimates expected = by_definition(scored, grid.fpr_max[b], grid.lambdas[k], options);
        EXPECT_NEAR(all[b].exact, static_cast<double>(expected.exact), 1e-12 * all[b].exact);
        EXPECT_NEAR(all[b].at[k], static_cast<double>(std::abs(expected.soft - expected.exact) / expected.exact), 1e-12)
            << choice_name(options.link) << " " << choice_name(options.surrogate) << " " << grid.fpr_max[b] << " "
            << grid.lambdas[k];
      }
    }
  }
}

TEST(EstimatorErrors, VanishAtTheLambdaThatMatches) {
  const Scored scored = some_scores();
  const auto all = estimator_errors(scored.scores, scored.labels, {{0.3, 0.5}, {1}});
  for (const EstimatorErrors& errors : all) {
    EXPECT_GT(errors.matched_lambda, 0.05);
    EXPECT_LT(errors.matched_lambda, 10);
    EXPECT_NEAR(errors.matched_error, 0, 1e-12);
    EXPECT_GT(errors.at[0], 1e-3);
  }
  EXPECT_LT(all[0].matched_lambda, all[1].matched_lambda);
}

TEST(EstimatorErrors, AreNoneWhereAllLossesAreEqual) {
  const std::vector<double> scores(20, 0.7);
  std::vector<std::uint8_t> labels(20, 0);
  labels[3] = labels[8] = 1;
  const auto all = estimator_errors(scores, labels, {{0.3}, {0.05, 10}});
  EXPECT_THAT(all[0].at, Each(testing::DoubleNear(0, 1e-13)));
  EXPECT_NEAR(all[0].matched_error, 0, 1e-13);
}

TEST(EstimatorErrors, AreRefusedWhereThereAreNone) {
  const Scored scored = some_scores();
  const std::vector<std::uint8_t> none(scored.labels.size(), 0);
  EXPECT_THAT(refusal_of([&] {
                estimator_errors(scored.scores, none, {{0.3}, {1}});
              }),
              HasSubstr("at least one positive"));
  EXPECT_THAT(refusal_of([&] {
                estimator_errors({}, scored.labels, {{0.3}, {1}});
              }),
              HasSubstr("labels: expected one for each of 0 scores, got 60"));
  EXPECT_THAT(
      refusal_of(
          [&] {
            estimator_errors(scored.scores, scored.labels, {{0.3}, {1}}, {Link::sigmoid, SurrogateKind::squared, 1, 1});
          },
          Fault::usage),
      HasSubstr("surrogate: expected one that falls with the gap"));
}

}  // namespace
}  // namespace pauc
