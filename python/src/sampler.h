#pragma once

#include <pybind11/pybind11.h>

namespace pauc::python {

// The sampler behind pauc.BalancedBatchSampler.
void bind_sampler(pybind11::module_& module);

}  // namespace pauc::python
