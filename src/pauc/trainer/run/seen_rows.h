#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/preprocessing.h"
#include "pauc/record/card.h"
#include "pauc/record/run_paths.h"
#include "pauc/trainer/run/prepared_data.h"

namespace pauc {

// The keys of the rows of train and valid. Images have none, nor have tables whose rows may be equal by chance. All
// ranks call it.
std::optional<std::vector<std::uint64_t>> keys_of_seen_rows(const PreparedData& data);

// The same for one label after the other: as long as examples and columns stay the same, keys are computed only once.
class KeysOfSeenRows {
 public:
  std::optional<std::vector<std::uint64_t>> of(const PreparedData& data);

 private:
  std::shared_ptr<const Examples> examples_;
  std::vector<std::size_t> columns_;
  std::optional<std::vector<std::uint64_t>> all_;  // of all rows
};

// Writes the keys, if there are any, so that the rows are known again in other files.
void write_seen_rows(const record::RunPaths& paths, const std::optional<std::vector<std::uint64_t>>& keys);

// Tells rows that the models of a run have seen in training, by what they read of a row: columns, molecule.
class SeenRows {
 public:
  SeenRows(const record::RunPaths& paths, const Preprocessing& preprocessing);

  // False if the run has no keys: no row can be told then.
  bool known() const { return !keys_.empty(); }
  // 1 for each row that was seen; empty if the run has no keys.
  std::vector<std::uint8_t> of(const Content& content) const;
  // How many were.
  std::int64_t count(const Content& content) const;

 private:
  std::vector<std::uint64_t> keys_;  // ascending
  std::vector<std::size_t> columns_;
};

// Whether rows are known by their molecules: stereoisomers are alike then.
bool are_known_by_structure(const Preprocessing& preprocessing);

// Whether so many of the rows may have been seen by chance: a few rows of a table may be equal to training rows.
bool may_be_chance(const Preprocessing& preprocessing, std::int64_t seen, std::int64_t rows);

// "warning: feb.csv: 120 of 800 rows took part in the training: new rows will look worse". Of molecules: "have the
// structure of a training row, stereochemistry aside". A few rows of a table may be equal to training rows by chance.
// Empty if there is none, and the file is not that of the training.
std::string note_on_seen_rows(const record::ModelCard& card, const std::string& file, std::int64_t seen,
                              std::int64_t rows, const std::string& consequence);

// Whether the models of a card were trained on this very file.
bool is_of_training(const record::ModelCard& card, const std::string& path);

}  // namespace pauc
