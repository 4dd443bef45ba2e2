#include "saved_result.h"

#include <pybind11/stl.h>

#include <cstring>
#include <string_view>

namespace py = pybind11;

namespace pauc::python {

namespace {

template <class Number>
py::bytes bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

template <class Number>
std::vector<Number> numbers_of(py::handle bytes) {
  const auto text = bytes.cast<std::string_view>();
  std::vector<Number> numbers(text.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), text.data(), numbers.size() * sizeof(Number));
  return numbers;
}

}  // namespace

py::tuple saved_result(const Result& result) {
  const ScoreTable& table = result.table();
  py::dict rows;
  rows["labels"] = bytes_of(table.rows.labels);
  rows["names"] = table.rows.names;
  py::list columns;
  for (const auto& column : table.rows.columns) columns.append(bytes_of(column));
  rows["columns"] = columns;
  rows["weights"] = bytes_of(table.rows.weights);
  rows["groups"] = bytes_of(table.rows.groups);
  rows["group_count"] = table.rows.group_count;
  rows["numbers"] = bytes_of(table.numbers);
  rows["ids"] = table.ids;
  rows["positive"] = table.positive;
  rows["notes"] = table.notes;
  return py::make_tuple(rows, result.call().settings, result.call().threads, result.call().text);
}

ResultParts parts_of(const py::tuple& saved) {
  const auto rows = saved[0].cast<py::dict>();
  ResultParts parts;
  ScoreTable& table = parts.table;
  table.rows.labels = numbers_of<std::uint8_t>(rows["labels"]);
  table.rows.names = rows["names"].cast<std::vector<std::string>>();
  for (const py::handle column : rows["columns"]) table.rows.columns.push_back(numbers_of<double>(column));
  table.rows.weights = numbers_of<double>(rows["weights"]);
  table.rows.groups = numbers_of<std::uint32_t>(rows["groups"]);
  table.rows.group_count = rows["group_count"].cast<decltype(table.rows.group_count)>();
  table.numbers = numbers_of<std::int64_t>(rows["numbers"]);
  table.ids = rows["ids"].cast<std::vector<std::string>>();
  table.positive = rows["positive"].cast<std::string>();
  table.notes = rows["notes"].cast<std::vector<std::string>>();
  parts.call = {saved[1].cast<Settings>(), saved[2].cast<int>(), saved[3].cast<std::string>()};
  return parts;
}

}  // namespace pauc::python
