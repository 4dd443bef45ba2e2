#include "pauc/data/repeated_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "pauc/core/error.h"
#include "pauc/core/io/checksum.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

namespace {

constexpr std::int64_t kEnoughRows = 5000;  // to count the different values of a column
constexpr double kBitsToSpare = 10;

std::uint64_t mixed(std::uint64_t sum, std::uint32_t bits) {
  sum = (sum ^ bits) * 0x9E3779B97F4A7C15U;
  return sum ^ (sum >> 29);
}

std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  value = std::isnan(value) ? std::nanf("") : value + 0.0F;  // -0 + 0 = +0
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Evenly chosen where there are many.
std::vector<std::int64_t> rows_to_look_at(const Table& table) {
  const std::int64_t step = std::max<std::int64_t>(1, table.rows_of_data() / kEnoughRows);
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < table.rows_of_data(); row += step) rows.push_back(row);
  return rows;
}

double different_values(Span<const float> column) {
  std::vector<float> values(column.begin(), column.end());
  std::sort(values.begin(), values.end(), [](float a, float b) { return std::isnan(b) ? !std::isnan(a) : a < b; });
  const auto end = std::unique(values.begin(), values.end(),
                               [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); });
  return static_cast<double>(end - values.begin());
}

// Keys of the columns that are not left out. Empty if these have so few values that rows are equal by chance.
std::vector<std::uint64_t> row_keys(const Table& table) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].left_out.empty()) columns.push_back(c);
  }
  return tells_rows_apart(table, columns) ? keys_of_rows(table, columns) : std::vector<std::uint64_t>();
}

// `keys` are those of the rows that are here.
std::vector<std::uint64_t> keys_of_all(const HeldRows& held, const std::vector<std::uint64_t>& keys) {
  std::vector<std::uint64_t> all(static_cast<std::size_t>(held.of_data(0)), 0);
  for (std::size_t row = 0; row < all.size(); ++row) {
    const auto number = static_cast<std::int64_t>(row);
    if (held.has(number)) all[row] = keys[static_cast<std::size_t>(held.place_of(number))];
  }
  complete(all, held.shared());
  return all;
}

// A hash table of rows by their keys.
class FirstRows {
 public:
  explicit FirstRows(const std::vector<std::uint64_t>& keys) : keys_(keys) {
    std::size_t size = 1;
    while (size < 2 * keys.size()) size *= 2;
    rows_.assign(size, kNone);
  }

  // The first row with its key that was asked for.
  std::int64_t with_the_key_of(std::int64_t row) {
    std::size_t place = keys_[row] & (rows_.size() - 1);
    while (rows_[place] != kNone && keys_[rows_[place]] != keys_[row]) place = (place + 1) & (rows_.size() - 1);
    if (rows_[place] == kNone) rows_[place] = row;
    return rows_[place];
  }

 private:
  static constexpr std::int64_t kNone = -1;
  const std::vector<std::uint64_t>& keys_;
  std::vector<std::int64_t> rows_;
};

// Which keys of valid and test rows training rows have too. The training part is the largest: it is only looked up.
template <class Key>
std::unordered_map<Key, bool> seen_in_training(const std::vector<Key>& keys, const SplitRows& split) {
  std::unordered_map<Key, bool> seen;
  for (const Part part : {Part::valid, Part::test}) {
    for (const std::int64_t row : split.of(part)) seen.emplace(keys[row], false);
  }
  for (const std::int64_t row : split.of(Part::train)) {
    const auto found = seen.find(keys[row]);
    if (found != seen.end()) found->second = true;
  }
  return seen;
}

