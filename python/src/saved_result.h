#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "result.h"

namespace pauc::python {

// For pickle: the rows and the call. The numbers are computed again, with the same bits.
pybind11::tuple saved_result(const Result& result);
struct ResultParts {
  ScoreTable table;
  EvaluateCall call;
};
ResultParts parts_of(const pybind11::tuple& saved);

}  // namespace pauc::python
