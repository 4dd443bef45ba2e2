#pragma once

#include <vector>

#include "pauc/core/span.h"
#include "pauc/data/table/encoding.h"
#include "pauc/record/coefficients.h"

namespace pauc {

// The weights of a linear model (bias, then one per input) on the scale of the data: undoes the standardisation.
// `input_means` are the means of the encoded inputs over the training rows; they give the deviation of an indicator.
record::Coefficients coefficients_of(const TableEncoding& encoding, Span<const double> weights,
                                     Span<const double> input_means);

// Percentile intervals of all coefficients from the weights of bootstrap replicates.
void add_intervals(const TableEncoding& encoding, const std::vector<std::vector<double>>& replicates,
                   record::Coefficients& coefficients);

}  // namespace pauc
