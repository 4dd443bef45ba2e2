#pragma once

#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc {

// Number of decimals to show. Raw areas get more, because an area is at most as large as the width of its region.
int decimals_of(Scale scale);

// "AUC", "pAUC FPR <= 0.3"
std::string area_title(const EvaluatedArea& area);
// "AUC", "pAUC FPR <= 0.3 (mcclish)"
std::string title_with_scale(const EvaluatedArea& area);

// "FPR <= 0.3" for one_way_0.3, "TPR >= 0.6, FPR <= 0.4" for two_way_0.6_0.4; other keys as they are.
std::string target_words(const std::string& key);
// Title of a convergence plot: "FPR <= 0.3, train part".
std::string convergence_title(const std::string& key, const std::string& part);

}  // namespace pauc
