#include "pauc/trainer/run/effects.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/metric/interval/distributions.h"

namespace pauc {

namespace {

using record::Bin;
using record::EffectBin;

constexpr std::size_t kMostRanges = 10;
constexpr std::size_t kMostCategories = 12;

// Bins without scores, and the bin of each row.
struct Binned {
  std::vector<EffectBin> bins;
  std::vector<std::size_t> bin_of;  // [rows]
};

EffectBin bin_of_kind(Bin kind) {
  EffectBin bin;
  bin.kind = kind;
  return bin;
}

// The largest value of each bin. Equal values share a bin, so there may be fewer.
std::vector<float> upper_ends(std::vector<float> present) {
  std::sort(present.begin(), present.end());
  std::vector<float> distinct = present;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (distinct.size() <= kMostRanges) return distinct;
  std::vector<float> ends;
  for (std::size_t k = 1; k <= kMostRanges; ++k) {
    const float end = present[k * present.size() / kMostRanges - 1];
    if (ends.empty() || end > ends.back()) ends.push_back(end);
  }
  return ends;
}

Binned binned_numbers(const std::vector<float>& values) {
  std::vector<float> present;
  std::copy_if(values.begin(), values.end(), std::back_inserter(present), [](float v) { return std::isfinite(v); });
  const std::vector<float> ends = upper_ends(present);
  Binned binned;
  binned.bins.assign(ends.size() + 1, bin_of_kind(Bin::range));
  binned.bins.back().kind = Bin::missing;
  std::vector<bool> begun(ends.size(), false);
  for (const float value : values) {
    std::size_t k = ends.size();
    if (std::isfinite(value)) {
      k = static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), value) - ends.begin());
      EffectBin& bin = binned.bins[k];
      const auto number = static_cast<double>(value);
      bin.from = begun[k] ? std::min(bin.from, number) : number;
      bin.to = begun[k] ? std::max(bin.to, number) : number;
      begun[k] = true;
    }
    binned.bin_of.push_back(k);
  }
  return binned;
}

Binned binned_categories(const Column& column, const std::vector<float>& values) {
  std::vector<std::int64_t> counts(column.categories.size(), 0);
  for (const float value : values) {
    if (!std::isnan(value)) ++counts[static_cast<std::size_t>(value)];
  }
  std::vector<std::size_t> by_count(counts.size());
  std::iota(by_count.begin(), by_count.end(), 0);
  std::stable_sort(by_count.begin(), by_count.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  const std::size_t shown = std::min(by_count.size(), kMostCategories);
  Binned binned;
  std::vector<std::size_t> bin_of_category(counts.size(), shown);
  for (std::size_t k = 0; k < shown; ++k) {
    bin_of_category[by_count[k]] = k;
    binned.bins.push_back(bin_of_kind(Bin::category));
    binned.bins.back().category = printable(column.categories[by_count[k]]);
  }
  binned.bins.push_back(bin_of_kind(Bin::other));
  binned.bins.push_back(bin_of_kind(Bin::missing));
  for (const float value : values) {
    binned.bin_of.push_back(std::isnan(value) ? shown + 1 : bin_of_category[static_cast<std::size_t>(value)]);
  }
  return binned;
}

// Sums over the draws of one bin: each is a row that was given a value of the bin in some repeat.
struct Draws {
  double sum = 0;
  double count = 0;
  std::vector<double> sum_of;    // [rows]
  std::vector<double> count_of;  // [rows]
};

std::vector<Draws> drawn(const Binned& binned, const std::vector<double>& scores,
                         const std::vector<std::vector<double>>& permuted, const Donors& donors) {
  const Draws none{0, 0, std::vector<double>(scores.size(), 0), std::vector<double>(scores.size(), 0)};
  std::vector<Draws> draws(binned.bins.size(), none);
  for (std::size_t r = 0; r < donors.size(); ++r) {
    for (std::size_t k = 0; k < scores.size(); ++k) {
      Draws& bin = draws[binned.bin_of[static_cast<std::size_t>(donors[r][k])]];
      const double change = permuted[r][k] - scores[k];
      bin.sum += change;
      bin.sum_of[k] += change;
      ++bin.count;
      ++bin.count_of[k];
    }
  }
  return draws;
}

double deviation_of_mean(const Draws& draws) {
  const double mean = draws.sum / draws.count;
  double squares = 0;
  double rows = 0;
  for (std::size_t k = 0; k < draws.sum_of.size(); ++k) {
    if (draws.count_of[k] == 0) continue;
    const double residual = draws.sum_of[k] - draws.count_of[k] * mean;
    squares += residual * residual;
    ++rows;
  }
  return rows > 1 ? std::sqrt(squares * rows / (rows - 1)) / draws.count : 0;
}

}  // namespace

ColumnValues values_of(const Table& table, const std::string& name, Span<const std::int64_t> rows) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const Column& column) { return printable(column.name) == name; });
  require(found != table.columns.end(), "importance: expected a column ", name, ", got none");
  ColumnValues result{*found, {}};
  for_each_column(table, rows, [&](std::int64_t column, Span<const float> values) {
    if (column == found - table.columns.begin()) result.values.assign(values.begin(), values.end());
  });
  return result;
}

record::Effect effect_of(const ColumnValues& values, Span<const std::uint8_t> labels, const std::vector<double>& scores,
                         const std::vector<std::vector<double>>& permuted, const Donors& donors, double confidence) {
  Binned binned = values.column.kind == Column::Kind::number ? binned_numbers(values.values)
                                                             : binned_categories(values.column, values.values);
  for (std::size_t k = 0; k < scores.size(); ++k) {
    EffectBin& bin = binned.bins[binned.bin_of[k]];
    ++bin.rows;
    bin.positives += labels[static_cast<std::int64_t>(k)];
    bin.own_score += scores[k];
  }
  const double mean = std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
  const double quantile = normal_quantile((1 + confidence) / 2);
  const std::vector<Draws> draws = drawn(binned, scores, permuted, donors);
  record::Effect effect{printable(values.column.name), {}};
  for (std::size_t b = 0; b < binned.bins.size(); ++b) {
    EffectBin bin = binned.bins[b];
    if (bin.rows == 0) continue;
    bin.own_score /= static_cast<double>(bin.rows);
    bin.score = mean + draws[b].sum / draws[b].count;
    const double half = quantile * deviation_of_mean(draws[b]);
    bin.ci = Interval{bin.score - half, bin.score + half};
    effect.bins.push_back(std::move(bin));
  }
  return effect;
}

}  // namespace pauc
