#include "pauc/data/table/columns.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/data/content_column.h"
#include "pauc/data/label_columns.h"

namespace pauc {

namespace {

// Where names have commas, a list may have been cut in the wrong places.
std::string comma_hint(const std::vector<std::string>& names) {
  const auto has_comma = [](const std::string& name) { return name.find(',') != std::string::npos; };
  const auto found = std::find_if(names.begin(), names.end(), has_comma);
  return found == names.end() ? "" : joined("; a name with a comma is quoted: '\"", *found, "\"'");
}

// What a column is used for by an option, or by default: "the label".
std::string use_of(std::size_t place, const std::vector<std::string>& names, const DataOptions& options) {
  const std::pair<const std::string*, const char*> uses[] = {{&options.label, "the label"},
                                                             {&options.split, "the split (--split)"},
                                                             {&options.id, "the id (--id)"},
                                                             {&options.group, "the group (--group)"},
                                                             {&options.weight, "the weight (--weight)"}};
  const auto labels = several_labels("", names, options);
  if (std::find(labels.begin(), labels.end(), names[place]) != labels.end()) return "a label";
  for (const auto& [option, use] : uses) {
    if (*option == names[place] || *option == std::to_string(place + 1)) return use;
  }
  if (options.label.empty() && place + 1 == names.size()) return "the label: the last column, without --label";
  return "the column of molecules or images";
}

}  // namespace

std::size_t column_place(const std::string& file, const std::vector<std::string>& names, const std::string& wanted,
                         const char* option) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const auto number = parse_number(wanted);
  if (number && *number >= 1 && *number <= static_cast<double>(names.size()) &&
      *number == static_cast<double>(static_cast<std::size_t>(*number))) {
    return static_cast<std::size_t>(*number) - 1;
  }
  const std::string misspelt = misspelt_name(wanted, names);
  const std::string hint = misspelt.empty() ? "" : joined("; did you mean ", misspelt, "?");
  fail(Fault::data, file, ": no column \"", wanted, *option == 0 ? "\"" : joined("\" for ", option), hint,
       hint.empty() ? "; the " : " The ", names.size(), " columns are ", names_nearest_first(wanted, names),
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
    wanted.push_back(column_place(file, names, name, "--features"));
    require_usage(!contains(taken, wanted.back()), "features: expected columns to learn from, got \"", name,
                  "\", which is ", use_of(wanted.back(), names, options));
  }
  std::vector<std::size_t> dropped;
  for (const auto& name : listed_texts(options.drop)) {
    dropped.push_back(column_place(file, names, name, "--drop"));
  }
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < names.size(); ++place) {
    const bool asked_for = options.features.empty() ? !contains(taken, place) : contains(wanted, place);
    if (asked_for && !contains(dropped, place)) places.push_back(place);
  }
  require(names.size() > 1 || !places.empty(), file, ": expected the names of two or more columns in the first line, ",
          "separated by commas, semicolons or tabs, got one: ", shown(names.front()));
  require(!places.empty(), file,
          ": expected columns to learn from, got none besides the label and the columns of other options");
  return places;
}

}  // namespace pauc
