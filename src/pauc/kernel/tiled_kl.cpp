#include "pauc/kernel/tiled_kl.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/parallel.h"

namespace pauc::kernel {

namespace {

constexpr std::int64_t kRowsAtATime = 64;
constexpr std::int64_t kColumnsAtATime = 256;
constexpr double kPairsWorthAThread = 1 << 16;

int useful_threads(int threads, std::int64_t rows, std::int64_t columns) {
  const double pairs = static_cast<double>(rows) * static_cast<double>(columns);
  return static_cast<int>(std::min<double>(threads, 1 + pairs / kPairsWorthAThread));
}

}  // namespace

TiledKlSums::TiledKlSums(Span<const double> positives, Span<const double> negatives, const Surrogate& surrogate,
                         double lambda, int threads)
    : positives_(positives),
      negatives_(negatives),
      surrogate_(surrogate),
      lambda_(lambda),
      threads_(useful_threads(threads, positives.size(), negatives.size())),
      lowest_(*std::min_element(negatives.begin(), negatives.end())),
      highest_(*std::max_element(negatives.begin(), negatives.end())),
      peaks_(positives.size()),
      sums_(positives.size()),
      slopes_(positives.size()),
      log_means_(positives.size()) {
  parallel_for((positives_.size() + kRowsAtATime - 1) / kRowsAtATime, threads_, [&](std::int64_t block) {
    const std::int64_t end = std::min(positives_.size(), (block + 1) * kRowsAtATime);
    for (std::int64_t i = block * kRowsAtATime; i < end; ++i) sum_row(i);
  });
}

void TiledKlSums::sum_row(std::int64_t row) {
  // The largest loss is that of the highest negative, or, for the squared loss, of the lowest.
  const double positive = positives_[row];
  const double peak =
      std::max(loss_at(surrogate_, positive - highest_).value, loss_at(surrogate_, positive - lowest_).value) / lambda_;
  double sum = 0;
  double slope = 0;
  for (const double negative : negatives_) {
    const LossAt loss = loss_at(surrogate_, positive - negative);
    const double weight = std::exp(loss.value / lambda_ - peak);
    sum += weight;
    slope += weight * loss.slope;
  }
  peaks_[row] = peak;
  sums_[row] = sum;
  slopes_[row] = slope;
  log_means_[row] = peak + std::log(sum / static_cast<double>(negatives_.size()));
}

KlGradients TiledKlSums::gradients(Span<const double> log_ratios) const {
  KlGradients gradients;
  gradients.positives.resize(positives_.size());
  gradients.negatives.assign(negatives_.size(), 0.0);
  std::vector<double> weights(positives_.size());
  for (std::int64_t i = 0; i < positives_.size(); ++i) {
    weights[i] = (log_ratios.empty() ? 1.0 : std::exp(log_ratios[i])) / sums_[i];
    gradients.positives[i] = weights[i] * slopes_[i];
  }
  parallel_for((negatives_.size() + kColumnsAtATime - 1) / kColumnsAtATime, threads_, [&](std::int64_t tile) {
    const std::int64_t end = std::min(negatives_.size(), (tile + 1) * kColumnsAtATime);
    for (std::int64_t i = 0; i < positives_.size(); ++i) {
      for (std::int64_t j = tile * kColumnsAtATime; j < end; ++j) {
        const LossAt loss = loss_at(surrogate_, positives_[i] - negatives_[j]);
        gradients.negatives[j] -= weights[i] * std::exp(loss.value / lambda_ - peaks_[i]) * loss.slope;
      }
    }
  });
  return gradients;
}

}  // namespace pauc::kernel
