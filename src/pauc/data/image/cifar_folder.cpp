#include "pauc/data/image/cifar_folder.h"

#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/data/path_checks.h"

namespace pauc {

namespace {

// The batches that a folder must have.
struct Version {
  const char* name;
  const char* folder;  // that the official archive unpacks to
  std::vector<std::string> label_names;
  std::vector<int> classes;
  std::vector<std::string> train;
  std::vector<std::string> test;
};

const std::vector<Version>& versions() {
  static const std::vector<Version> kVersions = {
      {"CIFAR-10",
       "cifar-10-batches-bin",
       {"label"},
       {10},
       {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin"},
       {"test_batch.bin"}},
      {"CIFAR-100", "cifar-100-binary", {"coarse", "fine"}, {20, 100}, {"train.bin"}, {"test.bin"}},
  };
  return kVersions;
}

// The file as it is or gzipped; empty if neither exists.
std::string found_file(const std::string& folder, const std::string& name) {
  return file_with_ending((std::filesystem::path(folder) / name).string(), {"", ".gz"});
}

bool has_any(const std::string& folder, const Version& version) {
  for (const auto* names : {&version.train, &version.test}) {
    for (const std::string& name : *names) {
      if (!found_file(folder, name).empty()) return true;
    }
  }
  return false;
}

struct Found {
  const Version* version = nullptr;
  std::string folder;
};

Found find_version(const std::string& path) {
  for (const Version& version : versions()) {
    for (const std::string& folder : {path, (std::filesystem::path(path) / version.folder).string()}) {
      if (has_any(folder, version)) return {&version, folder};
    }
  }
  return {};
}

// Their paths; those that are not there are added to `missing`.
std::vector<std::string> found_files(const std::string& folder, const std::vector<std::string>& names,
                                     std::string& missing) {
  std::vector<std::string> paths;
  for (const std::string& name : names) {
    paths.push_back(found_file(folder, name));
    if (paths.back().empty()) missing += joined(missing.empty() ? "" : ", ", name);
  }
  return paths;
}

}  // namespace

std::vector<std::string> CifarFolder::files() const {
  std::vector<std::string> all = train;
  all.insert(all.end(), test.begin(), test.end());
  return all;
}

bool is_cifar_folder(const std::string& path) { return find_version(path).version != nullptr; }

CifarFolder find_cifar_folder(const std::string& path) {
  const auto [version, folder] = find_version(path);
  if (version == nullptr) {
    fail(Fault::no_input, path, ": expected a folder with data_batch_1.bin to data_batch_5.bin and test_batch.bin ",
         "(CIFAR-10), or train.bin and test.bin (CIFAR-100), got none of them");
  }
  CifarFolder found;
  found.name = version->name;
  found.layout = {{3, 32, 32}, static_cast<std::int64_t>(version->classes.size())};
  found.label_names = version->label_names;
  found.classes = version->classes;
  std::string missing;
  found.train = found_files(folder, version->train, missing);
  found.test = found_files(folder, version->test, missing);
  if (!missing.empty()) {
    fail(Fault::no_input, folder, ": expected all batches of ", version->name,
         " (.bin or .bin.gz), missing: ", missing);
  }
  return found;
}

}  // namespace pauc
