#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/preprocessing.h"
#include "pauc/record/card.h"
#include "pauc/record/run_paths.h"
#include "pauc/trainer/run/prepared_data.h"

namespace pauc {

// The keys of the rows of train and valid. None but of dense tables whose rows are hardly equal by chance. All ranks
// call it.
std::optional<std::vector<std::uint64_t>> keys_of_seen_rows(const PreparedData& data);

// Writes the keys, if there are any, so that the rows are known again in other files.
void write_seen_rows(const record::RunPaths& paths, const std::optional<std::vector<std::uint64_t>>& keys);

// Tells rows that the models of a run have seen in training, by the values of the columns that they read.
class SeenRows {
 public:
  SeenRows(const record::RunPaths& paths, const Preprocessing& preprocessing);

  // False if the run has no keys: no row can be told then.
  bool known() const { return !keys_.empty(); }
  // 1 for each row that was seen.
  std::vector<std::uint8_t> of(const Table& table) const;
  // How many were.
  std::int64_t count(const Table& table) const;

 private:
  std::vector<std::uint64_t> keys_;  // ascending
  std::vector<std::size_t> columns_;
};

// Whether the models of a card were trained on this very file.
bool is_of_training(const record::ModelCard& card, const std::string& path);

}  // namespace pauc
