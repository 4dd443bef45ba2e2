#pragma once

#include "pauc/metric/cases.h"

namespace pauc {

/// Mean log loss of raw scores as log-odds: log(1 + exp(-s)) for a positive, log(1 + exp(s)) for a negative, weighted.
double log_loss(const Cases& cases);

}  // namespace pauc
