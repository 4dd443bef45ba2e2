#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/data/table/table.h"

namespace pauc {

// A value and the class that it belongs to.
struct ClassedValue {
  float value;
  bool positive;
};

// Area under the ROC curve of the values, ties counted half. Needs both classes.
double auc_of(std::vector<ClassedValue> values);

// How well a column alone tells two classes apart: 0.5 not at all, 1 perfectly. The first `positives` values are those
// of one class. Missing values are left out; 0.5 if a class has fewer than `least` others. A category counts by the
// share of positives among its other rows, so that a category of one row tells nothing.
double column_auc(const Column& column, Span<const float> values, std::int64_t positives, std::int64_t least);

}  // namespace pauc
