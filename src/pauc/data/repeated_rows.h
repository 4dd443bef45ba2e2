#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "pauc/data/examples.h"
#include "pauc/data/split_examples.h"

namespace pauc {

/// One number for each row of the data, here or elsewhere, equal for rows with equal values in these columns, in any
/// file: categories count by their texts. The columns ascend.
std::vector<std::uint64_t> keys_of_rows(const Table& table, const std::vector<std::size_t>& columns);

/// The same of columns and molecules, where stereoisomers are alike. Features of the molecules do not count, so that
/// content has the same keys with and without them.
std::vector<std::uint64_t> keys_of_rows(const Content& content, const std::vector<std::size_t>& columns);

/// Whether the table is dense and these columns, in ascending order, have so many values, each so rare, that rows are
/// hardly equal by chance.
bool tells_rows_apart(const Table& table, const std::vector<std::size_t>& columns);

/// For each row, the first row with its key. Empty if all keys are different.
std::vector<std::int64_t> first_with_key(const std::vector<std::uint64_t>& keys);

/// The beginning of a SHA-256 of hexadecimal digits.
std::uint64_t key_of_sha256(const std::string& hex);

/// For each row of the data, the first row with the same values in all columns; values so frequent that rows have them
/// by chance make no copy. Empty if no row stands twice.
std::vector<std::int64_t> first_copies(const Table& table);

/// For each image of the data, the first with the same pixels. Empty if no image stands twice.
std::vector<std::int64_t> first_copies(const Images& images, const HeldRows& held);

/// "12 of 600 rows have the same values in all columns as an earlier row ..."; empty if none has.
std::string note_on_copies(const Examples& examples, const DataOptions& options);

/// Moves each row to where the first row with the same values is, among rows that are given parts or folds.
template <class Place>
void keep_copies_together(const RowFacts& facts, const std::vector<std::int64_t>& rows, std::vector<Place>& places) {
  if (facts.first_copies.empty()) return;
  std::unordered_map<std::int64_t, Place> place_of_first;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    places[k] = place_of_first.emplace(facts.first_copies[rows[k]], places[k]).first->second;
  }
}

/// Rows of valid and test that a model has seen in training, one sentence each: copies of training rows, and rows with
/// the id of a training row, unless groups keep rows together.
std::vector<std::string> notes_on_repeats(const Examples& examples, const SplitRows& split);

}  // namespace pauc
