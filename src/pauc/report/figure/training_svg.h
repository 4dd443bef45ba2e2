#pragma once

#include <string>

#include "pauc/report/figure/figure.h"
#include "pauc/report/figure/training_curves.h"

namespace pauc::report {

// One training in small figures that a page can place side by side or stack. Pre-training is shaded, to the left of the
// first epoch. All are empty if there are no epochs.
struct TrainingFigures {
  std::string target;             // the target's value on train and valid, with the best epoch marked
  std::string objective;          // the value that was minimised
  std::string realised_fraction;  // empty if the method has none
};
TrainingFigures training_svg(const TrainingCurves& curves, FigureUse use = FigureUse::page);

}  // namespace pauc::report
