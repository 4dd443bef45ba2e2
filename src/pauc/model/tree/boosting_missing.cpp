#include "pauc/core/error.h"
#include "pauc/model/tree/boosting.h"

namespace pauc {

std::string boosting_version() { return {}; }

std::string missing_boosting() {
  return "trees: this copy of pauc was built without XGBoost, so it can use boosted trees but not train them; install "
         "libxgboost-dev and build it again";
}

QuantisedRows::QuantisedRows(std::int64_t rows, std::int64_t /*features*/, const std::vector<std::int64_t>&,
                             const GatherRange&, int /*threads*/)
    : rows_(rows) {
  fail(Fault::usage, missing_boosting());
}

GrownTree QuantisedRows::grow(const std::vector<float>&, const std::vector<float>&, const RoundOptions&) const {
  return {};
}

}  // namespace pauc
