#include <algorithm>
#include <array>

#include "pauc/core/parallel.h"
#include "pauc/kernel/pair_sums.h"

namespace pauc::kernel {

namespace {

constexpr std::int64_t kTileColumns = 512;  // a tile's columns stay in the nearest cache
constexpr std::int64_t kTilesAtATime = 16;  // row sums of a tile take as much memory as the rows
constexpr std::int64_t kBlock = 32;         // partial sums of this many terms: rounding grows with their number
constexpr double kPairsWorthAThread = 1 << 17;

// Value and gradient summed together.
struct Sum {
  double value = 0;
  double gradient = 0;

  void add(const Sum& other) {
    value += other.value;
    gradient += other.gradient;
  }
};

// All rows against the columns of one tile, ranks [first, last). Column sums are the tile's own; row sums are kept
// apart by tile and added in order afterwards, so that who does a tile does not matter.
class Tile {
 public:
  Tile(const ChosenPairs& pairs, std::int64_t first, std::int64_t last)
      : pairs_(pairs), first_(first), last_(last), rows_(pairs.positives.size()) {}

  void sum(PairSums& sums) {
    for (std::int64_t begin = 0; begin < pairs_.positives.size(); begin += kBlock) {
      recent_.fill({});
      const std::int64_t end = std::min(begin + kBlock, pairs_.positives.size());
      double total = 0;
      for (std::int64_t i = begin; i < end; ++i) total += sum_row(i);
      total_ += total;
      for (std::int64_t k = first_; k < last_; ++k) {
        const std::uint32_t place = pairs_.negatives.places[k];
        if (pairs_.column_values) sums.column_values[place] += recent_[k - first_].value;
        sums.column_gradients[place] += recent_[k - first_].gradient;
      }
    }
  }

  void add_rows_to(PairSums& sums) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      sums.row_values[i] += rows_[i].value;
      sums.row_gradients[i] += rows_[i].gradient;
    }
    sums.total += total_;
  }

 private:
  // Returns the row's sum over all of its pairs, chosen or not.
  double sum_row(std::int64_t row) {
    const std::int64_t begin = std::clamp<std::int64_t>(pairs_.begins.empty() ? 0 : pairs_.begins[row], first_, last_);
    const std::int64_t end = std::clamp<std::int64_t>(pairs_.ends.empty() ? last_ : pairs_.ends[row], begin, last_);
    const double row_weight = pairs_.row_weights.empty() ? 1.0 : pairs_.row_weights[row];
    const double offset = pairs_.positives[row] - pairs_.negatives.largest;
    double total = value_of(offset, first_, begin) + value_of(offset, end, last_);
    for (std::int64_t block = begin; block < end; block += kBlock) {
      Sum part;
      for (std::int64_t k = block; k < std::min(block + kBlock, end); ++k) {
        const double weight = column_weight(k);
        const LossAt loss = loss_at(pairs_.surrogate, offset + pairs_.negatives.gaps[k]);
        const double slope = row_weight * weight * loss.slope;
        part.add({weight * loss.value, slope});
        recent_[k - first_].add({row_weight * loss.value, -slope});
      }
      rows_[row].add(part);
      total += part.value;
    }
    return total;
  }

  double column_weight(std::int64_t k) const { return pairs_.column_weights.empty() ? 1.0 : pairs_.column_weights[k]; }

  // Ranks that are not chosen count in the total only.
  double value_of(double offset, std::int64_t begin, std::int64_t end) const {
    double sum = 0;
    for (std::int64_t block = begin; block < end; block += kBlock) {
      double part = 0;
      for (std::int64_t k = block; k < std::min(block + kBlock, end); ++k) {
        part += column_weight(k) * loss_at(pairs_.surrogate, offset + pairs_.negatives.gaps[k]).value;
      }
      sum += part;
    }
    return sum;
  }

  const ChosenPairs& pairs_;
  std::int64_t first_;
  std::int64_t last_;
  std::vector<Sum> rows_;
  double total_ = 0;
  std::array<Sum, kTileColumns> recent_{};
};

}  // namespace

PairSums tiled_sums(const ChosenPairs& pairs, int threads) {
  const std::int64_t rows = pairs.positives.size();
  const std::int64_t columns = pairs.negatives.size();
  PairSums sums = empty_sums(pairs);
  const double all_pairs = static_cast<double>(rows) * static_cast<double>(columns);
  const int useful = static_cast<int>(std::min(64.0, 1 + all_pairs / kPairsWorthAThread));
  for (std::int64_t first = 0; first < columns; first += kTilesAtATime * kTileColumns) {
    std::vector<Tile> tiles;
    for (std::int64_t t = first; t < std::min(columns, first + kTilesAtATime * kTileColumns); t += kTileColumns) {
      tiles.emplace_back(pairs, t, std::min(columns, t + kTileColumns));
    }
    parallel_for(static_cast<std::int64_t>(tiles.size()), std::min(threads, useful),
                 [&](std::int64_t t) { tiles[t].sum(sums); });
    for (const Tile& tile : tiles) tile.add_rows_to(sums);
  }
  return sums;
}

}  // namespace pauc::kernel
