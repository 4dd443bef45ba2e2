#include "pauc/data/column_auc.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace pauc {

namespace {

void use_shares_of_positives(std::vector<ClassedValue>& values) {
  std::unordered_map<float, std::pair<double, double>> counts;  // of positives and all rows
  for (const ClassedValue& one : values) {
    auto& [positives, all] = counts[one.value];
    positives += one.positive ? 1 : 0;
    ++all;
  }
  for (ClassedValue& one : values) {
    const auto& [positives, all] = counts[one.value];
    one.value = all < 2 ? 0 : static_cast<float>((positives - (one.positive ? 1 : 0)) / (all - 1));
  }
}

}  // namespace

double auc_of(std::vector<ClassedValue> values) {
  std::sort(values.begin(), values.end(),
            [](const ClassedValue& a, const ClassedValue& b) { return a.value < b.value; });
  double wins = 0;
  double below[2] = {0, 0};  // negatives and positives so far
  for (std::size_t begin = 0; begin < values.size();) {
    double here[2] = {0, 0};
    std::size_t end = begin;
    for (; end < values.size() && values[end].value == values[begin].value; ++end) ++here[values[end].positive ? 1 : 0];
    wins += here[1] * (below[0] + here[0] / 2);
    below[0] += here[0];
    below[1] += here[1];
    begin = end;
  }
  return wins / (below[0] * below[1]);
}

double column_auc(const Column& column, Span<const float> values, std::int64_t positives, std::int64_t least) {
  std::vector<ClassedValue> present;
  std::int64_t counts[2] = {0, 0};
  for (std::int64_t k = 0; k < values.size(); ++k) {
    if (std::isnan(values[k])) continue;
    present.push_back({values[k], k < positives});
    ++counts[k < positives ? 1 : 0];
  }
  if (std::min(counts[0], counts[1]) < least) return 0.5;
  // The share leaves its own row out, so that it is lower for positives wherever a category tells nothing.
  const bool is_category = column.kind == Column::Kind::category;
  if (is_category) use_shares_of_positives(present);
  const double ascending = auc_of(std::move(present));
  return std::max(is_category ? 0.5 : 1 - ascending, ascending);
}

}  // namespace pauc
