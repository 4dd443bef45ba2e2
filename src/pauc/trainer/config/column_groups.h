#pragma once

#include <string>
#include <vector>

namespace pauc {

// Columns of a table under one name.
struct ColumnGroup {
  std::string name;
  std::vector<std::string> columns;
};

// Reads the option column_groups, such as "vitals=pulse,pressure;labs=lab_*": a name that ends in * stands for all
// columns that begin like it. `columns` has the names of all columns. Refuses unknown columns, groups without any and
// equal names. Empty text: none.
std::vector<ColumnGroup> column_groups(const std::string& text, const std::vector<std::string>& columns);

}  // namespace pauc
