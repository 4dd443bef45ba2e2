#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"

namespace pauc {

// The columns of a CSV output: their names beside what writes their fields. `Rows` holds all that is known about some
// rows.
template <class Rows>
class OutputColumns {
 public:
  // Appends the field of a row.
  using Field = std::function<void(const Rows& rows, std::size_t row, std::string& text)>;

  void add(const std::string& name, Field field) { add(std::vector<std::string>{name}, std::move(field)); }
  // Columns whose fields come as one text.
  void add(const std::vector<std::string>& names, Field field) {
    names_.insert(names_.end(), names.begin(), names.end());
    fields_.push_back(std::move(field));
  }

  bool has(const std::string& name) const { return std::find(names_.begin(), names_.end(), name) != names_.end(); }

  std::string heading() const {
    std::string line;
    for (const std::string& name : names_) line += joined(line.empty() ? "" : ",", csv_field(name));
    return line + "\n";
  }

  void append_line(const Rows& rows, std::size_t row, std::string& text) const {
    for (std::size_t k = 0; k < fields_.size(); ++k) {
      if (k > 0) text += ',';
      fields_[k](rows, row, text);
    }
    text += '\n';
  }

 private:
  std::vector<std::string> names_;
  std::vector<Field> fields_;
};

}  // namespace pauc
