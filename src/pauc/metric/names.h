#pragma once

#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc {

// How many decimals people are shown: a raw area is at most as wide as its region, a small number.
int decimals_of(Scale scale);

// "AUC", "pAUC FPR <= 0.3"
std::string area_title(const EvaluatedArea& area);
// "AUC", "pAUC FPR <= 0.3 (mcclish)"
std::string title_with_scale(const EvaluatedArea& area);

// "FPR <= 0.3" for one_way_0.3, "TPR >= 0.6, FPR <= 0.4" for two_way_0.6_0.4; other keys as they are.
std::string target_words(const std::string& key);
// Of a plot of convergence: "FPR <= 0.3, train part".
std::string convergence_title(const std::string& key, const std::string& part);

}  // namespace pauc
