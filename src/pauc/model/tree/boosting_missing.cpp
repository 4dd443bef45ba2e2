#include "pauc/core/error.h"
#include "pauc/model/tree/boosting.h"

namespace pauc {

std::string boosting_version() { return {}; }

QuantisedRows::QuantisedRows(std::int64_t rows, std::int64_t /*features*/, const std::vector<std::int64_t>&,
                             const GatherRange&, int /*threads*/)
    : rows_(rows) {
  fail(Fault::usage, "trees: this copy of pauc was built without XGBoost; install libxgboost-dev and build it again");
}

GrownTree QuantisedRows::grow(const std::vector<float>&, const std::vector<float>&, const RoundOptions&) const {
  return {};
}

}  // namespace pauc
