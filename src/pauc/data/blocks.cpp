#include "pauc/data/blocks.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/lower_case.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/table/columns.h"

namespace pauc {

namespace {

constexpr std::size_t kMostNamed = 8;

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), kMostNamed); ++k) text += joined(k == 0 ? "" : ", ", names[k]);
  return names.size() > kMostNamed ? joined(text, " and ", names.size() - kMostNamed, " more") : text;
}

// About missing columns whose names the file has but for capitals: "; rename AGE to age".
std::string words_on_capitals(const std::vector<std::string>& missing, const std::vector<std::string>& names) {
  std::vector<std::string> renamings;
  for (const std::string& wanted : missing) {
    const auto is_like = [&](const std::string& name) { return lower_case(name) == lower_case(wanted); };
    const auto like = std::find_if(names.begin(), names.end(), is_like);
    if (like != names.end()) renamings.push_back(joined(*like, " to ", wanted));
  }
  return renamings.empty() ? "" : joined("; upper and lower case matter: rename ", list_of(renamings));
}

}  // namespace

std::vector<std::size_t> find_wanted(const std::string& file, const std::vector<std::string>& columns,
                                     const std::vector<WantedColumn>& wanted, const std::vector<std::string>& other,
                                     std::vector<std::string>& notes) {
  std::vector<std::size_t> places;
  std::vector<std::string> missing;
  std::vector<std::string> names;
  for (const std::string& column : columns) names.push_back(printable(column));
  UnusedColumns unused(names);
  for (const WantedColumn& column : wanted) {
    const std::size_t place = unused.take(column.name);
    if (place == kNowhere && column.needed) missing.push_back(column.name);
    places.push_back(column.needed ? place : kNowhere);
  }
  require(missing.empty(), file, ": expected the columns that the model was trained on, missing: ", list_of(missing),
          words_on_capitals(missing, names));
  std::vector<std::string> extra;
  for (std::size_t place = 0; place < columns.size(); ++place) {
    const bool known = std::find(other.begin(), other.end(), columns[place]) != other.end();
    if (unused.has(place) && !known) extra.push_back(names[place]);
  }
  if (!extra.empty()) notes.push_back(joined(file, ": columns that the model does not use: ", list_of(extra)));
  return places;
}

Block empty_block(const std::vector<WantedColumn>& wanted) {
  std::vector<Column> columns;
  for (const WantedColumn& column : wanted) {
    columns.push_back({column.name, column.kind, {}, column.reading});
    if (!column.needed) columns.back().left_out = "the model does not read it";
  }
  Block block;
  block.content.table = dense_table(std::move(columns));
  return block;
}

}  // namespace pauc
