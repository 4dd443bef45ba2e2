// OGB's own graphs, scaffolds and splits of real molecules.
#include <array>
#include <map>

#include "pauc/core/parallel.h"
#include "pauc/data/molecule/scaffold_split.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/molecule/smiles_parser.h"
#include "support/molecule_files.h"
#include "support/real_data.h"

namespace pauc {
namespace {

const std::vector<double> kOgbFractions = {0.8, 0.1, 0.1};

class RealMolecules : public test::RealDataTest {
 protected:
  void SetUp() override {
    test::RealDataTest::SetUp();
    if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
    options_.threads = hardware_threads();
  }

  std::vector<std::string> smiles_of(const std::string& file) const {
    return test::texts_of(folder_ + "/mol/" + file, "smiles");
  }

  void expect_graphs_of(const std::string& dataset) const;
  void expect_split_files_of(const std::string& dataset) const;
  void expect_split_column_of(const std::string& dataset) const;

  SmilesOptions options_;
};

template <class T>
std::vector<int> lengths(const std::vector<T>& begins) {
  std::vector<int> result;
  for (std::size_t row = 1; row < begins.size(); ++row)
    result.push_back(static_cast<int>(begins[row] - begins[row - 1]));
  return result;
}

void RealMolecules::expect_graphs_of(const std::string& dataset) const {
  const Molecules molecules = read_smiles(smiles_of(dataset + "/mapping/mol.csv.gz"), options_);
  std::vector<int> atoms;
  for (const AtomFeatures& atom : molecules.atoms) atoms.insert(atoms.end(), atom.begin(), atom.end());
  std::vector<int> ends;
  for (const BondEnds& bond : molecules.bond_ends) ends.insert(ends.end(), {bond.first, bond.second});
  std::vector<int> bonds;
  for (const std::uint8_t code : molecules.bond_codes) {
    const BondFeatures bond = bond_features(code);
    bonds.insert(bonds.end(), bond.begin(), bond.end());
  }
  const std::string raw = folder_ + "/mol/" + dataset + "/raw/";
  EXPECT_TRUE(atoms == test::numbers_of(raw + "node-feat.csv.gz"));
  EXPECT_TRUE(ends == test::numbers_of(raw + "edge.csv.gz"));
  EXPECT_TRUE(bonds == test::numbers_of(raw + "edge-feat.csv.gz"));
  EXPECT_TRUE(lengths(molecules.atom_begins) == test::numbers_of(raw + "num-node-list.csv.gz"));
  EXPECT_TRUE(lengths(molecules.bond_begins) == test::numbers_of(raw + "num-edge-list.csv.gz"));
}

TEST_F(RealMolecules, OfBaceAreTheGraphsOfOgb) { expect_graphs_of("ogbg_molbace"); }
TEST_F(RealMolecules, OfBbbpAreTheGraphsOfOgb) { expect_graphs_of("ogbg_molbbbp"); }

// RDKit 2024.09 and later refuse some molecules with metals and write others in another way than OGB's RDKit did.
bool reads_metals_as_ogb() { return smiles_reader() < "RDKit 2024.09"; }

TEST_F(RealMolecules, OfTox21HaveTheScaffoldsOfOgb) {
  const auto smiles = smiles_of("tox21/mol.csv.gz");
  const auto golden = test::lines_of(folder_ + "/mol/tox21/scaffold.txt.gz");
  ASSERT_EQ(golden.size(), smiles.size());
  const SmilesParser parser;
  for (std::size_t row = 0; row < smiles.size(); ++row) {
    const bool may_differ = !reads_metals_as_ogb() && smiles[row].find('[') != std::string::npos;
    if (may_differ) continue;
    EXPECT_EQ(parser.scaffold(smiles[row]), golden[row]) << row;
  }
  if (!reads_metals_as_ogb()) return;
  const auto numbers = scaffolds_of(smiles, options_);
  std::map<std::string, std::uint32_t> number_of;
  for (std::size_t row = 0; row < smiles.size(); ++row) {
    const auto next = static_cast<std::uint32_t>(number_of.size());
    EXPECT_EQ(numbers[row], number_of.try_emplace(golden[row], next).first->second) << row;
  }
}

void RealMolecules::expect_split_files_of(const std::string& dataset) const {
  const auto scaffolds = scaffolds_of(smiles_of(dataset + "/mapping/mol.csv.gz"), options_);
  const auto parts = split_by_scaffold(scaffolds, kOgbFractions);
  std::array<std::vector<int>, 3> rows;
  for (std::size_t row = 0; row < parts.size(); ++row) {
    rows[static_cast<std::size_t>(parts[row])].push_back(static_cast<int>(row));
  }
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    const auto golden =
        test::numbers_of(folder_ + "/mol/" + dataset + "/split/scaffold/" + part_name(part) + ".csv.gz");
    EXPECT_TRUE(rows[static_cast<std::size_t>(part)] == golden) << part_name(part);
  }
}

TEST_F(RealMolecules, OfBaceAreSplitAsByOgb) { expect_split_files_of("ogbg_molbace"); }
TEST_F(RealMolecules, OfBbbpAreSplitAsByOgb) { expect_split_files_of("ogbg_molbbbp"); }

void RealMolecules::expect_split_column_of(const std::string& dataset) const {
  const std::string file = dataset + "/mol.csv.gz";
  const auto parts = split_by_scaffold(scaffolds_of(smiles_of(file), options_), kOgbFractions);
  std::vector<Part> golden;
  for (const std::string& text : test::texts_of(folder_ + "/mol/" + file, "split"))
    golden.push_back(part_named(text, file));
  EXPECT_TRUE(parts == golden);
}

TEST_F(RealMolecules, OfTox21AreSplitAsByOgb) {
  if (!reads_metals_as_ogb()) GTEST_SKIP() << "this RDKit reads molecules with metals differently from OGB's";
  expect_split_column_of("tox21");
}
TEST_F(RealMolecules, OfMuvAreSplitAsByOgb) { expect_split_column_of("muv"); }

}  // namespace
}  // namespace pauc
