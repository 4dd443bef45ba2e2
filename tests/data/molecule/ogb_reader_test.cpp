#include "pauc/data/molecule/ogb_reader.h"

#include <algorithm>
#include <filesystem>

#include "support/real_data.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::StartsWith;

Molecules read_all(const std::string& folder) {
  OgbReader reader(folder);
  Molecules molecules;
  while (reader.next(molecules)) EXPECT_EQ(reader.row(), molecules.size());
  return molecules;
}

std::vector<std::pair<int, int>> bonds_of(const Molecules& molecules, std::int64_t row) {
  std::vector<std::pair<int, int>> bonds;
  for (auto b = molecules.bond_begins[row]; b < molecules.bond_begins[row + 1]; ++b) {
    bonds.emplace_back(molecules.bond_ends[b].first, molecules.bond_ends[b].second);
  }
  return bonds;
}

// Ethanol, methane, acetone's oxygen and carbon: three molecules, one of them without bonds.
class Ogb : public testing::Test {
 protected:
  Ogb() {
    for (const char* folder : {"mapping", "raw", "split/scaffold"}) {
      std::filesystem::create_directories(folder_.path(folder));
    }
    write("mapping/mol", "active,smiles,mol_id\n1,CCO,a\n0,C,b\n,CC=O,\"c,\nd\"\n");
    write("raw/graph-label", "1\n0\nnan\n");
    write("raw/num-node-list", "3\n1\n3\n");
    write("raw/num-edge-list", "2\n0\n2\n");
    write("raw/node-feat",
          "5,0,4,5,3,0,2,0,0\n5,0,4,5,2,0,2,0,0\n7,0,2,5,1,0,2,0,0\n"
          "5,0,4,5,4,0,2,0,0\n"
          "5,0,4,5,3,0,2,0,0\n5,0,3,5,1,0,1,0,0\n118,4,11,11,9,5,5,1,1\n");
    write("raw/edge", "0,1\n1,2\n0,1\n2,1\n");
    write("raw/edge-feat", "0,0,0\n0,0,0\n0,0,1\n4,5,1\n");
    write("split/scaffold/train", "2\n");
    write("split/scaffold/valid", "0\n");
    write("split/scaffold/test", "1\n");
  }

  std::string write(const std::string& name, std::string_view content) const {
    return folder_.file(name + ".csv", content);
  }
  void remove(const std::string& name) const { std::filesystem::remove_all(folder_.path(name)); }
  std::string refusal(Fault fault = Fault::data) const {
    return test::refusal_of([&] { read_all(folder_.folder()); }, fault);
  }
  // With this content in one of the files for once.
  std::string refusal_with(const std::string& name, std::string_view content) const {
    const std::string before = test::content_of(place(name + ".csv"));
    write(name, content);
    std::string found = refusal();
    write(name, before);
    return found;
  }
  std::string split_refusal(Fault fault = Fault::data) const {
    return test::refusal_of([&] { read_ogb_split(folder_.folder(), 3); }, fault);
  }
  std::string place(const std::string& rest) const { return folder_.path(rest); }

  test::TemporaryFolder folder_;
};

TEST_F(Ogb, ReadsAtomsAndEachBondOnce) {
  const Molecules molecules = read_all(folder_.folder());
  EXPECT_THAT(molecules.atom_begins, ElementsAre(0, 3, 4, 7));
  EXPECT_THAT(molecules.bond_begins, ElementsAre(0, 2, 2, 4));
  EXPECT_THAT(molecules.atoms[2], ElementsAre(7, 0, 2, 5, 1, 0, 2, 0, 0));
  EXPECT_THAT(molecules.atoms[6], ElementsAre(118, 4, 11, 11, 9, 5, 5, 1, 1));
  EXPECT_THAT(bonds_of(molecules, 2), ElementsAre(std::pair(0, 1), std::pair(2, 1)));
  EXPECT_THAT(molecules.bond_codes, ElementsAre(0, 0, 1, 59));
}

