#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/table/encoding.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNumber = "number";
constexpr const char* kCategory = "category";

// Only what differs from plain numbers, so that most columns have none.
Json reading_json(const ColumnReading& reading) {
  Json object = Json::object();
  if (reading.comma != CommaMeaning::none) object["comma"] = choice_name(reading.comma);
  if (reading.percent > 0) object["percent"] = reading.percent;
  if (reading.censored) object["censored"] = true;
  if (reading.date != DateOrder::none) object["date"] = choice_name(reading.date);
  if (reading.odd_is_missing) object["odd_is_missing"] = true;
  return object;
}

Json seen_json(const SeenValues& seen, Column::Kind kind) {
  if (kind == Column::Kind::category) return {{"missing", seen.missing}, {"others", seen.others}};
  return {{"low", seen.low}, {"high", seen.high}, {"missing", seen.missing}};
}

Json column_json(const ColumnEncoding& column) {
  Json object = {{"name", column.name}, {"kind", column.kind == Column::Kind::number ? kNumber : kCategory}};
  if (column.dropped()) {
    object["dropped"] = column.why_dropped;
  } else if (column.kind == Column::Kind::category) {
    object["categories"] = column.categories;
    if (column.plain) object["plain"] = true;
  } else if (column.plain) {
    object["plain"] = true;
  } else {
    object["median"] = column.median;
    object["mean"] = column.mean;
    object["deviation"] = column.deviation;
    object["edges"] = column.edges;
    object["keeps_value"] = column.keeps_value;
    object["marks_missing"] = column.marks_missing;
  }
  if (!column.dropped() && !column.reading.plain()) object["reads"] = reading_json(column.reading);
  if (column.seen) object["seen"] = seen_json(*column.seen, column.kind);
  return object;
}

// An object whose keys are all asked for; what is wrong with one is said with its place.
class Object {
 public:
  Object(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    require(json.is_object(), where_, ": expected an object, got ", json.type_name());
  }

  const std::string& where() const { return where_; }
  bool has(const char* key) const { return json_.contains(key); }

  std::string text(const char* key) { return value(key, Json::value_t::string).get<std::string>(); }
  bool truth(const char* key) { return value(key, Json::value_t::boolean).get<bool>(); }
  const Json& list(const char* key) { return value(key, Json::value_t::array); }

  double number(const char* key) {
    const Json& found = value(key);
    require(found.is_number(), where_, ".", key, ": expected a number, got ", found.type_name());
    return found.get<double>();
  }

  const Json& value(const char* key) {
    const auto found = json_.find(key);
    require(found != json_.end(), where_, ": expected a key \"", key, "\", got none");
    asked_.insert(key);
    return *found;
  }

  void end() const {
    for (const auto& [key, found] : json_.items()) {
      if (asked_.count(key) == 0) fail(Fault::data, where_, ": expected no key \"", printable(key), '"');
    }
  }

 private:
  const Json& value(const char* key, Json::value_t type) {
    const Json& found = value(key);
    require(found.type() == type, where_, ".", key, ": expected ", Json(type).type_name(), ", got ", found.type_name());
    return found;
  }

  const Json& json_;
  std::string where_;
  std::set<std::string> asked_;
};

std::vector<float> edges_from(const Json& list, const std::string& where) {
  std::vector<float> edges;
  for (const Json& number : list) {
    const bool fits = number.is_number() && std::abs(number.get<double>()) <= double{std::numeric_limits<float>::max()};
    require(fits, where, ".edges: expected numbers of single precision, got ", number.dump());
    const auto edge = number.get<float>();
    require(edges.empty() || edges.back() < edge, where, ".edges: expected ascending numbers, got ",
            edges.empty() ? 0.0 : double{edges.back()}, " before ", double{edge});
    edges.push_back(edge);
  }
  require(edges.size() != 1, where, ".edges: expected none or at least two, got one");
  return edges;
}

std::vector<std::string> texts_from(const Json& list, const std::string& where, const char* key) {
  std::vector<std::string> texts;
  std::set<std::string> known;
  for (const Json& text : list) {
    require(text.is_string(), where, ".", key, ": expected texts, got ", text.dump());
    texts.push_back(text.get<std::string>());
    require(known.insert(texts.back()).second, where, ".", key, ": expected every text once, got \"",
            printable(texts.back()), "\" twice");
  }
  require(!texts.empty(), where, ".", key, ": expected at least one text, got none");
  return texts;
}

