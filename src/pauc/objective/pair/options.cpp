#include "pauc/objective/pair/options.h"

#include <cmath>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc {

namespace {

const std::vector<std::string> kLinks = {"sigmoid", "raw"};
const std::vector<std::string> kSurrogates = {"squared-hinge", "hinge", "logistic", "squared"};

// The place of a name in a list whose order is that of an enumeration.
int place_of(const char* what, const std::string& name, const std::vector<std::string>& names) {
  for (std::size_t place = 0; place < names.size(); ++place) {
    if (names[place] == name) return static_cast<int>(place);
  }
  fail(Fault::usage, what, ": no \"", name, "\"; expected one of ", names_nearest_first(name, names));
}

}  // namespace

Link link_named(const std::string& name) { return static_cast<Link>(place_of("link", name, kLinks)); }

kernel::Surrogate surrogate_of(const PairOptions& options) {
  kernel::Surrogate surrogate;
  surrogate.kind = static_cast<kernel::Surrogate::Kind>(place_of("surrogate", options.surrogate, kSurrogates));
  surrogate.margin = options.margin;
  surrogate.temperature = options.temperature;
  require_usage(options.margin >= 0 && std::isfinite(options.margin), "margin: expected a number from 0 on, got ",
                options.margin);
  require_above_zero("temperature", options.temperature);
  return surrogate;
}

kernel::Surrogate monotone_surrogate_of(const PairOptions& options) {
  const kernel::Surrogate surrogate = surrogate_of(options);
  require_usage(surrogate.monotone(),
                "surrogate: expected one that falls with the gap, got squared: its largest losses are not those of the "
                "highest negatives");
  return surrogate;
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
