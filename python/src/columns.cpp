#include "columns.h"

#include <algorithm>
#include <cmath>

#include "options.h"
#include "pauc/core/error.h"
#include "pauc/core/text/label_rule.h"
#include "pauc/core/text/number.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

std::string shape_text(const py::array& array) { return py::str(py::tuple(array.attr("shape"))); }

[[noreturn]] void refuse_missing(const std::string& name, const std::string& value, std::size_t row) {
  fail(Fault::data, name, ": expected a value in every row, got ", value, " in row ", row);
}

// Tensors are told by their methods, so that torch need not be imported.
bool is_tensor(py::handle values) { return py::hasattr(values, "detach") && py::hasattr(values, "numpy"); }

py::object array_of_tensor(py::handle values, const std::string& name) {
  const auto fact = [&](const char* attribute) { return py::str(values.attr(attribute)).cast<std::string>(); };
  try {
    const py::object tensor = values.attr("detach")().attr("cpu")();
    if (fact("dtype") == "torch.bfloat16") return tensor.attr("double")().attr("numpy")();  // NumPy has no such type
    return tensor.attr("numpy")();
  } catch (const py::error_already_set&) {
    fail(Fault::data, name, ": expected a dense tensor with numbers, got one of ", fact("layout"), " on ",
         fact("device"));
  }
}

// A masked array of NumPy: its values are not all meant.
void refuse_masked(py::handle values, const std::string& name) {
  if (!py::hasattr(values, "mask") || !py::hasattr(values, "filled")) return;
  const py::array_t<bool, py::array::c_style | py::array::forcecast> mask(values.attr("mask"));
  const bool* first = std::find(mask.data(), mask.data() + mask.size(), true);
  if (first != mask.data() + mask.size()) {
    refuse_missing(name, "a masked one", static_cast<std::size_t>(first - mask.data()));
  }
}

// As a vector [n]; a column [n, 1] is one too.
py::array vector_of(py::handle values, const std::string& name) {
  refuse_masked(values, name);
  py::array array =
      py::array::ensure(is_tensor(values) ? array_of_tensor(values, name) : py::reinterpret_borrow<py::object>(values));
  if (!array) {
    PyErr_Clear();
    fail(Fault::data, name, ": expected one value for each row, got ", type_name(values));
  }
  if (array.ndim() == 2 && array.shape(1) == 1) array = array.attr("reshape")(-1);
  if (array.ndim() != 1) {
    fail(Fault::data, name, ": expected one value for each row, got ",
         array.ndim() == 0 ? type_name(values) : "an array of shape " + shape_text(array));
  }
  return array;
}

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

// As contiguous doubles, the same memory where possible; null if there is text or another object among them.
Doubles doubles_of(const py::array& array) {
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b' && kind != 'O') {
    return py::reinterpret_steal<Doubles>(py::handle());
  }
  auto doubles = Doubles::ensure(array);
  if (!doubles) PyErr_Clear();
  return doubles;
}

std::vector<std::string> texts_of_floats(const py::array& array, const std::string& name) {
  std::vector<std::string> texts;
  const auto numbers = doubles_of(array);
  for (py::ssize_t row = 0; row < numbers.size(); ++row) {
    if (std::isnan(numbers.data()[row])) refuse_missing(name, "nan", texts.size());
    texts.push_back(joined(numbers.data()[row]));
  }
  return texts;
}

}  // namespace

Numbers::Numbers(py::handle values, const std::string& name) {
  if (values.is_none()) return;
  const py::array array = vector_of(values, name);
  const auto doubles = doubles_of(array);
  if (!doubles) {
    fail(Fault::data, name, ": expected numbers, got values of type ", std::string(py::str(array.dtype())));
  }
  data_ = doubles.data();
  size_ = doubles.size();
  owner_ = doubles;
}

Labels::Labels(py::handle values, const std::string& positive) : positive_(positive) {
  const py::array array = vector_of(values, "labels");
  size_ = array.size();
  if (positive.empty()) {
    positive_ = "1";
    if (view(array) || convert(array)) return;
    positive_.clear();
  }
  decide(array);
  data_ = converted_.data();
}

bool Labels::view(const py::array& array) {
  const bool bytes = array.itemsize() == 1 && (array.dtype().kind() == 'b' || array.dtype().kind() == 'u');
  const bool contiguous = size_ == 0 || array.strides(0) == 1;
  if (!bytes || !contiguous) return false;
  const auto* first = static_cast<const std::uint8_t*>(array.data());
  std::uint8_t bits = 0;
  for (std::int64_t row = 0; row < size_; ++row) bits |= first[row];
  if (bits > 1) return false;
  owner_ = array;
  data_ = first;
  return true;
}

bool Labels::convert(const py::array& array) {
  const auto numbers = doubles_of(array);
  if (!numbers || array.dtype().kind() == 'O') return false;
  const double* label = numbers.data();
  converted_.resize(static_cast<std::size_t>(size_));
  bool usual = true;
  bool has_zero = false;
  bool has_minus = false;
  for (std::int64_t row = 0; row < size_; ++row) {
    has_zero |= label[row] == 0;
    has_minus |= label[row] == -1;
    usual &= label[row] == 1 || label[row] == 0 || label[row] == -1;
    converted_[static_cast<std::size_t>(row)] = label[row] == 1 ? 1 : 0;
  }
  if (!usual || (has_zero && has_minus)) return false;
  data_ = converted_.data();
  return true;
}

void Labels::decide(const py::array& array) {
  LabelRule rule(positive_);
  std::int64_t row = 0;
  for (const std::string& text : texts_of(array, "labels")) {
    rule.add(trimmed(text), [&] { return joined("labels: row ", row); });
    ++row;
  }
  LabelRule::Decision decision = rule.decide("labels");
  converted_ = std::move(decision.labels);
  positive_ = decision.positive;
  note_ = decision.note;
}

bool is_missing(py::handle value) {
  if (value.is_none() || type_name(value) == "NAType") return true;
  return PyFloat_Check(value.ptr()) != 0 && std::isnan(value.cast<double>());
}

std::vector<std::string> texts_of(py::handle values, const std::string& name) {
  const py::array array = vector_of(values, name);
  if (array.dtype().kind() == 'f') return texts_of_floats(array, name);
  std::vector<std::string> texts;
  for (const py::handle value : array) {
    if (is_missing(value)) refuse_missing(name, py::str(value), texts.size());
    texts.push_back(py::str(value));
  }
  return texts;
}

}  // namespace pauc::python
