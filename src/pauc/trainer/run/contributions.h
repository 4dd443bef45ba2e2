#pragma once

#include <optional>
#include <vector>

#include "pauc/record/contributions.h"
#include "pauc/trainer/run/permuted_scores.h"
#include "pauc/trainer/run/scoring_models.h"

namespace pauc {

// Patches along each side of an image; fewer if it has fewer pixels.
constexpr std::int64_t kPatchesAlongSide = 8;

// What the atoms of a molecule (see without_each_atom), or the patches of an image, add to the score of the row at
// `place`: its score minus the score without the atom, or with the patch in the mean colour of the training images.
// No values if no model reads atoms or pixels, or if nothing changes the score.
record::Contributions contributions_of(const ScoringModels& scoring, std::int64_t place);

// The same for some rows of the file, with pictures; rows without contributions are left out. None if it was asked to
// stop.
std::optional<std::vector<record::Contributions>> drawn_contributions(const ScoringModels& scoring,
                                                                      const std::vector<std::int64_t>& numbers,
                                                                      const Work& work);

}  // namespace pauc
