#include "pauc/data/preprocessing.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMolecule = "molecule";
constexpr const char* kImage = "image";

std::string molecule_column_from(const Json& json, const std::string& where) {
  require(json.is_object() && json.size() == 1 && json.contains("smiles") && json["smiles"].is_string(), where,
          ": expected the name of a column as molecule.smiles, got ", json.dump());
  return json["smiles"];
}

// The encoding knows no column of a file: it stands beside it.
std::string take_column(Json& image, const std::string& where) {
  require(image.is_object() && image.contains("column") && image["column"].is_string(), where,
          ": expected the name of a column as image.column, got ", image.dump());
  std::string column = image["column"];
  image.erase("column");
  return column;
}

Json image_json(const Preprocessing& preprocessing) {
  Json json = {{"column", preprocessing.column}};
  json.update(Json::parse(image_encoding_json(preprocessing.image)));
  return json;
}

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
  if (preprocessing.kind == InputKind::image) json[kImage] = image_json(preprocessing);
  return json.dump() + "\n";
}

Preprocessing preprocessing_from_json(const std::string& text, const std::string& where) {
  Preprocessing preprocessing;
  Json json = Json::parse(text, nullptr, false);
  if (json.is_object() && json.contains(kMolecule)) {
    preprocessing.kind = InputKind::molecule;
    preprocessing.column = molecule_column_from(json[kMolecule], where);
    json.erase(kMolecule);
  } else if (json.is_object() && json.contains(kImage)) {
    preprocessing.kind = InputKind::image;
    preprocessing.column = take_column(json[kImage], where);
    preprocessing.image = image_encoding_from_json(json[kImage].dump(), where + ".image");
    json.erase(kImage);
  }
  const bool beside = preprocessing.kind != InputKind::table;  // columns, of which there need be none
  if (beside && json.size() == 1 && json.contains("columns") && json["columns"] == Json::array()) return preprocessing;
  preprocessing.table = encoding_from_json(json.is_discarded() ? text : json.dump(), where);
  return preprocessing;
}

void require_fits(const Preprocessing& preprocessing, const Content& content, const std::string& where) {
  require(preprocessing.kind == content.kind, where, ": was trained on data of kind ",
          input_kind_name(preprocessing.kind), ", got ", input_kind_name(content.kind));
  require(content.kind != InputKind::image || preprocessing.image.size == content.images.size, where,
          ": was trained on images of ", image_size_text(preprocessing.image.size), ", got ",
          image_size_text(content.images.size));
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
