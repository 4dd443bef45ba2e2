#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/metric/scored_rows.h"

namespace pauc {

/// Columns of a file of scores, by name or by number from 1.
struct ScoreColumns {
  std::string label = "label";                  ///< label column
  std::string positive;                         ///< positive label value or comparison, as in LabelRule
  std::vector<std::string> scores = {"score"};  ///< score columns
  std::string weight;                           ///< column of case weights; empty: none
  std::string group;                            ///< column of groups; empty: none
  std::string id;                               ///< column of ids; empty: none
  bool header = true;                           ///< whether the first line names the columns
};

/// The rows of a file of scores.
struct ScoreTable {
  ScoredRows rows;                    ///< labels, scores, weights and groups
  std::vector<std::int64_t> numbers;  ///< line of each row in the file, counted from 1
  std::vector<std::string> ids;       ///< empty if no id column was asked for
  std::string positive;               ///< label value that counts as positive
  std::int64_t unlabelled = 0;        ///< rows left out because their label is empty
  std::vector<std::string> notes;     ///< remarks for the user
};

/// Reads a CSV or TSV file, gzipped or not, in constant memory apart from the numbers themselves.
ScoreTable read_score_table(const std::string& path, const ScoreColumns& columns);

}  // namespace pauc
