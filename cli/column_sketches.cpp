#include "column_sketches.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/text/label_rule.h"
#include "pauc/core/text/lower_case.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/molecule/structure_rows.h"
#include "pauc/data/row_facts.h"

namespace pauc::cli {

namespace {

constexpr std::size_t kMostHashes = 4'000'000;  // of all columns together: some 160 MB

std::string in_lower_case(const std::string& text) {
  std::string lower;
  for (const char c : text) lower += lower_case(c);
  return lower;
}

// Whether the name is, or contains as a word, one of these.
bool is_called(const std::string& name, const std::vector<std::string>& words) {
  const std::string lower = in_lower_case(name);
  std::string word;
  std::vector<std::string> parts = {lower};
  for (const char c : lower + "_") {
    const bool letter = (c >= 'a' && c <= 'z') || (c & 0x80) != 0;
    if (letter) word += c;
    if (!letter && !word.empty()) parts.push_back(std::exchange(word, ""));
  }
  return std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
    return std::find(words.begin(), words.end(), part) != words.end();
  });
}

const std::vector<std::string> kLabelWords = {"label",  "y",       "target", "outcome", "class",  "response", "event",
                                              "status", "disease", "fraud",  "active",  "sepsis", "died",     "death"};
const std::vector<std::string> kGroupWords = {"patient", "subject", "group", "person", "customer", "client", "account",
                                              "family",  "lesion",  "site",  "batch",  "scaffold", "donor"};
const std::vector<std::string> kIdWords = {"id", "key", "number", "nr", "patient", "subject", "name", "case", "code"};

// `room` is for so many more hashes, in any column.
void add(std::string_view field, ColumnSketch& column, std::size_t& room) {
  const std::string text(trimmed(field));
  if (text.empty()) return;
  const bool fits = column.rows == 0 || column.has_few();
  ++column.rows;
  if (column.first.empty()) column.first = text;
  if (room == 0) {
    column.all_counted = false;
  } else if (column.hashes.insert(std::hash<std::string>{}(text)).second) {
    --room;
  }
  if (column.numbers && !parse_number(text)) column.numbers = false;
  if (!fits) return;
  ++column.values[text];
  if (column.values.size() > ColumnSketch::kFewValues) column.values.clear();
}

bool is_split(const ColumnSketch& column) {
  const auto is_part = [](const auto& value) {
    return value.first == "train" || value.first == "valid" || value.first == "test";
  };
  return column.values.count("train") > 0 && column.values.size() >= 2 &&
         std::all_of(column.values.begin(), column.values.end(), is_part);
}

}  // namespace

std::string ColumnSketch::words() const {
  if (rows == 0) return "empty";
  if (!has_few()) {
    return joined(all_counted ? "" : "at least ", hashes.size(), " different ", numbers ? "numbers" : "values",
                  ", such as ", first);
  }
  constexpr std::size_t kShown = 4;
  std::string text = joined(values.size(), values.size() == 1 ? " value: " : " values: ");
  std::size_t count = 0;
  for (const auto& [value, times] : values) {
    if (count == kShown) return text + ", ...";
    text += joined(count++ == 0 ? "" : ", ", value, " (", times, times == 1 ? " row)" : " rows)");
  }
  return text;
}

const ColumnSketch* TableSketch::column(const std::string& name_or_number) const {
  for (const ColumnSketch& column : columns) {
    if (column.name == name_or_number) return &column;
  }
  const auto number = parse_number(name_or_number);
  if (!number || *number < 1 || *number > static_cast<double>(columns.size())) return nullptr;
  const auto index = static_cast<std::size_t>(*number) - 1;
  return static_cast<double>(index + 1) == *number ? &columns[index] : nullptr;
}

std::vector<std::string> TableSketch::names() const {
  std::vector<std::string> names;
  for (const ColumnSketch& column : columns) names.push_back(column.name);
  return names;
}

TableSketch sketch_of(const std::string& path) {
  CsvReader csv = open_rows(path, {});
  TableSketch table;
  for (const std::string& name : csv.columns()) {
    table.columns.emplace_back();
    table.columns.back().name = printable(name);
  }
  std::size_t room = kMostHashes;
  while (csv.next()) {
    ++table.rows;
    for (std::size_t c = 0; c < table.columns.size(); ++c) add(csv.field(c), table.columns[c], room);
  }
  require(table.rows > 0, path, ": expected rows to learn from, got none");
  return table;
}

// By its name; otherwise the last column of two values, or of few.
std::string likely_label(const TableSketch& table) {
  std::string likely;
  int best = 0;
  for (const ColumnSketch& column : table.columns) {
    if (!column.may_be_label() || is_split(column)) continue;
    const int weight = 1 + (column.values.size() == 2 ? 1 : 0) + (is_called(column.name, kLabelWords) ? 2 : 0);
    if (weight >= best) likely = column.name;
    best = std::max(best, weight);
  }
  return likely;
}

std::string likely_positive(const ColumnSketch& label) {
  std::map<std::string, std::int64_t> values = label.values;
  for (auto it = values.begin(); it != values.end();) it = means_unlabelled(it->first) ? values.erase(it) : ++it;
  if (values.size() != 2) {
    const auto rarer = [](const auto& a, const auto& b) { return a.second < b.second; };
    return values.empty() ? "" : std::min_element(values.begin(), values.end(), rarer)->first;
  }
  LabelRule rule("");
  for (const auto& [value, count] : values) {
    for (std::int64_t k = 0; k < count; ++k) rule.add(value, [&] { return label.name; });
  }
  try {
    return rule.decide(label.name).positive;
  } catch (const UserError&) {
    return "";  // as many of the one as of the other
  }
}

// A column with the name of a thing that can have several rows, and such values.
std::string likely_group(const TableSketch& table, const std::string& label) {
  for (const ColumnSketch& column : table.columns) {
    const auto different = static_cast<std::int64_t>(column.hashes.size());
    const bool repeats = column.all_counted && different < column.rows &&
                         different > static_cast<std::int64_t>(ColumnSketch::kFewValues);
    if (column.name != label && repeats && is_called(column.name, kGroupWords)) return column.name;
  }
  return "";
}

std::string likely_id(const TableSketch& table, const std::string& label) {
  for (const ColumnSketch& column : table.columns) {
    const bool names_rows = column.all_differ() && column.rows == table.rows;
    if (column.name != label && names_rows && is_called(column.name, kIdWords)) return column.name;
  }
  return "";
}

std::string likely_split(const TableSketch& table) {
  for (const ColumnSketch& column : table.columns) {
    if (is_split(column)) return column.name;
  }
  return "";
}

}  // namespace pauc::cli
