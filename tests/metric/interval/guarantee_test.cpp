#include "pauc/metric/interval/guarantee.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/metric/interval/distributions.h"
#include "support/refusals.h"
#include "support/scored_problems.h"

namespace pauc {
namespace {

using test::rows_of;
using testing::HasSubstr;

// P(Bin(trials, p) <= hits) term by term.
double binomial_cdf(int hits, int trials, double p) {
  double sum = 0;
  for (int k = 0; k <= hits; ++k) {
    sum += std::exp(std::lgamma(trials + 1.0) - std::lgamma(k + 1.0) - std::lgamma(trials - k + 1.0) + k * std::log(p) +
                    (trials - k) * std::log1p(-p));
  }
  return sum;
}

GuaranteedThreshold for_fpr(const ScoredRows& rows, double fpr, double confidence) {
  return guaranteed_threshold(rows, {PromisedRate::fpr, fpr, confidence});
}

GuaranteedThreshold for_tpr(const ScoredRows& rows, double tpr, double confidence) {
  return guaranteed_threshold(rows, {PromisedRate::tpr, tpr, confidence});
}

// The definition: the smallest k with P(Bin(m, 1 - f) >= k) <= 1 - c; positive is what scores above the k-th negative.
std::optional<double> by_definition(const test::Problem& problem, double fpr, double confidence) {
  std::vector<double> negatives;
  for (std::size_t i = 0; i < problem.labels.size(); ++i) {
    if (problem.labels[i] == 0) negatives.push_back(problem.scores[i]);
  }
  std::sort(negatives.begin(), negatives.end());
  const auto m = static_cast<int>(negatives.size());
  for (int k = 1; k <= m; ++k) {
    if (binomial_cdf(m - k, m, fpr) <= 1 - confidence) {
      return std::nextafter(negatives[k - 1], std::numeric_limits<double>::infinity());
    }
  }
  return std::nullopt;
}

TEST(Guarantee, ChanceIsTheBinomialLaw) {
  for (const int cases : {1, 2, 30, 299, 1000}) {
    for (const double rate : {0.01, 0.1, 0.5, 0.9}) {
      for (const int called : {0, 1, cases / 10, cases / 2, cases - 1}) {
        if (called >= cases) continue;
        EXPECT_NEAR(chance_of_excess(called, cases, rate), binomial_cdf(called, cases, rate), 1e-11)
            << called << " of " << cases << " at " << rate;
      }
    }
  }
  EXPECT_EQ(chance_of_excess(5, 5, 0.1), 1);
}

TEST(Guarantee, SaysHowManyCasesAreNeeded) {
  EXPECT_EQ(cases_needed(0.01, 0.95), 299);
  EXPECT_EQ(cases_needed(0.05, 0.95), 59);
  EXPECT_EQ(cases_needed(0.1, 0.95), 29);
  EXPECT_EQ(cases_needed(0.001, 0.95), 2995);
  EXPECT_EQ(cases_needed(0.5, 0.75), 2);  // exactly: rounding must not make it 3
  EXPECT_EQ(cases_needed(0.9, 0.5), 1);
  for (const double rate : {0.01, 0.07, 0.3}) {
    for (const double confidence : {0.5, 0.9, 0.99}) {
      const std::int64_t needed = cases_needed(rate, confidence);
      EXPECT_TRUE(most_called(needed, rate, confidence));
      EXPECT_FALSE(needed > 1 && most_called(needed - 1, rate, confidence));
    }
  }
}

// 1 - rate cannot hold the digits of such rates.
TEST(Guarantee, NeedsManyCasesForAVerySmallRate) {
  for (const double rate : {1e-6, 1e-9, 1e-12, 1e-15, 1e-17}) {
    const double expected = -std::log(0.05) / rate;
    EXPECT_NEAR(static_cast<double>(cases_needed(rate, 0.95)), expected, 1 + 2 * rate * expected + 1e-9 * expected);
    EXPECT_NEAR(chance_of_excess(0, expected, rate), 0.05, 1e-6) << rate;
    EXPECT_NEAR(chance_of_excess(1, expected, rate), 0.05 * (1 - std::log(0.05)), 1e-5) << rate;
  }
}

TEST(Guarantee, ThresholdIsThatOfTheDefinition) {
  Random random(11);
  int found = 0;
  for (int k = 0; k < 300; ++k) {
    const test::Problem problem =
        test::random_problem(random, k % 2 == 0 ? test::Ties::none : test::Ties::many, test::Weights::none);
    for (const double fpr : {0.03, 0.1, 0.4}) {
      for (const double confidence : {0.5, 0.9, 0.95}) {
        const GuaranteedThreshold got = for_fpr(rows_of(problem), fpr, confidence);
        ASSERT_EQ(got.threshold, by_definition(problem, fpr, confidence)) << k;
        EXPECT_EQ(got.threshold.has_value(), got.reason.empty());
        found += got.threshold ? 1 : 0;
      }
    }
  }
  EXPECT_GT(found, 500);
}

// Missing positives is calling negatives, with the scores turned round; only the side on which ties fall differs.
TEST(Guarantee, OfATprIsThatOfTheTurnedProblem) {
  Random random(12);
  for (int k = 0; k < 200; ++k) {
    const test::Problem problem =
        test::random_problem(random, k % 2 == 0 ? test::Ties::none : test::Ties::many, test::Weights::none);
    test::Problem turned = problem;
    for (std::size_t i = 0; i < turned.labels.size(); ++i) {
      turned.labels[i] = 1 - turned.labels[i];
      turned.scores[i] = -turned.scores[i];
    }
    const auto by_fpr = for_fpr(rows_of(turned), 1 - 0.8, 0.9).threshold;
    const auto by_tpr = for_tpr(rows_of(problem), 0.8, 0.9).threshold;
    ASSERT_EQ(by_fpr.has_value(), by_tpr.has_value());
    if (!by_fpr) continue;
    EXPECT_EQ(-*by_tpr, std::nextafter(*by_fpr, -std::numeric_limits<double>::infinity()));
  }
}

TEST(Guarantee, CountsItsOwnRates) {
  Random random(13);
  const test::Problem problem = test::binormal_problem(random, 60, 500, 1.5);
  const GuaranteedThreshold at = for_fpr(rows_of(problem), 0.1, 0.95);
  double hits = 0, alarms = 0;
  for (std::size_t i = 0; i < problem.labels.size(); ++i) {
    (problem.labels[i] == 1 ? hits : alarms) += problem.scores[i] >= *at.threshold ? 1 : 0;
  }
  EXPECT_DOUBLE_EQ(at.realised_tpr, hits / 60);
  EXPECT_DOUBLE_EQ(at.realised_fpr, alarms / 500);
  EXPECT_EQ(alarms, *most_called(500, 0.1, 0.95));
  EXPECT_EQ(at.cases, 500);
}

TEST(Guarantee, SaysWhatIsMissing) {
  Random random(14);
  const ScoredRows rows = rows_of(test::binormal_problem(random, 10, 298, 1));
  EXPECT_EQ(for_fpr(rows, 0.01, 0.95).reason,
            "an FPR of at most 0.01 with confidence 0.95 needs at least 299 negatives; there are 298");
  EXPECT_EQ(for_tpr(rows, 0.9, 0.95).reason,
            "a TPR of at least 0.9 with confidence 0.95 needs at least 29 positives; there are 10");
  EXPECT_TRUE(for_fpr(rows_of(test::binormal_problem(random, 10, 299, 1)), 0.01, 0.95).threshold);
}

TEST(Guarantee, HasNoThresholdBeyondTheLargestNumber) {
  ScoredRows rows = rows_of(test::Problem{{1, 0, 0}, {0, std::numeric_limits<double>::max(), 1}, {}});
  EXPECT_THAT(for_fpr(rows, 0.9, 0.5).reason, testing::IsEmpty());
  rows.labels = {1, 0, 1};
  EXPECT_THAT(for_fpr(rows, 0.9, 0.5).reason, HasSubstr("largest score"));
}

TEST(Guarantee, EqualWeightsChangeNothing) {
  Random random(15);
  ScoredRows rows = rows_of(test::binormal_problem(random, 40, 300, 1));
  const GuaranteedThreshold plain = for_fpr(rows, 0.05, 0.95);
  rows.weights.assign(rows.labels.size(), 3);
  const GuaranteedThreshold weighted = for_fpr(rows, 0.05, 0.95);
  EXPECT_EQ(weighted.threshold, plain.threshold);
  EXPECT_EQ(plain.basis, GuaranteeBasis::exact);
  EXPECT_EQ(weighted.basis, GuaranteeBasis::approximate);
}

TEST(Guarantee, UnequalWeightsLeaveFewerCases) {
  Random random(16);
  ScoredRows rows = rows_of(test::binormal_problem(random, 40, 320, 1));
  ASSERT_TRUE(for_fpr(rows, 0.01, 0.95).threshold);
  for (std::size_t i = 0; i < rows.labels.size(); ++i) rows.weights.push_back(i % 2 == 0 ? 1 : 5);
  EXPECT_THAT(for_fpr(rows, 0.01, 0.95).reason, HasSubstr("299 independent negatives"));
}

TEST(Guarantee, CopiesOfARowAreOneCase) {
  Random random(17);
  const test::Problem problem = test::binormal_problem(random, 30, 300, 1);
  const GuaranteedThreshold single = for_fpr(rows_of(problem), 0.1, 0.95);
  ScoredRows rows;
  rows.names = {"s"};
  rows.columns.resize(1);
  for (std::size_t i = 0; i < problem.labels.size(); ++i) {
    for (int copy = 0; copy < 4; ++copy) {
      rows.labels.push_back(problem.labels[i]);
      rows.columns[0].push_back(problem.scores[i]);
      rows.groups.push_back(static_cast<std::uint32_t>(i));
    }
  }
  rows.group_count = static_cast<std::int64_t>(problem.labels.size());
  EXPECT_EQ(for_fpr(rows, 0.1, 0.95).threshold, single.threshold);
  rows.groups.clear();
  rows.group_count = 0;
  EXPECT_LT(*for_fpr(rows, 0.1, 0.95).threshold, *single.threshold);
}

struct Exceeding {
  double guaranteed = 0;  // share of sets whose true FPR is above the bound
  double plain = 0;
};

// Negatives are N(0, 1), rounded down to a grid if there is one, so that the true FPR of a threshold is known.
Exceeding exceeding(double fpr, double confidence, int negatives, int sets, double grid) {
  Random random(18);
  Exceeding share;
  for (int set = 0; set < sets; ++set) {
    test::Problem problem = test::binormal_problem(random, 20, negatives, 1);
    for (double& score : problem.scores) score = grid > 0 ? grid * std::floor(score / grid) : score;
    const auto true_fpr = [&](double threshold) {
      return normal_cdf(-(grid > 0 ? grid * std::ceil(threshold / grid) : threshold));
    };
    const ScoredRows rows = rows_of(problem);
    share.guaranteed += true_fpr(*for_fpr(rows, fpr, confidence).threshold) > fpr ? 1.0 / sets : 0;
    share.plain += true_fpr(operating_point(roc_curve(rows.cases(0)), fpr).threshold) > fpr ? 1.0 / sets : 0;
  }
  return share;
}

TEST(Guarantee, IsBrokenAsOftenAsTheLawSays) {
  constexpr int kSets = 1000;
  struct Setting {
    double fpr, confidence;
    int negatives;
  };
  for (const auto& [fpr, confidence, negatives] : {Setting{0.1, 0.95, 200}, {0.05, 0.95, 400}, {0.01, 0.9, 500}}) {
    const double law = chance_of_excess(static_cast<double>(*most_called(negatives, fpr, confidence)), negatives, fpr);
    ASSERT_LE(law, 1 - confidence + 1e-12);
    const Exceeding share = exceeding(fpr, confidence, negatives, kSets, 0);
    EXPECT_NEAR(share.guaranteed, law, 3 * std::sqrt(law * (1 - law) / kSets));
    EXPECT_GT(share.plain, 0.25);  // near one half
  }
}

TEST(Guarantee, TiesMakeItSafer) {
  EXPECT_LE(exceeding(0.1, 0.95, 200, 1000, 0.5).guaranteed, 0.05 + 3 * std::sqrt(0.05 * 0.95 / 1000));
}

// Patients of five rows each, half of whose variance is the patient's.
TEST(Guarantee, HoldsMoreOftenThanItSaysWithGroups) {
  constexpr int kSets = 600;
  Random random(19);
  double broken = 0, broken_by_rows = 0;
  for (int set = 0; set < kSets; ++set) {
    ScoredRows rows = rows_of(test::binormal_problem(random, 20, 1000, 1));
    rows.group_count = 220;
    for (std::size_t i = 0, negative = 0; i < rows.labels.size(); ++i) {
      rows.groups.push_back(static_cast<std::uint32_t>(rows.labels[i] == 1 ? 200 + i % 20 : negative++ / 5));
    }
    std::vector<double> of_patient(220);
    for (double& shift : of_patient) shift = random.normal();
    for (std::size_t i = 0; i < rows.labels.size(); ++i) {
      rows.columns[0][i] = std::sqrt(0.5) * (rows.columns[0][i] + of_patient[rows.groups[i]]);
    }
    broken += normal_cdf(-*for_fpr(rows, 0.1, 0.95).threshold) > 0.1 ? 1.0 / kSets : 0;
    rows.groups.clear();
    rows.group_count = 0;
    broken_by_rows += normal_cdf(-*for_fpr(rows, 0.1, 0.95).threshold) > 0.1 ? 1.0 / kSets : 0;
  }
  EXPECT_LT(broken, 0.02);
  EXPECT_GT(broken_by_rows, 0.09);
}

TEST(Guarantee, UpperLimitIsTheRateThatTheLawAllows) {
  for (const double called : {0.0, 3.0, 50.0}) {
    const double limit = upper_limit(called, 200, 0.95);
    EXPECT_NEAR(chance_of_excess(called, 200, limit), 0.05, 1e-9);
  }
  EXPECT_EQ(upper_limit(200, 200, 0.95), 1);
}

TEST(Guarantee, RefusesWhatIsNoRate) {
  EXPECT_THAT(test::refusal_of(
                  [] {
                    check(Promise{PromisedRate::fpr, 0, 0.95}, "at_fpr", "guarantee");
                  },
                  Fault::usage),
              HasSubstr("at_fpr: expected a rate between 0 and 1, got 0"));
  EXPECT_THAT(test::refusal_of(
                  [] {
                    check(Promise{PromisedRate::fpr, 0.1, 1}, "at_fpr", "guarantee");
                  },
                  Fault::usage),
              HasSubstr("guarantee: expected a number between 0 and 1, got 1"));
}

}  // namespace
}  // namespace pauc
