#pragma once

#include <string>
#include <vector>

#include "pauc/trainer/run/row_scorer.h"

namespace pauc::cli {

// Most rows of one request: the time to score them is bounded.
constexpr std::size_t kMostRequestRows = 10'000;

// {"rows": [{"age": 63, "ward": "A"}, ...]} as CSV text, which is read as `pauc predict` reads files. Every row has to
// have the columns that the first one has; null is a missing value. Bad data otherwise, in one sentence.
std::string csv_of_request(const std::string& body, const std::vector<RowField>& fields);

// {"rows": [{"row": 1, "id", "score", "decision", "probability", "spread", "unlike", "members": {...}}],
// "notes": [...]}.
std::string answer_json(const AnsweredRows& scored, const std::vector<std::string>& member_names);

}  // namespace pauc::cli
