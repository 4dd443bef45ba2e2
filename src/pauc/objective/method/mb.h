#pragma once

#include <cstdint>

#include "pauc/objective/pair/options.h"

namespace pauc {

struct Objective;

// MB: partial AUC of the batch alone: its highest negatives, two-way also its lowest positives (Kar, Narasimhan, Jain
// 2014). It remembers nothing, and is biased where a batch is small.
//
//   F(w) = mean of l(h_i - h_j) over the batch's top negatives and, with tpr_min > 0, its bottom positives
//
// A share that is not a whole number of ranks counts the last rank with its fraction; ties at the cut share equally.
struct MbOptions : PairOptions {
  double top_negatives = 0.3;
  double bottom_positives = 0.5;
  double tpr_min = 0;
};

inline const Fields<MbOptions> kMbFields = with_pair_fields<MbOptions>({
    {"top_negatives", &MbOptions::top_negatives, "share of the batch's negatives, the highest, that count"},
    {"bottom_positives", &MbOptions::bottom_positives,
     "share of the batch's positives, the lowest, that count when tpr_min > 0"},
    {"tpr_min", &MbOptions::tpr_min, "above 0: two-way"},
});

Objective make_objective(const MbOptions& options, std::int64_t examples, Route route = Route::automatic);

}  // namespace pauc
