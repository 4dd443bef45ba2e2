#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/record/blend.h"
#include "pauc/record/predictions.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

// The logits that each member of a blend gave the rows of one part: those of the validation rows come from the models
// that have not seen them. Lists that the data do not have are empty.
struct MemberScores {
  std::vector<std::int64_t> numbers;  // place in the file, from 1
  std::vector<std::string> ids;
  std::vector<std::uint8_t> labels;
  std::vector<std::int64_t> folds;          // that left the row out, from 1
  std::vector<std::string> names;           // of the members
  std::vector<std::vector<double>> logits;  // [names][rows]
};

// `part` gives the rows, `logits` one list per member of the blend, in its order.
MemberScores member_scores_of(const ScoredPart& part, const Blend& blend, std::vector<std::vector<double>> logits);

// members-PART.csv: row[,id],label[,fold] and a column per member. Logits read back to the same bits.
std::string member_scores_csv(const MemberScores& members);
// `part` is valid or test. Refuses columns other than these, with the members of the blend in its order, and numbers
// that are not finite. A blend written by an earlier version has no such file; ask is_there(paths.member_scores(part)).
MemberScores read_member_scores(const RunPaths& paths, const std::string& part, const Blend& blend);

}  // namespace pauc::record
