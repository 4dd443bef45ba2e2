#include "pauc/trainer/run/scorecard.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

namespace {

using record::ScorecardBin;
using record::ScorecardFeature;
using Kind = ScorecardBin::Kind;

constexpr std::size_t kFewValues = 10;
constexpr std::int64_t kRowsAtOnce = 1024;

// A column with the contribution of each bin to the score.
struct BinnedColumn {
  std::size_t column = 0;
  ScorecardFeature feature;
  std::vector<double> contributions;  // of feature.bins

  double range() const {
    const auto [low, high] = std::minmax_element(contributions.begin(), contributions.end());
    return contributions.empty() ? 0 : *high - *low;
  }
};

// What the column adds to the score of each row.
std::vector<double> contributions_of(const ColumnEncoding& encoding, const Column& column, Span<const float> values,
                                     Span<const double> weights) {
  TableEncoding one;
  one.columns = {encoding};
  Table table = dense_table({column});
  std::get<DenseValues>(table.values).columns[0].assign(values.begin(), values.end());
  table.rows = values.size();
  const TableEncoder encoder(one, table);
  std::vector<std::int64_t> rows;
  std::vector<float> inputs(static_cast<std::size_t>(kRowsAtOnce * encoder.width()));
  std::vector<double> contributions(static_cast<std::size_t>(values.size()));
  for (std::int64_t begin = 0; begin < values.size(); begin += kRowsAtOnce) {
    rows.resize(static_cast<std::size_t>(std::min(kRowsAtOnce, values.size() - begin)));
    std::iota(rows.begin(), rows.end(), begin);
    encoder.encode(rows, inputs.data());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const float* row = inputs.data() + k * static_cast<std::size_t>(encoder.width());
      contributions[rows[k]] = std::inner_product(weights.begin(), weights.end(), row, 0.0);
    }
  }
  return contributions;
}

// Three digits: people read and copy these numbers.
double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 2);
  return unit >= 1 ? std::round(value / unit) * unit : std::round(value / unit) / std::round(1 / unit);
}

// The shortest decimal that the table holds as this number: 0.2, not 0.20000000298023224.
double as_written(float value) {
  char text[64];
  const auto written = std::to_chars(text, text + sizeof text, value);
  double decimal = value;
  std::from_chars(text, written.ptr, decimal);
  return decimal;
}

// A card has decimals and a table has floats. Rounding both to float puts every number on the side of the edge that
// somebody sees who reads the decimals.
bool reaches(float value, double edge) { return value >= static_cast<float>(edge); }

// Those that leave no range without training rows.
std::vector<double> with_rows(const std::vector<double>& begins, const std::vector<float>& sorted) {
  std::vector<double> kept;
  for (const double begin : begins) {
    const float low = kept.empty() ? -HUGE_VALF : static_cast<float>(kept.back());
    const auto first = std::lower_bound(sorted.begin(), sorted.end(), low);
    if (first != sorted.end() && !reaches(*first, begin) && reaches(sorted.back(), begin)) kept.push_back(begin);
  }
  return kept;
}

// Where the ranges of a number begin, except for the first.
std::vector<double> range_begins(Span<const float> values, Span<const double> quantiles) {
  std::vector<float> sorted;
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted), [](float v) { return std::isfinite(v); });
  std::sort(sorted.begin(), sorted.end());
  std::vector<float> distinct = sorted;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (distinct.empty()) return {};
  std::vector<double> begins;
  if (distinct.size() <= kFewValues) {
    std::transform(distinct.begin() + 1, distinct.end(), std::back_inserter(begins), as_written);
  } else {
    const auto last = static_cast<double>(sorted.size() - 1);
    for (const double share : quantiles) begins.push_back(rounded(sorted[static_cast<std::size_t>(share * last)]));
  }
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  return with_rows(begins, sorted);
}

std::size_t range_at(const std::vector<double>& begins, float value) {
  const auto above =
      std::partition_point(begins.begin(), begins.end(), [&](double edge) { return reaches(value, edge); });
  return static_cast<std::size_t>(above - begins.begin());
}

// A mean would follow the outliers in the last range of a long tail.
double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void add_numbers(const ColumnEncoding& encoding, Span<const float> values, const std::vector<double>& contributions,
                 Span<const double> quantiles, BinnedColumn& binned) {
  const std::vector<double> begins = encoding.keeps_value ? range_begins(values, quantiles) : std::vector<double>();
  std::vector<std::vector<double>> inside(begins.size() + 2);  // ranges, missing
  for (std::int64_t k = 0; k < values.size(); ++k) {
    inside[std::isnan(values[k]) ? begins.size() + 1 : range_at(begins, values[k])].push_back(contributions[k]);
  }
  for (std::size_t k = 0; k <= begins.size(); ++k) {
    ScorecardBin bin;
    if (k > 0) bin.from = begins[k - 1];
    if (k < begins.size()) bin.to = begins[k];
    binned.feature.bins.push_back(bin);
    binned.contributions.push_back(median_of(inside[k]));
  }
  if (encoding.marks_missing) {
    ScorecardBin bin;
    bin.kind = Kind::missing;
    binned.feature.bins.push_back(bin);
    binned.contributions.push_back(median_of(inside.back()));
  } else {
    binned.feature.if_missing = as_written(static_cast<float>(encoding.median));
  }
}

