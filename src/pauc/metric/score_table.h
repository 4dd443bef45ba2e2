#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/metric/scored_rows.h"

namespace pauc {

// Which columns of a CSV file are what; names, or numbers from 1.
struct ScoreColumns {
  std::string label = "label";
  std::string positive;  // as in LabelRule
  std::vector<std::string> scores = {"score"};
  std::string weight;  // empty: none
  std::string group;
  std::string id;
  bool header = true;
};

struct ScoreTable {
  ScoredRows rows;
  std::vector<std::int64_t> numbers;  // of the rows in the file, from 1
  std::vector<std::string> ids;       // empty: no column was asked for
  std::string positive;               // the label value that counts as positive
  std::int64_t unlabelled = 0;        // rows left out because their label is empty
  std::vector<std::string> notes;     // what a reader should be told
};

ScoreTable read_score_table(const std::string& path, const ScoreColumns& columns);

}  // namespace pauc
