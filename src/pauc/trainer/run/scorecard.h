#pragma once

#include <vector>

#include "pauc/core/span.h"
#include "pauc/data/table/encoding.h"
#include "pauc/record/scorecard.h"

namespace pauc {

// A scorecard and the columns of the table that its features stand for.
struct MadeScorecard {
  record::Scorecard card;
  std::vector<std::size_t> columns;  // of card.features
};

// Shares of the training rows at which ranges of a number begin. No choice suits all data: with a long tail, a bin for
// the last hundredth takes all points; without one, a region of low false-positive rates is decided there.
inline const std::vector<std::vector<double>> kScorecardQuantiles = {
    {0.2, 0.4, 0.6, 0.8},
    {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9},
    {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95},
    {0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99}};

// Integer points for a linear model with these weights (bias, then one per input).
//
// A bin stands for the median contribution of its training rows to the score. Bins are ranges between quantiles of a
// number, single values where there are few, missing numbers, categories. The lowest bin of a column gets 0 points; the
// widest column gets `largest` points for its highest bin, and all others are on the same scale, rounded. Neighbouring
// ranges with equal points become one, and columns without points are left out.
//
// Edges are decimals as people write them. A number is on the side of an edge that both have as floats.
MadeScorecard make_scorecard(const Table& table, Span<const std::int64_t> train_rows, const TableEncoding& encoding,
                             Span<const double> weights, std::int64_t largest, Span<const double> quantiles);

// The sum of points of each row.
std::vector<double> total_points(const MadeScorecard& scorecard, const Table& table, Span<const std::int64_t> rows);

}  // namespace pauc
