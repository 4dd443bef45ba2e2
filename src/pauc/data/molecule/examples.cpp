#include "pauc/data/molecule/examples.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/molecule/fingerprints.h"
#include "pauc/data/molecule/scaffold_split.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/molecule/structure_smiles.h"
#include "pauc/data/repeated_structures.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostShown = 5;

std::string unreadable_molecule(const std::string& file, std::int64_t row, const std::string& smiles) {
  const std::string reason = reason_for_no_smiles(smiles);
  if (!reason.empty()) return joined(file, ": record ", row, ": cannot read ", printable(reason));
  return joined(file, ": row ", row, ": expected a molecule as SMILES, got ", shown(printable(smiles)));
}

std::vector<std::string> held_texts(const std::vector<std::string>& texts, const HeldRows& held) {
  std::vector<std::string> here;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    if (held.has(static_cast<std::int64_t>(row))) here.push_back(texts[row]);
  }
  return here;
}

SmilesOptions smiles_options(const DataOptions& options) {
  return {options.threads, options.cache, options.standardise};
}

// Molecules or, with features_from, a table with their features, of the rows that are here. Returns how many were
// brought into standard form.
std::int64_t read_into(const std::vector<std::string>& smiles, const std::string& features_from,
                       const SmilesOptions& options, Content& content) {
  const auto features = features_named(features_from);
  DescribedMolecules described = content.held().all()
                                     ? read_smiles(smiles, features, options)
                                     : read_smiles(held_texts(smiles, content.held()), features, options);
  content.molecules = std::move(described.molecules);
  share_atom_counts(content);
  content.standardise = options.standardise;
  content.kind = features.empty() ? InputKind::molecule : InputKind::table;
  if (features.empty()) return described.standardised;
  content.features_from = features_text(features);
  content.table = with_features(content.table, features, described.values);
  return described.standardised;
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

void note_standardised(std::int64_t count, const DataOptions& options, Examples& examples) {
  std::vector<std::int64_t> counts = {count};
  const SharedRows& shared = examples.content.held().shared();
  if (shared.sum) shared.sum({counts.data(), 1});
  if (counts[0] == 0) return;
  const bool tautomers = options.standardise == Standardise::tautomer;
  examples.notes.push_back(joined(examples.files[0], ": ", counts[0], " of ", examples.rows(),
                                  " molecules are read in another form than they are written: the largest fragment, ",
                                  tautomers ? "neutral, as the canonical tautomer" : "neutral",
                                  " (--standardise off reads them as written)"));
}

// Which rows of the data have atoms of no element.
std::vector<std::uint8_t> with_open_ends(const Content& content, std::int64_t rows) {
  constexpr std::uint8_t kNoElement = kAtomFeatureSizes[0] - 1;
  const Molecules& molecules = content.molecules;
  std::vector<std::uint8_t> open(static_cast<std::size_t>(rows), 0);
  for (std::int64_t row = 0; row < rows; ++row) {
    if (!content.held().has(row)) continue;
    const std::int64_t place = content.held().place_of(row);
    const auto begin = molecules.atoms.begin() + molecules.atom_begins[place];
    const auto end = molecules.atoms.begin() + molecules.atom_begins[place + 1];
    open[row] = std::any_of(begin, end, [](const AtomFeatures& atom) { return atom[0] == kNoElement; }) ? 1 : 0;
  }
  complete(open, content.held().shared());
  return open;
}

// Polymers, attachment points and fragments.
void note_open_ends(Examples& examples) {
  const std::vector<std::uint8_t> open = with_open_ends(examples.content, examples.rows());
  const auto count = std::count(open.begin(), open.end(), 1);
  if (count == 0) return;
  const auto first = examples.facts.numbers[std::find(open.begin(), open.end(), 1) - open.begin()];
  examples.notes.push_back(joined(examples.files[0], ": ", count, count == 1 ? " molecule has" : " molecules have",
                                  " atoms of no element (*), as polymers and attachment points are written; the first ",
                                  "is row ", first, "; models see an unknown element"));
}

// Which rows repeat a structure, and what becomes of them.
void find_copies(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples) {
  const auto first = first_of_structure(smiles, examples.content, smiles_options(options));
  const StructureCopies copies = structure_copies(first, examples.facts);
  if (copies.rows == 0) return;
  examples.facts.first_copies = first;
  examples.notes.push_back(
      joined(examples.files[0], ": ", note_on_structures(copies, !examples.facts.tasks.empty(), options)));
  if (options.duplicates != Duplicates::keep) leave_out_copies(first, options.duplicates, examples.facts);
}

// Fingerprints of rows of the data.
std::vector<MorganBits> bits_of_rows(const Content& content, const std::vector<std::int64_t>& rows, int threads) {
  const HeldRows& held = content.held();
  const std::vector<MorganBits> own = morgan_bits(content.molecules, held.places_of(rows), threads);
  std::vector<MorganBits> bits(rows.size());
  auto next = own.begin();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (held.has(rows[k])) bits[k] = *next++;
  }
  complete(bits, held.shared());
  return bits;
}

