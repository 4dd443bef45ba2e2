#pragma once

#include <functional>
#include <string>

#include "pauc/trainer/run/predict.h"

namespace pauc {

// `predict` for a run with several labels: a column of scores for each, in constant memory. Refuses options that go by
// one score.
PredictSummary predict_labels(const PredictOptions& options, const std::function<void(const std::string&)>& write,
                              const std::function<void(const std::string&)>& note);

}  // namespace pauc
