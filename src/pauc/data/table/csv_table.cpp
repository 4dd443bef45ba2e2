#include "pauc/data/table/csv_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/content_column.h"
#include "pauc/data/image/examples.h"
#include "pauc/data/molecule/examples.h"
#include "pauc/data/molecule/structure_rows.h"
#include "pauc/data/path_checks.h"
#include "pauc/data/table/column_survey.h"
#include "pauc/data/table/columns.h"
#include "pauc/data/table/csv_blocks.h"
#include "pauc/data/table/csv_table_rows.h"
#include "pauc/data/table/id_columns.h"

namespace pauc {

namespace {

// The columns of a further file by the names of those of the `first` one.
std::vector<std::size_t> places_by_name(const CsvReader& csv, const std::string& first,
                                        const std::vector<Column>& columns) {
  std::vector<std::size_t> places;
  UnusedColumns unused(csv.columns());
  std::vector<std::string> missing;
  for (const Column& column : columns) {
    places.push_back(unused.take(column.name));
    if (places.back() == kNowhere) missing.push_back(column.name);
  }
  if (missing.empty()) return places;
  constexpr std::size_t kMostNamed = 8;
  const std::string others = missing.size() > kMostNamed ? joined(" and ", missing.size() - kMostNamed, " more") : "";
  missing.resize(std::min(missing.size(), kMostNamed));
  fail(Fault::data, csv.name(), ": expected the columns of ", first, "; it lacks ", text_list(missing), others,
       " and has ", names_nearest_first(missing.front(), csv.columns()), "; add what is missing",
       others.empty() ? joined(", or train without it: --drop ", shell_word(text_list(missing))) : std::string());
}

// The columns to learn from: expected to be numbers until all of them are surveyed.
struct ColumnKinds {
  std::vector<Column> columns;
  std::vector<std::string> notes;
  std::vector<std::string> findings;
  bool surveyed = false;
};

// Calls `use` with every data file that has rows for all parts, and the places of the columns in it.
template <class Use>
void for_each_data_file(const DataOptions& options, const std::vector<Column>& columns, const Use& use) {
  RowFactsReader facts(options);
  for (const auto& [path, role] : files_by_role(options)) {
    if (role != FileRole::all_parts) continue;
    CsvReader csv = open_rows(path, {options.header}, options.threads);
    facts.open(csv, role);
    use(csv, path == options.path ? feature_places(csv.name(), csv.columns(), options, facts.places())
                                  : places_by_name(csv, options.path, columns));
  }
}

void survey(const DataOptions& options, ColumnKinds& kinds) {
  ColumnSurvey survey(kinds.columns, options);
  for_each_data_file(options, kinds.columns, [&](CsvReader& csv, const std::vector<std::size_t>& places) {
    while (csv.next()) survey.add(csv, places);
  });
  kinds.columns = survey.decide(options.path, kinds.notes, kinds.findings);
  kinds.surveyed = true;
}

// Reads one column again.
std::vector<double> exact_values(const DataOptions& options, const std::vector<Column>& columns, std::size_t column) {
  std::vector<double> values;
  for_each_data_file(options, columns, [&](CsvReader& csv, const std::vector<std::size_t>& places) {
    const Separator separator = separator_of(csv);
    while (csv.next()) {
      const auto number = read_number(trimmed(csv.field(places[column])), columns[column].reading, separator);
      if (number && !std::isnan(*number)) values.push_back(*number);
    }
  });
  return values;
}

// One attempt to read all files with the kinds that are known.
class CsvAttempt {
 public:
  CsvAttempt(const DataOptions& options, ColumnKinds& kinds)
      : options_(options), kinds_(kinds), facts_(options), table_(empty_table(kinds.columns)) {}

  // False if a column that was expected to hold plain numbers does not: the columns are then surveyed, and the next
  // attempt will succeed.
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
    leave_out_ids(
        options_, [&](std::size_t column) { return exact_values(options_, kinds_.columns, column); }, table_);
    examples_.content.table = std::move(table_);
    add_content();
    examples_.notes.insert(examples_.notes.end(), kinds_.notes.begin(), kinds_.notes.end());
    examples_.column_notes = kinds_.findings;
    return std::move(examples_);
  }

 private:
  bool read_file(const std::string& path, FileRole role) {
    examples_.files.push_back(path);
    CsvReader csv = open_rows(path, {options_.header}, options_.threads);
    facts_.open(csv, role);
    const auto places = places_of_features(csv);
    const std::int64_t rows_before = table_.rows_of_data();
    if (!append_rows(csv, places)) return false;
    require(table_.rows_of_data() > rows_before, csv.name(), ": expected rows", has_header() ? " below the header" : "",
            ", got none");
    const std::string note = has_header() ? note_on_numeric_header(csv) : "";
    if (!note.empty()) examples_.notes.push_back(note);
    if (!csv.converted_from().empty()) examples_.notes.push_back(note_on_encoding(csv));
    if (facts_.content()) examples_.content.column = printable(csv.columns()[*facts_.content()]);
    return true;
  }

  std::vector<std::size_t> places_of_features(const CsvReader& csv) {
    if (examples_.files.size() > 1) return places_by_name(csv, options_.path, kinds_.columns);
    auto places = feature_places(csv.name(), csv.columns(), options_, facts_.places());
    if (kinds_.columns.empty()) expect_numbers(csv, places);
    return places;
  }

  void expect_numbers(const CsvReader& csv, const std::vector<std::size_t>& places) {
    std::vector<std::size_t> categories;
    for (const std::string& name : listed_texts(options_.categories)) {
      categories.push_back(column_place(csv.name(), csv.columns(), name, "--categories"));
    }
    for (const std::size_t place : places) {
      const bool is_category = std::find(categories.begin(), categories.end(), place) != categories.end();
      kinds_.columns.push_back({csv.columns()[place], is_category ? Column::Kind::category : Column::Kind::number, {}});
    }
    table_ = empty_table(kinds_.columns);
  }

  bool append_rows(CsvReader& csv, const std::vector<std::size_t>& places) {
    CsvTableRows rows(table_, places, kinds_.surveyed ? NumberWords::all : NumberWords::as_in_any_column);
    while (csv.next()) {
      if (!rows.append(csv)) {
        if (kinds_.surveyed && rows.infinite()) fail(Fault::data, rows.complaint(csv));
        if (kinds_.surveyed) refuse_text(csv, rows);
        survey(options_, kinds_);
        return false;
      }
      facts_.add(csv);
      if (facts_.content()) contents_.emplace_back(trimmed(csv.field(*facts_.content())));
    }
    return true;
  }

  // A text in a column of numbers of a separate test file, whose texts do not decide what a column holds.
  [[noreturn]] void refuse_text(const CsvReader& csv, const CsvTableRows& rows) const {
    fail(Fault::data, csv.place(rows.bad_column()), ": expected a number as in ", options_.path, ", got \"",
         csv.field(rows.bad_column()), '"');
  }

  Table empty_table(const std::vector<Column>& columns) const {
    Table table = dense_table(columns);
    table.missing = listed_texts(options_.missing);
    table.held = HeldRows(options_.shared);
    return table;
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
  kind.several_files = true;
  kind.has_columns = [](const std::string& /*path*/) { return true; };
  kind.load = load_csv;
  kind.open = open_csv_blocks;
  return kind;
}

}  // namespace pauc