TEST_F(Ogb, AppendsToMoleculesThatAreThere) {
  Molecules molecules = read_all(folder_.folder());
  OgbReader reader(folder_.folder());
  ASSERT_TRUE(reader.next(molecules));
  EXPECT_EQ(molecules.size(), 4);
  EXPECT_EQ(molecules.atoms.size(), 10U);
  EXPECT_THAT(bonds_of(molecules, 3), ElementsAre(std::pair(0, 1), std::pair(1, 2)));
}

TEST_F(Ogb, MovesTheMappingAlong) {
  OgbReader reader(folder_.folder());
  EXPECT_EQ(reader.mapping_path(), place("mapping/mol.csv"));
  const auto smiles = reader.mapping().column("smiles");
  std::vector<std::string> found;
  for (Molecules molecules; reader.next(molecules);) found.emplace_back(reader.mapping().field(smiles));
  EXPECT_THAT(found, ElementsAre("CCO", "C", "CC=O"));
}

TEST_F(Ogb, ReadsPackedFilesCrlfAndBlankLines) {
  folder_.gzipped("raw/edge.csv.gz", "0,1\r\n1,2\r\n\r\n0,1\r\n2,1");
  remove("raw/edge.csv");
  EXPECT_EQ(read_all(folder_.folder()).bond_ends.size(), 4U);
}

TEST_F(Ogb, GoesOnSayingThatItIsAtTheEnd) {
  OgbReader reader(folder_.folder());
  Molecules molecules;
  while (reader.next(molecules)) continue;
  EXPECT_FALSE(reader.next(molecules));
  EXPECT_EQ(molecules.size(), 3);
}

TEST_F(Ogb, NamesAMissingFile) {
  for (const char* name : {"raw/edge", "raw/edge-feat", "raw/graph-label", "raw/node-feat", "raw/num-edge-list",
                           "raw/num-node-list", "mapping/mol"}) {
    const std::string file = std::string(name) + ".csv";
    std::filesystem::rename(place(file), place("away"));
    EXPECT_EQ(refusal(Fault::no_input),
              folder_.folder() + ": expected OGB's files, got neither " + file + ".gz nor " + file);
    std::filesystem::rename(place("away"), place(file));
  }
}

TEST_F(Ogb, RefusesFeaturesThatAreNoWholeNumbers) {
  for (const char* value : {"5.0", "-1", "+1", "", " 5", "x", "5e0", "nan", "18446744073709551616", "5 "}) {
    EXPECT_EQ(refusal_with("raw/node-feat", "5,0,4,5,3,0,2,0,0\n5," + std::string(value) + ",4,5,3,0,2,0,0\n"),
              place("raw/node-feat.csv: line 2, field 2: expected a whole number from 0 to 4, got \"") + value + '"');
  }
}

TEST_F(Ogb, RefusesAtomFeaturesOutOfRange) {
  for (std::size_t k = 0; k < kAtomFeatures; ++k) {
    std::string line;
    for (std::size_t f = 0; f < kAtomFeatures; ++f) {
      line += (f == 0 ? "" : ",") + std::to_string(f == k ? kAtomFeatureSizes[f] : 0);
    }
    const std::string size = std::to_string(kAtomFeatureSizes[k]);
    EXPECT_EQ(refusal_with("raw/node-feat", "0,0,0,0,0,0,0,0,0\n" + line + "\n"),
              place("raw/node-feat.csv: line 2, field ") + std::to_string(k + 1) +
                  ": expected a whole number from 0 to " + std::to_string(kAtomFeatureSizes[k] - 1) + ", got \"" +
                  size + '"');
  }
}

TEST_F(Ogb, RefusesBondFeaturesOutOfRange) {
  EXPECT_THAT(refusal_with("raw/edge-feat", "5,0,0\n"), EndsWith("edge-feat.csv: line 1, field 1: expected a whole "
                                                                 "number from 0 to 4, got \"5\""));
  EXPECT_THAT(refusal_with("raw/edge-feat", "0,6,0\n"),
              EndsWith("field 2: expected a whole number from 0 to 5, got \"6\""));
  EXPECT_THAT(refusal_with("raw/edge-feat", "0,0,2\n"),
              EndsWith("field 3: expected a whole number from 0 to 1, got \"2\""));
}

