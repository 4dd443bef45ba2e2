#include "pauc/trainer/config/column_groups.h"

#include <algorithm>
#include <string_view>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc {

namespace {

bool begins_with(const std::string& text, std::string_view begin) { return text.compare(0, begin.size(), begin) == 0; }

void add_once(const std::string& name, std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

void add_columns(std::string_view wanted, const std::vector<std::string>& all, ColumnGroup& group) {
  const bool is_pattern = !wanted.empty() && wanted.back() == '*';
  const std::string_view begin = is_pattern ? wanted.substr(0, wanted.size() - 1) : wanted;
  bool found = false;
  for (const std::string& name : all) {
    if (!(is_pattern ? begins_with(name, begin) : name == wanted)) continue;
    add_once(name, group.columns);
    found = true;
  }
  require_usage(found, "column_groups: ", group.name, ": expected columns to learn from, got ",
                shown(std::string(wanted)), "; there are ", names_nearest_first(wanted, all));
}

ColumnGroup group_of(std::string_view text, const std::vector<std::string>& columns) {
  const auto sign = text.find('=');
  require_usage(sign != std::string_view::npos && sign > 0,
                "column_groups: expected groups such as vitals=pulse,pressure;labs=lab_*, got ",
                shown(std::string(text)));
  ColumnGroup group{std::string(comma_parts(text.substr(0, sign))[0]), {}};
  for (const std::string_view part : comma_parts(text.substr(sign + 1))) add_columns(part, columns, group);
  return group;
}

}  // namespace

std::vector<ColumnGroup> column_groups(const std::string& text, const std::vector<std::string>& columns) {
  std::vector<ColumnGroup> groups;
  if (text.empty()) return groups;
  require_usage(!columns.empty(), "column_groups: expected data with columns to learn from, got none");
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(';', begin), text.size());
    groups.push_back(group_of(std::string_view(text).substr(begin, end - begin), columns));
    const auto same = [&](const ColumnGroup& other) { return other.name == groups.back().name; };
    require_usage(std::none_of(groups.begin(), groups.end() - 1, same), "column_groups: expected different names, got ",
                  groups.back().name, " twice");
    begin = end + 1;
  }
  return groups;
}

}  // namespace pauc
