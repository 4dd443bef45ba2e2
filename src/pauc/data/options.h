#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pauc/core/fields.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/text/label_rule.h"
#include "pauc/data/shared_rows.h"

namespace pauc {

/// Words for DataOptions::header.
template <>
struct Choices<CsvOptions::Header> {
  /// Value and word of each choice.
  static constexpr NamedChoice<CsvOptions::Header> kNames[] = {{CsvOptions::Header::first_line, "yes"},
                                                               {CsvOptions::Header::none, "no"}};
};

/// Channels of the images that a model reads; automatic: 1 if all image files are grey, otherwise 3.
enum class ImageChannels { automatic, grey, colour };

/// Words for DataOptions::image_channels.
template <>
struct Choices<ImageChannels> {
  /// Value and word of each choice.
  static constexpr NamedChoice<ImageChannels> kNames[] = {
      {ImageChannels::automatic, "auto"}, {ImageChannels::grey, "1"}, {ImageChannels::colour, "3"}};
};

/// What keeps rows together in a fold; automatic: as the split does.
enum class FoldBy { automatic, stratified, grouped, scaffold };

/// Words for DataOptions::fold_by.
template <>
struct Choices<FoldBy> {
  /// Value and word of each choice.
  static constexpr NamedChoice<FoldBy> kNames[] = {{FoldBy::automatic, "auto"},
                                                   {FoldBy::stratified, "stratified"},
                                                   {FoldBy::grouped, "grouped"},
                                                   {FoldBy::scaffold, "scaffold"}};
};

/// What becomes of columns of dates: left out, or used as numbers of days.
enum class DateUse { left_out, days };

/// Words for DataOptions::dates.
template <>
struct Choices<DateUse> {
  /// Value and word of each choice.
  static constexpr NamedChoice<DateUse> kNames[] = {{DateUse::left_out, "omit"}, {DateUse::days, "days"}};
};

/// What is done to molecules before they are described. on: all but the largest fragment is left out and charges are
/// neutralised; tautomer: the canonical tautomer is taken as well.
enum class Standardise { off, on, tautomer };

/// Words for DataOptions::standardise.
template <>
struct Choices<Standardise> {
  /// Value and word of each choice.
  static constexpr NamedChoice<Standardise> kNames[] = {
      {Standardise::off, "off"}, {Standardise::on, "on"}, {Standardise::tautomer, "tautomer"}};
};

/// What becomes of rows with the structure of an earlier row: they stay, in one part of a split that is drawn; all but
/// the first are left out, and all where labels contradict each other; or one row stays, with the label of most.
enum class Duplicates { keep, drop, average };

/// Words for DataOptions::duplicates.
template <>
struct Choices<Duplicates> {
  /// Value and word of each choice.
  static constexpr NamedChoice<Duplicates> kNames[] = {
      {Duplicates::keep, "keep"}, {Duplicates::drop, "drop"}, {Duplicates::average, "average"}};
};

/// Largest number of folds.
constexpr std::int64_t kMostFolds = 100;

/// Which data to read, what their columns mean and how they are split. Empty text: not given.
///
/// Columns are given by name or by number, starting at 1.
struct DataOptions {
  /// Data file or folder, or synthetic data such as "synthetic:binormal".
  std::string path;
  /// Further data files with the same columns, separated by commas; their rows follow those of `path`.
  std::string more;
  /// Kind of data: a name in `dataset_registry()`, or "auto" to recognise it by its content.
  std::string kind = "auto";
  /// Whether the first line of a CSV file names its columns.
  CsvOptions::Header header = CsvOptions::Header::first_line;
  /// Label column; the last column if empty. Several: "A,B", "all-after:COL" or "all-before:COL".
  std::string label;
  /// Column of relations such as ">" and "<", for labels that are bounds of what was measured.
  std::string relation;
  /// The label to learn, of those that `label` names; the others only take part in the split.
  std::string task;
  /// Label value that counts as positive, or a comparison such as ">=8".
  std::string positive;
  /// Classes that count as positive: "5-9" or "cat,dog".
  std::string positive_classes;
  /// Fraction of the positives to keep in each part, drawn at random.
  double keep_positive = 1;
  /// Columns to learn from, separated by commas; all other columns if empty.
  std::string features;
  /// Columns not to learn from, separated by commas.
  std::string drop;
  /// Columns to read as categories even if they hold numbers, separated by commas.
  std::string categories;
  /// Texts that count as missing values beside the usual ones, separated by commas.
  std::string missing;
  /// What becomes of columns of dates.
  DateUse dates = DateUse::left_out;
  /// Column of ids, which are copied into predictions.
  std::string id;
  /// Column of molecules as SMILES.
  std::string smiles;
  /// Features to compute from molecules, for models that read tables: "morgan:2:2048,descriptors,maccs".
  std::string features_from;
  /// What is done to molecules before they are described.
  Standardise standardise = Standardise::on;
  /// What becomes of molecules that stand in several rows.
  Duplicates duplicates = Duplicates::keep;
  /// Column of paths to PNG or JPEG images.
  std::string image;
  /// Folder that image paths are relative to; the folder of the data file if empty.
  std::string image_root;
  /// Size to resize images to: "64", or height x width as in "48x64".
  std::string image_size = "auto";
  /// Channels of the images.
  ImageChannels image_channels = ImageChannels::automatic;
  /// Size of the images in a file of records: channels x height x width as in "3x32x32".
  std::string records;
  /// Column of case weights.
  std::string weight;
  /// Column of groups, such as patients: rows of a group belong together.
  std::string group;
  /// CSV file with label, split, group and id of each record, for data files without columns.
  std::string table;
  /// How to split the rows: "stratified", "grouped", "random", "scaffold", "cluster", "date", or a column of parts.
  std::string split = "auto";
  /// Column of dates or numbers, for a split by date.
  std::string date;
  /// For a split by cluster: Tanimoto similarity from which a molecule belongs to the cluster of another.
  double cluster_similarity = 0.4;
  /// Fractions of train,valid,test, or of train,valid if there is a separate test file.
  std::string fractions;
  /// Separate file of the test part.
  std::string test;
  /// Seed of the split.
  std::int64_t split_seed = 0;
  /// Seed that redraws train and valid, without changing the test part.
  std::optional<std::int64_t> valid_seed;

