#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pauc/core/fields.h"
#include "pauc/core/io/csv.h"

namespace pauc {

template <>
struct Choices<CsvOptions::Header> {
  static constexpr NamedChoice<CsvOptions::Header> kNames[] = {{CsvOptions::Header::first_line, "yes"},
                                                               {CsvOptions::Header::none, "no"}};
};

// Channels that images of files are brought to; automatic: 1 if all are grey.
enum class ImageChannels { automatic, grey, colour };

template <>
struct Choices<ImageChannels> {
  static constexpr NamedChoice<ImageChannels> kNames[] = {
      {ImageChannels::automatic, "auto"}, {ImageChannels::grey, "1"}, {ImageChannels::colour, "3"}};
};

// Which file, what its columns are and how it is cut into parts. An empty text: not asked for.
struct DataOptions {
  std::string path;
  std::string kind = "auto";
  CsvOptions::Header header = CsvOptions::Header::first_line;
  std::string label;
  std::string positive;
  std::string positive_classes;
  double keep_positive = 1;
  std::string features;
  std::string drop;
  std::string id;
  std::string smiles;
  std::string image;
  std::string image_root;
  std::string image_size = "auto";
  ImageChannels image_channels = ImageChannels::automatic;
  std::string records;
  std::string weight;
  std::string group;
  std::string table;
  std::string split = "auto";
  std::string fractions;
  std::string test;
  std::int64_t split_seed = 0;
  std::optional<std::int64_t> valid_seed;

  // How to work, not what to read: said by the program, no part of a config.
  int threads = 1;
  std::string cache;                          // folder for molecules that have been read; empty: none
  std::int64_t image_memory = 2'000'000'000;  // bytes for decoded images; those beyond are decoded each time
};

inline const Fields<DataOptions> kDataFields = {
    {"path", &DataOptions::path, "the data: a file, or made data such as synthetic:binormal"},
    {"kind", &DataOptions::kind, "what the file is: auto (by its content), or a name of pauc list datasets"},
    {"header", &DataOptions::header, "whether the first line of a CSV file names its columns: yes, no"},
    {"label", &DataOptions::label, "label column, by name or number (default: the last)"},
    {"positive", &DataOptions::positive,
     "label value that is positive, or a comparison such as '>=8' (default: 1, true, yes; else the rarer)"},
    {"positive_classes", &DataOptions::positive_classes, "of many classes, those that are positive: 5-9, or cat,dog"},
    {"keep_positive", &DataOptions::keep_positive, "share of the positives that is kept in each part, drawn at random"},
    {"features", &DataOptions::features, "columns to learn from, comma between them (default: all others)"},
    {"drop", &DataOptions::drop, "columns not to learn from"},
    {"id", &DataOptions::id, "column that is carried into predictions"},
    {"smiles", &DataOptions::smiles, "column of molecules as SMILES; other columns are features only if named"},
    {"image", &DataOptions::image, "column of paths of PNG or JPEG images; other columns are features only if named"},
    {"image_root", &DataOptions::image_root, "folder that these paths start from (default: that of the file)"},
    {"image_size", &DataOptions::image_size,
     "to which images are resized: 64, or height x width as in 48x64 (default: their own up to 64, else 64)"},
    {"image_channels", &DataOptions::image_channels, "1 grey, 3 colour (default: 1 where all images are grey)"},
    {"records", &DataOptions::records,
     "files of one byte label and the bytes of an image, channel by channel as in CIFAR: 3x32x32"},
    {"weight", &DataOptions::weight, "column of case weights, for metrics and ce"},
    {"group", &DataOptions::group, "column that names patients, lesions, scaffolds: rows that belong together"},
    {"table", &DataOptions::table, "CSV file with label, split, group, id of each record, for files without columns"},
    {"split", &DataOptions::split,
     "stratified (default), grouped (with --group), random, scaffold (molecules), or a column that says train, valid, "
     "test"},
    {"fractions", &DataOptions::fractions, "shares of train,valid,test (default 0.8,0.1,0.1; 0.8,0.2 with --test)"},
    {"test", &DataOptions::test, "separate file for the test part"},
    {"split_seed", &DataOptions::split_seed, "seed of the split, apart from --seed so that runs can be compared"},
    {"valid_seed", &DataOptions::valid_seed,
     "seed that draws train and valid anew among their rows; the test part stays that of --split-seed"},
};

}  // namespace pauc
