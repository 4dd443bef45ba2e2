#include "pauc/data/registry.h"

#include <algorithm>
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/byte_source.h"
#include "pauc/core/io/foreign_format.h"
#include "pauc/core/io/utf8_source.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/data/content_column.h"
#include "pauc/data/fact_columns.h"
#include "pauc/data/image/cifar.h"
#include "pauc/data/image/cifar_folder.h"
#include "pauc/data/image/folder.h"
#include "pauc/data/image/jpeg.h"
#include "pauc/data/image/path_table.h"
#include "pauc/data/image/png.h"
#include "pauc/data/image/records.h"
#include "pauc/data/molecule/features.h"
#include "pauc/data/molecule/ogb_molecules.h"
#include "pauc/data/molecule/ogb_reader.h"
#include "pauc/data/molecule/smiles_files.h"
#include "pauc/data/path_checks.h"
#include "pauc/data/repeated_rows.h"
#include "pauc/data/table/csv_blocks.h"
#include "pauc/data/table/csv_table.h"
#include "pauc/data/table/libsvm_table.h"
#include "pauc/data/table/npy_table.h"
#include "pauc/data/table/synthetic_table.h"
#include "pauc/data/task_rows.h"

namespace pauc {

namespace {

// "; it has a.csv, b.csv: name them" for a folder with tables.
std::string tables_in(const std::string& folder) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> tables;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (has_extension(name, {".csv", ".tsv", ".svm", ".npy"})) tables.push_back(name);
  }
  std::sort(tables.begin(), tables.end());
  std::string list;
  for (std::size_t k = 0; k < std::min(tables.size(), kShown); ++k) list += joined(k == 0 ? "" : ", ", tables[k]);
  if (tables.empty()) return "";
  return joined("; it has ", list, tables.size() > kShown ? ", ..." : "", ": name the file");
}

void require_known_folder(const std::string& path) {
  if (!is_folder(path) || is_ogb_folder(path) || is_cifar_folder(path) || is_image_folder(path)) return;
  fail(Fault::no_input, path,
       ": expected a data file such as data.csv, or a folder of images (a subfolder per class), ",
       "CIFAR batches (data_batch_1.bin, train.bin) or molecules in OGB's layout (mapping/ and raw/), got a folder ",
       "without any of these", tables_in(path));
}

void check_paths(const DataOptions& options) {
  require_no_stream("data", options.path);
  require_no_stream("test", options.test);
  require_no_stream("table", options.table);
  require_usage(is_folder(options.path) || !is_folder(options.test),
                "test: expected a file with the test rows, such as test.csv, got ", options.test, ", a folder");
}

std::string first_bytes(const std::string& path) {
  constexpr std::size_t kEnough = 65536;
  if (is_synthetic(path) || is_folder(path)) return "";
  std::string head(kEnough, '\0');
  head.resize(ByteSource(path).fill(head.data(), kEnough));
  refuse_foreign_format(path, head);
  return has_extension(path, {".csv", ".tsv", ".txt"}) ? utf8_from_utf16_head(head) : head;
}

// A column of molecules or images, and the form of records, say what a file is.
std::string kind_asked_for(const DataOptions& options) {
  if (options.kind != "auto" || is_folder(options.path)) return options.kind;
  switch (content_column(options).kind) {
    case InputKind::table:
      return !options.records.empty() ? "records" : !options.image_root.empty() ? "images" : options.kind;
    case InputKind::molecule:
      return "smiles";
    case InputKind::image:
      return "images";
  }
  return options.kind;
}

// Options that only files of images heed.
bool asks_for_files(const DataOptions& options) {
  return !options.image.empty() || !options.image_root.empty() || options.image_size != "auto" ||
         options.image_channels != ImageChannels::automatic;
}

}  // namespace

const std::vector<DatasetKind>& dataset_registry() {
  // In this order kinds are asked whether they recognise a file: csv takes any.
  static const std::vector<DatasetKind> kRegistry = {
      cifar_kind(),        npy_kind(),    records_kind(), synthetic_kind(),        ogb_kind(),
      image_folder_kind(), libsvm_kind(), smiles_kind(),  image_path_table_kind(), csv_kind(),
  };
  return kRegistry;
}