TEST_F(Ogb, RefusesLinesWithMoreOrFewerNumbers) {
  EXPECT_EQ(refusal_with("raw/node-feat", "5,0,4,5,3,0,2,0\n"),
            place("raw/node-feat.csv: line 1: expected 9 numbers with commas between, got 8"));
  EXPECT_EQ(refusal_with("raw/node-feat", "5,0,4,5,3,0,2,0,0,0\n"),
            place("raw/node-feat.csv: line 1: expected 9 numbers with commas between, got 10"));
  EXPECT_EQ(refusal_with("raw/num-node-list", "3\n1,\n3\n"),
            place("raw/num-node-list.csv: line 2: expected 1 number, got 2"));
}

TEST_F(Ogb, CutsLongValuesInErrors) {
  EXPECT_THAT(refusal_with("raw/num-node-list", std::string(1000, '7')),
              EndsWith("got \"" + std::string(60, '7') + "...\""));
}

TEST_F(Ogb, RefusesABondEndThatIsNoAtomOfItsMolecule) {
  EXPECT_EQ(refusal_with("raw/edge", "0,1\n1,2\n0,1\n2,3\n"),
            place("raw/edge.csv: line 4, field 2: expected an atom of its molecule from 0 to 2, got \"3\""));
  EXPECT_THAT(refusal_with("raw/edge", "0,1\n-1,2\n"),
              EndsWith("line 2, field 1: expected an atom of its molecule from "
                       "0 to 2, got \"-1\""));
}

TEST_F(Ogb, RefusesABondOfAnAtomWithItself) {
  EXPECT_EQ(refusal_with("raw/edge", "0,1\n2,2\n"),
            place("raw/edge.csv: line 2: expected a bond between two atoms, got 2 twice"));
}

TEST_F(Ogb, RefusesABondThatIsListedTwice) {
  EXPECT_EQ(refusal_with("raw/edge", "2,1\n1,2\n"),
            place("raw/edge.csv: line 2: expected each bond once, got that of atoms 1 and 2 as in line 1"));
}

TEST_F(Ogb, RefusesCountsThatAreNone) {
  EXPECT_THAT(refusal_with("raw/num-node-list", "3\n-1\n3\n"),
              StartsWith(place("raw/num-node-list.csv: line 2, field 1: expected a number of atoms from 0 to ")));
  EXPECT_THAT(refusal_with("raw/num-edge-list", "2\n0.0\n3\n"),
              StartsWith(place("raw/num-edge-list.csv: line 2, field 1: expected a number of bonds from 0 to ")));
}

TEST_F(Ogb, RefusesAMoleculeWithoutAtoms) {
  EXPECT_EQ(refusal_with("raw/num-node-list", "3\n0\n3\n"),
            place("raw/num-node-list.csv: line 2: expected a molecule of at least 1 atom, got 0"));
}

// Without memory for as many.
TEST_F(Ogb, RefusesACountThatIsFarTooLarge) {
  EXPECT_EQ(refusal_with("raw/num-node-list", "3\n2147483646\n3\n"),
            place("raw/node-feat.csv: expected atom 5 of 2147483646 of molecule 2 (") +
                place("raw/num-node-list.csv: line 2), got the end of the file"));
}

TEST_F(Ogb, RefusesFilesThatEndTooEarly) {
  const std::string third = " of molecule 3 (" + place("raw/num-node-list.csv: line 3), got the end of the file");
  struct Case {
    const char* file;
    const char* content;
    const char* expected;
  };
  for (const Case& c :
       {Case{"raw/num-edge-list", "2\n0\n", "the number of bonds"}, Case{"raw/graph-label", "1\n0\n", "the labels"},
        Case{"mapping/mol", "active,smiles\n1,CCO\n0,C\n", "the row"},
        Case{"raw/edge", "0,1\n1,2\n0,1\n", "bond 2 of 2"}, Case{"raw/edge-feat", "0,0,0\n0,0,0\n", "bond 1 of 2"},
        Case{"raw/node-feat",
             "5,0,4,5,3,0,2,0,0\n5,0,4,5,2,0,2,0,0\n7,0,2,5,1,0,2,0,0\n"
             "5,0,4,5,4,0,2,0,0\n5,0,4,5,4,0,2,0,0\n",
             "atom 2 of 3"}}) {
    EXPECT_EQ(refusal_with(c.file, c.content), place(c.file) + ".csv: expected " + c.expected + third);
  }
}

