#pragma once

#include <memory>

#include "pauc/trainer/config/config.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/results.h"

namespace pauc {

// The data as a single process would have them that writes the results of this model, but with the content of those
// rows alone that results show or look at: the hardest ones and those whose columns are permuted, for a linear model
// all of them. All ranks call it; the result is for rank 0. Data of one process are returned as they are.
//
// `config` decides what is looked at; `model_name` is that of the model.
std::shared_ptr<const PreparedData> described_data(const Model& model, const std::string& model_name,
                                                   const Config& config, const PartScores& scores,
                                                   const PreparedData& data);

}  // namespace pauc
