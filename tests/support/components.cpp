#include "support/components.h"

namespace pauc::test {

bool has_xgboost() { return PAUC_WITH_XGBOOST; }

}  // namespace pauc::test
