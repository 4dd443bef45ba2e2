#pragma once

#include <pybind11/pybind11.h>

namespace pauc::python {

// The files of a finished run and its page. Reading them needs no LibTorch.
void bind_run_files(pybind11::module_& module);

}  // namespace pauc::python
