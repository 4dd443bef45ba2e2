#include "pauc/data/molecule/ogb_reader.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <tuple>

#include "pauc/core/error.h"
#include "pauc/data/path_checks.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 7> kFiles = {"mapping/mol",       "raw/graph-label", "raw/num-node-list",
                                               "raw/num-edge-list", "raw/node-feat",   "raw/edge",
                                               "raw/edge-feat"};
constexpr std::array<int, 1> kAnyCount = {std::numeric_limits<std::int32_t>::max()};

// Empty if the folder has neither.
std::string packed_or_plain(const fs::path& folder, const std::string& name) {
  return file_with_ending((folder / name).string(), {".csv.gz", ".csv"});
}

std::string file_of(const fs::path& folder, const std::string& name) {
  std::string path = packed_or_plain(folder, name);
  if (path.empty()) {
    fail(Fault::no_input, folder.string(), ": expected OGB's files, got neither ", name, ".csv.gz nor ", name, ".csv");
  }
  return path;
}

[[noreturn]] void refuse_further_line(const std::string& place, const char* counted, const std::string& counts) {
  fail(Fault::data, place, ": expected the end of the file behind all ", counted, " of ", counts,
       ", got a further line");
}

// The folder of a split's lists: scaffold, or the only one that there is.
fs::path split_folder(const fs::path& folder) {
  const fs::path split = folder / "split";
  std::error_code ignored;
  if (fs::is_directory(split / "scaffold", ignored)) return split / "scaffold";
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(split, ignored)) {
    if (entry.is_directory(ignored)) found.push_back(entry.path());
  }
  if (found.size() != 1) {
    fail(Fault::no_input, split.string(), ": expected a folder scaffold, or one folder, got ", found.size(),
         " folders");
  }
  return found[0];
}

using PartsSoFar = std::vector<std::optional<Part>>;

void read_part(Part part, const std::string& path, PartsSoFar& parts) {
  constexpr std::int64_t kMostRows = std::numeric_limits<int>::max();
  const std::array<int, 1> size = {static_cast<int>(std::min(static_cast<std::int64_t>(parts.size()), kMostRows))};
  WholeNumberLines rows(path, "a row of the mapping");
  for (std::array<std::int32_t, 1> row = {}; rows.next(size, row);) {
    auto& known = parts[static_cast<std::size_t>(row[0])];
    if (known) {
      fail(Fault::data, rows.place(), ": expected each row in one part, got ", row[0], ", which is in ",
           part_name(*known), *known == part ? " already" : " too");
    }
    known = part;
  }
}

}  // namespace

OgbReader::OgbReader(const std::string& folder)
    : mapping_(file_of(folder, "mapping/mol"), {CsvOptions::Header::first_line, ','}),
      labels_(file_of(folder, "raw/graph-label")),
      atom_counts_(file_of(folder, "raw/num-node-list"), "a number of atoms"),
      bond_counts_(file_of(folder, "raw/num-edge-list"), "a number of bonds"),
      atoms_(file_of(folder, "raw/node-feat"), "a whole number"),
      bond_ends_(file_of(folder, "raw/edge"), "an atom of its molecule"),
      bond_features_(file_of(folder, "raw/edge-feat"), "a whole number") {}

bool OgbReader::next(Molecules& molecules) {
  std::array<std::int32_t, 1> atoms = {};
  if (!atom_counts_.next(kAnyCount, atoms)) {
    refuse_lines_left();
    return false;
  }
  ++row_;
  if (atoms[0] == 0) fail(Fault::data, atom_counts_.place(), ": expected a molecule of at least 1 atom, got 0");
  std::array<std::int32_t, 1> bonds = {};
  if (!bond_counts_.next(kAnyCount, bonds)) refuse_end(bond_counts_.name(), "the number of bonds");
  if (!labels_.next_not_blank()) refuse_end(labels_.name(), "the labels");
  if (!mapping_.next()) refuse_end(mapping_.name(), "the row");
  read_atoms(atoms[0], molecules);
  read_bonds(bonds[0], atoms[0], molecules);
  molecules.end_molecule();
  return true;
}

void OgbReader::read_atoms(std::int32_t count, Molecules& molecules) {
  for (std::int32_t k = 0; k < count; ++k) {
    AtomFeatures atom = {};
    if (!atoms_.next(kAtomFeatureSizes, atom)) refuse_end(atoms_.name(), joined("atom ", k + 1, " of ", count));
    molecules.atoms.push_back(atom);
  }
}

