#pragma once

#include <vector>

#include "pauc/data/inputs.h"
#include "pauc/metric/cases.h"
#include "pauc/metric/region.h"
#include "pauc/model/model.h"
#include "pauc/ranks/ranks.h"

namespace pauc {

/// Raw scores of all examples, in order. An example gets the same score, bit for bit, in any dataset, so that
/// thresholds found in training hold in prediction. Of several labels, the scores of an example follow each other.
/// Each rank scores the examples that it holds, and all of them get all scores.
std::vector<double> scores_of(const Model& model, const Dataset& dataset, const Ranks& ranks = Ranks());

/// The same for rows that are not in a Dataset: `gather` makes a batch of given row numbers, from 0 to `rows`.
std::vector<double> scores_of(const Model& model, const GatherRows& gather, std::int64_t rows);

/// The partial AUC of a region as used in logs and selection: mcclish for one-way, normalised for two-way regions.
double target_value(const Cases& cases, const Region& target);
/// The same of a dataset; of several labels, the mean over those that have both classes there.
double target_value(const Dataset& dataset, const std::vector<double>& scores, const Region& target);

}  // namespace pauc
