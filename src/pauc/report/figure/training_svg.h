#pragma once

#include <string>

#include "pauc/report/figure/figure.h"
#include "pauc/report/figure/training_curves.h"

namespace pauc::report {

// One training in small figures that a page can put beside one another or stack; pre-training is shaded to the left of
// epoch 1. Without epochs all are empty.
struct TrainingFigures {
  std::string target;             // its value on train and valid, with the best epoch marked
  std::string objective;          // what was minimised
  std::string realised_fraction;  // empty: the method has none
};
TrainingFigures training_svg(const TrainingCurves& curves, FigureUse use = FigureUse::page);

}  // namespace pauc::report
