#pragma once

#include <pybind11/pybind11.h>

namespace pauc::python {

// Rows in memory as the file that the command would read: a CSV file of columns, or LIBSVM text of a sparse matrix.
// Numbers read back to the same bits; None, NaN and NA are empty fields.
void bind_rows(pybind11::module_& module);

}  // namespace pauc::python
