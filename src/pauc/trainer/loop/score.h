#pragma once

#include <vector>

#include "pauc/data/inputs.h"
#include "pauc/metric/region.h"
#include "pauc/model/model.h"

namespace pauc {

// Raw scores of all examples, in order, in double. Models see to it that a row's score has the same bits whatever rows
// are beside it: thresholds of the training are compared with scores of a prediction.
std::vector<double> scores_of(const Model& model, const Dataset& dataset);

std::vector<double> scores_of(const Model& model, const GatherRows& gather, std::int64_t rows);

// The one number that stands for a region: mcclish one-way, normalised two-way.
double target_value(const Dataset& dataset, const std::vector<double>& scores, const Region& target);

}  // namespace pauc