void OgbReader::read_bonds(std::int32_t count, std::int32_t atoms, Molecules& molecules) {
  bonds_.clear();
  for (std::int32_t k = 0; k < count; ++k) {
    std::array<std::int32_t, 2> ends = {};
    if (!bond_ends_.next({atoms, atoms}, ends)) refuse_end(bond_ends_.name(), joined("bond ", k + 1, " of ", count));
    BondFeatures bond = {};
    if (!bond_features_.next(kBondFeatureSizes, bond)) {
      refuse_end(bond_features_.name(), joined("bond ", k + 1, " of ", count));
    }
    if (ends[0] == ends[1]) {
      fail(Fault::data, bond_ends_.place(), ": expected a bond between two atoms, got ", ends[0], " twice");
    }
    molecules.bond_ends.push_back({ends[0], ends[1]});
    molecules.bond_codes.push_back(bond_code(bond));
    bonds_.push_back({std::min(ends[0], ends[1]), std::max(ends[0], ends[1]), bond_ends_.line()});
  }
  refuse_bonds_listed_twice();
}

// Files that list both directions would count every bond double.
void OgbReader::refuse_bonds_listed_twice() {
  const auto atoms = [](const BondLine& bond) { return std::tie(bond.low, bond.high); };
  std::sort(bonds_.begin(), bonds_.end(), [&](const BondLine& a, const BondLine& b) {
    return std::tie(a.low, a.high, a.line) < std::tie(b.low, b.high, b.line);
  });
  const auto twice = std::adjacent_find(bonds_.begin(), bonds_.end(),
                                        [&](const BondLine& a, const BondLine& b) { return atoms(a) == atoms(b); });
  if (twice == bonds_.end()) return;
  fail(Fault::data, bond_ends_.name(), ": line ", twice[1].line, ": expected each bond once, got that of atoms ",
       twice->low, " and ", twice->high, " as in line ", twice->line);
}

void OgbReader::refuse_lines_left() {
  require(row_ > 0, atom_counts_.name(), ": expected a number of atoms for each molecule, got an empty file");
  const std::string& molecules = atom_counts_.name();
  if (bond_counts_.skip()) refuse_further_line(bond_counts_.place(), "molecules", molecules);
  if (labels_.next_not_blank()) refuse_further_line(labels_.place(), "molecules", molecules);
  if (mapping_.next()) refuse_further_line(mapping_.place(0), "molecules", molecules);
  if (atoms_.skip()) refuse_further_line(atoms_.place(), "atoms", molecules);
  for (WholeNumberLines* lines : {&bond_ends_, &bond_features_}) {
    if (lines->skip()) refuse_further_line(lines->place(), "bonds", bond_counts_.name());
  }
}

void OgbReader::refuse_end(const std::string& file, const std::string& expected) const {
  fail(Fault::data, file, ": expected ", expected, " of molecule ", row_, " (", atom_counts_.place(),
       "), got the end of the file");
}

bool has_scaffold_split(const std::string& folder) { return split_folder(folder).filename() == "scaffold"; }

std::vector<Part> read_ogb_split(const std::string& folder, std::int64_t rows) {
  const fs::path lists = split_folder(folder);
  PartsSoFar known(static_cast<std::size_t>(rows));
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    read_part(part, file_of(lists, part_name(part)), known);
  }
  std::vector<Part> parts;
  for (const auto& part : known) {
    if (!part) {
      fail(Fault::data, lists.string(), ": expected each of the ", rows,
           " rows in train, valid or test, got none with row ", parts.size(), ", counted from 0");
    }
    parts.push_back(*part);
  }
  return parts;
}

std::vector<std::string> ogb_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const char* name : kFiles) files.push_back(file_of(folder, name));
  std::error_code ignored;
  if (!fs::is_directory(fs::path(folder) / "split", ignored)) return files;
  for (const char* part : {"train", "valid", "test"}) {
    const std::string list = packed_or_plain(split_folder(folder), part);
    if (!list.empty()) files.push_back(list);
  }
  return files;
}

bool is_ogb_folder(const std::string& path) {
  return std::any_of(kFiles.begin(), kFiles.end(),
                     [&](const char* name) { return !packed_or_plain(path, name).empty(); });
}

}  // namespace pauc
