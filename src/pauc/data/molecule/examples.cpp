#include "pauc/data/molecule/examples.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/molecule/scaffold_split.h"
#include "pauc/data/molecule/smiles.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostShown = 5;

std::string unreadable_molecule(const std::string& file, std::int64_t row, const std::string& smiles) {
  return joined(file, ": row ", row, ": expected a molecule as SMILES, got ", shown(printable(smiles)));
}

std::vector<std::string> held_texts(const std::vector<std::string>& texts, const HeldRows& held) {
  std::vector<std::string> here;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    if (held.has(static_cast<std::int64_t>(row))) here.push_back(texts[row]);
  }
  return here;
}

SmilesOptions smiles_options(const DataOptions& options) { return {options.threads, options.cache}; }

// Molecules or, with features_from, a table with their features, of the rows that are here.
void read_into(const std::vector<std::string>& smiles, const std::string& features_from, const SmilesOptions& options,
               Content& content) {
  const auto features = features_named(features_from);
  DescribedMolecules described = content.held().all()
                                     ? read_smiles(smiles, features, options)
                                     : read_smiles(held_texts(smiles, content.held()), features, options);
  content.molecules = std::move(described.molecules);
  share_atom_counts(content);
  content.kind = features.empty() ? InputKind::molecule : InputKind::table;
  if (features.empty()) return;
  content.features_from = features_text(features);
  content.table = with_features(content.table, features, described.values);
}

void note_unreadable(const std::vector<std::string>& smiles, Examples& examples) {
  const auto rows = static_cast<std::int64_t>(smiles.size());
  std::int64_t unreadable = 0;
  std::size_t file = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    if (row > 0 && examples.facts.numbers[row] == 1) ++file;  // of a test file
    if (examples.content.readable(row) || unreadable++ >= kMostShown) continue;
    examples.notes.push_back(unreadable_molecule(examples.files[file], examples.facts.numbers[row], smiles[row]));
  }
  if (unreadable == 0) return;
  examples.notes.push_back(
      joined(examples.files[0], ": ", unreadable, " of ", rows, " molecules cannot be read and are left out"));
  require(unreadable < rows, examples.files[0], ": expected molecules as SMILES, got ", rows,
          " rows of which none can be read; the first is ", shown(printable(smiles[0])));
}

// The first of equal texts stays.
std::vector<std::uint8_t> duplicates_among(const std::vector<std::string>& smiles) {
  const auto first = first_of_equal(smiles);
  std::vector<std::uint8_t> duplicates;
  for (std::size_t row = 0; row < first.size(); ++row)
    duplicates.push_back(first[row] < static_cast<std::int64_t>(row) ? 1 : 0);
  return duplicates;
}

// They are left out of a split by scaffold only.
void note_duplicates(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples) {
  if (options.split == "scaffold") return;
  const auto duplicates = duplicates_among(smiles);
  const auto count = std::count(duplicates.begin(), duplicates.end(), 1);
  if (count == 0) return;
  examples.notes.push_back(joined(examples.files[0], ": ", count, count == 1 ? " row has" : " rows have",
                                  " the SMILES of an earlier row, perhaps one of another part"));
}

}  // namespace

void share_atom_counts(Content& content) {
  const HeldRows& held = content.held();
  if (!held.are_shared()) return;
  std::vector<std::int32_t> counts(static_cast<std::size_t>(held.of_data(0)), 0);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto row = static_cast<std::int64_t>(k);
    if (held.has(row)) counts[k] = static_cast<std::int32_t>(content.molecules.atoms_of(held.place_of(row)));
  }
  complete(counts, held.shared());
  content.atom_counts = std::move(counts);
}

void note_likely_molecules(Examples& examples) {
  constexpr std::size_t kLooked = 20;
  constexpr std::size_t kLeastAtoms = 5;  // on average: short words may well be SMILES
  if (smiles_reader().empty()) return;
  for (const Column& column : examples.content.table.columns) {
    if (column.categories.size() < kLooked) continue;
    const std::vector<std::string> texts(column.categories.begin(), column.categories.begin() + kLooked);
    Content content;
    content.kind = InputKind::molecule;
    content.molecules = read_smiles(texts, {});
    bool all = content.molecules.atoms.size() >= kLeastAtoms * kLooked;
    for (std::int64_t row = 0; row < content.molecules.size(); ++row) all = all && content.readable(row);
    if (!all) continue;
    examples.notes.push_back(joined(examples.files[0], ": column ", column.name,
                                    " looks like molecules: set smiles to \"", column.name, "\" to read it as such"));
  }
}

void add_molecules(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples) {
  examples.kind = "smiles";
  read_molecules(smiles, options, examples);
  note_duplicates(smiles, options, examples);
  add_scaffolds(smiles, options, examples);
}

void read_molecules(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples) {
  read_into(smiles, options.features_from, smiles_options(options), examples.content);
  note_unreadable(smiles, examples);
}

void add_molecules(const std::vector<std::string>& smiles, const std::string& file, const BlockOptions& options,
                   Block& block) {
  read_into(smiles, options.features_from, {options.threads, ""}, block.content);
  block.readable.resize(smiles.size(), 1);
  for (std::size_t row = 0; row < smiles.size(); ++row) {
    if (block.content.readable(static_cast<std::int64_t>(row))) continue;
    block.readable[row] = 0;
    block.complaints.push_back(unreadable_molecule(file, block.numbers[row], smiles[row]));
  }
}

void add_scaffolds(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples) {
  const bool splits = options.split == "scaffold";
  if (!splits && options.fold_by != FoldBy::scaffold) return;
  const auto placed = smiles.size() - examples.facts.parts.size();  // rows of a test file are where they belong
  const std::vector<std::string> to_place(smiles.begin(), smiles.begin() + static_cast<std::ptrdiff_t>(placed));
  examples.facts.scaffolds = scaffolds_of(to_place, smiles_options(options));
  if (!splits) return;
  for (std::size_t row = 0; row < to_place.size(); ++row) {
    const bool without = examples.facts.scaffolds[row] == kNoScaffold;
    require(!without || !examples.content.readable(static_cast<std::int64_t>(row)), examples.files[0], ": row ",
            examples.facts.numbers[row], ": a split by scaffold needs a SMILES that can be read, got ",
            shown(printable(smiles[row])));
  }
  examples.facts.duplicates = duplicates_among(to_place);
}

}  // namespace pauc
