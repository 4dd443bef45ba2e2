#include "pauc/data/repeated_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "pauc/core/error.h"
#include "pauc/core/io/checksum.h"
#include "pauc/core/io/sha256.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/molecule/features.h"
#include "pauc/data/molecule/structure_hash.h"

namespace pauc {

namespace {

constexpr std::int64_t kEnoughRows = 5000;  // to count the different values of a column

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

// Missing values come last.
bool is_before(float a, float b) { return std::isnan(b) ? !std::isnan(a) : a < b; }

// How often the values of a column occur in some of its rows.
class ValueCounts {
 public:
  explicit ValueCounts(Span<const float> column) : sorted_(column.begin(), column.end()) {
    std::sort(sorted_.begin(), sorted_.end(), is_before);
  }

  // Bits of information in a value: how rarely it occurs. A value that does not occur counts as if it did once.
  double bits_of(float value) const {
    const auto range = std::equal_range(sorted_.begin(), sorted_.end(), value, is_before);
    const auto count = std::max<std::ptrdiff_t>(1, range.second - range.first);
    return std::log2(static_cast<double>(sorted_.size()) / static_cast<double>(count));
  }

  // Bits by which two rows that are drawn at random differ: -log2 of the probability that their values are equal.
  double bits_between_rows() const {
    double equal = 0;
    for (auto begin = sorted_.begin(); begin != sorted_.end();) {
      const auto end = std::upper_bound(begin, sorted_.end(), *begin, is_before);
      equal += std::pow(static_cast<double>(end - begin) / static_cast<double>(sorted_.size()), 2);
      begin = end;
    }
    return -std::log2(equal);
  }

 private:
  std::vector<float> sorted_;
};

// What values need in order not to be equal by chance.
double bits_needed(const Table& table) {
  constexpr double kBitsToSpare = 10;
  return std::log2(static_cast<double>(table.rows_of_data())) + kBitsToSpare;
}

// The values of a column as numbers that are the same in any file: categories count by their texts.
class ValueKeys {
 public:
  explicit ValueKeys(const Column& column) {
    for (const std::string& text : column.categories) texts_.push_back(checksum(printable(text)));
  }
  std::uint32_t of(float value) const {
    return texts_.empty() || std::isnan(value) ? bits_of(value) : texts_[static_cast<std::size_t>(value)];
  }

 private:
  std::vector<std::uint32_t> texts_;
};

std::vector<std::uint64_t> keys_of_rows_here(const Table& table, const DenseValues& dense,
                                             const std::vector<std::size_t>& columns) {
  std::vector<std::uint64_t> keys(static_cast<std::size_t>(table.rows), 0);
  for (const std::size_t c : columns) {
    const ValueKeys values(table.columns[c]);
    for (std::size_t row = 0; row < keys.size(); ++row) keys[row] = mixed(keys[row], values.of(dense.columns[c][row]));
  }
  return keys;
}

// A value of 0 may be listed or not.
std::vector<std::uint64_t> keys_of_rows_here(const Table& table, const SparseValues& sparse,
                                             const std::vector<std::size_t>& columns) {
  std::unordered_map<std::size_t, ValueKeys> of_categories;
  const auto key_of = [&](std::size_t c, float value) {
    if (table.columns[c].categories.empty()) return bits_of(value);
    return of_categories.try_emplace(c, table.columns[c]).first->second.of(value);
  };
  std::vector<std::uint64_t> keys(static_cast<std::size_t>(table.rows), 0);
  for (std::size_t row = 0; row < keys.size(); ++row) {
    for (auto e = sparse.row_begins[row]; e < sparse.row_begins[row + 1]; ++e) {
      const auto c = static_cast<std::size_t>(sparse.columns[e]);
      if (sparse.values[e] == 0 || !std::binary_search(columns.begin(), columns.end(), c)) continue;
      keys[row] = mixed(mixed(keys[row], static_cast<std::uint32_t>(c)), key_of(c, sparse.values[e]));
    }
  }
  return keys;
}

// Columns of a table beside molecules. They come before the features of the molecules, which make the table sparse.
std::size_t columns_beside_molecules(const Content& content) {
  std::size_t count = content.table.columns.size();
  for (const MoleculeFeatures& features : features_named(content.features_from)) {
    count -= static_cast<std::size_t>(features.width());
  }
  return count;
}

// The first columns.
DenseValues dense_values(const SparseValues& sparse, std::size_t count) {
  const std::size_t rows = sparse.row_begins.size() - 1;
  DenseValues dense;
  dense.columns.assign(count, std::vector<float>(rows, 0));
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto e = sparse.row_begins[row]; e < sparse.row_begins[row + 1]; ++e) {
      const auto c = static_cast<std::size_t>(sparse.columns[e]);
      if (c >= count) break;  // they ascend
      dense.columns[c][row] = sparse.values[e];
    }
  }
  return dense;
}

// For each of these rows, whether its values are so rare together that another row hardly has them by chance. In a
// sparse table only values other than 0 count, since columns are often classes of one thing, of which a row has one.
std::vector<std::uint8_t> have_rare_values(const Table& table, const std::vector<std::size_t>& columns,
                                           const std::vector<std::int64_t>& rows) {
  std::vector<std::int64_t> asked = rows_to_look_at(table);
  const std::size_t looked_at = asked.size();
  asked.insert(asked.end(), rows.begin(), rows.end());
  const bool sparse = std::holds_alternative<SparseValues>(table.values);
  std::vector<double> bits(rows.size(), 0);
  for_each_column(table, asked, [&](std::int64_t c, Span<const float> values) {
    if (!std::binary_search(columns.begin(), columns.end(), static_cast<std::size_t>(c))) return;
    const auto of_repeated = values.begin() + static_cast<std::ptrdiff_t>(looked_at);
    if (sparse && std::all_of(of_repeated, values.end(), [](float value) { return value == 0; })) return;
    const ValueCounts counts({values.data(), static_cast<std::int64_t>(looked_at)});
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const float value = values[static_cast<std::int64_t>(looked_at + k)];
      if (!sparse || value != 0) bits[k] += counts.bits_of(value);
    }
  });
  std::vector<std::uint8_t> rare;
  for (const double of_row : bits) rare.push_back(of_row >= bits_needed(table) ? 1 : 0);
  return rare;
}