TEST_F(Ogb, RefusesFilesThatGoOn) {
  const std::string counts = place("raw/num-node-list.csv");
  struct Case {
    const char* file;
    const char* line;
    std::string refusal;
  };
  for (const Case& c :
       {Case{"raw/num-edge-list", "0\n", "line 4: expected the end of the file behind all molecules of " + counts},
        Case{"raw/graph-label", "1\n", "line 4: expected the end of the file behind all molecules of " + counts},
        Case{"mapping/mol", "1,C,d\n", "line 6, column 1 (active): expected the end of the file behind all molecules"},
        Case{"raw/node-feat", "x\n", "line 8: expected the end of the file behind all atoms of " + counts},
        Case{"raw/edge", "0,1\n",
             "line 5: expected the end of the file behind all bonds of " + place("raw/num-edge-list.csv")},
        Case{"raw/edge-feat", "0,0,0\n", "line 5: expected the end of the file behind all bonds of "}}) {
    const std::string path = place(std::string(c.file) + ".csv");
    const std::string before = test::content_of(path);
    EXPECT_THAT(refusal_with(c.file, before + c.line), StartsWith(path + ": " + c.refusal));
  }
}

TEST_F(Ogb, RefusesAFolderOfNoMolecules) {
  EXPECT_EQ(refusal_with("raw/num-node-list", "\n"),
            place("raw/num-node-list.csv: expected a number of atoms for each molecule, got an empty file"));
}

TEST_F(Ogb, NamesATruncatedFile) {
  std::string atoms;
  for (int k = 0; k < 1000; ++k) atoms += "5,0,4,5," + std::to_string(k * k % 10) + ",0,2,0,0\n";
  const auto packed = test::content_of(folder_.gzipped("raw/node-feat.csv.gz", atoms));
  folder_.file("raw/node-feat.csv.gz", std::string_view(packed).substr(0, packed.size() / 2));
  write("raw/num-node-list", "998\n1\n1\n");
  EXPECT_EQ(refusal(), place("raw/node-feat.csv.gz: the gzip data end too early: the file is truncated"));
}

TEST_F(Ogb, ReadsTheSplit) {
  EXPECT_THAT(read_ogb_split(folder_.folder(), 3), ElementsAre(Part::valid, Part::test, Part::train));
}

TEST_F(Ogb, ReadsTheOnlySplitThatThereIs) {
  std::filesystem::rename(place("split/scaffold"), place("split/hidden"));
  EXPECT_EQ(read_ogb_split(folder_.folder(), 3).size(), 3U);
  std::filesystem::create_directories(place("split/random"));
  EXPECT_EQ(split_refusal(Fault::no_input), place("split: expected a folder scaffold, or one folder, got 2 folders"));
  remove("split");
  EXPECT_EQ(split_refusal(Fault::no_input), place("split: expected a folder scaffold, or one folder, got 0 folders"));
}

TEST_F(Ogb, NamesAMissingList) {
  remove("split/scaffold/valid.csv");
  EXPECT_EQ(split_refusal(Fault::no_input),
            place("split/scaffold: expected OGB's files, got neither valid.csv.gz nor valid.csv"));
}

TEST_F(Ogb, RefusesRowsThatAreNoneInASplit) {
  for (const char* row : {"3", "-1", "1.0", "x", "99999999999999999999"}) {
    write("split/scaffold/test", std::string("1\n") + row + "\n");
    EXPECT_EQ(split_refusal(),
              place("split/scaffold/test.csv: line 2, field 1: expected a row of the mapping from 0 to 2, got \"") +
                  row + '"');
  }
}

