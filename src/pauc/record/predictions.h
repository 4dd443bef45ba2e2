#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

// The rows of one part and the scores that a model gave them. Lists that the data do not have are empty.
struct ScoredPart {
  std::vector<std::int64_t> numbers;  // place in the file, from 1
  std::vector<std::string> ids;
  std::vector<std::uint8_t> labels;
  std::vector<double> scores;
  std::vector<std::int64_t> folds;  // that left the row out, from 1
  std::vector<double> weights;
  std::vector<std::uint32_t> groups;
  std::vector<std::string> group_names;  // by number
};

// Some of the rows, in this order. Groups are renumbered in the order of their first rows, as in a file.
ScoredPart rows_at(const ScoredPart& part, const std::vector<std::size_t>& rows);

// Labels, weights and groups without the scores. Groups are renumbered from 0.
ScoredRows rows_of(const ScoredPart& part);

// Gives the same result as `pauc evaluate` on the predictions file; the score is named "score".
Evaluation evaluate_part(const ScoredPart& part, const EvaluationOptions& options);

// predictions-PART.csv: row[,id],label,score[,weight][,group][,fold]. Scores read back to the same bits.
std::string predictions_csv(const ScoredPart& part);
// `part` is valid or test. Refuses predictions that cannot be evaluated: both classes must be there.
ScoredPart read_predictions(const RunPaths& paths, const std::string& part);

}  // namespace pauc::record
