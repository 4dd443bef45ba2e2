#pragma once

#include "pauc/core/span.h"

namespace pauc {

// The standard deviation (divided by n); 0 without values.
double deviation_of(Span<const double> values);

}  // namespace pauc
