#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/core/io/line_source.h"
#include "pauc/data/molecule/molecules.h"
#include "pauc/data/molecule/whole_number_lines.h"
#include "pauc/data/split.h"

namespace pauc {

// Reads an unpacked folder of an ogbg-mol* download, molecule by molecule. Each file is NAME.csv.gz or NAME.csv; only
// the mapping has a header.
//
//   mapping/mol         a row for each molecule: label columns, smiles, often mol_id
//   raw/graph-label     its labels again, "nan" if there is none
//   raw/num-node-list   its number of atoms
//   raw/num-edge-list   its number of bonds
//   raw/node-feat       nine features for each atom
//   raw/edge            the two atoms of each bond, counted from 0 within the molecule
//   raw/edge-feat       three features for each bond
//
// Each bond is listed once, because ogb itself adds the opposite direction (add_inverse_edge).
//
//   OgbReader reader("dataset/ogbg_molhiv");
//   while (reader.next(molecules)) use(reader.mapping());
//
// Every error names file and line. The lengths of the files are checked against the counts at the end.
class OgbReader {
 public:
  // Refuses a folder in which one of the files is missing.
  explicit OgbReader(const std::string& folder);

  // Appends the next molecule and moves mapping() to its row; false at the end.
  bool next(Molecules& molecules);

  const CsvReader& mapping() const { return mapping_; }
  const std::string& mapping_path() const { return mapping_.name(); }
  std::int64_t row() const { return row_; }  // number of the molecule in the mapping, starting at 1

 private:
  struct BondLine {
    std::int32_t low;  // the atoms in ascending order
    std::int32_t high;
    std::int64_t line;
  };

  void read_atoms(std::int32_t count, Molecules& molecules);
  void read_bonds(std::int32_t count, std::int32_t atoms, Molecules& molecules);
  void refuse_bonds_listed_twice();
  void refuse_lines_left();
  [[noreturn]] void refuse_end(const std::string& file, const std::string& expected) const;

  CsvReader mapping_;
  LineSource labels_;
  WholeNumberLines atom_counts_;
  WholeNumberLines bond_counts_;
  WholeNumberLines atoms_;
  WholeNumberLines bond_ends_;
  WholeNumberLines bond_features_;
  std::int64_t row_ = 0;
  std::vector<BondLine> bonds_;  // of the current molecule
};

// The part of each row, from the lists of row numbers (starting at 0) in split/scaffold, or in the only folder of
// split/. Refuses a row that is in two parts or in none.
// Whether that split is by scaffold.
bool has_scaffold_split(const std::string& folder);
std::vector<Part> read_ogb_split(const std::string& folder, std::int64_t rows);

// All files of the folder that a run depends on.
std::vector<std::string> ogb_files(const std::string& folder);

// Whether the path is a folder with any of the files above.
bool is_ogb_folder(const std::string& path);

}  // namespace pauc
