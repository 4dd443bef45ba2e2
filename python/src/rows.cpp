#include "rows.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "columns.h"
#include "options.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/text/number.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

constexpr std::size_t kBytesAtOnce = 1 << 20;

// Appends the value of a row to a line.
using AppendValue = std::function<void(std::int64_t row, std::string& line)>;

[[noreturn]] void refuse_number(const std::string& where, double value, std::int64_t row) {
  fail(Fault::data, where, ": expected numbers below 3.4e38, got ", value, " in row ", row);
}

// Models compute in float, so that larger numbers would become infinite.
void append_number(const std::string& where, double value, std::int64_t row, std::string& line) {
  if (std::isnan(value)) return;
  if (!fits_float(value)) refuse_number(where, value, row);
  append_part(line, value);
}

// A number of any library, by its own conversion; nothing for other objects.
std::optional<double> number_of(py::handle value) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() == nullptr) return number;
  PyErr_Clear();
  return std::nullopt;
}

std::string text_of(const std::string& where, py::handle value, std::int64_t row) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (text != nullptr) return {text, static_cast<std::size_t>(size)};
  PyErr_Clear();
  fail(Fault::data, where, ": expected text that UTF-8 can hold, got ", std::string(py::str(py::repr(value))),
       " in row ", row);
}

void append_object(const std::string& where, py::handle value, std::int64_t row, std::string& line) {
  const std::string type = type_name(value);
  if (is_missing(value)) return;
  if (py::isinstance<py::str>(value)) {
    line += csv_field(text_of(where, value, row));
  } else if (type == "bool" || type == "bool_") {  // Python's and NumPy's
    line += PyObject_IsTrue(value.ptr()) == 1 ? "True" : "False";
  } else if (PyIndex_Check(value.ptr()) != 0) {
    line += std::string(py::str(value));
  } else if (const auto number = number_of(value)) {
    append_number(where, *number, row, line);
  } else {
    fail(Fault::data, where, ": expected numbers, texts or booleans, got ", type, " in row ", row);
  }
}

template <class Number>
AppendValue values_of(const py::array& array, const std::string& where) {
  const auto values = py::array_t<Number, py::array::forcecast>(array);
  const auto view = values.template unchecked<1>();
  return [values, view, where](std::int64_t row, std::string& line) {
    if constexpr (std::is_floating_point_v<Number>) {
      append_number(where, view(row), row, line);
    } else if constexpr (std::is_same_v<Number, bool>) {
      line += view(row) ? "True" : "False";
    } else {
      line += std::to_string(view(row));
    }
  };
}

AppendValue values_of(const py::array& array, const std::string& where) {
  switch (array.dtype().kind()) {
    case 'f':
      return values_of<double>(array, where);
    case 'i':
      return values_of<std::int64_t>(array, where);
    case 'u':
      return values_of<std::uint64_t>(array, where);
    case 'b':
      return values_of<bool>(array, where);
    case 'O':
    case 'U':
      return [values = py::list(array), where](std::int64_t row, std::string& line) {
        append_object(where, values[static_cast<std::size_t>(row)], row, line);
      };
    default:
      fail(Fault::data, where, ": expected numbers, texts, booleans or categories, got ",
           std::string(py::str(py::object(array.dtype()))));
  }
}

std::vector<AppendValue> columns_of(const py::list& columns, const std::vector<std::string>& places,
                                    std::int64_t rows) {
  std::vector<AppendValue> all;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto array = columns[c].cast<py::array>();
    const bool fits = array.ndim() == 1 && array.shape(0) == rows;
    require(fits, places[c], ": expected ", rows, " values, one for each row, got ", array.size());
    all.push_back(values_of(array, places[c]));
  }
  return all;
}

void write_lines(const std::string& path, std::string text, std::int64_t rows,
                 const std::function<void(std::int64_t, std::string&)>& append_line) {
  AtomicFile file(path);
  for (std::int64_t row = 0; row < rows; ++row) {
    append_line(row, text);
    text += '\n';
    if (text.size() < kBytesAtOnce) continue;
    file.write(text);
    text.clear();
  }
  file.write(text);
  file.commit();
}

// A CSV file of columns; without names it has no header. `places` name the columns in messages.
void write_table(const std::string& path, const py::object& names, const py::list& columns,
                 const std::vector<std::string>& places, std::int64_t rows) {
  std::string header;
  if (!names.is_none()) {
    for (const py::handle name : names) header += csv_field(name.cast<std::string>()) + ',';
    header.back() = '\n';
  }
  const std::vector<AppendValue> values = columns_of(columns, places, rows);
  write_lines(path, header, rows, [&](std::int64_t row, std::string& text) {
    const std::size_t begin = text.size();
    for (std::size_t c = 0; c < values.size(); ++c) {
      if (c > 0) text += ',';
      values[c](row, text);
    }
    if (text.size() == begin) text += "\"\"";  // one column, and its value is missing: a blank line would be skipped
  });
}

using Numbers64 = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

// LIBSVM text of a matrix in compressed rows with ascending columns. `labels` may be None: there is nothing to learn.
void write_sparse(const std::string& path, const py::object& labels, const Numbers64& data, const Indices& columns,
                  const Indices& begins, const std::string& where) {
  const std::vector<double> classes = labels.is_none() ? std::vector<double>() : Numbers(labels, "y").copied();
  const auto value = data.unchecked<1>();
  const auto column = columns.unchecked<1>();
  const auto begin = begins.unchecked<1>();
  write_lines(path, "", begin.size() - 1, [&](std::int64_t row, std::string& text) {
    text += !classes.empty() && classes[static_cast<std::size_t>(row)] == 1 ? '1' : '0';
    for (std::int64_t k = begin(row); k < begin(row + 1); ++k) {
      if (value(k) == 0) continue;
      if (!fits_float(value(k))) refuse_number(where, value(k), row);  // a missing value has no place in this format
      text += ' ' + std::to_string(column(k) + 1) + ':';
      append_part(text, value(k));
    }
  });
}

}  // namespace

void bind_rows(py::module_& module) {
  module.def("write_table", &write_table);
  module.def("write_sparse", &write_sparse);
}

}  // namespace pauc::python
