#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/picture.h"
#include "pauc/record/record.h"

namespace pauc::record {

// A row that a model got most wrong.
struct HardExample {
  std::size_t place = 0;  // in the part; no file keeps it
  std::int64_t row = 0;   // in the file, from 1
  std::string id;         // empty: rows have none
  double score = 0;
  Picture picture;
};

struct HardestExamples {
  std::vector<HardExample> positives;  // the lowest scores first
  std::vector<HardExample> negatives;  // the highest scores first
};

// Of equal scores the earlier row comes first. Without pictures.
constexpr std::size_t kShownExamples = 8;  // of each class
HardestExamples hardest_of(const ScoredPart& part, std::size_t count = kShownExamples);

// hardest.json of a run: those of the validation and of the test part, pictures as base64.
std::string hardest_json(const HardestExamples& valid, const HardestExamples& test);
// Refuses what is not that: pictures of other types or of more than a megabyte, text that is not base64, long lists.
HardestExamples hardest_from_json(const std::string& text, const std::string& part, const std::string& where);

}  // namespace pauc::record
