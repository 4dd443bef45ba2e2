#include "options.h"

#include <algorithm>

#include "errors.h"
#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

// Null if it is no whole number. Arrays and tensors offer the conversion, and refuse it for most of their values.
py::object index_of(py::handle value) {
  if (PyIndex_Check(value.ptr()) == 0) return {};
  auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) PyErr_Clear();
  return index;
}

// Of one value, or of several with commas between them.
std::string text_of(py::handle value, const std::string& parameter) {
  if (py::isinstance<py::bool_>(value)) return setting_text(value.cast<bool>());
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (index_of(value)) return setting_text(whole_number(value, parameter.c_str()));
  if (py::hasattr(value, "__float__")) return setting_text(real_number(value, parameter.c_str()));
  if (py::hasattr(value, "__fspath__")) return text_of(value.attr("__fspath__")(), parameter);
  if (py::isinstance<py::tuple>(value) || py::isinstance<py::list>(value)) {
    std::string text;
    for (const py::handle item : value) text += (text.empty() ? "" : ",") + text_of(item, parameter);
    return text;
  }
  fail(Fault::usage, parameter, ": expected a number or a text, got ", type_name(value));
}

}  // namespace

std::string type_name(py::handle value) { return py::str(py::type::handle_of(value).attr("__name__")); }

std::int64_t whole_number(py::handle value, const char* parameter) {
  const py::object number = index_of(value);
  if (!number || py::isinstance<py::bool_>(value)) {
    fail(Fault::usage, parameter, ": expected a whole number, got ", std::string(py::repr(value)));
  }
  int overflow = 0;
  const std::int64_t result = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  require_usage(overflow == 0, parameter, ": expected a number below 2^63, got ", std::string(py::repr(number)));
  return result;
}

double real_number(py::handle value, const char* parameter) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() == nullptr) return number;
  PyErr_Clear();
  fail(Fault::usage, parameter, ": expected a number, got ", std::string(py::repr(value)));
}

Settings settings_of(const py::dict& keywords, const std::vector<std::string>& names, const std::string& where) {
  Settings settings;
  std::vector<std::string> shown;
  for (const std::string& name : names) shown.push_back(python_name(name));
  for (const auto& [key, value] : keywords) {
    const auto keyword = key.cast<std::string>();
    auto known = std::find(shown.begin(), shown.end(), keyword) - shown.begin();
    if (known == static_cast<std::ptrdiff_t>(shown.size())) {
      known = std::find(names.begin(), names.end(), keyword) - names.begin();  // **{"lambda": 1}
    }
    if (known == static_cast<std::ptrdiff_t>(names.size())) {
      fail(Fault::usage, where, ": no keyword \"", keyword, names.empty() ? "\"; it has none" : "\"; expected one of ",
           names.empty() ? "" : names_nearest_first(keyword, shown));
    }
    if (value.is_none()) continue;
    settings.emplace_back(names[static_cast<std::size_t>(known)], text_of(value, keyword));
  }
  return settings;
}

py::object python_value(const FieldInfo& field, const std::string& text) {
  if (text.empty()) return py::none();
  const auto number = parse_number(text);
  if (field.type == "NUMBER" && number) return py::float_(*number);
  if (field.type == "INTEGER" && number) return py::int_(static_cast<std::int64_t>(*number));
  if (field.type == "on|off") return py::bool_(text == "on");
  return py::str(text);
}

std::vector<std::string> names_of(const std::vector<FieldInfo>& fields) {
  std::vector<std::string> names;
  for (const FieldInfo& field : fields) names.push_back(field.name);
  return names;
}

const char* bound_of(const MatchedOption& option) {
  return option.bound == MatchedOption::Bound::fpr_max ? "fpr_max" : "tpr_min";
}

std::vector<std::string> bounds_of(const ObjectiveInfo& info) {
  std::vector<std::string> bounds;
  for (const MatchedOption& option : info.matched) {
    if (!has_option(info, bound_of(option))) bounds.emplace_back(bound_of(option));
  }
  return bounds;
}

}  // namespace pauc::python
