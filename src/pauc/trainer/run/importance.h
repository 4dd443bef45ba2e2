#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pauc/metric/region.h"
#include "pauc/record/importance.h"
#include "pauc/trainer/run/permuted_scores.h"
#include "pauc/trainer/run/scoring_models.h"

namespace pauc {

struct ImportanceOptions {
  std::int64_t repeats = 5;
  std::string column_groups;
  std::uint64_t seed = 0;
  std::int64_t most_rows = 4000;    // drawn at random from the rows that the models have not seen
  std::int64_t most_columns = 200;  // those with the largest effect on the scores of a few rows; groups are extra
  std::int64_t most_effects = 6;
};

// Rows to permute: at most `most_rows` of them, of both classes at their natural rates but at least 100 of each where
// there are as many; rows of weight 0 do not count. The partial AUC and its false-positive rates do not depend on how
// many positives there are.
std::vector<std::int64_t> drawn_places(const ScoringModels& held_out, std::int64_t most_rows, std::uint64_t seed);

// Places of the rows that importance_of() looks at.
std::vector<std::int64_t> places_to_permute(const ScoringModels& held_out, const ImportanceOptions& options);

// How much the partial AUC on rows that the models have not seen falls when inputs are permuted among them, and the
// shapes of the strongest columns. There must be inputs to permute. None if it was asked to stop.
std::optional<record::Importance> importance_of(const ScoringModels& held_out, const Region& target,
                                                const ImportanceOptions& options, const Work& work);

}  // namespace pauc
