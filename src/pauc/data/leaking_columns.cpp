#include "pauc/data/leaking_columns.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/column_auc.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostRows = 10000;         // of each class; more would not change the answer
constexpr std::int64_t kLeastRows = 8;            // of each class that has a value
constexpr double kNearlyPerfect = 0.995;          // AUC
constexpr double kFilled = 0.05, kEmpty = 0.005;  // shares of the classes that have a value
constexpr double kTimesAsOften = 50;              // in one class as in the other
constexpr double kChance = 1e-5;                  // of being filled so by accident
constexpr std::size_t kMostNotes = 8;

// Rows of all parts: the positives first, evenly chosen where there are too many.
struct ChosenRows {
  std::vector<std::int64_t> rows;
  std::int64_t positives = 0;
  std::int64_t negatives() const { return static_cast<std::int64_t>(rows.size()) - positives; }
};

ChosenRows chosen_rows(const Examples& examples, const SplitRows& split) {
  ChosenRows chosen;
  for (const int label : {1, 0}) {
    std::vector<std::int64_t> all;
    for (const auto& part : split.rows) {
      std::copy_if(part.begin(), part.end(), std::back_inserter(all),
                   [&](std::int64_t row) { return examples.facts.labels[row] == label; });
    }
    const auto count = static_cast<std::int64_t>(all.size());
    const std::int64_t taken = std::min(count, kMostRows);
    for (std::int64_t k = 0; k < taken; ++k) chosen.rows.push_back(all[k * count / taken]);
    if (label == 1) chosen.positives = taken;
  }
  return chosen;
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %%", 100 * share);
  return text;
}

// That at least `count` of `all` filled rows are of a class which has this share of the rows.
double chance_of(double count, double all, double share) {
  double sum = 0;
  for (double k = count; k <= all; ++k) {
    sum += std::exp(std::lgamma(all + 1) - std::lgamma(k + 1) - std::lgamma(all - k + 1) + k * std::log(share) +
                    (all - k) * std::log1p(-share));
  }
  return sum;
}

// Filled, or as good as filled, in one class only: "is filled for 20 % of the positives and 0 % of the negatives".
std::string one_sided(Span<const float> values, const ChosenRows& chosen) {
  double filled[2] = {0, 0};
  for (std::int64_t k = 0; k < values.size(); ++k) {
    if (!std::isnan(values[k])) ++filled[k < chosen.positives ? 1 : 0];
  }
  const double rows[2] = {static_cast<double>(chosen.negatives()), static_cast<double>(chosen.positives)};
  const double of[2] = {filled[0] / rows[0], filled[1] / rows[1]};
  const int more = of[1] > of[0] ? 1 : 0;
  const bool may_be = of[more] >= kFilled && of[1 - more] <= kEmpty && of[more] >= kTimesAsOften * of[1 - more];
  if (!may_be || chance_of(filled[more], filled[0] + filled[1], rows[more] / (rows[0] + rows[1])) > kChance) return "";
  return joined("is filled for ", percent(of[1]), " of the positives and ", percent(of[0]), " of the negatives");
}

// What is suspicious about a column; empty: nothing.
std::string suspicion(const Column& column, Span<const float> values, const ChosenRows& chosen) {
  if (const std::string text = one_sided(values, chosen); !text.empty()) return text;
  const double auc = column_auc(column, values, chosen.positives, kLeastRows);
  if (auc < kNearlyPerfect) return "";
  char text[64];
  std::snprintf(text, sizeof text, "alone separates the classes: AUC %.4f", auc);
  return text;
}

}  // namespace

std::vector<std::string> notes_on_leaks(const Examples& examples, const SplitRows& split) {
  const Table& table = examples.content.table;
  const ChosenRows chosen = chosen_rows(examples, split);
  std::vector<std::string> notes;
  if (!std::holds_alternative<DenseValues>(table.values)) return notes;
  if (std::min(chosen.positives, chosen.negatives()) < kLeastRows) return notes;
  std::size_t more = 0;
  for_each_column(table, chosen.rows, [&](std::int64_t c, Span<const float> values) {
    const Column& column = table.columns[c];
    const std::string what = suspicion(column, values, chosen);
    if (what.empty()) return;
    const std::string name = printable(column.name);
    if (notes.size() == kMostNotes) {
      ++more;
    } else if (column.left_out.empty()) {
      notes.push_back(joined("column ", name, " ", what, "; if it is not known before the label, --drop ",
                             shell_word(text_list({name}))));
    } else {
      notes.push_back(joined("column ", name, " ", what, "; it is left out"));
    }
  });
  if (more > 0) notes.push_back(joined("and ", more, " more columns like these"));
  return notes;
}

}  // namespace pauc
