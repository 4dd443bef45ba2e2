#include "pauc/data/molecule/scaffold_split.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace pauc {

namespace {

// By size, then by first row, both descending.
std::vector<std::vector<std::int64_t>> largest_first(Span<const std::uint32_t> scaffolds) {
  std::unordered_map<std::uint32_t, std::size_t> known;
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t row = 0; row < scaffolds.size(); ++row) {
    const auto [entry, is_new] = known.try_emplace(scaffolds[row], rows.size());
    if (is_new) rows.emplace_back();
    rows[entry->second].push_back(row);
  }
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return std::pair(a.size(), a[0]) > std::pair(b.size(), b[0]); });
  return rows;
}

}  // namespace

std::vector<std::int64_t> first_of_equal(const std::vector<std::string>& texts) {
  std::unordered_map<std::string_view, std::int64_t> known;
  std::vector<std::int64_t> first;
  first.reserve(texts.size());
  for (const std::string& text : texts) {
    first.push_back(known.try_emplace(text, static_cast<std::int64_t>(first.size())).first->second);
  }
  return first;
}

// ogb and deepchem: what no longer fits train goes to valid, what no longer fits both to test; smaller groups that come
// later may still fit train.
std::vector<Part> split_by_scaffold(Span<const std::uint32_t> scaffolds, const std::vector<double>& fractions) {
  const auto rows = static_cast<double>(scaffolds.size());
  const bool has_test = fractions.size() > 2 && fractions[2] > 0;
  const double train_most = fractions[0] * rows;
  const double both_most = has_test ? (fractions[0] + fractions[1]) * rows : rows;
  double train = 0;
  double valid = 0;
  std::vector<Part> parts(static_cast<std::size_t>(scaffolds.size()));
  for (const auto& group : largest_first(scaffolds)) {
    const auto size = static_cast<double>(group.size());
    Part part = Part::train;
    if (train + size > train_most) part = train + valid + size > both_most ? Part::test : Part::valid;
    if (part == Part::train) train += size;
    if (part == Part::valid) valid += size;
    for (const std::int64_t row : group) parts[row] = part;
  }
  return parts;
}

}  // namespace pauc
