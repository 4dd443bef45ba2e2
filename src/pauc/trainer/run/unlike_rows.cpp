#include "pauc/trainer/run/unlike_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/metric/interval/distributions.h"

namespace pauc {

namespace {

constexpr double kMargin = 0.1;   // of the range
constexpr double kFar = 1;        // likewise
constexpr double kUsual = 0.01;   // share of good rows that may be out of range
constexpr double kChance = 1e-3;  // of as many by accident

bool more_than_by_chance(std::int64_t count, std::int64_t rows, double share) {
  if (count == 0 || share >= 1) return false;
  if (share == 0) return true;
  const auto k = static_cast<double>(count);
  return beta_cdf(share, k, static_cast<double>(rows) - k + 1) < kChance;  // P(Bin(rows, share) >= count)
}

std::string percent(double share) { return joined(std::round(1e3 * share) / 10, " %"); }

// Columns are kept as floats: "0.1", not "0.10000000149011612".
std::string float_text(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, static_cast<float>(value)).ptr};
}

std::string in_training(double share) {
  return share == 0 ? std::string("in training in none") : joined("in training in ", percent(share));
}

// In all models: a value that one of them has seen is known.
void widen(const SeenValues& more, SeenValues& seen) {
  seen.low = std::min(seen.low, more.low);
  seen.high = std::max(seen.high, more.high);
  seen.missing = std::max(seen.missing, more.missing);
  seen.others = std::max(seen.others, more.others);
}

}  // namespace

bool UnlikeColumn::has_outside() const { return far > 0 || more_than_by_chance(outside, rows, kUsual); }
bool UnlikeColumn::has_unknown() const { return more_than_by_chance(unknown, rows, seen.others); }
bool UnlikeColumn::has_missing() const { return more_than_by_chance(missing, rows, seen.missing); }

std::string UnlikeColumn::sentence() const {
  std::string text;
  const auto add = [&](const auto&... parts) { text += joined(text.empty() ? name + ": " : "; ", parts...); };
  if (has_outside()) {
    add(outside, " of ", rows, " rows are out of the range of the training rows, ", float_text(seen.low), " to ",
        float_text(seen.high), ": from ", float_text(least), " to ", float_text(most));
  }
  if (has_unknown()) {
    add(unknown, " of ", rows, " rows have a category that training did not have",
        seen.others > 0 ? joined(" or hardly had (", percent(seen.others), " of its rows)") : std::string(),
        ", such as \"", example, '"');
  }
  if (has_missing()) add("missing in ", missing, " of ", rows, " rows, ", in_training(seen.missing));
  return text;
}

UnlikeRows::UnlikeRows(const std::vector<const TableEncoding*>& encodings) {
  for (const TableEncoding* encoding : encodings) {
    columns_.resize(std::max(columns_.size(), encoding->columns.size()));
    for (std::size_t c = 0; c < encoding->columns.size(); ++c) {
      const ColumnEncoding& column = encoding->columns[c];
      if (!column.seen) continue;
      Known& known = columns_[c];
      if (known.checked) {
        widen(*column.seen, known.found.seen);
      } else {
        known.found.seen = *column.seen;
      }
      known.checked = true;
      known.found.name = column.name;
      known.found.kind = column.kind;
      known.categories.insert(column.categories.begin(), column.categories.end());
    }
  }
}

bool UnlikeRows::knows_columns() const {
  return std::any_of(columns_.begin(), columns_.end(), [](const Known& known) { return known.checked; });
}

void UnlikeRows::take_number(float value, Known& known, std::uint8_t& is_unlike) const {
  UnlikeColumn& found = known.found;
  const double range = found.seen.high - found.seen.low;
  const double beyond = std::max(found.seen.low - value, value - found.seen.high);
  if (beyond <= kMargin * range) return;
  found.far += beyond > kFar * range ? 1 : 0;
  found.least = found.outside == 0 ? value : std::min(found.least, double{value});
  found.most = found.outside == 0 ? value : std::max(found.most, double{value});
  ++found.outside;
  is_unlike = 1;
}

std::vector<std::uint8_t> UnlikeRows::add(const Table& table, const std::vector<std::uint8_t>& readable) {
  std::vector<std::uint8_t> is_unlike(readable.size(), 0);
  if (!knows_columns()) return is_unlike;
  std::vector<std::int64_t> rows(is_unlike.size());
  std::iota(rows.begin(), rows.end(), 0);
  for_each_column(table, rows, [&](std::int64_t c, Span<const float> values) {
    if (c >= static_cast<std::int64_t>(columns_.size()) || !columns_[c].checked) return;
    Known& known = columns_[c];
    UnlikeColumn& found = known.found;
    const std::vector<std::string>& texts = table.columns[c].categories;
    std::vector<std::uint8_t> is_known;
    for (const std::string& text : texts) is_known.push_back(known.categories.count(printable(text)) > 0 ? 1 : 0);
    for (std::size_t row = 0; row < is_unlike.size(); ++row) {
      if (readable[row] == 0) continue;
      const float value = values[static_cast<std::int64_t>(row)];
      ++found.rows;
      if (std::isnan(value)) {
        ++found.missing;
        if (found.seen.missing == 0) is_unlike[row] = 1;
      } else if (found.kind == Column::Kind::number) {
        take_number(value, known, is_unlike[row]);
      } else if (const auto text = static_cast<std::size_t>(value); is_known[text] == 0) {
        if (found.unknown++ == 0) found.example = printable(texts[text]);
        if (found.seen.others == 0) is_unlike[row] = 1;
      }
    }
  });
  unlike_ += std::count(is_unlike.begin(), is_unlike.end(), 1);
  return is_unlike;
}

std::vector<UnlikeColumn> UnlikeRows::notable() const {
  std::vector<UnlikeColumn> list;
  for (const Known& known : columns_) {
    if (known.checked && known.found.is_notable()) list.push_back(known.found);
  }
  return list;
}

}  // namespace pauc
