#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/report/record.h"

namespace pauc {

// One training: the target's value on train and valid with the best epoch marked, the objective, and the realised
// fraction where the method has one; pre-training shaded. Three small plots in a row.
struct TrainingCurves {
  std::string measure;  // what train and valid are: "pAUC FPR <= 0.3 (mcclish)"
  std::int64_t best_epoch = 0;
  std::vector<EpochRecord> epochs;
};
std::string training_svg(const TrainingCurves& curves);

}  // namespace pauc
