#include "pauc/data/image/folder.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/image/class_folders.h"
#include "pauc/data/image/examples.h"
#include "pauc/data/path_checks.h"

namespace pauc {

namespace {

void require_no_columns(const DataOptions& options) {
  require_usage(options.table.empty() && options.label.empty() && options.id.empty() && options.weight.empty() &&
                    options.group.empty() && options.features.empty() && options.drop.empty(),
                "data: a folder of images has no columns for label, id, weight, group, features and drop, and comes "
                "without a table");
  require_usage(options.image.empty() && options.smiles.empty() && options.image_root.empty(),
                "data: a folder of images comes without image, image_root and smiles");
  require_usage(is_split_method(options.split), "split: a folder of images has no column \"", options.split,
                "\"; expected stratified or random");
}

void note_ignored(const std::string& folder, const ClassFolders& folders, std::vector<std::string>& notes) {
  for (const std::string& name : folders.empty_classes) {
    notes.push_back(joined(folder, ": subfolder ", printable(name), " has no images"));
  }
  if (folders.ignored == 0) return;
  notes.push_back(joined(folder, ": ", folders.ignored, " other files or folders are ignored, the first is ",
                         printable(folders.first_ignored)));
}

ClassFolders checked_class_folders(const std::string& folder, std::vector<std::string>& notes) {
  ClassFolders folders = read_class_folders(folder);
  std::set<std::string> classes;
  for (const ClassImage& image : folders.images) classes.insert(image.label);
  require(classes.size() >= 2, folder, ": expected two or more subfolders with PNG or JPEG images, one per class, got ",
          classes.empty() ? "none" : "one: " + printable(*classes.begin()));
  note_ignored(folder, folders, notes);
  return folders;
}

// The parts that the folder has of its own. Where it has no validation part, those of its last rows, for testing.
std::vector<Part> own_parts(const std::vector<ClassImage>& images, const DataOptions& options) {
  if (options.split != "auto" || !images.front().part) return {};
  const auto in = [&](Part part) {
    return std::any_of(images.begin(), images.end(), [&](const ClassImage& image) { return image.part == part; });
  };
  require(in(Part::train), options.path, ": expected a subfolder train besides valid and test, got none");
  require_usage(!in(Part::test) || options.test.empty(), "test: ", options.path, " has a subfolder test, got test ",
                options.test);
  require(
      in(Part::test) || !in(Part::valid) || !options.test.empty(), options.path,
      ": expected a subfolder test besides train and valid, or another folder as test; split stratified makes other "
      "parts");
  require_usage(!in(Part::valid) || options.fractions.empty(),
                "fractions: the folder has a split of its own; split stratified makes another");
  std::vector<Part> parts;
  for (const ClassImage& image : images) {
    if (in(Part::valid) || image.part == Part::test) parts.push_back(*image.part);
  }
  return parts;
}

class ImageRows {
 public:
  explicit ImageRows(const DataOptions& options) : facts_(options) {}

  void add(const std::string& folder, const std::vector<ClassImage>& images, FileRole role) {
    facts_.begin_file(role);
    for (const ClassImage& image : images) {
      facts_.add_class(image.label, folder);
      ids_.push_back(image.id);
      files_.push_back({folder + "/" + image.id, ""});
    }
  }

  // Parts of the rows before a separate test folder's stand before those.
  void finish(std::vector<Part> parts, const DataOptions& options, Examples& examples) {
    examples.facts = facts_.finish(examples.notes);
    examples.facts.ids = std::move(ids_);
    examples.facts.id_column = "file";
    parts.insert(parts.end(), examples.facts.parts.begin(), examples.facts.parts.end());
    examples.facts.parts = std::move(parts);
    HeldRows& held = examples.content.table.held;
    held = HeldRows(options.shared);
    for (std::size_t row = 0; row < files_.size(); ++row) held.keeps_next();
    add_image_files(std::move(files_), options, examples);
  }

 private:
  RowFactsReader facts_;
  std::vector<std::string> ids_;
  std::vector<ImageFile> files_;
};

class FolderBlocks {
 public:
  explicit FolderBlocks(const BlockOptions& options) : options_(options), images_(all_images_below(options.path)) {
    require_usage(options.id.empty() && options.column.empty() && options.image_root.empty(),
                  "data: a folder of images has no columns for id, image and image_root");
  }

  bool next(Block& block) {
    block = {};
    std::vector<ImageFile> files;
    const std::size_t end = std::min(images_.size(), next_ + static_cast<std::size_t>(block_rows(options_)));
    for (; next_ < end; ++next_) {
      files.push_back({options_.path + "/" + images_[next_], ""});
      block.ids.push_back(images_[next_]);
      block.numbers.push_back(static_cast<std::int64_t>(next_) + 1);
    }
    add_image_files(files, options_, block);
    return !files.empty();
  }

 private:
  BlockOptions options_;
  std::vector<std::string> images_;
  std::size_t next_ = 0;
};

Examples load_image_folder(const DataOptions& options) {
  require_no_columns(options);
  Examples examples;
  examples.kind = "image_folder";
  examples.files = {options.path};
  ImageRows rows(options);
  const ClassFolders folders = checked_class_folders(options.path, examples.notes);
  rows.add(options.path, folders.images, FileRole::all_parts);
  if (!options.test.empty()) {
    const ClassFolders test = checked_class_folders(options.test, examples.notes);
    require(!test.images.front().part, options.test, ": expected one subfolder per class, got train, valid or test");
    rows.add(options.test, test.images, FileRole::test_part);
    examples.files.push_back(options.test);
  }
  rows.finish(own_parts(folders.images, options), options, examples);
  return examples;
}

NextBlock open_image_folder(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                            std::vector<std::string>& /*notes*/) {
  require(wanted.empty(), options.path, ": the model needs columns beside the images, a folder of images has none");
  return blocks_of<FolderBlocks>(options);
}

// The images that a run depends on, in the order of their rows.
std::vector<SourceFiles> image_folder_sources(const DataOptions& /*options*/, const std::string& path) {
  std::vector<std::string> files;
  for (const ClassImage& image : read_class_folders(path).images) files.push_back(path + "/" + image.id);
  return {{path, std::move(files)}};
}

}  // namespace

bool is_image_folder(const std::string& path) { return is_folder(path) && contains_images(path); }

DatasetKind image_folder_kind() {
  DatasetKind kind;
  kind.name = "image_folder";
  kind.summary = "folder of PNG or JPEG images, one subfolder per class, or train, valid, test with such subfolders";
  kind.content = InputKind::image;
  kind.image_options = ImageOptions::of_files;
  kind.recognises = [](const std::string& path, std::string_view /*head*/) { return is_image_folder(path); };
  kind.load = load_image_folder;
  kind.open = open_image_folder;
  kind.sources = image_folder_sources;
  return kind;
}

}  // namespace pauc
