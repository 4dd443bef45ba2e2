#pragma once

#include "pauc/core/fields.h"

namespace pauc {

/// A linear model: a weighted sum of the features plus a constant.
struct LinearOptions {};

/// Options of the linear model by name.
inline const Fields<LinearOptions> kLinearFields = {};

}  // namespace pauc