// "12 of 600 validation rows and 3 of 600 test rows"; empty if there are none.
template <class Key>
std::string seen_text(const std::vector<Key>& keys, const SplitRows& split) {
  const std::unordered_map<Key, bool> seen = seen_in_training(keys, split);
  std::string text;
  for (const Part part : {Part::valid, Part::test}) {
    const auto& rows = split.of(part);
    const auto count = std::count_if(rows.begin(), rows.end(), [&](std::int64_t row) { return seen.at(keys[row]); });
    if (count == 0) continue;
    text += joined(text.empty() ? "" : " and ", count, " of ", rows.size(), " ", part_name(part), " rows");
  }
  return text;
}

}  // namespace

std::vector<std::uint64_t> keys_of_rows(const Table& table, const std::vector<std::size_t>& columns) {
  std::vector<std::uint64_t> keys(static_cast<std::size_t>(table.rows), 0);
  for (const std::size_t c : columns) {
    const std::vector<float>& values = std::get<DenseValues>(table.values).columns[c];
    std::vector<std::uint32_t> of_categories;
    for (const std::string& text : table.columns[c].categories) of_categories.push_back(checksum(printable(text)));
    for (std::size_t row = 0; row < keys.size(); ++row) {
      const bool by_text = !of_categories.empty() && !std::isnan(values[row]);
      keys[row] =
          mixed(keys[row], by_text ? of_categories[static_cast<std::size_t>(values[row])] : bits_of(values[row]));
    }
  }
  return table.held.are_shared() ? keys_of_all(table.held, keys) : keys;
}

bool tells_rows_apart(const Table& table, const std::vector<std::size_t>& columns) {
  if (!std::holds_alternative<DenseValues>(table.values) || table.rows_of_data() == 0) return false;
  double bits = 0;
  for_each_column(table, rows_to_look_at(table), [&](std::int64_t c, Span<const float> values) {
    const bool counts = std::binary_search(columns.begin(), columns.end(), static_cast<std::size_t>(c));
    if (counts) bits += std::log2(different_values(values));
  });
  return bits >= std::log2(static_cast<double>(table.rows_of_data())) + kBitsToSpare;
}

std::vector<std::int64_t> first_copies(const Table& table) {
  const auto keys = row_keys(table);
  FirstRows first_rows(keys);
  std::vector<std::int64_t> first;
  first.reserve(keys.size());
  bool any = false;
  for (std::int64_t row = 0; row < static_cast<std::int64_t>(keys.size()); ++row) {
    first.push_back(first_rows.with_the_key_of(row));
    any = any || first.back() != row;
  }
  if (!any) first.clear();
  return first;
}

std::string note_on_copies(const RowFacts& facts, const DataOptions& options) {
  std::int64_t copies = 0;
  for (std::size_t row = 0; row < facts.first_copies.size(); ++row) {
    copies += facts.first_copies[row] != static_cast<std::int64_t>(row) ? 1 : 0;
  }
  if (copies == 0) return "";
  const bool kept = options.group.empty() && is_split_method(options.split) && options.split != "date";
  return joined(copies, " of ", facts.labels.size(), " rows have the same values in all columns as an earlier row",
                kept ? "; a split that is drawn keeps them in one part, and --group COLUMN all rows of a patient" : "");
}

std::vector<std::string> notes_on_repeats(const Examples& examples, const SplitRows& split) {
  std::vector<std::string> notes;
  const RowFacts& facts = examples.facts;
  if (!facts.ids.empty() && facts.groups.empty()) {
    const std::string seen = seen_text(facts.ids, split);
    const std::string column = printable(facts.id_column);
    if (!seen.empty()) {
      notes.push_back(joined(seen, " have the ", column, " of a training row: figures may be too good; --group ",
                             column, " keeps rows of one together"));
    }
  }
  const std::string seen = facts.first_copies.empty() ? "" : seen_text(facts.first_copies, split);
  if (!seen.empty()) {
    const bool structures = examples.content.molecules.size() > 0;
    notes.push_back(joined(
        seen, " have the ", structures ? "structure of" : "same values as",
        " a training row: figures may be too good; ",
        structures ? "--duplicates drop leaves the copies out" : "remove the copies, or give them a common --group"));
  }
  return notes;
}

}  // namespace pauc
