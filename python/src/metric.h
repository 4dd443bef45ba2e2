#pragma once

#include <pybind11/pybind11.h>

namespace pauc::python {

// partial_auc, evaluate and its Result. The package adds signatures and examples.
void bind_metric(pybind11::module_& module);

}  // namespace pauc::python
