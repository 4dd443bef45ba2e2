#pragma once

#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/metric/region.h"
#include "pauc/model/model.h"

namespace pauc {

// Raw scores of all examples, in order, in double.
std::vector<double> scores_of(const Model& model, const Dataset& dataset);

// The one number that stands for a region: mcclish one-way, normalised two-way.
double target_value(const Dataset& dataset, const std::vector<double>& scores, const Region& target);

}  // namespace pauc
