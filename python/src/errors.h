#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace pauc::python {

// Makes every UserError that leaves a function of this module a pauc.Error with the same sentence.
void translate_errors();

// A sentence of the library with parameters named as in Python: "slots: ..." is "index: ...", --positive is positive.
std::string in_python(const std::string& sentence);

// `lambda_` for `lambda`: words of the language cannot be keywords of a call.
std::string python_name(const std::string& option);

}  // namespace pauc::python
