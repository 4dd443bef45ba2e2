#include "pauc/metric/isotonic.h"

#include <algorithm>
#include <cmath>

#include "pauc/metric/roc.h"

namespace pauc {

namespace {

// Rows of neighbouring scores that share a probability.
struct Pool {
  double lowest, highest;  // scores
  double weight;
  double sum;  // of weight x target

  double mean() const { return sum / weight; }
};

void add_pool(Pool pool, std::vector<Pool>& pools) {
  while (!pools.empty() && pools.back().mean() >= pool.mean()) {
    const Pool& below = pools.back();
    pool = {below.lowest, pool.highest, below.weight + pool.weight, below.sum + pool.sum};
    pools.pop_back();
  }
  pools.push_back(pool);
}

Isotonic knots_of(const std::vector<Pool>& pools) {
  Isotonic curve;
  for (const Pool& pool : pools) {
    for (const double score : {pool.lowest, pool.highest}) {
      if (!curve.scores.empty() && curve.scores.back() == score) continue;
      curve.scores.push_back(score);
      curve.probabilities.push_back(pool.mean());
    }
  }
  return curve;
}

// How far a number is on the way between two others. Their distance is taken by halves where it would overflow.
double share_of_way(double number, double from, double to) {
  if (std::isfinite(to - from)) return (number - from) / (to - from);
  return (number / 2 - from / 2) / (to / 2 - from / 2);
}

}  // namespace

double Isotonic::probability(double score) const {
  const auto above = std::lower_bound(scores.begin(), scores.end(), score);
  if (above == scores.begin()) return probabilities.front();
  if (above == scores.end()) return probabilities.back();
  const auto k = static_cast<std::size_t>(above - scores.begin());
  if (score == scores[k]) return probabilities[k];
  const double share = share_of_way(score, scores[k - 1], scores[k]);
  return probabilities[k - 1] + share * (probabilities[k] - probabilities[k - 1]);
}

Isotonic fit_isotonic(const Cases& cases) {
  const RocCurve curve = roc_curve(cases);
  const ClassTotals totals = check(cases);
  const double high = (totals.positives + 1) / (totals.positives + 2);
  const double low = 1 / (totals.negatives + 2);
  std::vector<Pool> pools;
  for (std::size_t k = curve.thresholds.size(); k-- > 0;) {
    const double positives = curve.vertices[k + 1].positives - curve.vertices[k].positives;
    const double negatives = curve.vertices[k + 1].negatives - curve.vertices[k].negatives;
    const double score = curve.thresholds[k];
    add_pool({score, score, positives + negatives, high * positives + low * negatives}, pools);
  }
  return knots_of(pools);
}

}  // namespace pauc
