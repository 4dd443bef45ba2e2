#pragma once

#include <string>
#include <vector>

#include "pauc/record/epoch_log.h"

namespace pauc {

// A loss that gives way to pairs it cannot win may be smallest where all scores are equal. Fine-tuning is therefore
// compared with its start, epoch by epoch (record::SinceStart).

// The scores of this epoch have less than this share of the spread that fine-tuning started from.
constexpr double kCollapsedSpread = 0.01;
bool has_collapsed(const record::Epoch& epoch);

// Why the model of the best epoch should not be trusted: the scores collapsed in some epoch, or no epoch reached the
// validation value of the start. Empty: there is no reason, or training did not start from a trained model.
std::string collapse_of(const std::vector<record::Epoch>& log, std::int64_t best_epoch);

}  // namespace pauc
