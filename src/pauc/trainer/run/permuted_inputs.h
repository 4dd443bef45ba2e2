#pragma once

#include <string>
#include <vector>

#include "pauc/record/importance.h"
#include "pauc/trainer/run/scoring_models.h"

namespace pauc {

// Inputs that are permuted together.
struct PermutedInputs {
  std::string name;
  record::Permuted kind = record::Permuted::column;
  std::vector<std::string> columns;  // as they are named in the preprocessing
  bool content = false;              // also the molecule or the image itself, for models that read it
};

// Every column, the groups of the option column_groups, each kind of features that is computed from molecules and,
// where it is not the only input, the whole molecule or image.
std::vector<PermutedInputs> permuted_inputs(const std::vector<ScoringModel>& models, const std::string& groups);

// Refuses an option column_groups that does not fit the columns of these examples.
void check_column_groups(const std::string& groups, const Examples& examples);

}  // namespace pauc
