#pragma once

#include "pauc/core/span.h"

namespace pauc::kernel {

// Replaces each score by h = 1 / (1 + exp(-score)) and writes dh/dscore = h (1 - h) to slopes. Small slopes keep their
// precision: at a score of 40, h is 1 and the slope is e^-40.
void sigmoid_in_place(Span<double> scores, Span<double> slopes);

}  // namespace pauc::kernel
