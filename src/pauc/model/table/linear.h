#pragma once

#include "pauc/core/fields.h"

namespace pauc {

// A weighted sum of the features and a constant.
struct LinearOptions {};

inline const Fields<LinearOptions> kLinearFields = {};

}  // namespace pauc