// `keys` are those of the rows that are here.
std::vector<std::uint64_t> keys_of_all(const HeldRows& held, std::vector<std::uint64_t> keys) {
  if (!held.are_shared()) return keys;
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
  const auto keys =
      std::visit([&](const auto& values) { return keys_of_rows_here(table, values, columns); }, table.values);
  return keys_of_all(table.held, keys);
}

std::vector<std::uint64_t> keys_of_rows(const Content& content, const std::vector<std::size_t>& columns) {
  if (content.molecules.size() == 0) return keys_of_rows(content.table, columns);
  std::vector<std::uint64_t> keys(static_cast<std::size_t>(content.molecules.size()), 0);
  const std::size_t count = columns_beside_molecules(content);
  const std::vector<std::size_t> beside(columns.begin(), std::lower_bound(columns.begin(), columns.end(), count));
  if (const auto* sparse = std::get_if<SparseValues>(&content.table.values); sparse && !beside.empty()) {
    keys = keys_of_rows_here(content.table, dense_values(*sparse, count), beside);
  } else if (!beside.empty()) {
    keys = keys_of_rows_here(content.table, std::get<DenseValues>(content.table.values), beside);
  }
  for (std::size_t row = 0; row < keys.size(); ++row) {
    keys[row] = mixed_hash(keys[row], structure_hash(content.molecules, static_cast<std::int64_t>(row)));
  }
  return keys_of_all(content.held(), keys);
}

bool tells_rows_apart(const Table& table, const std::vector<std::size_t>& columns) {
  if (!std::holds_alternative<DenseValues>(table.values) || table.rows_of_data() == 0) return false;
  double bits = 0;
  for_each_column(table, rows_to_look_at(table), [&](std::int64_t c, Span<const float> values) {
    const bool counts = std::binary_search(columns.begin(), columns.end(), static_cast<std::size_t>(c));
    if (counts) bits += ValueCounts(values).bits_between_rows();
  });
  return bits >= bits_needed(table);
}

std::vector<std::int64_t> first_with_key(const std::vector<std::uint64_t>& keys) {
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

std::vector<std::int64_t> first_copies(const Table& table) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].left_out.empty()) columns.push_back(c);
  }
  if (columns.empty()) return {};
  std::vector<std::int64_t> first = first_with_key(keys_of_rows(table, columns));
  std::vector<std::int64_t> repeated;  // first rows of others
  for (std::size_t row = 0; row < first.size(); ++row) {
    if (first[row] != static_cast<std::int64_t>(row)) repeated.push_back(first[row]);
  }
  if (repeated.empty()) return {};
  std::sort(repeated.begin(), repeated.end());
  repeated.erase(std::unique(repeated.begin(), repeated.end()), repeated.end());
  const std::vector<std::uint8_t> rare = have_rare_values(table, columns, repeated);
  bool any = false;
  for (std::size_t row = 0; row < first.size(); ++row) {
    if (first[row] == static_cast<std::int64_t>(row)) continue;
    const auto place = std::lower_bound(repeated.begin(), repeated.end(), first[row]) - repeated.begin();
    if (rare[static_cast<std::size_t>(place)] == 0) first[row] = static_cast<std::int64_t>(row);
    any = any || first[row] != static_cast<std::int64_t>(row);
  }
  if (!any) first.clear();
  return first;
}

std::vector<std::int64_t> first_copies(const Images& images, const HeldRows& held) {
  std::vector<std::uint64_t> keys;
  for (std::int64_t row = 0; row < images.count; ++row) {
    const ImageBytes bytes = images.at(row);
    const auto size = static_cast<std::size_t>(images.size.bytes());
    keys.push_back(key_of_sha256(sha256_of({reinterpret_cast<const char*>(bytes.get()), size})));
  }
  return first_with_key(keys_of_all(held, keys));
}

std::uint64_t key_of_sha256(const std::string& hex) { return std::stoull(hex.substr(0, 16), nullptr, 16); }

std::string note_on_copies(const Examples& examples, const DataOptions& options) {
  const RowFacts& facts = examples.facts;
  std::int64_t copies = 0;
  for (std::size_t row = 0; row < facts.first_copies.size(); ++row) {
    copies += facts.first_copies[row] != static_cast<std::int64_t>(row) ? 1 : 0;
  }
  if (copies == 0) return "";
  const bool kept = options.group.empty() && is_split_method(options.split) && options.split != "date";
  return joined(copies, " of ", facts.labels.size(), " rows have the ",
                examples.content.kind == InputKind::image ? "image of" : "same values in all columns as",
                " an earlier row",
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
    const bool images = examples.content.kind == InputKind::image;
    const bool can_drop = structures && facts.parts.empty();  // parts that are given keep their own copies
    notes.push_back(joined(seen, " have the ",
                           structures ? "structure of"
                           : images   ? "image of"
                                      : "same values as",
                           " a training row: figures may be too good; ",
                           can_drop     ? "--duplicates drop leaves the copies out"
                           : structures ? "remove the copies from one of the parts"
                                        : "remove the copies, or give them a common --group"));
  }
  return notes;
}

}  // namespace pauc