  /// Number of folds; 0: one model for all rows, or as many as `auto` takes.
  std::int64_t folds = 0;
  /// The fold, from 1 on, that this training leaves out; none: all folds are trained, one after the other.
  std::optional<std::int64_t> fold;
  /// What keeps rows together in a fold.
  FoldBy fold_by = FoldBy::automatic;

  /// Threads that read molecules or images. This and the following members are not part of a config.
  int threads = 1;
  /// Whether the rows need both classes.
  LabelRule::Classes classes = LabelRule::Classes::both;
  /// Folder in which parsed molecules are cached; empty: no cache.
  std::string cache;
  /// Bytes of decoded images to keep in memory. Other images are decoded each time they are used.
  std::int64_t image_memory = 2'000'000'000;
  /// Processes that share the rows: each keeps the content of its own.
  SharedRows shared = {};
};

/// Names and descriptions of the options that configs and flags can set.
inline const Fields<DataOptions> kDataFields = {
    {"path", &DataOptions::path, "data file or folder, or synthetic data such as synthetic:binormal"},
    {"more", &DataOptions::more,
     "further data files with the same columns, separated by commas; on the command line simply list them"},
    {"kind", &DataOptions::kind, "kind of data: a name in pauc list datasets, or auto (by content)"},
    {"header", &DataOptions::header, "whether the first line of a CSV file names its columns"},
    {"label", &DataOptions::label,
     "label column, by name or number (default: the last column); several labels, for one network with an output for "
     "each: A,B,C (a name with a comma is quoted as in CSV), all-after:COL or all-before:COL"},
    {"relation", &DataOptions::relation,
     "column of relations (<, <=, =, >=, >, ~) for labels with a bound: a label such as > 5 counts only if the bound "
     "of --positive decides it"},
    {"task", &DataOptions::task,
     "of several labels, train on this one alone; the parts are those of a run on all of them, so that both can be "
     "compared"},
    {"positive", &DataOptions::positive,
     "positive label value, or a comparison such as '>=8' (default: the larger of two numbers; true or yes; otherwise "
     "the rarer value)"},
    {"positive_classes", &DataOptions::positive_classes, "classes that count as positive: 5-9, or cat,dog"},
    {"keep_positive", &DataOptions::keep_positive, "fraction of the positives to keep in each part, drawn at random"},
    {"features", &DataOptions::features, "columns to learn from, separated by commas (default: all other columns)"},
    {"drop", &DataOptions::drop,
     "columns not to learn from, separated by commas; a name with a comma is quoted as in CSV: '\"age, years\",sex'"},
    {"categories", &DataOptions::categories,
     "columns to read as categories even if they hold numbers, such as codes; separated by commas"},
    {"missing", &DataOptions::missing,
     "texts that count as missing beside the usual ones, such as -999,refused; separated by commas"},
    {"dates", &DataOptions::dates, "what becomes of columns of dates: left out, or numbers of days since 1970"},
    {"id", &DataOptions::id, "column of ids, which are copied into predictions"},
    {"smiles", &DataOptions::smiles,
     "column of molecules as SMILES; other columns are features only if --features names them"},
    {"features_from", &DataOptions::features_from,
     "features to compute from molecules, which then become a table: morgan:RADIUS:BITS (counts; morgan is 2:2048), "
     "descriptors, maccs, separated by commas"},
    {"standardise", &DataOptions::standardise,
     "molecules as the largest fragment in neutral form, so that a salt and its parent are one; tautomer also takes "
     "the "
     "canonical tautomer (slow)"},
    {"duplicates", &DataOptions::duplicates,
     "rows with the structure of an earlier row: keep them, in one part of a split that is drawn; drop them, and all "
     "whose labels contradict each other; or average: one row with the label of most"},
    {"image", &DataOptions::image,
     "column of paths to PNG or JPEG images; other columns are features only if --features names them"},
    {"image_root", &DataOptions::image_root, "folder that image paths are relative to (default: that of the file)"},
    {"image_size", &DataOptions::image_size,
     "size to resize images to: 64, or height x width as in 48x64 (auto: their own size up to 64x64, otherwise 64x64)"},
    {"image_channels", &DataOptions::image_channels,
     "channels of images: 1 (grey) or 3 (colour) (auto: 1 if all images are grey)"},
    {"records", &DataOptions::records,
     "size of the images in a file of records, as in 3x32x32; a record is a label byte and the image, channel by "
     "channel as in CIFAR"},
    {"weight", &DataOptions::weight, "column of case weights, used by metrics and by ce"},
    {"group", &DataOptions::group,
     "column of groups, such as patients, lesions or scaffolds: rows that belong together"},
    {"table", &DataOptions::table,
     "CSV file with label, split, group and id of each record, for files without columns"},
    {"split", &DataOptions::split,
     "stratified (default), grouped (default with --group), random, scaffold or cluster (molecules), date (the latest "
     "rows of --date are the test part), or a column with the values train, valid, test"},
    {"date", &DataOptions::date, "column of dates (2024-01-31) or numbers, for --split date"},
    {"cluster_similarity", &DataOptions::cluster_similarity,
     "for --split cluster: Tanimoto similarity of Morgan fingerprints from which a molecule belongs to the cluster of "
     "another"},
    {"fractions", &DataOptions::fractions,
     "fractions of train,valid,test (default: 0.8,0.1,0.1), or of train,valid with --test (default: 0.8,0.2)"},
    {"test", &DataOptions::test, "separate file of the test part"},
    {"split_seed", &DataOptions::split_seed, "seed of the split; independent of --seed, so that runs can be compared"},
    {"valid_seed", &DataOptions::valid_seed,
     "seed that redraws train and valid, without changing the test part of --split-seed"},
    {"folds", &DataOptions::folds,
     "train this many models, each on all but one part of the train and valid rows; new rows get their average (1: one "
     "model on the train rows)"},
    {"fold", &DataOptions::fold, "train only the model that leaves out this fold, which becomes its test part"},
    {"fold_by", &DataOptions::fold_by, "what keeps rows together in a fold (auto: as --split does)"},
};

}  // namespace pauc
