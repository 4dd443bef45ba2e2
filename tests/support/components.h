#pragma once

namespace pauc::test {

// Whether this build can train boosted trees.
bool has_xgboost();

}  // namespace pauc::test
