#include "pauc/model/table/linear_rows.h"

#include <algorithm>
#include <map>

#include "pauc/batch/flat_numbers.h"
#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/target_clones.h"

namespace pauc {

namespace {

// Gradients are summed by blocks of rows and then over the blocks in order, whatever thread computed a block.
constexpr std::int64_t kBlockRows = 2048;
// A difference takes 12 bytes and a jump in memory, a dense value 4 bytes.
constexpr double kSparseBelow = 0.15;
constexpr int kSums = 8;

std::int64_t blocks_of(std::int64_t rows) { return (rows + kBlockRows - 1) / kBlockRows; }

// Several sums at a time, so that the loop vectorises.
PAUC_CLONES double product(const float* row, const double* weights, std::int64_t count) {
  double sums[kSums] = {};
  const std::int64_t whole = count / kSums * kSums;
  for (std::int64_t k = 0; k < whole; k += kSums) {
    for (int s = 0; s < kSums; ++s) sums[s] += static_cast<double>(row[k + s]) * weights[k + s];
  }
  for (std::int64_t k = whole; k < count; ++k) sums[0] += static_cast<double>(row[k]) * weights[k];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

PAUC_CLONES void add_multiple(const float* row, double factor, std::int64_t count, double* sums) {
  for (std::int64_t k = 0; k < count; ++k) sums[k] += factor * static_cast<double>(row[k]);
}

float most_common(std::vector<float> values) {
  std::map<float, std::int64_t> counts;
  for (const float value : values) ++counts[value];
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

}  // namespace

void LinearRows::begin(Span<const float> features) {
  constexpr std::int64_t kMostLookedAt = 512;
  const std::int64_t rows = std::min(kMostLookedAt, features.size() / inputs_);
  usual_.resize(static_cast<std::size_t>(inputs_));
  std::int64_t different = 0;
  for (std::int64_t k = 0; k < inputs_; ++k) {
    std::vector<float> column(static_cast<std::size_t>(rows));
    for (std::int64_t row = 0; row < rows; ++row) column[row] = features[row * inputs_ + k];
    usual_[k] = most_common(column);
    different += rows - std::count(column.begin(), column.end(), usual_[k]);
  }
  sparse_ = static_cast<double>(different) < kSparseBelow * static_cast<double>(rows * inputs_);
  if (!sparse_) usual_.clear();
}

void LinearRows::add(const Batch& batch) {
  const FlatNumbers<float> features(batch.features);
  const std::int64_t rows = batch.features.size(0);
  require(batch.features.dim() == 2 && batch.features.size(1) == inputs_, "batch: expected ", inputs_, " inputs, got ",
          batch.features.dim() == 2 ? batch.features.size(1) : 0);
  if (rows == 0) return;
  if (rows_ == 0) begin(features.span());
  if (sparse_) {
    add_sparse(features.span());
  } else {
    values_.insert(values_.end(), features.begin(), features.end());
  }
  rows_ += rows;
}

void LinearRows::add_sparse(Span<const float> features) {
  for (std::int64_t begin = 0; begin < features.size(); begin += inputs_) {
    for (std::int64_t k = 0; k < inputs_; ++k) {
      const float value = features[begin + k];
      if (value == usual_[k]) continue;
      places_.push_back(static_cast<std::int32_t>(k));
      differences_.push_back(static_cast<double>(value) - static_cast<double>(usual_[k]));
    }
    begins_.push_back(static_cast<std::int64_t>(places_.size()));
  }
}

std::vector<double> LinearRows::scores(Span<const double> weights, int threads) const {
  const double* own = weights.begin() + 1;
  double start = weights[0];
  if (sparse_) start += product(usual_.data(), own, inputs_);
  std::vector<double> scores(static_cast<std::size_t>(rows_), start);
  parallel_for(blocks_of(rows_), threads, [&](std::int64_t block) {
    const std::int64_t end = std::min(rows_, (block + 1) * kBlockRows);
    for (std::int64_t row = block * kBlockRows; row < end; ++row) {
      if (sparse_) {
        for (auto e = begins_[row]; e < begins_[row + 1]; ++e) scores[row] += differences_[e] * own[places_[e]];
      } else {
        scores[row] += product(values_.data() + row * inputs_, own, inputs_);
      }
    }
  });
  return scores;
}

void LinearRows::gradient(Span<const double> by_scores, int threads, Span<double> result) const {
  const std::int64_t blocks = blocks_of(rows_);
  std::vector<std::vector<double>> sums(static_cast<std::size_t>(blocks));  // bias, then weights
  parallel_for(blocks, threads, [&](std::int64_t block) {
    std::vector<double>& sum = sums[block];
    sum.assign(static_cast<std::size_t>(inputs_ + 1), 0.0);
    const std::int64_t end = std::min(rows_, (block + 1) * kBlockRows);
    for (std::int64_t row = block * kBlockRows; row < end; ++row) {
      const double slope = by_scores[row];
      if (slope == 0) continue;
      sum[0] += slope;
      if (sparse_) {
        for (auto e = begins_[row]; e < begins_[row + 1]; ++e) sum[1 + places_[e]] += slope * differences_[e];
      } else {
        add_multiple(values_.data() + row * inputs_, slope, inputs_, sum.data() + 1);
      }
    }
  });
  std::fill(result.begin(), result.end(), 0.0);
  for (const std::vector<double>& sum : sums) {
    for (std::int64_t k = 0; k <= inputs_; ++k) result[k] += sum[k];
  }
  if (!sparse_) return;
  for (std::int64_t k = 0; k < inputs_; ++k) result[k + 1] += result[0] * static_cast<double>(usual_[k]);
}

std::vector<double> LinearRows::means() const {
  const std::vector<double> even(static_cast<std::size_t>(rows_), 1 / static_cast<double>(rows_));
  std::vector<double> sums(static_cast<std::size_t>(inputs_ + 1));
  gradient(even, 1, sums);
  sums.erase(sums.begin());
  return sums;
}

}  // namespace pauc
