#pragma once

#include <functional>
#include <vector>

#include "pauc/metric/blend_weights.h"
#include "pauc/metric/interval/uncertainty.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

// Fits a blend of these members and scores the cases with it.
using BlendScores = std::function<std::vector<double>(const MemberLogits& members)>;

// What a member adds to a blend: value(blend of all members) - value(blend fitted again without this one), on the scale
// on which people see the region. The interval is that of a paired comparison on the same rows, and takes both blends
// as given.
struct MemberAddition {
  double value = 0;
  IntervalResult ci;
};

// `rows` has the logits of each member as a column. One addition per member; none if there is one member only.
std::vector<MemberAddition> member_additions(const ScoredRows& rows, const Region& region,
                                             const UncertaintyOptions& options, const BlendScores& scores_of);

}  // namespace pauc
