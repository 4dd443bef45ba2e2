#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/picture.h"
#include "pauc/record/explanation_paths.h"

namespace pauc::record {

// What the parts of one example add to its score: the score as it is, minus the score without the part.
struct Contributions {
  std::int64_t row = 0;        // in the file, from 1
  std::int64_t across = 0;     // patches of an image side by side, lines from the top; 0: the parts are atoms
  std::vector<double> values;  // of each atom or patch
  Picture picture;             // parts that raise the score in red, parts that lower it in blue
};

// contributions.json: those of the hardest validation and test examples.
std::string contributions_json(const std::vector<Contributions>& valid, const std::vector<Contributions>& test);
// `part` is valid or test.
std::vector<Contributions> contributions_from_json(const std::string& text, const std::string& part,
                                                   const std::string& where);
std::vector<Contributions> read_contributions(const ExplanationPaths& paths, const std::string& part);

}  // namespace pauc::record
