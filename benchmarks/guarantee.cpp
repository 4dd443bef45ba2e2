// How often a guaranteed threshold is broken, on simulated sets whose true rates are known:
//   build/release/guarantee [sets]
// The share of sets whose true FPR exceeds the wanted one, beside the exact binomial value for that number of negatives
// and the share of the plain threshold.
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
}