void add_categories(const ColumnEncoding& encoding, Span<const double> weights, BinnedColumn& binned) {
  for (std::size_t k = 0; k <= encoding.categories.size(); ++k) {
    ScorecardBin bin;
    bin.kind = k < encoding.categories.size() ? Kind::category : Kind::other;
    if (bin.kind == Kind::category) bin.category = encoding.categories[k];
    binned.feature.bins.push_back(bin);
    binned.contributions.push_back(weights[static_cast<std::int64_t>(k)]);
  }
}

// Neighbouring ranges with equal points become one.
void merge_ranges(std::vector<ScorecardBin>& bins) {
  std::vector<ScorecardBin> merged;
  for (const ScorecardBin& bin : bins) {
    const bool joins = !merged.empty() && bin.kind == Kind::range && merged.back().kind == Kind::range &&
                       merged.back().points == bin.points;
    if (joins) {
      merged.back().to = bin.to;
    } else {
      merged.push_back(bin);
    }
  }
  bins = std::move(merged);
}

// Whether any bin has points.
bool give_points(BinnedColumn& binned, double per_point) {
  const double low = *std::min_element(binned.contributions.begin(), binned.contributions.end());
  bool any = false;
  for (std::size_t k = 0; k < binned.contributions.size(); ++k) {
    const std::int64_t points = std::llround((binned.contributions[k] - low) / per_point);
    binned.feature.bins[k].points = points;
    any = any || points > 0;
  }
  merge_ranges(binned.feature.bins);
  return any;
}

std::vector<BinnedColumn> binned_columns(const Table& table, Span<const std::int64_t> train_rows,
                                         const TableEncoding& encoding, Span<const double> weights,
                                         Span<const double> quantiles) {
  std::vector<BinnedColumn> columns;
  std::int64_t used = 1;  // after the bias
  for_each_column(table, train_rows, [&](std::int64_t c, Span<const float> values) {
    const ColumnEncoding& column = encoding.columns[c];
    if (column.dropped()) return;
    const Span<const double> own(weights.data() + used, column.width());
    used += column.width();
    BinnedColumn binned;
    binned.column = static_cast<std::size_t>(c);
    binned.feature.feature = column.name;
    if (column.kind == Column::Kind::category) {
      add_categories(column, own, binned);
    } else {
      add_numbers(column, values, contributions_of(column, table.columns[c], values, own), quantiles, binned);
    }
    columns.push_back(std::move(binned));
  });
  return columns;
}

// The points of each value that a category of the table has, then of a missing one.
std::vector<double> points_by_category(const ScorecardFeature& feature, const Column& column) {
  std::map<std::string, double> by_text;
  double other = 0;
  for (const ScorecardBin& bin : feature.bins) {
    if (bin.kind == Kind::category) by_text[bin.category] = static_cast<double>(bin.points);
    if (bin.kind == Kind::other) other = static_cast<double>(bin.points);
  }
  std::vector<double> points;
  const auto add = [&](const std::string& text) {
    const auto found = by_text.find(text);
    points.push_back(found == by_text.end() ? other : found->second);
  };
  for (const std::string& text : column.categories) add(printable(text));
  add("");
  return points;
}

double points_of_number(const ScorecardFeature& feature, float value) {
  if (std::isnan(value) && feature.if_missing) value = static_cast<float>(*feature.if_missing);
  for (const ScorecardBin& bin : feature.bins) {
    const bool in_range = bin.kind == Kind::range && !std::isnan(value) && !(bin.to && reaches(value, *bin.to));
    if (in_range || (bin.kind == Kind::missing && std::isnan(value))) return static_cast<double>(bin.points);
  }
  return 0;
}

}  // namespace

MadeScorecard make_scorecard(const Table& table, Span<const std::int64_t> train_rows, const TableEncoding& encoding,
                             Span<const double> weights, std::int64_t largest, Span<const double> quantiles) {
  require(weights.size() == encoding.width() + 1, "scorecard: expected ", encoding.width() + 1, " weights, got ",
          weights.size());
  std::vector<BinnedColumn> columns = binned_columns(table, train_rows, encoding, weights, quantiles);
  std::stable_sort(columns.begin(), columns.end(),
                   [](const BinnedColumn& a, const BinnedColumn& b) { return a.range() > b.range(); });
  MadeScorecard made;
  made.card.largest = largest;
  const double widest = columns.empty() ? 0 : columns.front().range();
  for (BinnedColumn& binned : columns) {
    if (widest > 0 && give_points(binned, widest / static_cast<double>(largest))) {
      made.card.features.push_back(std::move(binned.feature));
      made.columns.push_back(binned.column);
    } else {
      ++made.card.without_points;
    }
  }
  return made;
}

std::vector<double> total_points(const MadeScorecard& scorecard, const Table& table, Span<const std::int64_t> rows) {
  std::map<std::size_t, const ScorecardFeature*> features;
  for (std::size_t k = 0; k < scorecard.columns.size(); ++k) {
    features[scorecard.columns[k]] = &scorecard.card.features[k];
  }
  std::vector<double> totals(static_cast<std::size_t>(rows.size()));
  for_each_column(table, rows, [&](std::int64_t c, Span<const float> values) {
    const auto found = features.find(static_cast<std::size_t>(c));
    if (found == features.end()) return;
    const Column& column = table.columns[c];
    const bool is_category = column.kind == Column::Kind::category;
    const auto by_category = is_category ? points_by_category(*found->second, column) : std::vector<double>();
    for (std::int64_t k = 0; k < values.size(); ++k) {
      const std::size_t slot = std::isnan(values[k]) ? by_category.size() - 1 : static_cast<std::size_t>(values[k]);
      totals[k] += is_category ? by_category[slot] : points_of_number(*found->second, values[k]);
    }
  });
  return totals;
}

}  // namespace pauc