// The first of equal texts stays.
std::vector<std::uint8_t> duplicates_among(const std::vector<std::string>& smiles) {
  const auto first = first_of_equal(smiles);
  std::vector<std::uint8_t> duplicates;
  for (std::size_t row = 0; row < first.size(); ++row)
    duplicates.push_back(first[row] < static_cast<std::int64_t>(row) ? 1 : 0);
  return duplicates;
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
  find_copies(smiles, options, examples);
  add_scaffolds(smiles, options, examples);
}

void read_molecules(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples) {
  const auto standardised = read_into(smiles, options.features_from, smiles_options(options), examples.content);
  note_unreadable(smiles, examples);
  note_standardised(standardised, options, examples);
  note_open_ends(examples);
}

void add_molecules(const std::vector<std::string>& smiles, const std::string& file, const BlockOptions& options,
                   Block& block) {
  read_into(smiles, options.features_from, {options.threads, "", options.standardise}, block.content);
  block.readable.resize(smiles.size(), 1);
  for (std::size_t row = 0; row < smiles.size(); ++row) {
    if (block.content.readable(static_cast<std::int64_t>(row))) continue;
    block.readable[row] = 0;
    block.complaints.push_back(unreadable_molecule(file, block.numbers[row], smiles[row]));
  }
}

// Molecules that cannot be read belong to no cluster.
void add_clusters(const DataOptions& options, Examples& examples) {
  const double similarity = options.cluster_similarity;
  require_usage(similarity > 0 && similarity <= 1, "cluster_similarity: expected a number above 0 and at most 1, got ",
                similarity);
  require_usage(!smiles_reader().empty(), "split: cluster needs RDKit, without which this copy of pauc was built");
  const std::int64_t placed = examples.rows() - static_cast<std::int64_t>(examples.facts.parts.size());
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < placed; ++row) {
    if (examples.content.readable(row)) rows.push_back(row);
  }
  const auto clusters =
      butina_clusters(bits_of_rows(examples.content, rows, options.threads), similarity, options.threads);
  examples.facts.scaffolds.assign(static_cast<std::size_t>(placed), kNoScaffold);
  for (std::size_t k = 0; k < rows.size(); ++k) examples.facts.scaffolds[rows[k]] = clusters[k];
  const std::int64_t count =
      clusters.empty() ? 0 : std::int64_t{*std::max_element(clusters.begin(), clusters.end())} + 1;
  examples.notes.push_back(joined(examples.files[0], ": ", rows.size(), " molecules in ", count,
                                  " clusters of a Tanimoto similarity of ", similarity, " to their centre"));
}

void add_scaffolds(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples) {
  if (options.split == "cluster") return add_clusters(options, examples);
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
  if (options.duplicates == Duplicates::keep) examples.facts.duplicates = duplicates_among(to_place);
}

}  // namespace pauc
