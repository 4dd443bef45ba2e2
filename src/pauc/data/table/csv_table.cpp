#include "pauc/data/table/csv_table.h"

#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/content_column.h"
#include "pauc/data/image/examples.h"
#include "pauc/data/molecule/examples.h"
#include "pauc/data/path_checks.h"
#include "pauc/data/table/columns.h"
#include "pauc/data/table/csv_blocks.h"
#include "pauc/data/table/csv_table_rows.h"

namespace pauc {

namespace {

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
            joined(csv.place(places[c]), ": \"", text, "\" is not a number: the column is read as categories"));
      } else if (has_decimal_comma(text)) {
        notes.push_back(
            joined(csv.place(places[c]), ": \"", text, "\" is taken as a category; numbers have a decimal point"));
      }
    }
    ++record;
  } while (csv.next());
}

// The columns of a further file by the names of the first one's.
std::vector<std::size_t> places_by_name(const CsvReader& csv, const std::vector<Column>& columns) {
  std::vector<std::size_t> places;
  UnusedColumns unused(csv.columns());
  for (const Column& column : columns) {
    places.push_back(unused.take(column.name));
    require(places.back() != kNowhere, csv.name(), ": expected a column \"", column.name, "\", got ",
            names_nearest_first(column.name, csv.columns()));
  }
  return places;
}

// The columns to learn from, their kinds as far as they are known, and notes on how they became known.
struct ColumnKinds {
  std::vector<Column> columns;
  std::vector<std::string> notes;
};

// One attempt to read all files with the kinds that are known.
class CsvAttempt {
 public:
  CsvAttempt(const DataOptions& options, ColumnKinds& kinds)
      : options_(options), kinds_(kinds), facts_(options), table_(dense_table(kinds.columns)) {}

  // False if a column taken for numbers holds text: then all such columns are known, and another attempt will succeed.
  bool read() {
    for (const auto& [path, role] : files_by_role(options_)) {
      if (!read_file(path, role)) return false;
    }
    return true;
  }

  // After a successful read.
  Examples finish() {
    examples_.kind = "csv";
    examples_.facts = facts_.finish(examples_.notes);
    for (auto& column : std::get<DenseValues>(table_.values).columns) column.shrink_to_fit();
    examples_.content.table = std::move(table_);
    add_content();
    examples_.notes.insert(examples_.notes.end(), kinds_.notes.begin(), kinds_.notes.end());
    return std::move(examples_);
  }

 private:
  bool read_file(const std::string& path, FileRole role) {
    examples_.files.push_back(path);
    CsvReader csv(path, {options_.header});
    facts_.open(csv, role);
    const auto places = places_of_features(csv, role);
    const std::int64_t rows_before = table_.rows;
    if (!append_rows(csv, role, places)) return false;
    require(table_.rows > rows_before, csv.name(), ": expected rows", has_header() ? " behind the header" : "",
            ", got none");
    const std::string note = has_header() ? note_on_numeric_header(csv) : "";
    if (!note.empty()) examples_.notes.push_back(note);
    if (facts_.content()) examples_.content.column = printable(csv.columns()[*facts_.content()]);
    return true;
  }

  std::vector<std::size_t> places_of_features(const CsvReader& csv, FileRole role) {
    if (role == FileRole::test_part) return places_by_name(csv, kinds_.columns);
    auto places = feature_places(csv.name(), csv.columns(), options_, facts_.places());
    if (kinds_.columns.empty()) expect_numbers(csv, places);
    return places;
  }

  void expect_numbers(const CsvReader& csv, const std::vector<std::size_t>& places) {
    for (const std::size_t place : places) kinds_.columns.push_back({csv.columns()[place], Column::Kind::number, {}});
    table_ = dense_table(kinds_.columns);
  }

  bool append_rows(CsvReader& csv, FileRole role, const std::vector<std::size_t>& places) {
    CsvTableRows rows(table_, places);
    while (csv.next()) {
      if (!rows.append(csv)) {
        refuse_unless_category(csv, role, rows);
        find_categories(csv, places, kinds_.columns, kinds_.notes);
        return false;
      }
      facts_.add(csv);
      if (facts_.content()) contents_.emplace_back(trimmed(csv.field(*facts_.content())));
    }
    return true;
  }

  // A text in a column of numbers makes it a column of categories, except in a separate test file.
  void refuse_unless_category(const CsvReader& csv, FileRole role, const CsvTableRows& rows) const {
    if (rows.infinite()) fail(Fault::data, rows.complaint(csv));
    if (role == FileRole::all_parts) return;
    fail(Fault::data, csv.place(rows.bad_column()), ": expected a number as in ", options_.path, ", got \"",
         csv.field(rows.bad_column()), '"');
  }

  void add_content() {
    switch (content_column(options_).kind) {
      case InputKind::table:
        return note_likely_molecules(examples_);
      case InputKind::molecule:
        return add_molecules(contents_, options_, examples_);
      case InputKind::image:
        return add_images(contents_, options_, examples_);
    }
  }

  bool has_header() const { return options_.header == CsvOptions::Header::first_line; }

  const DataOptions& options_;
  ColumnKinds& kinds_;
  RowFactsReader facts_;
  Table table_;
  std::vector<std::string> contents_;  // the molecule or image path of each row, if the file has a column of them
  Examples examples_;
};

}  // namespace

Examples load_csv(const DataOptions& options) {
  require_usage(options.path != "-", "data: expected a file, which can be read again, got standard input");
  require_usage(options.table.empty(), "table: is for files without columns, ", options.path, " has its own");
  ColumnKinds kinds;
  for (;;) {
    CsvAttempt attempt(options, kinds);
    if (attempt.read()) return attempt.finish();
  }
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
