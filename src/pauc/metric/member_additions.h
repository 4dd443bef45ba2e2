#pragma once

#include <functional>
#include <vector>

#include "pauc/metric/blend_weights.h"
#include "pauc/metric/interval/uncertainty.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

// Finds the weights of a blend.
using BlendFit = std::function<BlendWeights(const MemberLogits& members)>;

// What a member adds to a blend: value(blend of all members) - value(blend fitted again without this one), on the scale
// on which people see the region. The interval is that of a paired comparison on the same rows. It takes the weights as
// given, although they were fitted on these rows: both blends gain from that alike.
struct MemberAddition {
  double value = 0;
  IntervalResult ci;
};

// `rows` has the logits of each member as a column. One addition per member; none if there is one member only.
std::vector<MemberAddition> member_additions(ScoredRows rows, const Region& region, const UncertaintyOptions& options,
                                             const BlendFit& fit);

}  // namespace pauc
