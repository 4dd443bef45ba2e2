#pragma once

#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/metric/region.h"
#include "pauc/model/model.h"

namespace pauc {

// Raw scores of a batch of any size. The model sees blocks of one size, the last one filled up: matrix products of
// another shape round otherwise, and a row must have the same score, to the bit, in training and in prediction, where a
// threshold is compared with it.
void append_scores(const Model& model, const Batch& batch, std::vector<double>& scores);

// Raw scores of all examples, in order, in double.
std::vector<double> scores_of(const Model& model, const Dataset& dataset);

// The one number that stands for a region: mcclish one-way, normalised two-way.
double target_value(const Dataset& dataset, const std::vector<double>& scores, const Region& target);

}  // namespace pauc
