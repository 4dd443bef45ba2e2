#include "pauc/objective/pair/options.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"

namespace pauc {

kernel::Surrogate surrogate_of(const PairOptions& options) {
  kernel::Surrogate surrogate;
  surrogate.kind = options.surrogate;
  surrogate.margin = options.margin;
  surrogate.temperature = *completed(options).temperature;
  require_usage(options.margin >= 0 && std::isfinite(options.margin), "margin: expected a number from 0 on, got ",
                options.margin);
  require_above_zero("temperature", surrogate.temperature);
  return surrogate;
}

kernel::Surrogate monotone_surrogate_of(const PairOptions& options) {
  const kernel::Surrogate surrogate = surrogate_of(options);
  require_usage(surrogate.monotone(),
                "surrogate: expected one that falls with the gap, got squared: its largest losses are not those of the "
                "highest negatives");
  return surrogate;
}

PairOptions pair_options_in(const Settings& settings) {
  const Fields<PairOptions> fields = with_pair_fields<PairOptions>({});
  Settings known;
  for (const auto& setting : settings) {
    const auto names_it = [&](const auto& field) { return setting.first == field.name; };
    if (std::any_of(fields.begin(), fields.end(), names_it)) known.push_back(setting);
  }
  return read_settings(known, fields, "objective");
}

void require_share(const char* name, double value) {
  require_usage(0 < value && value <= 1, name, ": expected a number above 0 and at most 1, got ", value);
}

void require_tpr_min(double tpr_min) {
  require_usage(0 <= tpr_min && tpr_min < 1, "tpr_min: expected 0 <= tpr_min < 1, got ", tpr_min);
}

void require_above_zero(const char* name, double value) {
  require_usage(value > 0 && std::isfinite(value), name, ": expected a number above 0, got ", value);
}

}  // namespace pauc
