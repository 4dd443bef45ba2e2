// Compiled where RDKit is found: a molecule that was made of its graph is the one that its SMILES says.
#include "pauc/data/molecule/from_graph.h"

#include <GraphMol/RWMol.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include "pauc/core/parallel.h"
#include "pauc/data/molecule/silent_rdkit.h"
#include "pauc/data/molecule/smiles.h"
#include "support/molecule_files.h"
#include "support/real_data.h"

namespace pauc {
namespace {

// Written twice, so that it does not depend on how the molecule came to be.
std::string canonical(const RDKit::ROMol& molecule) {
  const std::unique_ptr<RDKit::RWMol> again(RDKit::SmilesToMol(RDKit::MolToSmiles(molecule)));
  return again ? RDKit::MolToSmiles(*again) : "cannot be read";
}

// With hands and sides, without what the features leave out.
std::string said_by(const std::string& smiles) {
  const std::unique_ptr<RDKit::RWMol> molecule(RDKit::SmilesToMol(smiles));
  for (RDKit::Atom* atom : molecule->atoms()) {
    atom->setIsotope(0);
    atom->setAtomMapNum(0);
  }
  return canonical(*molecule);
}

std::string rebuilt(const Molecules& molecules, std::int64_t row) {
  const auto molecule = molecule_from_graph(molecules, row);
  return molecule ? canonical(*molecule) : "none";
}

void expect_rebuilt(const std::vector<std::string>& smiles) {
  const SilentRdkit silence;
  const Molecules molecules = read_smiles(smiles, {});
  std::vector<std::string> found(smiles.size());
  std::vector<std::string> known(smiles.size());
  parallel_for(static_cast<std::int64_t>(smiles.size()), hardware_threads(), [&](std::int64_t row) {
    if (!molecules.readable(row)) return;
    found[row] = rebuilt(molecules, row);
    known[row] = said_by(smiles[row]);
  });
  for (std::size_t row = 0; row < smiles.size(); ++row) EXPECT_EQ(found[row], known[row]) << smiles[row];
}

TEST(MoleculeFromGraph, IsTheOneOfTheSmiles) {
  expect_rebuilt({"CCO", "c1ccccc1", "c1ccc2[nH]ccc2c1", "C[N+](C)(C)C", "[Na+].[Cl-]", "[CH3]", "[H][H]", "*C(=O)O",
                  "O=C1N(C)C(=O)N(C)c2ncn(C)c12", "[O-][n+]1ccccc1", "CS(=O)(=O)C", "O=[Pt](Cl)(Cl)N", "[13CH3:7]C",
                  "C#CC=C=C", "c1cc[o+]cc1", "[Fe+2]", "F[P-](F)(F)(F)(F)F"});
}

TEST(MoleculeFromGraph, HasItsHands) {
  expect_rebuilt({"C[C@H](N)C(=O)O", "C[C@@H](N)C(=O)O", "N[C@](C)(F)Cl", "C1C[C@H]2CC[C@@H]1C2", "[C@](F)(Cl)(Br)I",
                  "O[C@H]1[C@@H](O)[C@H](O)[C@@H](CO)O[C@H]1O", "C[S@](=O)c1ccccc1", "[H][C@](C)(F)Cl",
                  "C[C@H]1CCCC[C@@H]1N"});
}

TEST(MoleculeFromGraph, HasItsSides) {
  expect_rebuilt({"C/C=C/C", "C/C=C\\C", "F/C(Cl)=C(/Br)I", "C/C=C/C=C\\C", "CC=CC", "Nc1ccc(/N=N/c2ccccc2)cc1",
                  "O=C(O)/C=C(\\CC(=O)O)C(=O)O", "C/C=N/O", "C/C=C/[C@H](F)/C=C\\C", "C1CCCC/C=C/CCCC1",
                  "C1CCCC/C=C\\CCCC1"});
}

// A graph in OGB's layout need not come from RDKit.
TEST(MoleculeFromGraph, HasTheHydrogensThatAreSaidAndNoOthers) {
  Molecules molecules = read_smiles({"O"}, {});
  molecules.atoms[0][4] = 0;
  EXPECT_EQ(molecule_from_graph(molecules, 0)->getAtomWithIdx(0)->getTotalNumHs(), 0U);
}

TEST(MoleculeFromGraph, IsNoneWhereAFeatureIsOther) {
  for (const int place : {3, 4, 5}) {  // charge, hydrogens, radical electrons
    Molecules molecules = read_smiles({"C"}, {});
    molecules.atoms[0][place] = static_cast<std::uint8_t>(kAtomFeatureSizes[place] - 1);
    EXPECT_EQ(molecule_from_graph(molecules, 0), nullptr) << place;
  }
}

TEST(MoleculeFromGraph, IsTheOneOfTheSmilesInTheExample) {
  expect_rebuilt(test::texts_of(PAUC_SOURCE_DIR "/examples/molecules.csv", "smiles"));
}

class RealMoleculesFromGraphs : public test::RealDataTest {};

TEST_F(RealMoleculesFromGraphs, AreThoseOfTheSmiles) {
  for (const char* file : {"tox21/mol.csv.gz", "ogbg_molbbbp/mapping/mol.csv.gz"}) {
    expect_rebuilt(test::texts_of(folder_ + "/mol/" + file, "smiles"));
  }
}

}  // namespace
}  // namespace pauc
