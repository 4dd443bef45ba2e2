#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "pauc/data/table/encoding.h"

namespace pauc {

/// What new rows have in one column that the training rows did not have.
struct UnlikeColumn {
  std::string name;                          ///< of the column
  Column::Kind kind = Column::Kind::number;  ///< of its values
  SeenValues seen;                           ///< in training
  std::int64_t rows = 0;                     ///< new rows
  std::int64_t outside = 0;                  ///< numbers beyond the range of the training by more than a tenth of it
  std::int64_t far = 0;                      ///< numbers beyond it by more than the range itself
  double least = 0, most = 0;                ///< smallest and largest of them
  std::int64_t unknown = 0;                  ///< categories without an output of their own
  std::string example;                       ///< the first of them
  std::int64_t missing = 0;                  ///< rows without a value

  /// A number far out of range, or more numbers out of range than chance lets expect.
  bool has_outside() const;
  /// More unknown categories than the training rows let expect.
  bool has_unknown() const;
  /// More missing values than the training rows let expect.
  bool has_missing() const;
  /// Whether any of it is worth a word.
  bool is_notable() const { return has_outside() || has_unknown() || has_missing(); }
  /// "age: 600 of 600 rows are out of the range of the training rows, 18 to 90: from 216 to 1080"
  std::string sentence() const;
};

/// Compares new rows, block by block, with what the preprocessing of a run's models saw in training.
///
/// A number is out of range if it lies beyond the smallest or largest training value by more than a tenth of their
/// distance. Good rows have such numbers now and then; they are notable if one lies beyond by more than the whole
/// distance, or if there are more than one row in a hundred would explain. Missing values and categories that training
/// did not know are notable if training had none, or if there are more than its share explains. Explained is what
/// chance gives in more than one of a thousand files.
class UnlikeRows {
 public:
  explicit UnlikeRows(const std::vector<const TableEncoding*>& encodings);

  /// False if the cards say nothing about any column.
  bool knows_columns() const;
  /// 1 for each row with a value out of range, or with an unknown category or a missing value where training had none.
  std::vector<std::uint8_t> add(const Table& table, const std::vector<std::uint8_t>& readable);

  /// The notable columns, in the order of the table.
  std::vector<UnlikeColumn> notable() const;
  /// Rows for which add() gave 1.
  std::int64_t unlike() const { return unlike_; }

 private:
  struct Known {
    bool checked = false;
    std::unordered_set<std::string> categories;
    UnlikeColumn found;
  };
  void take_number(float value, Known& known, std::uint8_t& is_unlike) const;

  std::vector<Known> columns_;
  std::int64_t unlike_ = 0;
};

}  // namespace pauc
