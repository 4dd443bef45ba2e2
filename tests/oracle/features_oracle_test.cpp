// Features of molecules against Python's RDKit, on real molecules and on odd ones.
#include <cmath>
#include <map>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/parallel.h"
#include "support/command.h"
#include "support/molecules.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

class FeaturesOracle : public test::SmilesTest {};

// Salts, charges, radicals, metals, isotopes, hydrogens, dummies, stereo marks, cages, single atoms, a peptide, and
// some that cannot be read.
const std::vector<std::string> kOdd = {
    "CC(=O)[O-].[Na+]",
    "[NH4+].[Cl-]",
    "C[N+](C)(C)CCO.[Br-]",
    "[O-][N+](=O)c1ccccc1",
    "[CH3]",
    "[O][O]",
    "[Fe+2].[O-]S(=O)(=O)[O-]",
    "[Pt](Cl)(Cl)(N)N",
    "[Hg]C",
    "c1ccc(cc1)[Sn](c1ccccc1)c1ccccc1",
    "O=[As]O[As]=O",
    "[Se]1C=CC=C1",
    "[2H]C([2H])([2H])O",
    "[13CH4]",
    "[H][H]",
    "[H]",
    "[He]",
    "[U]",
    "*CC",
    "[Na+]",
    "C",
    "O",
    "C/C=C/C(=O)O",
    "C/C=C\\C(=O)O",
    "C[C@H](N)C(=O)O",
    "C[C@@H](N)C(=O)O",
    "OB(O)c1ccccc1",
    "FS(F)(F)(F)(F)F",
    "C1CC2(C1)CCC2",
    "C1CC2CCC1C2",
    "C12C3C4C1C5C2C3C45",
    "c1ccc2c(c1)ccc1ccccc12",
    "C1CCCCCCCCCCC1",
    "NCC(=O)N[C@@H](C)C(=O)N[C@@H](Cc1ccccc1)C(=O)N[C@@H](CCCCN)C(=O)O",
    "O=P(O)(O)OCC1OC(n2cnc3c(N)ncnc32)C(O)C1O",
    "[Si](C)(C)(C)C",
    "C#N",
    "N#N",
    "[C-]#[O+]",
    "CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC",
    "C1CC",
    "",
    "not a molecule",
};

std::vector<std::string> some_smiles() {
  std::vector<std::string> smiles = kOdd;
  CsvReader csv(PAUC_SOURCE_DIR "/examples/molecules.csv", {});
  while (csv.next()) smiles.emplace_back(csv.field(csv.column("smiles")));
  if (const char* folder = std::getenv("PAUC_DATA")) {
    CsvReader tox21(std::string(folder) + "/mol/tox21/mol.csv.gz", {});
    for (int row = 0; tox21.next(); ++row) {
      if (row % 20 == 0) smiles.emplace_back(tox21.field(tox21.column("smiles")));
    }
  }
  return smiles;
}

// Values other than 0, by row and feature.
using Answers = std::vector<std::map<std::string, double>>;

Answers ask_python(const std::vector<std::string>& smiles) {
  const test::TemporaryFolder folder;
  std::string lines;
  for (const std::string& one : smiles) lines += one + "\n";
  const auto question = folder.file("smiles.txt", lines);
  const auto result =
      test::run_shell(PAUC_PYTHON " tests/oracle/rdkit_answers.py " + question + ' ' + folder.path("answers.csv"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  Answers answers(smiles.size());
  CsvReader csv(folder.path("answers.csv"), {});
  while (csv.next()) {
    const std::string value(csv.field(2));
    answers[static_cast<std::size_t>(csv.number(0))][std::string(csv.field(1))] =
        value == "nan" ? std::nan("") : csv.number(2);
  }
  return answers;
}

// As ask_python() names them; counts of different radius or bits are told apart.
Answers ours(const std::vector<std::string>& smiles) {
  Answers answers(smiles.size());
  for (const char* text : {"morgan:2:2048,descriptors,maccs", "morgan:3:512", "morgan:0:16"}) {
    const auto features = features_named(text);
    const auto described = read_smiles(smiles, features, {hardware_threads(), ""});
    const Table table = with_features({}, features, described.values);
    const auto& sparse = std::get<SparseValues>(table.values);
    for (std::size_t row = 0; row < smiles.size(); ++row) {
      if (!described.molecules.readable(static_cast<std::int64_t>(row))) answers[row]["unreadable"] = 1;
      for (auto e = sparse.row_begins[row]; e < sparse.row_begins[row + 1]; ++e) {
        std::string name = table.columns[sparse.columns[e]].name;
        if (name.rfind("morgan", 0) == 0) name = features[0].text() + ' ' + name;
        answers[row][name] = double{sparse.values[e]};
      }
    }
  }
  return answers;
}

TEST_F(FeaturesOracle, AgreesWithPython) {
  const auto smiles = some_smiles();
  const Answers expected = ask_python(smiles);
  const Answers answers = ours(smiles);
  for (std::size_t row = 0; row < smiles.size(); ++row) {
    const auto expect_same = [&](const std::string& name) {
      const auto value_in = [&](const std::map<std::string, double>& all) {
        const auto found = all.find(name);
        return found == all.end() ? 0.0 : found->second;
      };
      const double a = value_in(answers[row]);
      const double b = value_in(expected[row]);
      EXPECT_TRUE(std::abs(a - b) <= 1e-6 * std::abs(b) + 1e-9 || (std::isnan(a) && std::isnan(b)))
          << smiles[row] << ": " << name << ": " << a << " instead of " << b;
    };
    for (const auto& [name, value] : expected[row]) expect_same(name);
    for (const auto& [name, value] : answers[row]) expect_same(name);
  }
}

}  // namespace
}  // namespace pauc
