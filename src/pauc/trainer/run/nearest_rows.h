#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "pauc/data/table/encoding.h"
#include "pauc/record/run_paths.h"

namespace pauc {

// Finds the training rows of a run that are most like new rows.
//
// The distance of two rows is the mean over the columns that the model reads (Gower 1971): for numbers their difference
// as a share of the range in training, at most 1; for categories 0 if they are equal, otherwise 1; a missing value is
// at distance 0 from another missing one and at distance 1 from any other.
class NearestRows {
 public:
  // Reads the data files of the training again; refuses files that are gone or have changed, data without columns, and
  // cards without ranges. Training rows are those of train and, with folds, of valid.
  NearestRows(const record::RunPaths& paths, const TableEncoding& encoding, bool with_valid);

  // Ids of the `count` nearest rows to each row of a table, the nearest first; numbers of rows where there are no ids.
  std::vector<std::vector<std::string>> of(const Table& table, std::size_t count) const;

 private:
  struct KnownColumn {
    std::size_t place = 0;                         // in the table
    double range = 0;                              // number
    std::unordered_map<std::string, float> codes;  // category
    std::vector<float> values;                     // of the training rows; NaN is missing
  };
  float value_of(const KnownColumn& column, const Table& table, std::int64_t row) const;

  std::vector<KnownColumn> columns_;
  std::vector<std::string> names_;  // of the training rows
};

}  // namespace pauc
