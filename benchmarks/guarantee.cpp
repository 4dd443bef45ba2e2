// How often a guaranteed threshold is broken, on simulated sets whose true rates are known:
//   build/release/guarantee [sets]
// The share of sets whose true FPR exceeds the wanted one, beside the exact binomial value for that number of negatives
// and the share of the plain threshold. Then the same with 1000 negatives from patients with several rows each, beside
// the threshold that takes rows for independent.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "pauc/core/random.h"
#include "pauc/metric/interval/distributions.h"
#include "pauc/metric/interval/guarantee.h"

namespace {

using namespace pauc;

struct Setting {
  double fpr, confidence;
  std::int64_t negatives;
};

// Negatives N(0, 1), and 100 positives N(1, 1).
ScoredRows simulated(Random& random, std::int64_t negatives) {
  ScoredRows rows;
  rows.names = {"score"};
  rows.columns.resize(1);
  for (std::int64_t i = 0; i < negatives + 100; ++i) {
    rows.labels.push_back(i < negatives ? 0 : 1);
    rows.columns[0].push_back(random.normal() + (i < negatives ? 0 : 1));
  }
  return rows;
}

void measure(const Setting& setting, int sets, std::uint64_t seed) {
  const auto [fpr, confidence, negatives] = setting;
  Random random(seed);
  int broken = 0;
  int plain_broken = 0;
  for (int set = 0; set < sets; ++set) {
    const ScoredRows rows = simulated(random, negatives);
    const auto exceeds = [&, fpr = fpr](double threshold) { return normal_cdf(-threshold) > fpr ? 1 : 0; };
    const auto found = guaranteed_threshold(rows, {PromisedRate::fpr, fpr, confidence});
    broken += exceeds(found.threshold.value());
    plain_broken += exceeds(operating_point(roc_curve(rows.cases(0)), fpr).threshold);
  }
  const auto cases = static_cast<double>(negatives);
  const double law = chance_of_excess(static_cast<double>(most_called(negatives, fpr, confidence).value()), cases, fpr);
  const double share = 1.0 * broken / sets;
  std::printf("| %g | %g | %lld | %.4f | %.4f | %+.2f | %.4f |\n", fpr, confidence, static_cast<long long>(negatives),
              share, law, (share - law) / std::sqrt(law * (1 - law) / sets), 1.0 * plain_broken / sets);
}

// A share of the variance of negatives is that of their patient.
ScoredRows simulated_groups(Random& random, int rows_each, double share) {
  constexpr std::int64_t kNegatives = 1000;
  ScoredRows rows = simulated(random, kNegatives);
  double of_patient = 0;
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    if (i % rows_each == 0) of_patient = random.normal();
    rows.groups.push_back(static_cast<std::uint32_t>(i / rows_each));
    rows.columns[0][i] = std::sqrt(1 - share) * rows.columns[0][i] + std::sqrt(share) * of_patient;
  }
  rows.group_count = static_cast<std::int64_t>(rows.groups.back()) + 1;
  return rows;
}

void measure_groups(int rows_each, double share, int sets, std::uint64_t seed) {
  constexpr Promise kPromise = {PromisedRate::fpr, 0.1, 0.95};
  Random random(seed);
  int broken = 0;
  int broken_by_rows = 0;
  const auto exceeds = [&](const ScoredRows& rows) {
    const auto found = guaranteed_threshold(rows, kPromise);
    return found.threshold && normal_cdf(-*found.threshold) > kPromise.rate ? 1 : 0;
  };
  for (int set = 0; set < sets; ++set) {
    ScoredRows rows = simulated_groups(random, rows_each, share);
    broken += exceeds(rows);
    rows.groups.clear();
    rows.group_count = 0;
    broken_by_rows += exceeds(rows);
  }
  std::printf("| %d | %g | %.4f | %.4f |\n", rows_each, share, 1.0 * broken / sets, 1.0 * broken_by_rows / sets);
}

}  // namespace

int main(int argc, char** argv) {
  const int sets = argc > 1 ? std::atoi(argv[1]) : 2000;
  std::printf("%d sets each\n| FPR | confidence | negatives | broken | by the law | standard errors apart | plain |\n",
              sets);
  std::printf("|---|---|---|---|---|---|---|\n");
  std::uint64_t seed = 1;
  for (const Setting& setting : {Setting{0.1, 0.95, 200},
                                 {0.1, 0.95, 1000},
                                 {0.05, 0.95, 200},
                                 {0.05, 0.95, 1000},
                                 {0.01, 0.9, 250},
                                 {0.01, 0.9, 1000},
                                 {0.01, 0.9, 10000}}) {
    measure(setting, sets, seed++);
  }
  std::printf("\n| rows each | share of the patient | broken | broken by rows |\n|---|---|---|---|\n");
  for (const int rows_each : {2, 5, 20}) {
    for (const double share : {0.1, 0.5, 0.9}) measure_groups(rows_each, share, sets, seed++);
  }
}
