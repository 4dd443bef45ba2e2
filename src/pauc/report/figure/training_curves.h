#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/record/epoch_log.h"

namespace pauc::report {

// What a page shows of how a run was trained.
struct TrainingCurves {
  std::string measure;          // what train and valid are: "pAUC FPR <= 0.3 (mcclish)"
  std::int64_t best_epoch = 0;  // 0: none is known
  std::vector<record::Epoch> epochs;
};

}  // namespace pauc::report
