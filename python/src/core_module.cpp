// pauc._core: everything that does not need LibTorch, so that `import pauc` is quick.

#include <pybind11/pybind11.h>

#include "errors.h"
#include "metric.h"
#include "options.h"
#include "pauc/core/version.h"
#include "pauc/objective/registry.h"
#include "sampler.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

py::list listed(const std::vector<FieldInfo>& fields) {
  py::list options;
  for (const FieldInfo& field : fields) {
    py::dict option;
    option["name"] = python_name(field.name);
    option["type"] = field.type;
    option["default"] = python_value(field, field.default_value);
    option["help"] = field.help;
    options.append(option);
  }
  return options;
}

// Rows of `pauc list objectives`.
py::list objectives() {
  py::list rows;
  for (const ObjectiveInfo& info : objective_registry()) {
    py::dict row;
    row["name"] = info.name;
    row["summary"] = info.summary;
    row["options"] = listed(info.options);
    rows.append(row);
  }
  return rows;
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  translate_errors();
  bind_metric(module);
  bind_sampler(module);
  module.def("objectives", &objectives);
  module.attr("version") = kVersion;
}

}  // namespace pauc::python
