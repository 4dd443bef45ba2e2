#include "pauc/data/split.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/lower_case.h"
#include "pauc/core/text/number.h"

namespace pauc {

namespace {

constexpr double kSumTolerance = 1e-9;

// Shares as whole numbers that add up to `sum`: exact remainders, so that no rounding mode and no fused multiply-add
// decides where a row goes. A billionth is finer than fractions are checked; a product with 2^32 rows fits 64 bits.
struct Shares {
  std::vector<std::int64_t> units;
  std::int64_t sum = 0;

  explicit Shares(const std::vector<double>& fractions) {
    constexpr double kUnits = 1e9;
    for (const double fraction : fractions) {
      units.push_back(fraction > 0 ? std::max<std::int64_t>(1, std::llround(fraction * kUnits)) : 0);
      sum += units.back();
    }
    require_usage(sum > 0, "fractions: expected a share above 0, got none");
  }
  std::size_t parts() const { return units.size(); }
  std::size_t parts_with_rows() const { return units.size() - std::count(units.begin(), units.end(), 0); }
};

// A part with a share and no row takes one from the largest part, which has at least two where rows are enough.
void leave_none_empty(const Shares& shares, std::vector<std::int64_t>& counts) {
  for (std::size_t part = 0; part < shares.parts(); ++part) {
    if (shares.units[part] == 0 || counts[part] > 0) continue;
    --*std::max_element(counts.begin(), counts.end());
    counts[part] = 1;
  }
}

// Rows of each part by largest remainders. `owed` is what rounding has kept from each part so far, in units: where
// several classes are rounded one after the other, it keeps the sum over the classes within one row of its share too.
std::vector<std::int64_t> rounded(std::int64_t rows, const Shares& shares, std::vector<std::int64_t>& owed) {
  std::vector<std::int64_t> counts(shares.parts());
  std::vector<std::size_t> order;  // of the parts that may be rounded up
  for (std::size_t part = 0; part < shares.parts(); ++part) {
    const std::int64_t exact = rows * shares.units[part];
    counts[part] = exact / shares.sum;
    owed[part] += exact;
    if (exact % shares.sum != 0) order.push_back(part);
  }
  const auto waiting = [&](std::size_t part) { return owed[part] - counts[part] * shares.sum; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return waiting(a) > waiting(b); });
  const std::int64_t left = rows - std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  for (std::int64_t k = 0; k < left; ++k) ++counts[order[static_cast<std::size_t>(k)]];
  if (rows >= static_cast<std::int64_t>(shares.parts_with_rows())) leave_none_empty(shares, counts);
  for (std::size_t part = 0; part < shares.parts(); ++part) owed[part] -= counts[part] * shares.sum;
  return counts;
}

template <class T>
void shuffle(std::vector<T>& values, Random random) {
  for (std::size_t k = values.size(); k > 1; --k) {
    std::swap(values[k - 1], values[random.below(static_cast<std::uint32_t>(k))]);
  }
}

void deal(std::vector<std::int64_t> rows, const std::vector<std::int64_t>& counts, Random random,
          std::vector<Part>& parts) {
  shuffle(rows, random);
  auto row = rows.begin();
  for (std::size_t part = 0; part < counts.size(); ++part) {
    for (std::int64_t k = 0; k < counts[part]; ++k) parts[*row++] = static_cast<Part>(part);
  }
}

using ByClass = std::array<std::int64_t, 2>;

std::size_t class_of(std::uint8_t label) { return label == 0 ? 0 : 1; }

struct Group {
  std::size_t index = 0;
  ByClass rows = {};

  std::int64_t size() const { return rows[0] + rows[1]; }
};

// Groups numbered as they are met, whatever the caller's numbers are.
struct Groups {
  std::vector<std::size_t> of_row;
  std::vector<Group> list;

  Groups(Span<const std::uint8_t> labels, Span<const std::uint32_t> numbers) {
    std::unordered_map<std::uint32_t, std::size_t> known;
    for (std::int64_t row = 0; row < labels.size(); ++row) {
      const auto [entry, is_new] = known.try_emplace(numbers[row], list.size());
      if (is_new) list.push_back({entry->second, {}});
      of_row.push_back(entry->second);
      ++list[entry->second].rows[class_of(labels[row])];
    }
  }
};

// How far the parts are filled. The squared relative shortfall of a part is, summed over the classes with N_c rows,
// ((share N_c - have_c) / N_c)^2; a group of x_c rows lowers it by 2 x_c (share N_c - have_c) / N_c^2, less a term that
// is the same in every part.
class Filling {
 public:
  Filling(const Shares& shares, const ByClass& totals) : shares_(shares), totals_(totals), have_(shares.parts()) {}

  // Where the group helps most; with few groups left, an empty part comes first.
  std::size_t place(const Group& group, std::size_t groups_left) {
    const bool empty_first = groups_left <= empty_parts();
    std::optional<std::size_t> best;
    for (std::size_t part = 0; part < shares_.parts(); ++part) {
      if (shares_.units[part] == 0 || (empty_first && !empty(part))) continue;
      if (!best || gain(group, part) > gain(group, *best)) best = part;
    }
    for (const std::size_t c : {0, 1}) have_[*best][c] += group.rows[c];
    return *best;
  }

 private:
  bool empty(std::size_t part) const { return shares_.units[part] > 0 && have_[part] == ByClass{}; }

  std::size_t empty_parts() const {
    std::size_t count = 0;
    for (std::size_t part = 0; part < shares_.parts(); ++part) count += empty(part) ? 1 : 0;
    return count;
  }

