#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/report/figure.h"
#include "pauc/report/record.h"

namespace pauc {

struct TrainingCurves {
  std::string measure;          // what train and valid are: "pAUC FPR <= 0.3 (mcclish)"
  std::int64_t best_epoch = 0;  // 0: none is known
  std::vector<EpochRecord> epochs;
};

// One training in small figures that a page can put beside one another or stack; pre-training is shaded to the left of
// epoch 1. Without epochs all are empty.
struct TrainingFigures {
  std::string target;             // its value on train and valid, with the best epoch marked
  std::string objective;          // what was minimised
  std::string realised_fraction;  // empty: the method has none
};
TrainingFigures training_svg(const TrainingCurves& curves, FigureUse use = FigureUse::page);

}  // namespace pauc
