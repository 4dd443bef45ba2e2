#include "pauc/data/table/csv_table.h"

#include <cmath>
#include <limits>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/blocks.h"
#include "pauc/data/content_column.h"
#include "pauc/data/image/examples.h"
#include "pauc/data/molecule/examples.h"
#include "pauc/data/path_checks.h"
#include "pauc/data/table/columns.h"
#include "pauc/data/table/csv_blocks.h"

namespace pauc {

namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

bool means_missing(std::string_view text) {
  if (text.empty()) return true;
  if (text.size() > 4) return false;
  for (const char* word : {"NA", "N/A", "nan", "NaN", "NAN", "null", "NULL", "None", "?"}) {
    if (text == word) return true;
  }
  return false;
}

constexpr std::int64_t kLinesThatTell = 20;  // a column of numbers so far is expected to go on like that

// "1,5"
bool has_decimal_comma(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return false;
  std::string with_point(text);
  with_point[comma] = '.';
  return parse_number(with_point).has_value();
}

// Which columns are categories, found by reading on to the end of the file; `notes` says where a number was expected.
void find_categories(CsvReader& csv, const std::vector<std::size_t>& places, std::vector<Column>& columns,
                     std::vector<std::string>& notes) {
  std::int64_t record = 0;
  do {
    for (std::size_t c = 0; c < places.size(); ++c) {
      if (columns[c].kind == Column::Kind::category) continue;
      const std::string_view text = trimmed(csv.field(places[c]));
      if (means_missing(text) || parse_number(text)) continue;
      columns[c].kind = Column::Kind::category;
      if (record > 0 || csv.line() > kLinesThatTell) {
        notes.push_back(
            joined(csv.place(places[c]), ": \"", text, "\" is no number: the column is taken as categories"));
      } else if (has_decimal_comma(text)) {
        notes.push_back(
            joined(csv.place(places[c]), ": \"", text, "\" is taken as a category; numbers have a decimal point"));
      }
    }
    ++record;
  } while (csv.next());
}

[[noreturn]] void refuse_text(const CsvReader& csv, std::size_t column, const std::string& first_file) {
  fail(Fault::data, csv.place(column), ": expected a number as in ", first_file, ", got \"", csv.field(column), '"');
}

Table empty_table(const std::vector<Column>& columns) {
  Table table;
  table.columns = columns;
  table.values = DenseValues{std::vector<std::vector<float>>(columns.size())};
  return table;
}

// The columns of a further file by the names of the first one's.
std::vector<std::size_t> places_by_name(const CsvReader& csv, const std::vector<Column>& columns) {
  std::vector<std::size_t> places;
  const auto& names = csv.columns();
  std::vector<bool> used(names.size());
  for (const Column& column : columns) {
    std::size_t place = 0;  // of two columns with one name, each is found once
    while (place < names.size() && (used[place] || names[place] != column.name)) ++place;
    require(place < names.size(), csv.name(), ": expected a column \"", column.name, "\", got ",
            names_nearest_first(column.name, names));
    used[place] = true;
    places.push_back(place);
  }
  return places;
}

struct Attempt {
  std::vector<Column> columns;     // kinds known so far
  std::vector<std::string> notes;  // what was found on the way to them
  bool complete = false;
  std::vector<std::string> contents;  // of each row the molecule or path, where one was asked for
  Examples examples;
};

// Reads everything, unless a column taken for numbers holds text: then all such columns are known afterwards.
void read_files(const DataOptions& options, Attempt& attempt) {
  Examples& examples = attempt.examples;
  examples = {};
  examples.kind = "csv";
  attempt.contents.clear();
  const bool has_header = options.header == CsvOptions::Header::first_line;
  RowFactsReader facts(options);
  Table table = empty_table(attempt.columns);
  for (const std::string& path : {options.path, options.test}) {
    if (path.empty()) continue;
    const bool separate_test = !examples.files.empty();
    examples.files.push_back(path);
    CsvReader csv(path, {options.header});
    facts.open(csv, separate_test ? FileRole::test_part : FileRole::all_parts);
    const bool first_look = !separate_test && attempt.columns.empty();
    const auto places = separate_test ? places_by_name(csv, attempt.columns)
                                      : feature_places(csv.name(), csv.columns(), options, facts.places());
    if (first_look) {
      for (const std::size_t place : places)
        attempt.columns.push_back({csv.columns()[place], Column::Kind::number, {}});
      table = empty_table(attempt.columns);
    }
    CsvTableRows rows(table, places);
    const std::int64_t before = table.rows;
    while (csv.next()) {
      if (!rows.append(csv)) {
        require(!rows.infinite(), rows.infinite() ? rows.complaint(csv) : "");
        if (separate_test) refuse_text(csv, rows.bad_column(), options.path);
        return find_categories(csv, places, attempt.columns, attempt.notes);
      }
      facts.add(csv);
      if (facts.content()) attempt.contents.emplace_back(trimmed(csv.field(*facts.content())));
    }
    require(table.rows > before, csv.name(), ": expected rows", has_header ? " behind the header" : "", ", got none");
    const std::string note = has_header ? note_on_numeric_header(csv) : "";
    if (!note.empty()) examples.notes.push_back(note);
    if (facts.content()) examples.content.column = printable(csv.columns()[*facts.content()]);
  }
  examples.facts = facts.finish(examples.notes);
  for (auto& column : std::get<DenseValues>(table.values).columns) column.shrink_to_fit();
  examples.content.table = std::move(table);
  attempt.complete = true;
}

void add_content(const std::vector<std::string>& contents, const DataOptions& options, Examples& examples) {
  switch (content_column(options).kind) {
    case InputKind::table:
      return note_likely_molecules(examples);
    case InputKind::molecule:
      return add_molecules(contents, options, examples);
    case InputKind::image:
      return add_images(contents, options, examples);
  }
}

}  // namespace

