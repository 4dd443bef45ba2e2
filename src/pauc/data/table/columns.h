#pragma once

#include <string>
#include <vector>

#include "pauc/data/options.h"

namespace pauc {

// The place of a column in `names`, found by its name or, if there is no such name, by its number starting at 1.
std::size_t column_place(const std::string& file, const std::vector<std::string>& names, const std::string& wanted,
                         const char* option = "");

// The place of a column that a file does not have.
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// The columns of a file that have not been taken yet. Columns with the same name are taken in their order.
class UnusedColumns {
 public:
  explicit UnusedColumns(const std::vector<std::string>& names) : names_(names), used_(names.size()) {}

  // Takes the first unused column of that name and returns its place; kNowhere if there is none.
  std::size_t take(const std::string& name);
  bool has(std::size_t place) const { return !used_[place]; }

 private:
  const std::vector<std::string>& names_;
  std::vector<bool> used_;
};

// Places of the columns to learn from: those in the option `features`, or all that are not `taken` as label, split and
// so on, minus those in the option `drop`. With molecules or images, only those in `features`.
std::vector<std::size_t> feature_places(const std::string& file, const std::vector<std::string>& names,
                                        const DataOptions& options, const std::vector<std::size_t>& taken);

}  // namespace pauc
