#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/record/epoch_log.h"

namespace pauc::report {

// The course of a training, for its figures.
struct TrainingCurves {
  std::string measure;          // title of the values: "pAUC FPR <= 0.3 (mcclish)"
  std::int64_t best_epoch = 0;  // 0: not known
  std::vector<record::Epoch> epochs;
};

}  // namespace pauc::report
