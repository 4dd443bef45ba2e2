#include "pauc/data/part_difference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/column_auc.h"
#include "pauc/data/table/encoding.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostRows = 4000;  // of each part
constexpr std::int64_t kLeastRows = 20;
constexpr std::int64_t kMostInputs = 4000;
constexpr int kSteps = 200;
constexpr double kPenalty = 1e-3;

// Training rows first, evenly chosen where there are too many.
struct TwoParts {
  std::vector<std::int64_t> rows;
  std::int64_t train = 0;
};

TwoParts two_parts(const SplitRows& split) {
  TwoParts parts;
  for (const Part part : {Part::train, Part::test}) {
    const auto& all = split.of(part);
    const auto count = static_cast<std::int64_t>(all.size());
    const std::int64_t taken = std::min(count, kMostRows);
    require(taken >= kLeastRows, "check-parts: expected at least ", kLeastRows, " rows in each part, got ", taken);
    for (std::int64_t k = 0; k < taken; ++k) parts.rows.push_back(all[k * count / taken]);
    if (part == Part::train) parts.train = taken;
  }
  return parts;
}

// Encoded rows, and which of two folds each of them is in.
struct Rows {
  std::vector<float> inputs;  // [n, width]
  std::int64_t width = 0;
  std::int64_t train = 0;  // the first ones
  std::int64_t count = 0;

  const float* of(std::int64_t row) const { return inputs.data() + row * width; }
  bool is_test(std::int64_t row) const { return row >= train; }
  static int fold(std::int64_t row) { return static_cast<int>(row % 2); }
};

struct Linear {
  std::vector<double> weights;
  double intercept = 0;

  double score(const float* inputs) const {
    double sum = intercept;
    for (std::size_t k = 0; k < weights.size(); ++k) sum += weights[k] * double{inputs[k]};
    return sum;
  }
};

// Logistic regression with classes of equal weight on the rows of one fold: Nesterov's method with a step that the
// trace of the Hessian bounds.
Linear fitted(const Rows& rows, int fold) {
  double counts[2] = {0, 0};
  double squares = 0;
  for (std::int64_t row = 0; row < rows.count; ++row) {
    if (Rows::fold(row) != fold) continue;
    ++counts[rows.is_test(row) ? 1 : 0];
    for (std::int64_t k = 0; k < rows.width; ++k) squares += double{rows.of(row)[k]} * double{rows.of(row)[k]};
  }
  const double all = counts[0] + counts[1];
  const double largest = std::max(1.0, all / (2 * std::min(counts[0], counts[1])));  // weight of a row
  const double step = 1 / (0.25 * largest * (1 + squares / all) + kPenalty);
  Linear now{std::vector<double>(rows.width, 0.0), 0};
  Linear before = now;
  for (int t = 0; t < kSteps; ++t) {
    const double momentum = static_cast<double>(t) / (t + 3);
    Linear ahead = now;
    for (std::size_t k = 0; k < now.weights.size(); ++k) {
      ahead.weights[k] += momentum * (now.weights[k] - before.weights[k]);
    }
    ahead.intercept += momentum * (now.intercept - before.intercept);
    std::vector<double> slope(rows.width, 0.0);
    double slope_of_intercept = 0;
    for (std::int64_t row = 0; row < rows.count; ++row) {
      if (Rows::fold(row) != fold) continue;
      const int label = rows.is_test(row) ? 1 : 0;
      const double error = 1 / (1 + std::exp(-ahead.score(rows.of(row)))) - label;
      const double weighted = error / (2 * counts[label]);
      slope_of_intercept += weighted;
      for (std::int64_t k = 0; k < rows.width; ++k) slope[k] += weighted * double{rows.of(row)[k]};
    }
    before = std::exchange(now, ahead);
    now.intercept -= step * slope_of_intercept;
    for (std::int64_t k = 0; k < rows.width; ++k) {
      now.weights[k] -= step * (slope[k] + kPenalty * ahead.weights[k]);
    }
  }
  return now;
}

// Scores of rows by the model of the other fold; the average over the folds of their areas.
double cross_fitted_auc(const Rows& rows) {
  double sum = 0;
  for (const int fold : {0, 1}) {
    const Linear model = fitted(rows, 1 - fold);
    std::vector<ClassedValue> scored;
    for (std::int64_t row = 0; row < rows.count; ++row) {
      if (Rows::fold(row) == fold) scored.push_back({static_cast<float>(model.score(rows.of(row))), rows.is_test(row)});
    }
    sum += auc_of(std::move(scored)) / 2;
  }
  return sum;
}

}  // namespace

PartDifference part_difference(const Examples& examples, const SplitRows& split) {
  const Table& table = examples.content.table;
  require(!table.columns.empty(), "check-parts: expected a table, got data without columns");
  const TwoParts parts = two_parts(split);
  EncodingOptions options;
  options.bins = 8;
  options.most_categories = 16;
  std::vector<std::string> ignored;
  const TableEncoding encoding = fit_encoding(table, parts.rows, options, ignored);
  Rows rows;
  rows.width = encoding.width();
  rows.train = parts.train;
  rows.count = static_cast<std::int64_t>(parts.rows.size());
  require(rows.width <= kMostInputs, "check-parts: expected at most ", kMostInputs, " inputs, got ", rows.width,
          "; --features names the columns to compare");
  rows.inputs.resize(static_cast<std::size_t>(rows.count * rows.width));
  TableEncoder(encoding, table).encode(parts.rows, rows.inputs.data());
  PartDifference difference;
  difference.auc = cross_fitted_auc(rows);
  const double train = static_cast<double>(parts.train);
  const double test = static_cast<double>(rows.count) - train;
  difference.chance = 0.5 + 3.1 * std::sqrt((train + test + 1) / (12 * train * test));
  for_each_column(table, parts.rows, [&](std::int64_t c, Span<const float> values) {
    const double auc = column_auc(table.columns[c], values, parts.train, kLeastRows);
    if (!table.columns[c].left_out.empty() || auc <= difference.column_auc) return;
    difference.column_auc = auc;
    difference.column = printable(table.columns[c].name);
  });
  return difference;
}

std::string difference_text(const PartDifference& difference) {
  char text[256];
  std::snprintf(text, sizeof text,
                "a model tells training rows from test rows with AUC %.3f (alike: 0.5; by chance up to %.3f)",
                difference.auc, difference.chance);
  if (!difference.differs()) return joined(text, ": no difference was found");
  char column[64];
  std::snprintf(column, sizeof column, " (AUC %.3f alone)", difference.column_auc);
  return joined(text, ": the parts differ, most in column ", difference.column, column);
}

}  // namespace pauc
