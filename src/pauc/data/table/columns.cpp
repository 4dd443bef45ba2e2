#include "pauc/data/table/columns.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/data/content_column.h"

namespace pauc {

namespace {

// Where names have commas, a list may have been cut in the wrong places.
std::string comma_hint(const std::vector<std::string>& names) {
  const auto has_comma = [](const std::string& name) { return name.find(',') != std::string::npos; };
  const auto found = std::find_if(names.begin(), names.end(), has_comma);
  return found == names.end() ? "" : joined("; a name with a comma is quoted: '\"", *found, "\"'");
}

}  // namespace

std::size_t column_place(const std::string& file, const std::vector<std::string>& names, const std::string& wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const auto number = parse_number(wanted);
  if (number && *number >= 1 && *number <= static_cast<double>(names.size()) &&
      *number == static_cast<double>(static_cast<std::size_t>(*number))) {
    return static_cast<std::size_t>(*number) - 1;
  }
  fail(Fault::data, file, ": no column \"", wanted, "\"; expected one of ", names_nearest_first(wanted, names),
       comma_hint(names));
}

std::size_t UnusedColumns::take(const std::string& name) {
  for (std::size_t place = 0; place < names_.size(); ++place) {
    if (used_[place] || names_[place] != name) continue;
    used_[place] = true;
    return place;
  }
  return kNowhere;
}

std::vector<std::size_t> feature_places(const std::string& file, const std::vector<std::string>& names,
                                        const DataOptions& options, const std::vector<std::size_t>& taken) {
  const auto contains = [](const std::vector<std::size_t>& list, std::size_t place) {
    return std::find(list.begin(), list.end(), place) != list.end();
  };
  if (content_column(options).kind != InputKind::table && options.features.empty()) return {};
  std::vector<std::size_t> wanted;
  for (const auto& name : listed_texts(options.features)) {
    wanted.push_back(column_place(file, names, name));
    require_usage(!contains(taken, wanted.back()), "features: column \"", name,
                  "\" is already label, molecules, images, split, id, group or weight");
  }
  std::vector<std::size_t> dropped;
  for (const auto& name : listed_texts(options.drop)) dropped.push_back(column_place(file, names, name));
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < names.size(); ++place) {
    const bool asked_for = options.features.empty() ? !contains(taken, place) : contains(wanted, place);
    if (asked_for && !contains(dropped, place)) places.push_back(place);
  }
  require(!places.empty(), file, ": expected columns to learn from, got none beside label and the like");
  return places;
}

}  // namespace pauc
