#include "pauc/data/label_columns.h"

#include <algorithm>
#include <optional>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/data/row_facts.h"
#include "pauc/data/table/columns.h"

namespace pauc {

namespace {

enum class Side { after, before };

struct Range {
  Side side;
  std::string column;
};

// "all-after:smiles" or "all-after smiles".
std::optional<Range> range_of(const std::string& label) {
  for (const auto& [word, side] : {std::pair("all-after", Side::after), std::pair("all-before", Side::before)}) {
    const std::string begin = word;
    if (label.rfind(begin, 0) != 0 || label.size() <= begin.size()) continue;
    if (label[begin.size()] == ':' || label[begin.size()] == ' ') return Range{side, label.substr(begin.size() + 1)};
  }
  return std::nullopt;
}

// Columns that other options use.
std::vector<std::size_t> used_elsewhere(const std::string& file, const std::vector<std::string>& columns,
                                        const DataOptions& options) {
  std::vector<std::size_t> used;
  const auto add = [&](const std::string& column, const char* option) {
    if (!column.empty()) used.push_back(column_place(file, columns, column, option));
  };
  add(options.id, "--id");
  add(options.weight, "--weight");
  add(options.group, "--group");
  add(options.date, "--date");
  add(options.relation, "--relation");
  add(options.smiles, "--smiles");
  add(options.image, "--image");
  if (!is_split_method(options.split)) add(options.split, "--split");
  for (const std::string& name : listed_texts(options.drop)) add(name, "--drop");
  for (const std::string& name : listed_texts(options.features)) add(name, "--features");
  for (const std::string& name : listed_texts(options.categories)) add(name, "--categories");
  return used;
}

std::vector<std::string> columns_beside(const Range& range, const std::string& file,
                                        const std::vector<std::string>& columns, const DataOptions& options) {
  const std::size_t place = column_place(file, columns, range.column, "--label");
  const auto used = used_elsewhere(file, columns, options);
  const std::size_t begin = range.side == Side::after ? place + 1 : 0;
  const std::size_t end = range.side == Side::after ? columns.size() : place;
  std::vector<std::string> names;
  for (std::size_t k = begin; k < end; ++k) {
    if (std::find(used.begin(), used.end(), k) == used.end()) names.push_back(columns[k]);
  }
  require_usage(names.size() > 1, "label: expected several columns ", range.side == Side::after ? "after " : "before ",
                columns[place], " in ", file, ", got ", names.size());
  return names;
}

}  // namespace

bool may_name_several(const std::string& label) { return range_of(label) || label.find(',') != std::string::npos; }

std::vector<std::string> several_labels(const std::string& file, const std::vector<std::string>& columns,
                                        const DataOptions& options) {
  const std::string& label = options.label;
  if (!may_name_several(label) || std::find(columns.begin(), columns.end(), label) != columns.end()) return {};
  if (const auto range = range_of(label)) return columns_beside(*range, file, columns, options);
  std::vector<std::string> names;
  for (const std::string& listed : listed_texts(label)) {
    const std::string& name = columns[column_place(file, columns, listed, "--label")];
    require_usage(std::find(names.begin(), names.end(), name) == names.end(), "label: expected each column once, got ",
                  name, " twice");
    names.push_back(name);
  }
  require_usage(names.size() > 1, "label: expected several columns, got the list ", label, " of one");
  return names;
}

}  // namespace pauc
