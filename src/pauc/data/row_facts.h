#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/core/io/csv_values.h"
#include "pauc/core/text/label_rule.h"
#include "pauc/data/content_column.h"
#include "pauc/data/file_role.h"
#include "pauc/data/options.h"
#include "pauc/data/split.h"

namespace pauc {

/// Label of a row without a label.
constexpr std::int8_t kUnlabelled = -1;

/// One of several labels of each row.
struct TaskFacts {
  /// Name of its column.
  std::string name;
  /// Label value that counts as positive.
  std::string positive;
  /// 1 positive, 0 negative, kUnlabelled.
  std::vector<std::int8_t> labels;
  /// Its place among the labels that were listed.
  std::size_t listed = 0;
};

/// Labels, ids, weights and other facts of each row, apart from its content. A list is empty if it was not asked for.
struct RowFacts {
  /// 1 positive, 0 negative, kUnlabelled. Of several labels: whether any of them is positive, kUnlabelled if all are
  /// missing.
  std::vector<std::int8_t> labels;
  /// If rows are split by other labels than their own: those that a split goes by. Empty: it goes by `labels`.
  std::vector<std::int8_t> split_labels;
  /// Several labels, each with both classes; empty: one label.
  std::vector<TaskFacts> tasks;
  /// Number of labels that were listed, of which `tasks` leaves out some; 0: one label.
  std::size_t listed_tasks = 0;
  /// Number of the row in its file, starting at 1; a header does not count. Further data files are numbered on.
  std::vector<std::int64_t> numbers;
  /// Id of each row.
  std::vector<std::string> ids;
  /// Name of the column that the ids come from.
  std::string id_column;
  /// Weight of each row.
  std::vector<double> weights;
  /// Group of each row, as an index into group_names.
  std::vector<std::uint32_t> groups;
  /// Names of the groups.
  std::vector<std::string> group_names;
  /// Parts that are given rather than drawn, for the last `parts.size()` rows.
  std::vector<Part> parts;
  /// Label value that counts as positive.
  std::string positive;
  /// Name of the label column; empty if labels have none.
  std::string label_column;
  /// For a split by scaffold or cluster: that of each row that it may place. Rows with equal numbers stay together.
  std::vector<std::uint32_t> scaffolds;
  /// 1 if the row repeats the molecule of an earlier row and is left out.
  std::vector<std::uint8_t> duplicates;
  /// For a split by date: the date of each row, in days or as written if it is a number.
  std::vector<double> dates;
  /// Where rows stand twice: the first row with the same values, or the same molecule, as each row. A split that is
  /// drawn keeps them together.
  std::vector<std::int64_t> first_copies;
};

/// Where labels are stored: in a column of the CSV file, or in the records themselves.
enum class LabelsIn { columns, records };

/// Collects facts row by row, from several files one after the other. Labels are decided at the end.
class RowFactsReader {
 public:
  /// Reads the facts that the options ask for.
  explicit RowFactsReader(const DataOptions& options, LabelsIn labels_in = LabelsIn::columns);

  /// Finds the columns of a CSV file that hold facts; a test file needs no split column.
  void open(const CsvReader& csv, FileRole role);
  /// Columns of the file that hold facts and are therefore not features.
  const std::vector<std::size_t>& places() const { return places_; }
  /// Column of molecules or image paths, if one was asked for.
  std::optional<std::size_t> content() const { return content_; }

  /// Begins a file without columns.
  void begin_file(FileRole role);
  /// Assigns all further rows to the test part; their numbers continue.
  void begin_test_part() { role_ = FileRole::test_part; }

  /// Adds the current row of a CSV file.
  void add(const CsvReader& csv);
  /// Adds a row that has nothing but a label.
  void add_label(std::string_view label, const std::string& place);
  /// Adds a row that has nothing but a class; unlike a label, a class named "nan" is not missing.
  void add_class(std::string_view name, const std::string& place);
  /// Adds a row whose label comes from its record and whose other facts come from a CSV file.
  void add(const CsvReader& csv, std::string_view label, const std::string& place);

  /// Returns the facts of all rows and adds notes for the user.
  RowFacts finish(std::vector<std::string>& notes);

 private:
  // The place of a column that was asked for, or of the last column if none was. In a second file the column is found
  // by the name that it has in the first.
  std::size_t find(const CsvReader& csv, const std::string& column, const char* option = "");
  std::size_t find_split(const CsvReader& csv);
  // Runs `act`; if the label column was guessed, errors say so.
  template <class Act>
  auto explaining_label(const Act& act) const;
  void find_label(const CsvReader& csv);
  bool is_unlabelled(std::string_view text) const;
  bool is_censored(const CsvReader& csv) const;
  void find_tasks(const CsvReader& csv);
  bool is_label(std::optional<std::size_t> column) const;
  void require_facts_beside_labels(const CsvReader& csv) const;
  void take_task_labels(const CsvReader& csv);
  RowFacts finish_tasks(std::vector<std::string>& notes);
  template <class Place>
  void take_label(std::string_view text, const Place& place);
  void take_other_facts(const CsvReader& csv);

  DataOptions options_;
  LabelsIn labels_in_;
  std::vector<std::string> missing_;  // texts of --missing
  bool splits_by_column_;
  std::vector<std::size_t> places_;
  std::size_t label_ = 0;
  std::optional<std::size_t> content_, id_, weight_, group_, split_, relation_, date_;
  std::int64_t censored_ = 0;                 // labels that a bound leaves open
  std::map<std::string, std::string> names_;  // name of each column found, by the name or number that was asked for
  std::string label_name_;
  std::vector<std::string> two_valued() const;
  bool label_is_guessed_ = false;  // no label column was given: the last one is used
  std::int64_t number_ = 0;
  FileRole role_ = FileRole::all_parts;
  LabelRule rule_;
  // One of several labels.
  struct Task {
    std::string name;
    LabelRule rule;
    std::size_t place = 0;
    std::vector<std::int8_t> labels = {};
  };
  std::vector<Task> tasks_;  // empty: one label
  GroupNumbers groups_;
  RowFacts facts_;
};

/// Whether a trimmed label text stands for no label: it is empty or NaN.
bool means_unlabelled(std::string_view text);

/// Whether the option `split` names a way of splitting rather than a column.
bool is_split_method(const std::string& split);

}  // namespace pauc
