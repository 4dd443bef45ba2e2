#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "pauc/core/parallel.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/molecule/smiles_parser.h"
#include "pauc/data/molecule/structure_hash.h"

namespace pauc {

namespace {

// Of all rows of the data.
std::vector<std::uint64_t> hashes_of(const Content& content, std::int64_t rows) {
  const HeldRows& held = content.held();
  std::vector<std::uint64_t> hashes(static_cast<std::size_t>(rows), 0);
  for (std::int64_t row = 0; row < rows; ++row) {
    if (held.has(row) && content.readable(row)) hashes[row] = structure_hash(content.molecules, held.place_of(row));
  }
  complete(hashes, held.shared());
  return hashes;
}

// 128 bits that hardly any two texts share; 0 where there is no text.
using TextKey = std::array<std::uint64_t, 2>;

TextKey key_of(const std::string& text) {
  TextKey key = {1, 2};
  for (const char letter : text) {
    for (std::uint64_t& part : key) part = mixed_hash(part, static_cast<unsigned char>(letter) + (part << 9));
  }
  return key;
}

// Of the canonical SMILES of these rows; each process writes those of its own.
std::vector<TextKey> keys_of_canonical(const std::vector<std::string>& smiles, const std::vector<std::int64_t>& rows,
                                       const HeldRows& held, const SmilesOptions& options) {
  const SmilesParser parser(options.standardise);
  std::vector<TextKey> keys(rows.size(), TextKey());
  parallel_for(static_cast<std::int64_t>(rows.size()), options.threads, [&](std::int64_t k) {
    if (!held.has(rows[k])) return;
    if (const auto text = parser.canonical(smiles[rows[k]])) keys[k] = key_of(*text);
  });
  complete(keys, held.shared());
  return keys;
}

}  // namespace

std::vector<std::int64_t> first_of_structure(const std::vector<std::string>& smiles, const Content& content,
                                             const SmilesOptions& options) {
  const auto rows = static_cast<std::int64_t>(smiles.size());
  const std::vector<std::uint64_t> hashes = hashes_of(content, rows);
  std::unordered_map<std::uint64_t, std::int64_t> counts;
  for (std::int64_t row = 0; row < rows; ++row) {
    if (content.readable(row)) ++counts[hashes[row]];
  }
  std::vector<std::int64_t> alike;  // rows whose hash is not their own: only they are written as canonical SMILES
  for (std::int64_t row = 0; row < rows; ++row) {
    if (content.readable(row) && counts[hashes[row]] > 1) alike.push_back(row);
  }
  const std::vector<TextKey> keys = keys_of_canonical(smiles, alike, content.held(), options);
  std::vector<std::int64_t> first(static_cast<std::size_t>(rows));
  for (std::int64_t row = 0; row < rows; ++row) first[row] = row;
  std::map<TextKey, std::int64_t> known;
  for (std::size_t k = 0; k < alike.size(); ++k) {
    if (keys[k] != TextKey()) first[alike[k]] = known.try_emplace(keys[k], alike[k]).first->second;
  }
  return first;
}

}  // namespace pauc