  // Products are divided before they are added: nothing for a compiler to fuse, the same bits everywhere.
  double gain(const Group& group, std::size_t part) const {
    double sum = 0;
    for (const std::size_t c : {0, 1}) {
      if (totals_[c] == 0) continue;
      const auto shortfall = static_cast<double>(shares_.units[part] * totals_[c] - have_[part][c] * shares_.sum);
      const auto total = static_cast<double>(totals_[c]);
      sum += static_cast<double>(group.rows[c]) * shortfall / (total * total);
    }
    return sum;
  }

  const Shares& shares_;
  ByClass totals_;
  std::vector<ByClass> have_;
};

}  // namespace

const char* part_name(Part part) {
  constexpr std::array<const char*, 3> kNames = {"train", "valid", "test"};
  return kNames[static_cast<std::size_t>(part)];
}

Part part_named(std::string_view text, const std::string& place) {
  const std::string word = lower_case(trimmed(text));
  if (word == "train") return Part::train;
  if (word == "valid" || word == "val" || word == "validation") return Part::valid;
  if (word != "test") fail(Fault::data, place, ": expected train, valid or test, got \"", text, '"');
  return Part::test;
}

namespace {

// "; did you mean 0.8,0.1,0.1?" for shares that add up to 100.
std::string percent_hint(const std::vector<double>& shares) {
  if (!(std::abs(std::accumulate(shares.begin(), shares.end(), 0.0) - 100) <= kSumTolerance)) return "";
  std::string list;
  for (const double share : shares) list += joined(list.empty() ? "" : ",", share / 100);
  return joined("; did you mean ", list, "?");
}

}  // namespace

std::vector<double> fractions_of(const std::string& text, TestFile test_file) {
  const bool separate_test = test_file == TestFile::separate;
  std::vector<double> fractions;
  bool fine = true;
  for (const auto part : comma_parts(text)) {
    const auto number = parse_number(part);
    fine = fine && number && *number >= 0;
    fractions.push_back(number.value_or(0));
  }
  const std::size_t parts = separate_test ? 2 : 3;
  fine = fine && fractions.size() == parts && fractions[0] > 0 && fractions[1] > 0 &&
         std::abs(std::accumulate(fractions.begin(), fractions.end(), 0.0) - 1) <= kSumTolerance;
  require_usage(fine, "fractions: expected shares of ", separate_test ? "train and valid" : "train, valid and test",
                " that add up to 1, train and valid above 0, such as ", separate_test ? "0.9,0.1" : "0.8,0.1,0.1",
                ", got \"", text, '"', percent_hint(fractions));
  return fractions;
}

std::vector<Part> split_randomly(std::int64_t rows, const std::vector<double>& fractions, std::uint64_t seed) {
  const Shares shares(fractions);
  std::vector<std::int64_t> owed(shares.parts());
  std::vector<std::int64_t> all(static_cast<std::size_t>(rows));
  std::iota(all.begin(), all.end(), 0);
  std::vector<Part> parts(all.size());
  deal(std::move(all), rounded(rows, shares, owed), Random(seed), parts);
  return parts;
}

std::vector<Part> split_stratified(Span<const std::uint8_t> labels, const std::vector<double>& fractions,
                                   std::uint64_t seed) {
  const Shares shares(fractions);
  std::vector<std::int64_t> owed(shares.parts());
  std::array<std::vector<std::int64_t>, 2> rows;
  for (std::int64_t row = 0; row < labels.size(); ++row) rows[class_of(labels[row])].push_back(row);
  std::vector<Part> parts(static_cast<std::size_t>(labels.size()));
  for (const std::size_t c : {1, 0}) {
    const auto counts = rounded(static_cast<std::int64_t>(rows[c].size()), shares, owed);
    deal(std::move(rows[c]), counts, Random(seed, c), parts);
  }
  return parts;
}

std::vector<Part> split_by_date(const std::vector<double>& dates, const std::vector<double>& fractions) {
  std::vector<std::size_t> order(dates.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return dates[a] < dates[b]; });
  std::vector<Part> parts(dates.size(), Part::train);
  constexpr double kRounding = 1e-9;
  std::size_t part = 0;
  double share = fractions[0];
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool new_date = k == 0 || dates[order[k]] > dates[order[k - 1]];
    const auto is_full = [&] {
      return static_cast<double>(k) >= share * static_cast<double>(dates.size()) - kRounding;
    };
    while (new_date && part + 1 < fractions.size() && is_full()) {
      share += fractions[++part];
    }
    parts[order[k]] = static_cast<Part>(part);
  }
  return parts;
}

std::vector<Part> split_by_group(Span<const std::uint8_t> labels, Span<const std::uint32_t> groups,
                                 const std::vector<double>& fractions, std::uint64_t seed) {
  const Shares shares(fractions);
  Groups known(labels, groups);
  ByClass totals = {};
  for (const Group& group : known.list) {
    for (const std::size_t c : {0, 1}) totals[c] += group.rows[c];
  }
  shuffle(known.list, Random(seed));
  std::stable_sort(known.list.begin(), known.list.end(),
                   [](const Group& a, const Group& b) { return a.size() > b.size(); });
  Filling filling(shares, totals);
  std::vector<Part> part_of_group(known.list.size());
  std::size_t left = known.list.size();
  for (const Group& group : known.list) part_of_group[group.index] = static_cast<Part>(filling.place(group, left--));
  std::vector<Part> parts;
  for (const std::size_t group : known.of_row) parts.push_back(part_of_group[group]);
  return parts;
}

}  // namespace pauc
