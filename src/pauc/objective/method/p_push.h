#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// P-push: few negatives above many positives, by a power of each negative's mean loss (Rudin 2009).
///
///   F(w) = 1/n- sum_j ( 1/n+ sum_i l(h_i - h_j) )^p
///
/// The inner mean of each negative is a moving average u_j, exact on its first visit.
struct PPushOptions : PairOptions {
  double power = 2;     ///< p
  double gamma0 = 0.9;  ///< weight of the new batch in a negative's moving average
};

/// Options of P-push by name, for config files and `--help`.
inline const Fields<PPushOptions> kPPushFields = with_pair_fields<PPushOptions>({
    {"power", &PPushOptions::power, "how hard the highest negatives are pushed down: 2, 4, 6"},
    {"gamma0", &PPushOptions::gamma0, "weight of the new batch in a negative's moving average"},
});

/// Makes P-push. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const PPushOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