CsvTableRows::CsvTableRows(Table& table, std::vector<std::size_t> places)
    : table_(table),
      values_(std::get<DenseValues>(table.values).columns),
      places_(std::move(places)),
      numbers_(places_.size()),
      record_(places_.size()) {
  for (std::size_t c = 0; c < places_.size(); ++c) {
    const auto& categories = table.columns[c].categories;
    for (std::size_t k = 0; k < categories.size(); ++k)
      numbers_[c].emplace(categories[k], static_cast<std::int32_t>(k));
  }
}

float CsvTableRows::category_number(std::size_t column, std::string_view text) {
  auto& categories = table_.columns[column].categories;
  const auto [entry, is_new] =
      numbers_[column].emplace(std::string(text), static_cast<std::int32_t>(categories.size()));
  if (is_new) categories.emplace_back(text);
  return static_cast<float>(entry->second);
}

bool CsvTableRows::read_value(const CsvReader& csv, std::size_t column, float& value) {
  value = kMissing;
  if (places_[column] == kNowhere) return true;
  const std::string_view text = trimmed(csv.field(places_[column]));
  if (table_.columns[column].kind == Column::Kind::category) {
    value = means_missing(text) ? kMissing : category_number(column, text);
    return true;
  }
  const auto number = parse_number(text);
  if (!number) return means_missing(text);
  value = static_cast<float>(*number);
  infinite_ = std::isinf(value);
  return !infinite_;
}

bool CsvTableRows::append(const CsvReader& csv) {
  infinite_ = false;
  for (std::size_t c = 0; c < places_.size(); ++c) {
    if (read_value(csv, c, record_[c])) continue;
    bad_column_ = places_[c];
    return false;
  }
  for (std::size_t c = 0; c < places_.size(); ++c) values_[c].push_back(record_[c]);
  ++table_.rows;
  return true;
}

std::string CsvTableRows::complaint(const CsvReader& csv) const {
  return joined(csv.place(bad_column_),
                infinite_ ? ": expected a number below 3.4e38, got \"" : ": expected a number, got \"",
                csv.field(bad_column_), '"');
}

void CsvTableRows::append_missing() {
  for (auto& column : values_) column.push_back(kMissing);
  ++table_.rows;
}

Examples load_csv(const DataOptions& options) {
  require_usage(options.path != "-", "data: expected a file, which can be read again, got standard input");
  require_usage(options.table.empty(), "table: is for files without columns, ", options.path, " has its own");
  Attempt attempt;
  while (!attempt.complete) read_files(options, attempt);
  add_content(attempt.contents, options, attempt.examples);
  attempt.examples.notes.insert(attempt.examples.notes.end(), attempt.notes.begin(), attempt.notes.end());
  return std::move(attempt.examples);
}

DatasetKind csv_kind() {
  DatasetKind kind;
  kind.name = "csv";
  kind.summary = "CSV or TSV, also gzipped: numbers, categories, missing values";
  kind.recognises = [](const std::string& path, std::string_view /*head*/) { return !is_folder(path); };
  kind.load = load_csv;
  kind.open = open_csv_blocks;
  return kind;
}

}  // namespace pauc
