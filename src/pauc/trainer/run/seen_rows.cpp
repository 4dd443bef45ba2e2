#include "pauc/trainer/run/seen_rows.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "pauc/data/repeated_rows.h"
#include "pauc/record/seen_rows.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc {

namespace {

// Those that the models read.
std::vector<std::size_t> columns_of(const Preprocessing& preprocessing) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < preprocessing.table.columns.size(); ++c) {
    if (!preprocessing.table.columns[c].dropped()) columns.push_back(c);
  }
  return columns;
}

// Rows of few columns have few values, and yet are hardly ever equal.
bool hardly_repeat(std::vector<std::uint64_t> keys) {
  constexpr double kMostRepeated = 0.01;
  const auto rows = static_cast<double>(keys.size());
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return rows - static_cast<double>(keys.size()) <= kMostRepeated * rows;
}

// None if rows may be equal by chance.
std::optional<std::vector<std::uint64_t>> keys_of_all_rows(const Content& content,
                                                           const std::vector<std::size_t>& columns) {
  std::vector<std::uint64_t> all = keys_of_rows(content, columns);
  const bool of_table = content.kind == InputKind::table && content.features_from.empty();
  if (of_table && !tells_rows_apart(content.table, columns) && !hardly_repeat(all)) return std::nullopt;
  return all;
}

}  // namespace

std::optional<std::vector<std::uint64_t>> KeysOfSeenRows::of(const PreparedData& data) {
  if (data.examples->content.kind == InputKind::image) return std::nullopt;  // all would be decoded once more
  std::vector<std::size_t> columns = columns_of(preprocessing_from_json(data.inputs.preprocessing, data.options.path));
  if (examples_ != data.examples || columns_ != columns) {
    all_ = keys_of_all_rows(data.examples->content, columns);
    examples_ = data.examples;
    columns_ = std::move(columns);
  }
  if (!all_) return std::nullopt;
  std::vector<std::uint64_t> keys;
  for (const Part part : {Part::train, Part::valid}) {
    for (const std::int64_t row : data.split.of(part)) keys.push_back((*all_)[static_cast<std::size_t>(row)]);
  }
  return keys;
}

std::optional<std::vector<std::uint64_t>> keys_of_seen_rows(const PreparedData& data) {
  return KeysOfSeenRows().of(data);
}

void write_seen_rows(const record::RunPaths& paths, const std::optional<std::vector<std::uint64_t>>& keys) {
  if (!keys) return;
  // A run that is resumed on changed data has seen the rows of before, too.
  const auto before = record::read_seen_rows(paths);
  std::vector<std::uint64_t> all = before.value_or(std::vector<std::uint64_t>());
  all.insert(all.end(), keys->begin(), keys->end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all != before) record::write_seen_rows(paths, all);
}

SeenRows::SeenRows(const record::RunPaths& paths, const Preprocessing& preprocessing)
    : keys_(record::read_seen_rows(paths).value_or(std::vector<std::uint64_t>())),
      columns_(columns_of(preprocessing)) {}

std::vector<std::uint8_t> SeenRows::of(const Content& content) const {
  if (!known()) return {};
  const std::vector<std::uint64_t> keys = keys_of_rows(content, columns_);
  std::vector<std::uint8_t> seen(keys.size(), 0);
  for (std::size_t row = 0; row < keys.size(); ++row) {
    seen[row] = std::binary_search(keys_.begin(), keys_.end(), keys[row]) ? 1 : 0;
  }
  return seen;
}

std::int64_t SeenRows::count(const Content& content) const {
  const std::vector<std::uint8_t> seen = of(content);
  return std::count(seen.begin(), seen.end(), 1);
}

bool are_known_by_structure(const Preprocessing& preprocessing) { return preprocessing.reads() == InputKind::molecule; }

bool may_be_chance(const Preprocessing& preprocessing, std::int64_t seen, std::int64_t rows) {
  constexpr std::int64_t kFew = 200;  // rows of which one may be equal to a training row by chance
  return !are_known_by_structure(preprocessing) && seen * kFew <= rows;
}

std::string note_on_seen_rows(const record::ModelCard& card, const std::string& file, std::int64_t seen,
                              std::int64_t rows, const std::string& consequence) {
  const bool very_file = is_of_training(card, file);
  if (seen == 0 && !very_file) return "";
  const std::string count = joined(file, ": ", seen, " of ", rows, " rows");
  const Preprocessing preprocessing = preprocessing_from_json(card.preprocessing, file);
  if (seen > 0 && are_known_by_structure(preprocessing)) {
    return joined("warning: ", count, seen == 1 ? " has" : " have",
                  " the structure of a training row, stereochemistry aside: ", consequence);
  }
  if (!very_file && may_be_chance(preprocessing, seen, rows)) {
    return joined(count, seen == 1 ? " is equal to a training row" : " are equal to training rows",
                  ", perhaps by chance");
  }
  return joined("warning: ", seen > 0 ? count : file, " took part in the training: ", consequence);
}

bool is_of_training(const record::ModelCard& card, const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, ignored));
  return std::any_of(card.files.begin(), card.files.end(), [&](const record::CardFile& file) {
    return file.fingerprint.bytes == bytes && file.fingerprint == fingerprint_of(path);
  });
}

}  // namespace pauc
