#pragma once

#include <string>
#include <vector>

#include "pauc/data/image/record_reader.h"

namespace pauc {

// An unpacked folder of the binary version of CIFAR-10 or CIFAR-100: batches of records, .bin or .bin.gz.
struct CifarFolder {
  std::string name;  // CIFAR-10 or CIFAR-100
  RecordLayout layout;
  std::vector<std::string> label_names;  // one per label byte
  std::vector<int> classes;              // number of classes, one per label byte
  std::vector<std::string> train;        // files
  std::vector<std::string> test;

  std::vector<std::string> files() const;  // all
};

// Whether the folder, or the official folder inside it, has any of these batches.
bool is_cifar_folder(const std::string& path);

// Refuses a folder with missing batches and names them.
CifarFolder find_cifar_folder(const std::string& path);

}  // namespace pauc
