// What intervals promise: how often they cover the truth, how often the paired test rejects equality.
#include <algorithm>
#include <cstdio>

#include "support/scored_problems.h"

namespace pauc {
namespace {

using test::headline_estimate;
using test::paired_rows;
using test::rows_of;
using test::with_method;

struct Setting {
  double separation = 1;
  Region region;
};

const Setting kSettings[] = {{1, {0, 0.1, 0}}, {1, {0, 0.3, 0}}, {1, {0, 0.4, 0.6}},
                             {2, {0, 0.1, 0}}, {2, {0, 0.3, 0}}, {2, {0, 0.4, 0.6}}};

double coverage(const Setting& setting, IntervalMethod method, int sets, std::uint64_t seed) {
  const double truth = test::true_binormal_area(setting.separation, setting.region);
  Random random(seed);
  int covered = 0;
  for (int set = 0; set < sets; ++set) {
    EvaluationOptions options = with_method(method);
    options.fpr_max = setting.region.fpr_max;
    if (setting.region.tpr_min > 0) options.tpr_min = setting.region.tpr_min;
    options.uncertainty.seed = static_cast<std::uint64_t>(set);
    options.uncertainty.replicates = 1000;
    options.uncertainty.threads = 2;
    const auto evaluation = evaluate(rows_of(test::binormal_problem(random, 100, 1000, setting.separation)), options);
    const auto& ci = headline_estimate(evaluation).ci.interval;
    covered += ci && ci->lower <= truth && truth <= ci->upper ? 1 : 0;
  }
  const double share = static_cast<double>(covered) / sets;
  std::printf("d' %g, FPR <= %g, TPR >= %g: covered %.3f of %d\n", setting.separation, setting.region.fpr_max,
              setting.region.tpr_min, share, sets);
  return share;
}

TEST(AnalyticIntervals, CoverTheTruthAsOftenAsTheySay) {
  for (const auto& setting : kSettings) {
    const double share = coverage(setting, IntervalMethod::analytic, 2000, 71);
    EXPECT_GE(share, 0.93);
    EXPECT_LE(share, 0.97);
  }
}

TEST(BootstrapIntervals, CoverTheTruthAsOftenAsTheySay) {
  for (const auto method : {IntervalMethod::bootstrap, IntervalMethod::bca}) {
    for (const auto& setting : kSettings) {
      const double share = coverage(setting, method, 300, 72);
      EXPECT_GE(share, 0.91);
      EXPECT_LE(share, 0.98);
    }
  }
}

// Share of rejections on the headline, and on TPR at FPR 0.1.
struct Rejections {
  double headline = 0;
  double tpr = 0;
};

Rejections rejection(IntervalMethod method, const Region& region, int sets) {
  Random random(73);
  Rejections rejected;
  for (int set = 0; set < sets; ++set) {
    EvaluationOptions options = with_method(method);
    options.fpr_max = region.fpr_max;
    if (region.tpr_min > 0) options.tpr_min = region.tpr_min;
    options.uncertainty.seed = static_cast<std::uint64_t>(set);
    options.uncertainty.replicates = 1000;
    options.uncertainty.threads = 2;
    const auto evaluation = evaluate(paired_rows(random, 100, 1000, 1.5, 0), options);
    const auto share = [&](const ComparedMeasure& compared) {
      return compared.pairs[0].p.value() < 0.05 ? 1.0 / sets : 0;
    };
    rejected.headline += share(evaluation.comparisons[0]);
    const auto tpr = std::find_if(evaluation.comparisons.begin(), evaluation.comparisons.end(),
                                  [](const ComparedMeasure& compared) { return compared.fpr == 0.1; });
    rejected.tpr += share(*tpr);
  }
  std::printf("FPR <= %g, TPR >= %g: rejected %.3f of %d, TPR at FPR 0.1 %.3f\n", region.fpr_max, region.tpr_min,
              rejected.headline, sets, rejected.tpr);
  return rejected;
}

void expect_as_promised(double share) {
  EXPECT_GE(share, 0.03);
  EXPECT_LE(share, 0.07);
}

TEST(AnalyticComparison, RejectsEqualityAsOftenAsItSays) {
  for (const Region region : {fpr_at_most(0.1), fpr_at_most(0.3), two_way(0.6, 0.4)}) {
    const Rejections rejected = rejection(IntervalMethod::analytic, region, 2000);
    expect_as_promised(rejected.headline);
    expect_as_promised(rejected.tpr);
  }
}

TEST(BootstrapComparison, RejectsEqualityAsOftenAsItSays) {
  for (const auto method : {IntervalMethod::bootstrap, IntervalMethod::bca}) {
    expect_as_promised(rejection(method, fpr_at_most(0.3), 1000).headline);
  }
}

}  // namespace
}  // namespace pauc
