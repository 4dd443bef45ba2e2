#include "pauc/trainer/run/labelled_rows.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/data/examples.h"
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
  options.smiles = trained.smiles;
  options.image = trained.image;
  options.image_root = trained.image_root;
  options.image_size = trained.image_size;
  options.records = trained.records;
  options.weight = chosen(given.weight, trained.weight);
  options.group = chosen(given.group, trained.group);
  options.table = given.table;
  options.split = "stratified";
  options.threads = given.threads;
  options.classes = LabelRule::Classes::any;
  return options;
}

}  // namespace

RowFacts labelled_rows(const record::RunPaths& paths, const record::ModelCard& card, const std::string& file,
                       const LabelOptions& options) {
  return load_examples(options_of(paths, card, file, options)).facts;
}

std::optional<std::string> reason_for_no_labels(const record::RunPaths& paths, const record::ModelCard& card,
                                                const std::string& file, const LabelOptions& options) {
  const DataOptions data = options_of(paths, card, file, options);
  const std::string kind = dataset_kind(data.kind, file).name;
  if (kind != "csv" && kind != "smiles" && kind != "images") return std::nullopt;
  if (data.label.empty()) return "the training took its last column as the label; name it by --label";
  const CsvReader csv(file, {data.header});
  const auto& columns = csv.columns();
  if (std::find(columns.begin(), columns.end(), data.label) != columns.end()) return std::nullopt;
  const bool is_number = std::all_of(data.label.begin(), data.label.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (is_number) return std::nullopt;
  return joined(file, " has no column \"", data.label, '"');
}

}  // namespace pauc
