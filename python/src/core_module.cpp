// pauc._core: everything that does not need LibTorch, so that `import pauc` is quick.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "errors.h"
#include "metric.h"
#include "options.h"
#include "pauc/core/version.h"
#include "pauc/objective/registry.h"
#include "rows.h"
#include "run_files.h"
#include "sampler.h"
#include "train_options.h"

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
    row["bounds"] = bounds_of(info);
    rows.append(row);
  }
  return rows;
}

// Refuses keywords that a function does not have, with the nearest that it has.
void check_keywords(const py::dict& keywords, const std::vector<std::string>& names, const std::string& where) {
  settings_of(keywords, names, where);
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  translate_errors();
  bind_metric(module);
  bind_sampler(module);
  bind_rows(module);
  bind_run_files(module);
  module.def("objectives", &objectives);
  module.def("train_options", &train_options);
  module.def("check_keywords", &check_keywords);
  module.attr("version") = kVersion;
}

}  // namespace pauc::python
