#include "pauc/data/registry.h"

#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/byte_source.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/data/content_column.h"
#include "pauc/data/file_name.h"
#include "pauc/data/image/cifar.h"
#include "pauc/data/image/cifar_folder.h"
#include "pauc/data/image/folder.h"
#include "pauc/data/image/jpeg.h"
#include "pauc/data/image/path_table.h"
#include "pauc/data/image/png.h"
#include "pauc/data/image/records.h"
#include "pauc/data/molecule/ogb_molecules.h"
#include "pauc/data/molecule/ogb_reader.h"
#include "pauc/data/molecule/smiles_examples.h"
#include "pauc/data/synthetic.h"
#include "pauc/data/table/csv_blocks.h"
#include "pauc/data/table/csv_table.h"
#include "pauc/data/table/libsvm_reader.h"
#include "pauc/data/table/libsvm_table.h"
#include "pauc/data/table/npy_table.h"

namespace pauc {

namespace {

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

void require_known_folder(const std::string& path) {
  if (!is_folder(path) || is_ogb_folder(path) || is_cifar_folder(path) || is_image_folder(path)) return;
  fail(Fault::no_input, path, ": expected a file, or a folder of images with one subfolder a class, of CIFAR batches ",
       "(data_batch_1.bin ... or train.bin, test.bin) or of molecules in OGB's layout (mapping/, raw/), got another ",
       "folder");
}

bool is_synthetic(const std::string& path, std::string_view /*head*/) { return path.rfind("synthetic:", 0) == 0; }

bool is_cifar(const std::string& path, std::string_view /*head*/) { return is_cifar_folder(path); }

bool is_ogb(const std::string& path, std::string_view /*head*/) { return is_ogb_folder(path); }

bool is_folder_of_images(const std::string& path, std::string_view /*head*/) { return is_image_folder(path); }

bool is_npy(const std::string& /*path*/, std::string_view head) { return head.substr(0, 6) == "\x93NUMPY"; }

bool is_libsvm(const std::string& path, std::string_view head) {
  return has_extension(path, {".svm", ".libsvm"}) || looks_like_libsvm(head);
}

Examples load_synthetic(const DataOptions& options) {
  require_usage(options.test.empty() && options.table.empty() && is_split_method(options.split),
                "data: made data come without a separate test file, table or split column");
  SyntheticData made = make_synthetic(synthetic_named(options.path));
  Examples examples;
  examples.kind = "synthetic";
  examples.files = {options.path};
  examples.facts.positive = "1";
  for (std::size_t row = 0; row < made.labels.size(); ++row) {
    examples.facts.labels.push_back(static_cast<std::int8_t>(made.labels[row]));
    examples.facts.numbers.push_back(static_cast<std::int64_t>(row) + 1);
  }
  examples.content.table = std::move(made.table);
  return examples;
}

bool any_file(const std::string& path, std::string_view /*head*/) { return !is_folder(path); }

std::string first_bytes(const std::string& path) {
  constexpr std::size_t kEnough = 65536;
  if (path.rfind("synthetic:", 0) == 0 || is_folder(path)) return "";
  std::string head(kEnough, '\0');
  ByteSource source(path);
  std::size_t length = 0;
  while (length < kEnough) {
    const std::size_t count = source.read(head.data() + length, kEnough - length);
    if (count == 0) break;
    length += count;
  }
  head.resize(length);
  return head;
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

std::vector<SourceFiles> each_alone(const std::vector<std::string>& paths) {
  std::vector<SourceFiles> sources;
  for (const std::string& path : paths) sources.push_back({path, {path}});
  return sources;
}

std::vector<SourceFiles> no_files(const DataOptions& /*options*/, const std::string& /*path*/) { return {}; }

std::vector<SourceFiles> cifar_sources(const DataOptions& /*options*/, const std::string& path) {
  return each_alone(find_cifar_folder(path).files());
}

std::vector<SourceFiles> ogb_sources(const DataOptions& /*options*/, const std::string& path) {
  return each_alone(ogb_files(path));
}

std::vector<SourceFiles> folder_sources(const DataOptions& /*options*/, const std::string& path) {
  return {{path, image_folder_files(path)}};
}

std::vector<SourceFiles> list_sources(const DataOptions& options, const std::string& path) {
  return {{path, {path}}, {path + " (images)", image_list_files(options, path)}};
}

// Options that only files of images heed.
bool asks_for_files(const DataOptions& options) {
  return !options.image.empty() || !options.image_root.empty() || options.image_size != "auto" ||
         options.image_channels != "auto";
}

}  // namespace

const std::vector<DatasetKind>& dataset_registry() {
  static const std::vector<DatasetKind> kRegistry = {
      {"cifar",
       "folder of CIFAR-10 or CIFAR-100 batches (.bin, also gzipped), with its own test part",
       InputKind::image,
       {},
       is_cifar,
       load_cifar,
       open_cifar_blocks,
       cifar_sources},
      {"npy",
       "NumPy array of rows (.npy), also gzipped; label in the last column or in --table",
       InputKind::table,
       {},
       is_npy,
       load_npy,
       open_npy_blocks},
      {"records",
       "images of one size as records like CIFAR's (--records 3x32x32), also gzipped; label byte or --table",
       InputKind::image,
       {},
       is_records,
       load_records,
       open_records_blocks,
       nullptr,
       ImageOptions::of_records},
      {"synthetic", "made data with a known best: synthetic:binormal or synthetic:nonlinear,rows=5000",
       InputKind::table, describe(kSyntheticFields), is_synthetic, load_synthetic, nullptr, no_files},
      {"ogb",
       "folder of molecules in OGB's layout (mapping, raw, split), with its own split",
       InputKind::molecule,
       {},
       is_ogb,
       load_ogb,
       open_ogb_blocks,
       ogb_sources},
      {"image_folder",
       "folder of PNG or JPEG images, one subfolder a class, or train, valid, test with such subfolders",
       InputKind::image,
       {},
       is_folder_of_images,
       load_image_folder,
       open_image_folder,
       folder_sources,
       ImageOptions::of_files},
      {"libsvm",
       "LIBSVM text (label index:value ...), also gzipped; kept sparse",
       InputKind::table,
       {},
       is_libsvm,
       load_libsvm,
       open_libsvm_blocks},
      {"smiles",
       "molecules: CSV with a column of SMILES (--smiles), or .smi with labels in --table; also gzipped",
       InputKind::molecule,
       {},
       is_smiles,
       load_smiles,
       open_smiles_blocks},
      {"images",
       "CSV with a column of paths of PNG or JPEG images (--image, --image-root)",
       InputKind::image,
       {},
       is_image_list,
       load_image_list,
       open_csv_blocks,
       list_sources,
       ImageOptions::of_files},
      {"csv",
       "CSV or TSV, also gzipped: numbers, categories, missing values",
       InputKind::table,
       {},
       any_file,
       load_csv,
       open_csv_blocks},
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
                "keep-positive: expected a share above 0 and at most 1, got ", options.keep_positive);
  require_usage(options.path != "-", "data: expected a file, which can be read again, got standard input");
  const std::string asked = kind_asked_for(options);
  const DatasetKind& kind = dataset_kind(asked, options.path);
  require_usage(kind.image_options == ImageOptions::of_files || !asks_for_files(options),
                "data: --image, --image-root, --image-size and --image-channels are for PNG and JPEG files, ",
                options.path, " is ", kind.name);
  require_usage(kind.image_options == ImageOptions::of_records || options.records.empty(), "records: ", options.path,
                " is ", kind.name, ", no file of records; got --records ", options.records);
  return kind.load(options);
}

std::vector<SourceFiles> sources_of(const DataOptions& options) {
  require_usage(options.path != "-", "data: expected a file, which can be read again, got standard input");
  const std::string asked = kind_asked_for(options);
  const DatasetKind& kind = dataset_kind(asked, options.path);
  std::vector<SourceFiles> all;
  for (const std::string& path : {options.path, options.test}) {
    if (path.empty()) continue;
    const auto found = kind.sources != nullptr ? kind.sources(options, path) : each_alone({path});
    all.insert(all.end(), found.begin(), found.end());
  }
  if (!options.table.empty()) all.push_back({options.table, {options.table}});
  return all;
}

NextBlock open_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                      std::vector<std::string>& notes) {
  if (options.path == "-") return open_csv_blocks(options, wanted, notes);
  const DatasetKind& kind = dataset_kind(options.kind, options.path, options.content);
  require_usage(kind.content == options.content, "kind: the model reads data of kind ",
                input_kind_name(options.content), ", ", kind.name, " is ", input_kind_name(kind.content));
  require_usage(kind.open != nullptr, "data: expected a file to score, got ", options.path);
  return kind.open(options, wanted, notes);
}

}  // namespace pauc
