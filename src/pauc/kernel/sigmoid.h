#pragma once

#include "pauc/core/span.h"

namespace pauc::kernel {

// scores[k] <- h = 1 / (1 + exp(-score)) and slopes[k] <- dh/dscore = h (1 - h), without losing the small ones: at a
// score of 40 h is 1, the slope e^-40.
void sigmoid_in_place(Span<double> scores, Span<double> slopes);

}  // namespace pauc::kernel
