#include "score_request.h"

#include <nlohmann/json.hpp>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/text/utf8.h"

namespace pauc::cli {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

Json parsed(const std::string& body) {
  try {
    return Json::parse(body);
  } catch (const Json::parse_error& error) {
    fail(Fault::data, "body: expected JSON such as {\"rows\": [{\"age\": 63}]}, got other text at byte ", error.byte);
  } catch (const Json::out_of_range&) {
    fail(Fault::data, "body: expected numbers below 1.8e308, got a larger one");
  }
}

// A number of JSON has one meaning. It is written as the column writes its numbers, and so that no point in it could
// group thousands.
std::string number_text(const Json& value, bool decimal_comma) {
  std::string text = value.dump();
  const std::size_t point = text.find('.');
  if (point == std::string::npos) return text;
  if (decimal_comma) {
    text[point] = ',';
  } else if (text.size() == point + 4) {
    text += '0';
  }
  return csv_field(text);
}

// An empty field is quoted: a line without any character would be no row.
std::string field_of(const Json& value, bool decimal_comma, const std::string& where) {
  if (value.is_null()) return "\"\"";
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    return text.empty() ? "\"\"" : csv_field(text);
  }
  if (value.is_number()) return number_text(value, decimal_comma);
  require(value.is_primitive(), where, ": expected a number, a text, true, false or null, got a list or an object");
  return value.dump();
}

const Json& rows_of(const Json& request) {
  require(request.is_object() && request.contains("rows"),
          "body: expected an object with \"rows\", as in {\"rows\": [{\"age\": 63}]}, got ",
          request.is_object()  ? "another object"
          : request.is_array() ? "a list"
                               : "something else");
  const Json& rows = request["rows"];
  require(rows.is_array() && !rows.empty(), "rows: expected a list of at least one row, got ",
          rows.is_array() ? "an empty one" : "something else");
  require(rows.size() <= kMostRequestRows, "rows: expected at most ", kMostRequestRows, " in a request, got ",
          rows.size());
  return rows;
}

// The names of columns that write decimal numbers with a comma.
std::set<std::string> comma_columns(const std::vector<RowField>& fields) {
  std::set<std::string> names;
  for (const RowField& field : fields) {
    if (field.decimal_comma) names.insert(field.name);
  }
  return names;
}

std::string line_of(const Json& row, const Json& first, const std::set<std::string>& commas, std::size_t number) {
  const std::string where = joined("row ", number);
  require(row.is_object(), where, ": expected an object with a value for each column, got something else");
  require(row.size() == first.size(), where, ": expected the ", first.size(), " columns of the first row, got ",
          row.size());
  std::string line;
  for (const auto& [name, ignored] : first.items()) {
    require(row.contains(name), where, ": expected a value or null for ", shown(name), ", got none");
    const std::string place = joined(where, ", ", printable(name));
    line += joined(line.empty() ? "" : ",", field_of(row[name], commas.count(name) > 0, place));
  }
  return line + "\n";
}

OrderedJson json_of(const AnsweredRow& row, std::size_t number, const std::vector<std::string>& member_names) {
  OrderedJson json = {{"row", number}};
  if (!row.id.empty()) json["id"] = printable(row.id);
  json["score"] = row.score ? OrderedJson(*row.score) : OrderedJson();
  if (!row.decision.empty()) json["decision"] = row.decision;
  if (row.probability) json["probability"] = *row.probability;
  if (row.spread) json["spread"] = *row.spread;
  if (row.unlike) json["unlike"] = *row.unlike;
  if (row.members.size() < 2) return json;
  for (std::size_t m = 0; m < row.members.size(); ++m) json["members"][member_names[m]] = row.members[m];
  return json;
}

}  // namespace

std::string csv_of_request(const std::string& body, const std::vector<RowField>& fields) {
  const Json request = parsed(body);
  const Json& rows = rows_of(request);
  const Json& first = rows.front();
  require(first.is_object() && !first.empty(), "row 1: expected an object with a value for each column, got ",
          first.is_object() ? "an empty one" : "something else");
  std::string csv;
  for (const auto& [name, ignored] : first.items()) csv += joined(csv.empty() ? "" : ",", csv_field(name));
  csv += '\n';
  std::size_t number = 0;
  const std::set<std::string> commas = comma_columns(fields);
  for (const Json& row : rows) csv += line_of(row, first, commas, ++number);
  return csv;
}

std::string answer_json(const AnsweredRows& scored, const std::vector<std::string>& member_names) {
  OrderedJson rows = OrderedJson::array();
  for (const AnsweredRow& row : scored.rows) rows.push_back(json_of(row, rows.size() + 1, member_names));
  OrderedJson json = {{"rows", std::move(rows)}};
  OrderedJson notes = OrderedJson::array();
  for (const auto* sentences : {&scored.notes, &scored.complaints}) {
    for (const std::string& sentence : *sentences) notes.push_back(printable(sentence));
  }
  if (!notes.empty()) json["notes"] = std::move(notes);
  return json.dump() + "\n";
}

}  // namespace pauc::cli
