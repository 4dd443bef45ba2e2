#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/objective/registry.h"

namespace pauc::python {

// Keyword arguments as settings of the library. `names` are the options that `where` has; other keywords are refused
// with the nearest of them. None leaves an option at its default.
Settings settings_of(const pybind11::dict& keywords, const std::vector<std::string>& names, const std::string& where);

// A setting as a value of Python: a float, an int, a bool or a text; None if it is not set.
pybind11::object python_value(const FieldInfo& field, const std::string& text);

// Names of fields, as the library knows them.
std::vector<std::string> names_of(const std::vector<FieldInfo>& fields);

// Bounds of the region that determine options of a method and are no options themselves.
const char* bound_of(const MatchedOption& option);
std::vector<std::string> bounds_of(const ObjectiveInfo& info);

// A whole number, also one of NumPy; refuses anything else by the name of the parameter.
std::int64_t whole_number(pybind11::handle value, const char* parameter);

// A number of any library, by its own conversion; refuses anything else by the name of the parameter.
double real_number(pybind11::handle value, const char* parameter);

// "float64" for np.float64(1), for messages.
std::string type_name(pybind11::handle value);

}  // namespace pauc::python
