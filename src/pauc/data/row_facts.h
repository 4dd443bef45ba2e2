#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/core/io/csv_values.h"
#include "pauc/core/text/label_rule.h"
#include "pauc/data/content_column.h"
#include "pauc/data/file_role.h"
#include "pauc/data/options.h"
#include "pauc/data/split.h"

namespace pauc {

constexpr std::int8_t kUnlabelled = -1;

// What is known of each row beside its content. Lists that nobody asked for are empty.
struct RowFacts {
  std::vector<std::int8_t> labels;    // 1 positive, 0 negative, kUnlabelled
  std::vector<std::int64_t> numbers;  // place in the file, from 1; header not counted
  std::vector<std::string> ids;
  std::string id_column;  // its name
  std::vector<double> weights;
  std::vector<std::uint32_t> groups;
  std::vector<std::string> group_names;  // by number
  std::vector<Part> parts;               // as a split column says
  std::string positive;                  // the label value that counts as positive
  // For a split by scaffold, of the rows that it may place: equal numbers stay together, duplicates of an earlier
  // molecule (1) are left out.
  std::vector<std::uint32_t> scaffolds;
  std::vector<std::uint8_t> duplicates;
};

// Whether labels stand among the columns of a CSV file, or beside them in records that have their own.
enum class LabelsIn { columns, records };

// Collects facts row by row, from several files one after the other; the label of a row is decided at the end.
class RowFactsReader {
 public:
  explicit RowFactsReader(const DataOptions& options, LabelsIn labels_in = LabelsIn::columns);

  // Finds the columns of a CSV file that hold facts; a test file needs no split column.
  void open(const CsvReader& csv, FileRole role);
  const std::vector<std::size_t>& places() const { return places_; }  // columns that are no features
  std::optional<std::size_t> content() const { return content_; }     // where molecules or images stand, if asked for

  // The same for a file without columns.
  void begin_file(FileRole role);
  // What comes from now on is the test part, in the same numbering.
  void begin_test_part() { role_ = FileRole::test_part; }

  void add(const CsvReader& csv);
  // A row of a file that has nothing but a label.
  void add_label(std::string_view label, const std::string& place);
  // The same of a class that is never missing, whatever it is called.
  void add_class(std::string_view name, const std::string& place);
  // A row whose label stands in its record, all else in a CSV file.
  void add(const CsvReader& csv, std::string_view label, const std::string& place);

  // All rows so far; `notes` gains what a reader should be told.
  RowFacts finish(std::vector<std::string>& notes);

 private:
  // The place of a column as it was asked for, the last one if it was not; in a further file by the name that it had in
  // the first.
  std::size_t find(const CsvReader& csv, const std::string& column);
  std::size_t find_split(const CsvReader& csv);
  template <class Act>
  auto explaining_label(const Act& act) const;
  void find_label(const CsvReader& csv);
  template <class Place>
  void take_label(std::string_view text, const Place& place);
  void take_other_facts(const CsvReader& csv);

  DataOptions options_;
  LabelsIn labels_in_;
  bool splits_by_column_;
  std::vector<std::size_t> places_;
  std::size_t label_ = 0;
  std::optional<std::size_t> content_, id_, weight_, group_, split_;
  std::map<std::string, std::string> names_;  // of columns that were found, by what was asked for
  std::string label_name_;
  bool label_is_guessed_ = false;  // the last column of a CSV file
  std::int64_t number_ = 0;
  FileRole role_ = FileRole::all_parts;
  LabelRule rule_;
  GroupNumbers groups_;
  RowFacts facts_;
};

// Whether --split names a way of splitting rather than a column.
bool is_split_method(const std::string& split);

}  // namespace pauc
