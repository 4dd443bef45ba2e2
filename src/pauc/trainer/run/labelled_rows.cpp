#include "pauc/trainer/run/labelled_rows.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/label_columns.h"
#include "pauc/data/molecule/structure_rows.h"
#include "pauc/data/registry.h"
#include "pauc/record/limits.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

namespace {

// The options of the training, for other rows: no split, no selection of columns or rows.
DataOptions options_of(const record::RunPaths& paths, const record::ModelCard& card, const std::string& file,
                       const LabelOptions& given) {
  const std::string text = content_of_folder_file(paths.folder, paths.config(), record::kMostConfigBytes);
  const DataOptions trained = config_from_yaml(text, paths.config()).read("data", kDataFields);
  const auto chosen = [](const std::string& now, const std::string& before) { return now.empty() ? before : now; };
  DataOptions options;
  options.path = file;
  options.kind = chosen(given.kind, "auto");
  options.header = given.no_header ? CsvOptions::Header::none : trained.header;
  options.label = chosen(given.label, trained.label);
  options.positive_classes = given.positive.empty() ? trained.positive_classes : "";
  if (options.positive_classes.empty()) options.positive = chosen(given.positive, card.positive);
  options.missing = trained.missing;
  options.smiles = trained.smiles;
  options.image = trained.image;
  options.image_root = trained.image_root;
  options.image_size = trained.image_size;
  options.records = trained.records;
  if (given.label.empty() && given.positive.empty()) options.relation = trained.relation;
  options.weight = chosen(given.weight, trained.weight);
  options.group = chosen(given.group, trained.group);
  options.table = given.table;
  options.split = "stratified";
  options.threads = given.threads;
  options.classes = LabelRule::Classes::any;
  return options;
}

// The CSV file that has the labels; empty if they are not in columns.
std::string file_of_labels(const DataOptions& options) {
  if (has_fact_columns(options)) return options.path;
  return options.table;
}

// Without anything that is said of labels.
DataOptions group_options(DataOptions options) {
  options.positive.clear();
  options.positive_classes.clear();
  options.relation.clear();
  options.weight.clear();
  options.smiles.clear();
  options.image.clear();
  return options;
}

// Sets the label column to that of the training, by its name: in another file it may be at another place. Returns why
// the file has none.
std::optional<std::string> find_label(const record::ModelCard& card, const LabelOptions& given, DataOptions& options) {
  if (!given.label.empty()) return std::nullopt;
  const std::string file = file_of_labels(options);
  if (file.empty()) {
    if (may_name_several(options.label)) options.label = card.label;  // of an OGB folder
    return std::nullopt;
  }
  if (card.label.empty()) {
    return joined(file, ": the training took its last column as the label and did not keep its name; expected --label");
  }
  const CsvReader csv = open_rows(file, {file == options.path ? options.header : CsvOptions::Header::first_line});
  const auto& columns = csv.columns();
  // Where nobody wrote relations, all labels are values.
  if (std::find(columns.begin(), columns.end(), options.relation) == columns.end()) options.relation.clear();
  for (const std::string& column : columns) {
    if (printable(column) != card.label) continue;
    options.label = column;
    return std::nullopt;
  }
  return joined(file, " has no column \"", card.label, "\", the label of the training; --label names another");
}

}  // namespace

RowFacts labelled_rows(const record::RunPaths& paths, const record::ModelCard& card, const std::string& file,
                       const LabelOptions& given) {
  DataOptions options = options_of(paths, card, file, given);
  const auto reason = find_label(card, given, options);
  require(!reason, reason.value_or(""));
  return load_facts(options);
}

RowFacts grouped_rows(const record::RunPaths& paths, const record::ModelCard& card, const std::string& file,
                      const LabelOptions& given) {
  const DataOptions options = group_options(options_of(paths, card, file, given));
  const std::string rows = options.group.empty() ? "" : file_of_labels(options);
  require_usage(!rows.empty() || given.group.empty(), "group: expected a file with columns, got ", file);
  if (rows.empty()) return {};
  CsvReader csv = open_rows(rows, {rows == file ? options.header : CsvOptions::Header::first_line}, options.threads);
  const auto& columns = csv.columns();
  if (given.group.empty() && std::find(columns.begin(), columns.end(), options.group) == columns.end()) return {};
  RowFactsReader facts(options, LabelsIn::records);
  facts.open(csv, FileRole::all_parts);
  while (csv.next()) facts.add(csv, "", rows);
  std::vector<std::string> notes;
  return facts.finish(notes);
}

std::optional<std::string> reason_for_no_labels(const record::RunPaths& paths, const record::ModelCard& card,
                                                const std::string& file, const LabelOptions& given) {
  DataOptions options = options_of(paths, card, file, given);
  return find_label(card, given, options);
}

}  // namespace pauc
