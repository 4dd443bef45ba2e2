#include "pauc/data/image/class_folders.h"

#include <algorithm>
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/data/image/file.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;

constexpr int kDepth = 2;  // part, class

struct Entries {
  std::vector<std::string> images;  // names, sorted
  std::vector<std::string> folders;
  std::vector<std::string> others;
};

// Follows links; one that leads nowhere keeps its name, so that it is missed when it is read.
Entries entries_of(const std::string& folder) {
  Entries entries;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    if (name[0] == '.') continue;
    std::error_code ignored;
    if (entry->is_directory(ignored)) {
      entries.folders.push_back(name);
    } else {
      (has_image_name(name) ? entries.images : entries.others).push_back(name);
    }
  }
  if (failed) fail(Fault::no_input, folder, ": cannot read the folder: ", failed.message());
  for (auto* names : {&entries.images, &entries.folders, &entries.others}) std::sort(names->begin(), names->end());
  return entries;
}

std::optional<Part> part_called(const std::string& name) {
  if (name == "train") return Part::train;
  if (name == "valid" || name == "val" || name == "validation") return Part::valid;
  if (name == "test") return Part::test;
  return std::nullopt;
}

// Classes may be called train and test too: then they hold images.
bool holds_parts(const std::string& folder, const Entries& entries) {
  const auto is_part = [&](const std::string& name) {
    if (!part_called(name)) return false;
    const Entries inside = entries_of(folder + "/" + name);
    return inside.images.empty() && !inside.folders.empty();
  };
  return !entries.folders.empty() && std::all_of(entries.folders.begin(), entries.folders.end(), is_part);
}

void count_ignored(const std::vector<std::string>& names, const std::string& prefix, ClassFolders& folders) {
  if (folders.ignored == 0 && !names.empty()) folders.first_ignored = prefix + names.front();
  folders.ignored += static_cast<std::int64_t>(names.size());
}

// `prefix`: "", or "train/" for a part.
void add_classes(const std::string& folder, const Entries& entries, const std::string& prefix, std::optional<Part> part,
                 ClassFolders& folders) {
  count_ignored(entries.others, prefix, folders);
  count_ignored(entries.images, prefix, folders);
  for (const std::string& label : entries.folders) {
    const std::string class_prefix = prefix + label + "/";
    const Entries inside = entries_of(folder + "/" + class_prefix);
    count_ignored(inside.others, class_prefix, folders);
    count_ignored(inside.folders, class_prefix, folders);
    for (const std::string& name : inside.images) folders.images.push_back({class_prefix + name, label, part});
    if (inside.images.empty()) folders.empty_classes.push_back(prefix + label);
  }
}

void add_images_below(const std::string& folder, const std::string& prefix, int depth,
                      std::vector<std::string>& images) {
  const Entries entries = entries_of(folder + "/" + prefix);
  for (const std::string& name : entries.images) images.push_back(prefix + name);
  for (const std::string& name : entries.folders) {
    if (depth > 0) add_images_below(folder, prefix + name + "/", depth - 1, images);
  }
}

bool contains_images_within(const std::string& folder, int depth) {
  const Entries entries = entries_of(folder);
  return !entries.images.empty() ||
         (depth > 0 && std::any_of(entries.folders.begin(), entries.folders.end(), [&](const std::string& name) {
            return contains_images_within(folder + "/" + name, depth - 1);
          }));
}

}  // namespace

ClassFolders read_class_folders(const std::string& folder) {
  ClassFolders folders;
  const Entries entries = entries_of(folder);
  if (!holds_parts(folder, entries)) {
    add_classes(folder, entries, "", std::nullopt, folders);
    return folders;
  }
  count_ignored(entries.others, "", folders);
  count_ignored(entries.images, "", folders);
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    for (const std::string& name : entries.folders) {
      if (part_called(name) == part) add_classes(folder, entries_of(folder + "/" + name), name + "/", part, folders);
    }
  }
  return folders;
}

std::vector<std::string> all_images_below(const std::string& folder) {
  Entries entries = entries_of(folder);
  if (holds_parts(folder, entries)) {
    std::stable_sort(entries.folders.begin(), entries.folders.end(),
                     [](const std::string& a, const std::string& b) { return part_called(a) < part_called(b); });
  }
  std::vector<std::string> images = entries.images;
  for (const std::string& name : entries.folders) add_images_below(folder, name + "/", kDepth - 1, images);
  return images;
}

bool contains_images(const std::string& folder) { return contains_images_within(folder, kDepth); }

}  // namespace pauc
