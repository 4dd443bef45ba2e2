#include "pauc/data/molecule/smiles.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "pauc/core/parallel.h"
#include "pauc/data/molecule/cache.h"
#include "pauc/data/molecule/feature_values.h"
#include "pauc/data/molecule/smiles_parser.h"

namespace pauc {

namespace {

// Some tenths of a second of work: enough for threads to share evenly, few enough to join at no cost.
constexpr std::size_t kPiece = 512;

// Calls work(piece, begin, end) for consecutive pieces of the rows.
template <class Work>
void for_pieces(std::size_t rows, int threads, const Work& work) {
  const std::size_t pieces = (rows + kPiece - 1) / kPiece;
  parallel_for(static_cast<std::int64_t>(pieces), threads, [&](std::int64_t piece) {
    const auto begin = static_cast<std::size_t>(piece) * kPiece;
    work(static_cast<std::size_t>(piece), begin, std::min(rows, begin + kPiece));
  });
}

template <class T>
void append(std::vector<T>& values, std::vector<T>& more) {
  values.insert(values.end(), more.begin(), more.end());
  std::vector<T>().swap(more);
}

void shrink(Molecules& molecules) {
  molecules.atoms.shrink_to_fit();
  molecules.bond_ends.shrink_to_fit();
  molecules.bond_codes.shrink_to_fit();
}

void append_begins(std::vector<std::int64_t>& begins, const std::vector<std::int64_t>& more) {
  const std::int64_t before = begins.back();
  for (std::size_t row = 1; row < more.size(); ++row) begins.push_back(before + more[row]);
}

// Room for all is made once and every piece is given back as soon as it is copied: twice the result at the most.
Molecules concatenated(std::vector<Molecules> pieces) {
  std::int64_t rows = 0;
  std::size_t atoms = 0;
  std::size_t bonds = 0;
  for (const Molecules& piece : pieces) {
    rows += piece.size();
    atoms += piece.atoms.size();
    bonds += piece.bond_ends.size();
  }
  Molecules all;
  all.atom_begins.reserve(static_cast<std::size_t>(rows) + 1);
  all.bond_begins.reserve(static_cast<std::size_t>(rows) + 1);
  all.atoms.reserve(atoms);
  all.bond_ends.reserve(bonds);
  all.bond_codes.reserve(bonds);
  for (Molecules& piece : pieces) {
    append_begins(all.atom_begins, piece.atom_begins);
    append_begins(all.bond_begins, piece.bond_begins);
    append(all.atoms, piece.atoms);
    append(all.bond_ends, piece.bond_ends);
    append(all.bond_codes, piece.bond_codes);
  }
  return all;
}

SparseValues concatenated(std::vector<SparseValues> pieces) {
  std::size_t rows = 0;
  std::size_t entries = 0;
  for (const SparseValues& piece : pieces) {
    rows += piece.row_begins.size() - 1;
    entries += piece.values.size();
  }
  SparseValues all;
  all.row_begins.reserve(rows + 1);
  all.columns.reserve(entries);
  all.values.reserve(entries);
  for (SparseValues& piece : pieces) {
    append_begins(all.row_begins, piece.row_begins);
    append(all.columns, piece.columns);
    append(all.values, piece.values);
  }
  return all;
}

// Files of one form do not serve another.
MoleculeCache cache_of(const std::vector<std::string>& smiles, const SmilesOptions& options) {
  const std::string form = options.standardise == Standardise::off ? "" : choice_name(options.standardise);
  return MoleculeCache(options.cache, smiles, smiles_reader(), form);
}

DescribedMolecules parsed_molecules(const SmilesParser& parser, const std::vector<std::string>& smiles,
                                    const std::vector<MoleculeFeatures>& features, int threads) {
  const std::size_t pieces = (smiles.size() + kPiece - 1) / kPiece;
  std::vector<Molecules> molecules(pieces);
  std::vector<std::vector<SparseValues>> values(features.size(), std::vector<SparseValues>(pieces));
  std::vector<std::int64_t> changed(pieces, 0);
  for_pieces(smiles.size(), threads, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    std::vector<SparseValues> own(features.size());
    for (std::size_t row = begin; row < end; ++row) {
      changed[piece] += parser.append(smiles[row], features, molecules[piece], own) ? 1 : 0;
    }
    shrink(molecules[piece]);
    for (std::size_t k = 0; k < features.size(); ++k) values[k][piece] = std::move(own[k]);
  });
  DescribedMolecules all;
  all.molecules = concatenated(std::move(molecules));
  for (auto& of_kind : values) all.values.push_back(concatenated(std::move(of_kind)));
  all.standardised = std::accumulate(changed.begin(), changed.end(), std::int64_t{0});
  return all;
}

std::vector<std::uint32_t> numbered(const std::vector<std::optional<std::string>>& scaffolds) {
  std::unordered_map<std::string_view, std::uint32_t> known;
  std::vector<std::uint32_t> numbers;
  numbers.reserve(scaffolds.size());
  for (const auto& scaffold : scaffolds) {
    numbers.push_back(scaffold ? known.try_emplace(*scaffold, known.size()).first->second : kNoScaffold);
  }
  return numbers;
}

std::vector<std::optional<std::string>> scaffold_texts(const SmilesParser& parser,
                                                       const std::vector<std::string>& smiles, int threads) {
  std::vector<std::optional<std::string>> scaffolds(smiles.size());
  for_pieces(smiles.size(), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) scaffolds[row] = parser.scaffold(smiles[row]);
  });
  return scaffolds;
}

}  // namespace

Molecules read_smiles(const std::vector<std::string>& smiles, const SmilesOptions& options) {
  return read_smiles(smiles, {}, options).molecules;
}

DescribedMolecules read_smiles(const std::vector<std::string>& smiles, const std::vector<MoleculeFeatures>& features,
                               const SmilesOptions& options) {
  const SmilesParser parser(options.standardise);
  const MoleculeCache cache = cache_of(smiles, options);
  auto molecules = cache.molecules();
  auto standardised = options.standardise == Standardise::off ? std::optional<std::int64_t>(0) : cache.standardised();
  std::vector<std::optional<SparseValues>> values;
  std::vector<MoleculeFeatures> missing;
  for (const MoleculeFeatures& one : features) {
    values.push_back(cache.features(one));
    if (!values.back()) missing.push_back(one);
  }
  if (!molecules || !standardised || !missing.empty()) {
    prepare_features(missing);
    DescribedMolecules parsed = parsed_molecules(parser, smiles, missing, options.threads);
    if (!molecules) cache.keep(parsed.molecules);
    if (!standardised) cache.keep_standardised(parsed.standardised);
    standardised = parsed.standardised;
    molecules = std::move(parsed.molecules);
    for (std::size_t k = 0, next = 0; k < features.size(); ++k) {
      if (values[k]) continue;
      values[k] = std::move(parsed.values[next++]);
      cache.keep(features[k], *values[k]);
    }
  }
  DescribedMolecules described{std::move(*molecules), {}, *standardised};
  for (auto& one : values) described.values.push_back(std::move(*one));
  return described;
}

std::vector<std::uint32_t> scaffolds_of(const std::vector<std::string>& smiles, const SmilesOptions& options) {
  const SmilesParser parser(options.standardise);
  const MoleculeCache cache = cache_of(smiles, options);
  if (auto kept = cache.scaffolds()) return std::move(*kept);
  auto scaffolds = numbered(scaffold_texts(parser, smiles, options.threads));
  cache.keep(scaffolds);
  return scaffolds;
}

}  // namespace pauc
