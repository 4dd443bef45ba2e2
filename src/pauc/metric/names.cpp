#include "pauc/metric/names.h"

#include "pauc/core/error.h"

namespace pauc {

int decimals_of(Scale scale) { return scale == Scale::raw ? 6 : 4; }

std::string area_title(const EvaluatedArea& area) {
  if (area.metric->covers_whole_curve()) return area.metric->title;
  return joined(area.metric->title, " ", std::visit([](const auto& where) { return region_text(where); }, area.where));
}

std::string title_with_scale(const EvaluatedArea& area) {
  return area.metric->covers_whole_curve() ? area_title(area)
                                           : joined(area_title(area), " (", choice_name(area.scale), ")");
}

std::string target_words(const std::string& key) {
  const auto region = region_of_key(key);
  return region ? region_text(*region) : key;
}

std::string convergence_title(const std::string& key, const std::string& part) {
  return joined(target_words(key), ", ", part, " part");
}

}  // namespace pauc
