#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/data/blocks.h"
#include "pauc/record/blend.h"
#include "pauc/trainer/config/members.h"
#include "pauc/trainer/run/prepared_data.h"

namespace pauc {

// Scores that a model trained elsewhere gave to the rows of a run. Where all of them are probabilities, these are their
// log odds.
struct ForeignScores {
  std::vector<std::vector<double>> scores;  // of each list of rows
  bool probabilities = false;
  double least_probability = 0;  // record::BlendMember::least_probability
};

// Reads the scores of these rows of the examples, found by a column `row` or by the ids. Refuses a file in which a row
// is missing or stands twice. Other rows of the file are left alone. A probability of
// 0 or 1 counts as half as near to it as the nearest other one of the first list.
ForeignScores read_foreign_scores(const ForeignMember& member, const PreparedData& data,
                                  const std::vector<std::vector<std::int64_t>>& rows);

// The same for new data: reads along with their blocks, whose rows the file must have in the same order. Its column
// `row` and its ids, as far as it has them, must be those of the data.
class ForeignScoreReader {
 public:
  ForeignScoreReader(const ForeignMember& file, const record::BlendMember& member, const std::string& id_column);
  std::vector<double> of(const Block& block);
  // Refuses rows that the data do not have. Call it after the last block.
  void finish();

 private:
  std::string file_;
  bool probabilities_;
  double least_probability_;
  CsvReader csv_;
  std::size_t score_;
  std::optional<std::size_t> row_;
  std::optional<std::size_t> id_;
};

// Opens the scores of the members that come from elsewhere, in the order of the members. `given` is NAME=FILE.csv,
// several separated by commas; refuses other names, and a member without a file.
std::vector<ForeignScoreReader> open_foreign_scores(const std::string& given,
                                                    const std::vector<record::BlendMember>& members,
                                                    const std::string& id_column);

}  // namespace pauc
