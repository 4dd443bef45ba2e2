#include "pauc/data/preprocessing.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/utf8.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMolecule = "molecule";

}  // namespace

Preprocessing fit_preprocessing(const Content& content, Span<const std::int64_t> train_rows,
                                const EncodingOptions& options, std::vector<std::string>& notes) {
  Preprocessing fitted;
  fitted.kind = content.kind;
  fitted.column = content.column;
  if (content.kind == InputKind::table || !content.table.columns.empty()) {
    fitted.table = fit_encoding(content.table, train_rows, options, notes);
  }
  return fitted;
}

std::string preprocessing_json(const Preprocessing& preprocessing) {
  Json json = Json::parse(encoding_json(preprocessing.table));
  if (preprocessing.kind == InputKind::molecule) json[kMolecule] = {{"smiles", preprocessing.column}};
  return json.dump() + "\n";
}

Preprocessing preprocessing_from_json(const std::string& text, const std::string& where) {
  Preprocessing preprocessing;
  Json json = Json::parse(text, nullptr, false);
  if (json.is_object() && json.contains(kMolecule)) {
    const Json molecule = json[kMolecule];
    require(
        molecule.is_object() && molecule.size() == 1 && molecule.contains("smiles") && molecule["smiles"].is_string(),
        where, ": expected the name of a column as molecule.smiles, got ", molecule.dump());
    preprocessing.kind = InputKind::molecule;
    preprocessing.column = molecule["smiles"];
    json.erase(kMolecule);
    if (json.contains("columns") && json["columns"].empty()) return preprocessing;
  }
  preprocessing.table = encoding_from_json(json.is_discarded() ? text : json.dump(), where);
  return preprocessing;
}

void require_fits(const Preprocessing& preprocessing, const Content& content, const std::string& where) {
  require(preprocessing.kind == content.kind, where, ": was trained on data of kind ",
          input_kind_name(preprocessing.kind), ", got ", input_kind_name(content.kind));
  const auto& now_columns = content.table.columns;
  const auto& columns = preprocessing.table.columns;
  for (std::size_t c = 0; c < std::max(now_columns.size(), columns.size()); ++c) {
    const std::string now = c < now_columns.size() ? printable(now_columns[c].name) : "none";
    const std::string then = c < columns.size() ? columns[c].name : "none";
    const bool same_kind = now == then && now_columns[c].kind == columns[c].kind;
    require(same_kind, where, ": was trained on other columns: expected \"", then, "\" as column ", c + 1, ", got \"",
            now, now == then ? "\" of another kind" : "\"");
  }
}

}  // namespace pauc
