#include "score_request.h"

#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/text/utf8.h"

namespace pauc::cli {

namespace {

using Json = nlohmann::ordered_json;

Json parsed(const std::string& body) {
  try {
    return Json::parse(body);
  } catch (const Json::parse_error& error) {
    fail(Fault::data, "body: expected JSON such as {\"rows\": [{\"age\": 63}]}, got other text at byte ", error.byte);
  }
}

// An empty field is quoted: a line without any character would be no row.
std::string field_of(const Json& value, const std::string& where) {
  if (value.is_null()) return "\"\"";
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    return text.empty() ? "\"\"" : csv_field(text);
  }
  require(value.is_primitive(), where, ": expected a number, a text, true, false or null, got a list or an object");
  return value.dump();
}

const Json& rows_of(const Json& request) {
  require(request.is_object() && request.contains("rows"), "body: expected an object with \"rows\", got none");
  const Json& rows = request["rows"];
  require(rows.is_array() && !rows.empty(), "rows: expected a list of at least one row, got ",
          rows.is_array() ? "an empty one" : "something else");
  require(rows.size() <= kMostRequestRows, "rows: expected at most ", kMostRequestRows, " in a request, got ",
          rows.size());
  return rows;
}

std::string line_of(const Json& row, const Json& first, std::size_t number) {
  const std::string where = joined("row ", number);
  require(row.is_object(), where, ": expected an object with a value for each column, got something else");
  require(row.size() == first.size(), where, ": expected the ", first.size(), " columns of the first row, got ",
          row.size());
  std::string line;
  for (const auto& [name, ignored] : first.items()) {
    require(row.contains(name), where, ": expected a value or null for ", shown(name), ", got none");
    line += joined(line.empty() ? "" : ",", field_of(row[name], joined(where, ", ", printable(name))));
  }
  return line + "\n";
}

Json json_of(const AnsweredRow& row, std::size_t number, const std::vector<std::string>& member_names) {
  Json json = {{"row", number}};
  if (!row.id.empty()) json["id"] = printable(row.id);
  json["score"] = row.score ? Json(*row.score) : Json();
  if (!row.decision.empty()) json["decision"] = row.decision;
  if (row.probability) json["probability"] = *row.probability;
  if (row.spread) json["spread"] = *row.spread;
  if (row.members.size() < 2) return json;
  for (std::size_t m = 0; m < row.members.size(); ++m) json["members"][member_names[m]] = row.members[m];
  return json;
}

}  // namespace

std::string csv_of_request(const std::string& body) {
  const Json request = parsed(body);
  const Json& rows = rows_of(request);
  const Json& first = rows.front();
  require(first.is_object() && !first.empty(), "row 1: expected an object with a value for each column, got ",
          first.is_object() ? "an empty one" : "something else");
  std::string csv;
  for (const auto& [name, ignored] : first.items()) csv += joined(csv.empty() ? "" : ",", csv_field(name));
  csv += '\n';
  std::size_t number = 0;
  for (const Json& row : rows) csv += line_of(row, first, ++number);
  return csv;
}

std::string answer_json(const AnsweredRows& scored, const std::vector<std::string>& member_names) {
  Json rows = Json::array();
  for (const AnsweredRow& row : scored.rows) rows.push_back(json_of(row, rows.size() + 1, member_names));
  Json json = {{"rows", std::move(rows)}};
  Json notes = Json::array();
  for (const auto* sentences : {&scored.notes, &scored.complaints}) {
    for (const std::string& sentence : *sentences) notes.push_back(printable(sentence));
  }
  if (!notes.empty()) json["notes"] = std::move(notes);
  return json.dump() + "\n";
}

}  // namespace pauc::cli