TEST_F(Ogb, RefusesARowInTwoParts) {
  write("split/scaffold/test", "1\n2\n");
  EXPECT_EQ(split_refusal(), place("split/scaffold/test.csv: line 2: expected each row in one part, got 2, which is in "
                                   "train too"));
  write("split/scaffold/test", "1\n1\n");
  EXPECT_THAT(split_refusal(), EndsWith("line 2: expected each row in one part, got 1, which is in test already"));
}

TEST_F(Ogb, RefusesARowInNoPart) {
  write("split/scaffold/test", "");
  EXPECT_EQ(split_refusal(), place("split/scaffold: expected each of the 3 rows in train, valid or test, got none with "
                                   "row 1, counted from 0"));
}

TEST_F(Ogb, IsKnownByAnyOfItsFiles) {
  EXPECT_TRUE(is_ogb_folder(folder_.folder()));
  remove("raw");
  EXPECT_TRUE(is_ogb_folder(folder_.folder()));
  remove("mapping");
  EXPECT_FALSE(is_ogb_folder(folder_.folder()));
  EXPECT_FALSE(is_ogb_folder(place("split/scaffold/train.csv")));
  EXPECT_FALSE(is_ogb_folder(place("nowhere")));
}

class RealOgb : public test::RealDataTest {
 protected:
  std::string path(const char* name) const { return folder_ + "/mol/" + name; }
};

TEST_F(RealOgb, BaceHasTheMoleculesOfItsOwners) {
  const Molecules molecules = read_all(path("ogbg_molbace"));
  EXPECT_EQ(molecules.size(), 1513);
  EXPECT_EQ(molecules.atoms.size(), 51577U);
  EXPECT_EQ(molecules.bond_ends.size(), 55768U);
  EXPECT_EQ(molecules.bond_codes.size(), 55768U);
  std::int64_t carbons = 0;
  for (const AtomFeatures& atom : molecules.atoms) carbons += atom[0] == 5 ? 1 : 0;
  EXPECT_EQ(carbons, 39055);
  const auto parts = read_ogb_split(path("ogbg_molbace"), molecules.size());
  EXPECT_EQ(std::count(parts.begin(), parts.end(), Part::train), 1210);
  EXPECT_EQ(std::count(parts.begin(), parts.end(), Part::valid), 151);
  EXPECT_EQ(std::count(parts.begin(), parts.end(), Part::test), 152);
  EXPECT_EQ(parts[0], Part::test);
  EXPECT_EQ(parts[2], Part::train);
}

TEST_F(RealOgb, BbbpHasTheMoleculesOfItsOwners) {
  const Molecules molecules = read_all(path("ogbg_molbbbp"));
  EXPECT_EQ(molecules.size(), 2039);
  EXPECT_EQ(molecules.atoms.size(), 49068U);
  EXPECT_EQ(molecules.bond_ends.size(), 52921U);
  EXPECT_EQ(read_ogb_split(path("ogbg_molbbbp"), 2039).size(), 2039U);
}

// Dichloromethane, C(Cl)Cl: a carbon of degree 4 with 2 hydrogens, two chlorines, single bonds.
TEST_F(RealOgb, BbbpHasDichloromethaneInRow13) {
  OgbReader reader(path("ogbg_molbbbp"));
  Molecules molecules;
  while (molecules.size() < 13) ASSERT_TRUE(reader.next(molecules));
  EXPECT_EQ(reader.mapping().field(reader.mapping().column("smiles")), "C(Cl)Cl");
  const auto first = molecules.atom_begins[12];
  ASSERT_EQ(molecules.atom_begins[13] - first, 3);
  EXPECT_THAT(molecules.atoms[first], ElementsAre(5, 0, 4, 5, 2, 0, 2, 0, 0));
  EXPECT_THAT(molecules.atoms[first + 1], ElementsAre(16, 0, 1, 5, 0, 0, 2, 0, 0));
  EXPECT_EQ(molecules.atoms[first + 2], molecules.atoms[first + 1]);
  EXPECT_THAT(bonds_of(molecules, 12), ElementsAre(std::pair(0, 1), std::pair(0, 2)));
  EXPECT_EQ(molecules.bond_codes[molecules.bond_begins[12]], bond_code({0, 0, 0}));
}

}  // namespace
}  // namespace pauc
