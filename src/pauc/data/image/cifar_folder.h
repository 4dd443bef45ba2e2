#pragma once

#include <string>
#include <vector>

#include "pauc/data/image/record_reader.h"

namespace pauc {

// The binary version of CIFAR-10 or CIFAR-100 as it is unpacked: batches of records, .bin or .bin.gz.
struct CifarFolder {
  std::string name;  // CIFAR-10, CIFAR-100
  RecordLayout layout;
  std::vector<std::string> label_names;  // of the label bytes; one byte needs no name
  std::vector<int> classes;              // how many, by label byte
  std::vector<std::string> train;        // files
  std::vector<std::string> test;

  std::vector<std::string> files() const;  // all
};

// Whether a folder, or the official one inside it, has any of these batches.
bool is_cifar_folder(const std::string& path);

// Refuses a folder in which batches are missing, naming them.
CifarFolder find_cifar_folder(const std::string& path);

}  // namespace pauc