void read_number(Object& object, ColumnEncoding& column) {
  column.median = object.number("median");
  column.mean = object.number("mean");
  column.deviation = object.number("deviation");
  require(column.deviation > 0, object.where(), ".deviation: expected a number above 0, got ", column.deviation);
  column.edges = edges_from(object.list("edges"), object.where());
  column.keeps_value = object.truth("keeps_value");
  column.marks_missing = object.truth("marks_missing");
  require(column.keeps_value || (column.marks_missing && column.edges.empty()), object.where(),
          ": expected marks_missing and no edges where keeps_value is false");
}

template <class Choice>
Choice choice_from(Object& object, const char* key) {
  try {
    return choice_named<Choice>(object.text(key), joined(object.where(), ".", key));
  } catch (const UserError& error) {
    fail(Fault::data, error.what());
  }
}

ColumnReading reading_from(const Json& json, const std::string& where) {
  Object object(json, where);
  ColumnReading reading;
  if (object.has("comma")) reading.comma = choice_from<CommaMeaning>(object, "comma");
  if (object.has("percent")) reading.percent = object.number("percent");
  require(reading.percent == 0 || reading.percent == 0.01 || reading.percent == 1, where,
          ".percent: expected 1 or 0.01, got ", reading.percent);
  if (object.has("censored")) reading.censored = object.truth("censored");
  if (object.has("date")) reading.date = choice_from<DateOrder>(object, "date");
  if (object.has("odd_is_missing")) reading.odd_is_missing = object.truth("odd_is_missing");
  object.end();
  return reading;
}

double share_from(Object& object, const char* key) {
  const double share = object.number(key);
  require(share >= 0 && share <= 1, object.where(), ".", key, ": expected a share from 0 to 1, got ", share);
  return share;
}

SeenValues seen_from(const Json& json, Column::Kind kind, const std::string& where) {
  Object object(json, where);
  SeenValues seen;
  seen.missing = share_from(object, "missing");
  if (kind == Column::Kind::category) {
    seen.others = share_from(object, "others");
  } else {
    seen.low = object.number("low");
    seen.high = object.number("high");
    require(seen.low <= seen.high, where, ": expected low <= high, got ", seen.low, " and ", seen.high);
  }
  object.end();
  return seen;
}

ColumnEncoding column_from(const Json& json, const std::string& where) {
  Object object(json, where);
  ColumnEncoding column;
  column.name = object.text("name");
  const std::string kind = object.text("kind");
  require(kind == kNumber || kind == kCategory, where, ".kind: expected number or category, got \"", printable(kind),
          '"');
  column.kind = kind == kNumber ? Column::Kind::number : Column::Kind::category;
  if (object.has("plain")) column.plain = object.truth("plain");
  if (object.has("dropped")) {
    column.why_dropped = object.text("dropped");
    require(column.dropped(), where, ".dropped: expected a reason, got \"\"");
  } else if (column.kind == Column::Kind::category) {
    column.categories = texts_from(object.list("categories"), where, "categories");
  } else if (!column.plain) {
    read_number(object, column);
  }
  if (object.has("reads")) column.reading = reading_from(object.value("reads"), where + ".reads");
  if (object.has("seen")) column.seen = seen_from(object.value("seen"), column.kind, where + ".seen");
  object.end();
  return column;
}

Json parsed(const std::string& text, const std::string& where) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    fail(Fault::data, where, ": expected JSON: ", printable(error.what()));
  }
}

}  // namespace

std::string encoding_json(const TableEncoding& encoding) {
  Json object = {{"columns", Json::array()}};
  for (const ColumnEncoding& column : encoding.columns) object["columns"].push_back(column_json(column));
  if (!encoding.missing.empty()) object["missing"] = encoding.missing;
  return object.dump() + "\n";
}

TableEncoding encoding_from_json(const std::string& text, const std::string& where) {
  const Json json = parsed(text, where);
  Object object(json, where);
  TableEncoding encoding;
  for (const Json& column : object.list("columns")) {
    encoding.columns.push_back(column_from(column, joined(where, ".columns[", encoding.columns.size(), "]")));
  }
  if (object.has("missing")) encoding.missing = texts_from(object.list("missing"), where, "missing");
  object.end();
  require(encoding.width() > 0, where, ": expected a column that is not dropped, got none");
  return encoding;
}

}  // namespace pauc
