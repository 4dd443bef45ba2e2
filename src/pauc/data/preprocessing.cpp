#include "pauc/data/preprocessing.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/molecule/features.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMolecule = "molecule";
constexpr const char* kImage = "image";
constexpr const char* kFeaturesFrom = "features_from";
constexpr const char* kStandardise =
    "standardise";  // not in cards of earlier versions, which read molecules as written

Json molecule_json(const Preprocessing& preprocessing) {
  Json json = {{"smiles", preprocessing.column}};
  if (!preprocessing.features_from.empty()) json[kFeaturesFrom] = preprocessing.features_from;
  if (preprocessing.standardise != Standardise::off) json[kStandardise] = choice_name(preprocessing.standardise);
  return json;
}

std::string features_from(const Json& json, const std::string& where) {
  require(json.is_string(), where, ": expected features as molecule.features_from, got ", json.dump());
  try {
    const auto features = features_named(json);
    require(!features.empty(), "features_from: expected features, got none");
    return features_text(features);
  } catch (const UserError& error) {
    fail(Fault::data, where, ": molecule.", error.what());
  }
}

Standardise standardise_from(const Json& json, const std::string& where) {
  require(json.is_string(), where, ": expected off, on or tautomer as molecule.standardise, got ", json.dump());
  try {
    return choice_named<Standardise>(json.get<std::string>(), "standardise");
  } catch (const UserError& error) {
    fail(Fault::data, where, ": molecule.", error.what());
  }
}

void read_molecule(const Json& json, const std::string& where, Preprocessing& preprocessing) {
  const bool described = json.is_object() && json.contains(kFeaturesFrom);
  const bool standardised = json.is_object() && json.contains(kStandardise);
  const std::size_t entries = 1U + (described ? 1U : 0U) + (standardised ? 1U : 0U);
  require(json.is_object() && json.size() == entries && json.contains("smiles") && json["smiles"].is_string(), where,
          ": expected the name of a column as molecule.smiles, got ", json.dump());
  preprocessing.column = json["smiles"];
  preprocessing.kind = described ? InputKind::table : InputKind::molecule;
  if (described) preprocessing.features_from = features_from(json[kFeaturesFrom], where);
  if (standardised) preprocessing.standardise = standardise_from(json[kStandardise], where);
}

// The last columns of the table are the computed ones.
void require_feature_columns(const Preprocessing& preprocessing, const std::string& where) {
  const auto expected = feature_columns(features_named(preprocessing.features_from));
  const auto& columns = preprocessing.table.columns;
  const bool enough = columns.size() >= expected.size();
  const bool same = enough && std::equal(expected.rbegin(), expected.rend(), columns.rbegin(),
                                         [](const Column& column, const ColumnEncoding& encoding) {
                                           return column.name == encoding.name && column.kind == encoding.kind;
                                         });
  require(same, where, ": expected the columns of ", preprocessing.features_from, " at the end, got others");
}

// Fingerprints have many columns that say nothing about the data at hand: they share one note.
void note_dropped(const Preprocessing& fitted, const std::vector<std::string>& about_columns,
                  std::vector<std::string>& notes) {
  const auto computed = static_cast<std::ptrdiff_t>(feature_columns(features_named(fitted.features_from)).size());
  const auto& columns = fitted.table.columns;
  const auto is_dropped = [](const ColumnEncoding& column) { return column.dropped(); };
  const auto own = std::count_if(columns.begin(), columns.end() - computed, is_dropped);
  const auto dropped = std::count_if(columns.end() - computed, columns.end(), is_dropped);
  // One note per column, those of the file first, and one about the rest.
  const auto shown = std::min(own, static_cast<std::ptrdiff_t>(about_columns.size()));
  notes.insert(notes.end(), about_columns.begin(), about_columns.begin() + shown);
  if (dropped == 0) return;
  notes.push_back(joined(dropped, " of ", static_cast<std::int64_t>(computed), " columns from ", fitted.features_from,
                         dropped == 1 ? " is" : " are", " dropped: the same in all training rows"));
}

// The encoding knows no column of a file: it stands beside it.
std::string take_column(Json& image, const std::string& where) {
  require(image.is_object() && image.contains("column") && image["column"].is_string(), where,
          ": expected the name of a column as image.column, got ", image.dump());
  std::string column = image["column"];
  image.erase("column");
  return column;
}

std::string or_none(const std::string& text) { return text.empty() ? "none" : text; }

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
  fitted.features_from = content.features_from;
  fitted.standardise = content.standardise;
  if (content.kind == InputKind::table || !content.table.columns.empty()) {
    std::vector<std::string> about_columns;
    fitted.table = fit_encoding(content.table, train_rows, options, about_columns);
    if (fitted.features_from.empty()) {
      notes.insert(notes.end(), about_columns.begin(), about_columns.end());
    } else {
      note_dropped(fitted, about_columns, notes);
    }
  }
  return fitted;
}

std::string preprocessing_json(const Preprocessing& preprocessing) {
  Json json = Json::parse(encoding_json(preprocessing.table));
  if (preprocessing.reads() == InputKind::molecule) json[kMolecule] = molecule_json(preprocessing);
  if (preprocessing.kind == InputKind::image) json[kImage] = image_json(preprocessing);
  return json.dump() + "\n";
}

Preprocessing preprocessing_from_json(const std::string& text, const std::string& where) {
  Preprocessing preprocessing;
  Json json = Json::parse(text, nullptr, false);
  if (json.is_object() && json.contains(kMolecule)) {
    read_molecule(json[kMolecule], where, preprocessing);
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
  if (!preprocessing.features_from.empty()) require_feature_columns(preprocessing, where);
  return preprocessing;
}

void require_fits(const Preprocessing& preprocessing, const Content& content, const std::string& where) {
  require(preprocessing.kind == content.kind, where, ": was trained on data of kind ",
          input_kind_name(preprocessing.kind), ", got ", input_kind_name(content.kind));
  require(preprocessing.features_from == content.features_from, where, ": expected features_from ",
          or_none(preprocessing.features_from), " as in its training, got ", or_none(content.features_from));
  require(preprocessing.standardise == content.standardise, where, ": expected standardise ",
          choice_name(preprocessing.standardise), " as in its training, got ", choice_name(content.standardise));
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
