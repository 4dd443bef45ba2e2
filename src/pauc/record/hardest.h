#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pauc/core/picture.h"
#include "pauc/record/predictions.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

// A row that the model got badly wrong.
struct HardExample {
  std::size_t place = 0;  // in the part; not written to files
  std::int64_t row = 0;   // in the file, from 1
  std::string id;         // empty if rows have none
  double score = 0;
  Picture picture;
  std::vector<std::pair<std::string, std::string>> values = {};  // names and values of its first columns
};

struct HardestExamples {
  std::vector<HardExample> positives;  // the lowest scores first
  std::vector<HardExample> negatives;  // the highest scores first
};

constexpr std::size_t kShownExamples = 8;  // of each class

// The hardest rows of each class, without pictures. Rows with equal scores stay in their order.
HardestExamples hardest_of(const ScoredPart& part, std::size_t count = kShownExamples);

constexpr std::size_t kShownValues = 12;  // of a row

// hardest.json: the hardest examples of the validation and of the test part, with pictures as base64.
std::string hardest_json(const HardestExamples& valid, const HardestExamples& test);
// `part` is valid or test. Refuses pictures of other types or above a megabyte, text that is not base64, long lists.
HardestExamples hardest_from_json(const std::string& text, const std::string& part, const std::string& where);
HardestExamples read_hardest(const RunPaths& paths, const std::string& part);

}  // namespace pauc::record