const DatasetKind& dataset_kind(const std::string& kind, const std::string& path, std::optional<InputKind> content) {
  if (kind == "auto") {
    require_known_folder(path);
    const std::string head = first_bytes(path);
    require(!is_png(head) && !is_jpeg(head), path,
            ": is one image; expected the folder that it lies in, or a CSV file with its path");
    const DatasetKind* last = nullptr;  // of its content, the one that takes any file
    for (const DatasetKind& row : dataset_registry()) {
      if (content && row.content != *content) continue;
      if (row.recognises(path, head)) return row;
      last = &row;
    }
    return *last;
  }
  std::vector<std::string> names = {"auto"};
  for (const DatasetKind& row : dataset_registry()) {
    if (row.name == kind) return row;
    names.push_back(row.name);
  }
  fail(Fault::usage, "kind: no \"", kind, "\"; expected one of ", names_nearest_first(kind, names));
}

Examples load_examples(const DataOptions& options) {
  require_usage(options.keep_positive > 0 && options.keep_positive <= 1,
                "keep_positive: expected a share above 0 and at most 1, got ", options.keep_positive,
                rate_hint(options.keep_positive));
  check_paths(options);
  const std::string asked = kind_asked_for(options);
  const DatasetKind& kind = dataset_kind(asked, options.path);
  require_usage(kind.image_options == ImageOptions::of_files || !asks_for_files(options),
                "data: image, image_root, image_size and image_channels are for PNG and JPEG files, ", options.path,
                " is ", kind.name);
  require_usage(kind.image_options == ImageOptions::of_records || options.records.empty(), "records: ", options.path,
                " is ", kind.name, ", not a file of records; got records ", options.records);
  require_usage(options.more.empty() || kind.several_files, "more: expected one file of kind ", kind.name,
                ", got several");
  require_usage(options.more.empty() || options.table.empty(), "table: expected one data file, got several");
  const bool described = !features_named(options.features_from).empty();
  require_usage(kind.content == InputKind::molecule || !described, "features_from: ", options.path, " is ", kind.name,
                ", expected molecules; the option smiles names a column of them");
  require_usage(kind.content == InputKind::molecule || options.duplicates == Duplicates::keep,
                "duplicates: ", options.path, " is ", kind.name, ", expected molecules");
  Examples examples = kind.load(options);
  if (!options.task.empty()) {
    const std::size_t task = task_place(examples.facts.tasks, options.task);
    examples.facts = facts_of_task(std::move(examples.facts), task);
  }
  const bool is_table = examples.content.kind == InputKind::table && !described;
  const Content& content = examples.content;
  if (is_table) examples.facts.first_copies = first_copies(content.table);
  // Files of images were compared as they were read.
  const bool of_pixels = content.kind == InputKind::image && kind.image_options != ImageOptions::of_files;
  if (of_pixels) examples.facts.first_copies = first_copies(content.images, content.held());
  const bool noted = kind.content == InputKind::molecule;
  const std::string copies = noted ? std::string() : note_on_copies(examples, options);
  if (!copies.empty()) examples.notes.push_back(copies);
  return examples;
}

bool has_fact_columns(const DataOptions& options) {
  const std::string asked = kind_asked_for(options);
  const DatasetKind& kind = dataset_kind(asked, options.path);
  return kind.has_columns && kind.has_columns(options.path);
}

RowFacts load_facts(const DataOptions& options) {
  return has_fact_columns(options) ? read_fact_columns(options) : load_examples(options).facts;
}

std::vector<SourceFiles> sources_of(const DataOptions& options) {
  check_paths(options);
  const std::string asked = kind_asked_for(options);
  const DatasetKind& kind = dataset_kind(asked, options.path);
  std::vector<SourceFiles> all;
  for (const auto& [path, role] : files_by_role(options)) {
    const auto found = kind.sources ? kind.sources(options, path) : each_alone({path});
    all.insert(all.end(), found.begin(), found.end());
  }
  if (!options.table.empty()) all.push_back({options.table, {options.table}});
  return all;
}

NextBlock open_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                      std::vector<std::string>& notes) {
  if (options.path == "-" || is_stream(options.path)) return open_csv_blocks(options, wanted, notes);
  const DatasetKind& kind = dataset_kind(options.kind, options.path, options.content);
  require_usage(kind.content == options.content, "kind: the model reads data of kind ",
                input_kind_name(options.content), ", ", kind.name, " is ", input_kind_name(kind.content));
  require_usage(bool{kind.open}, "data: expected a file to score, got ", options.path);
  return kind.open(options, wanted, notes);
}

}  // namespace pauc
