#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/span.h"

namespace pauc::python {

// Numbers of a NumPy array, a tensor, a Series or a list. Contiguous doubles are looked at where they are; everything
// else is converted once.
class Numbers {
 public:
  // Refuses anything but a vector of numbers; `name` is what the caller calls it. None has no numbers.
  Numbers(pybind11::handle values, const std::string& name);

  Span<const double> span() const { return {data_, size_}; }
  std::vector<double> copied() const { return {data_, data_ + size_}; }

 private:
  pybind11::object owner_;  // keeps the memory
  const double* data_ = nullptr;
  std::int64_t size_ = 0;
};

// Labels as 0 and 1. Contiguous booleans and bytes are looked at where they are. 0 and 1, -1 and 1, True and False need
// no words; other values follow the rules of `pauc evaluate --positive` (core/text/label_rule).
class Labels {
 public:
  Labels(pybind11::handle values, const std::string& positive);

  Span<const std::uint8_t> span() const { return {data_, size_}; }
  std::vector<std::uint8_t> copied() const { return {data_, data_ + size_}; }
  const std::string& positive() const { return positive_; }  // the value that counts as positive
  const std::string& note() const { return note_; }          // for the user; may be empty

 private:
  bool view(const pybind11::array& array);
  bool convert(const pybind11::array& array);
  void decide(const pybind11::array& array);

  pybind11::object owner_;
  std::vector<std::uint8_t> converted_;
  const std::uint8_t* data_ = nullptr;
  std::int64_t size_ = 0;
  std::string positive_ = "1";
  std::string note_;
};

// None, NaN and pandas' NA.
bool is_missing(pybind11::handle value);

// One text for each row, such as ids; `name` is what the caller calls them. Refuses None and NaN.
std::vector<std::string> texts_of(pybind11::handle values, const std::string& name);

}  // namespace pauc::python
