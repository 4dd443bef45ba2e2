#include "pauc/metric/reliability.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "pauc/metric/roc.h"

namespace pauc {

namespace {

// Sums over the rows of one bin.
class BinSums {
 public:
  explicit BinSums(const ScoredRows& rows) : rows_(rows) {}

  void add(std::size_t row) {
    const double weight = rows_.weights.empty() ? 1 : rows_.weights[row];
    ++count_;
    weight_ += weight;
    predicted_ += weight * rows_.columns[0][row];
    positives_ += rows_.labels[row] == 1 ? weight : 0;
    by_unit_[rows_.groups.empty() ? row : rows_.groups[row]] += weight;
  }

  std::int64_t rows() const { return count_; }

  ReliabilityBin bin(double confidence) const {
    const double cases = effective_number();
    const double observed = positives_ / weight_;
    return {count_, weight_, predicted_ / weight_, observed, clopper_pearson(observed * cases, cases, confidence)};
  }

  double effective_number() const {
    double squares = 0;
    for (const auto& [unit, weight] : by_unit_) squares += weight * weight;
    return weight_ * weight_ / squares;
  }

 private:
  const ScoredRows& rows_;
  std::unordered_map<std::size_t, double> by_unit_;
  std::int64_t count_ = 0;
  double weight_ = 0, predicted_ = 0, positives_ = 0;
};

// Rows of equal probability stay together.
std::vector<BinSums> filled_bins(const ScoredRows& rows, std::int64_t bins) {
  const Ranking ranking = rank_cases(rows.cases(0));
  std::vector<BinSums> filled;
  const auto total = static_cast<std::int64_t>(ranking.rows.size());
  std::int64_t begun = 0;  // bins, some of which may be skipped by large blocks
  std::int64_t next = 0;
  for (auto end = ranking.block_ends.rbegin(); end != ranking.block_ends.rend(); ++end) {
    if (next >= total * begun / bins) {
      filled.emplace_back(rows);
      while (total * begun / bins <= next) ++begun;
    }
    const std::uint32_t begin = std::next(end) == ranking.block_ends.rend() ? 0 : *std::next(end);
    for (std::uint32_t k = begin; k < *end; ++k, ++next) filled.back().add(ranking.rows[k]);
  }
  return filled;
}

}  // namespace

Reliability reliability(const ScoredRows& given, std::int64_t bins, double confidence) {
  const ScoredRows rows = prepared(given);
  Reliability result;
  double total = 0;
  const std::vector<BinSums> filled = filled_bins(rows, std::min<std::int64_t>(bins, rows.labels.size()));
  for (const BinSums& sums : filled) {
    result.bins.push_back(sums.bin(confidence));
    total += result.bins.back().share;
  }
  constexpr double kPi = 3.14159265358979323846;
  for (std::size_t k = 0; k < filled.size(); ++k) {
    ReliabilityBin& bin = result.bins[k];
    bin.share /= total;
    result.error += bin.share * std::abs(bin.observed - bin.predicted);
    result.error_by_chance +=
        bin.share * std::sqrt(2 * bin.predicted * (1 - bin.predicted) / (kPi * filled[k].effective_number()));
  }
  return result;
}

}  // namespace pauc
