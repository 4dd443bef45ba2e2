#include "pauc/record/card_columns.h"

#include <nlohmann/json.hpp>

#include "pauc/core/io/json_place.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostColumns = std::size_t{1} << 24;
constexpr std::size_t kMostCategories = 8192;

CardColumn column_from(const JsonPlace& place) {
  CardColumn column;
  column.name = place.at("name").text();
  column.is_number = place.at("kind").text() == "number";
  if (place.has("dropped")) column.dropped = place.at("dropped").text();
  if (place.has("categories")) column.categories = place.at("categories").list("categories", kMostCategories).size();
  if (column.is_number && place.has("seen")) {
    const JsonPlace seen = place.at("seen");
    column.range.emplace(seen.at("low").number(), seen.at("high").number());
  }
  return column;
}

}  // namespace

std::vector<CardColumn> columns_of(const ModelCard& card, const std::string& where) {
  const Json json = Json::parse(card.preprocessing, nullptr, false);
  const JsonPlace place(json, where + ": preprocessing", "the preprocessing of a model card");
  std::vector<CardColumn> columns;
  if (!json.is_object() || !place.has("columns")) return columns;
  for (const JsonPlace& column : place.at("columns").list("columns", kMostColumns)) {
    if (columns.size() == kMostListedColumns) break;
    columns.push_back(column_from(column));
  }
  return columns;
}

}  // namespace pauc::record
