#include "pauc/data/molecule/drawing.h"

#include "pauc/data/example_picture.h"
#include "support/molecules.h"

namespace pauc {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kCaffeine = "CN1C=NC2=C1C(=O)N(C(=O)N2C)C";

std::string drawing(const std::string& smiles) { return molecule_svg(read_smiles({smiles}, {}), 0); }

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

class MoleculeDrawing : public test::SmilesTest {};

TEST_F(MoleculeDrawing, IsASmallFileOnATransparentGround) {
  const std::string svg = drawing(kCaffeine);
  EXPECT_THAT(svg, AllOf(StartsWith("<svg xmlns='http://www.w3.org/2000/svg' width='180' height='150' "),
                         EndsWith("</svg>\n")));
  for (const char* part : {"<rect", "<script", "<?xml", "<!--", "rdkit", "class=", "href", "fill:none"}) {
    EXPECT_THAT(svg, Not(HasSubstr(part))) << part;
  }
  EXPECT_LT(svg.size(), 6000U);
  EXPECT_EQ(count_of(svg, "fill='#0000FF'"), 4);  // nitrogens
  EXPECT_EQ(count_of(svg, "fill='#FF0000'"), 2);  // oxygens
  EXPECT_EQ(drawing(kCaffeine), svg);
}

// A hand is shown by a wedge or by a hatched one, which is what tells two mirror images apart.
TEST_F(MoleculeDrawing, ShowsHandsAndSides) {
  EXPECT_NE(drawing("C[C@H](N)C(=O)O"), drawing("C[C@@H](N)C(=O)O"));
  EXPECT_NE(drawing("C[C@H](N)C(=O)O"), drawing("CC(N)C(=O)O"));
  EXPECT_NE(drawing("C/C=C/C"), drawing("C/C=C\\C"));
}

TEST_F(MoleculeDrawing, IsMadeOfOddMolecules) {
  for (const char* smiles : {"C", "[H][H]", "[Na+].[Cl-]", "*", "[CH3]", "C#CC=C=C", "N->[Pt](Cl)Cl", "[2H]C", "[Fe+2]",
                             "C[Hg]C", "c1cc[o+]cc1", "[O-][n+]1ccccc1", "C~C"}) {
    EXPECT_THAT(drawing(smiles), EndsWith("</svg>\n")) << smiles;
  }
}

TEST_F(MoleculeDrawing, IsThatOfTheRow) {
  const Molecules molecules = read_smiles({"CCO", "nonsense", "c1ccccc1", "CCO"}, {});
  EXPECT_EQ(molecule_svg(molecules, 1), "");
  EXPECT_EQ(molecule_svg(molecules, 2), drawing("c1ccccc1"));
  EXPECT_EQ(molecule_svg(molecules, 3), molecule_svg(molecules, 0));
  Content content;
  content.kind = InputKind::molecule;
  content.molecules = molecules;
  EXPECT_EQ(picture_of(content, 2).type, "image/svg+xml");
  EXPECT_EQ(picture_of(content, 2).bytes, drawing("c1ccccc1"));
  EXPECT_EQ(picture_of(content, 1).type, "");
}

TEST_F(MoleculeDrawing, OfAMoleculeTooLargeForItIsEmpty) {
  EXPECT_NE(drawing(std::string(120, 'C')), "");
  EXPECT_EQ(drawing(std::string(121, 'C')), "");
}

Molecules graph(const std::vector<AtomFeatures>& atoms, const std::vector<BondEnds>& ends, const BondFeatures& bond) {
  Molecules molecules;
  molecules.atoms = atoms;
  molecules.bond_ends = ends;
  molecules.bond_codes.assign(ends.size(), bond_code(bond));
  molecules.end_molecule();
  return molecules;
}

// As files in OGB's layout may have them: RDKit would refuse to read these.
TEST_F(MoleculeDrawing, OfAnImpossibleGraphIsAtLeastNoError) {
  const AtomFeatures aromatic = {5, 0, 3, 5, 1, 0, 1, 1, 1};
  const BondFeatures aromatic_bond = {3, 0, 1};
  const std::vector<BondEnds> ring = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}};
  EXPECT_THAT(molecule_svg(graph(std::vector<AtomFeatures>(5, aromatic), ring, aromatic_bond), 0),
              EndsWith("</svg>\n"));
  const AtomFeatures marked = {5, 1, 11, 5, 0, 0, 2, 0, 0};
  std::vector<BondEnds> star;
  for (int k = 1; k < 20; ++k) star.push_back({0, k});
  EXPECT_NO_THROW(molecule_svg(graph(std::vector<AtomFeatures>(20, marked), star, {1, 1, 0}), 0));
  std::vector<BondEnds> all;
  for (int k = 0; k < 60; ++k) {
    for (int other = 0; other < k; ++other) all.push_back({other, k});
  }
  EXPECT_EQ(molecule_svg(graph(std::vector<AtomFeatures>(60, marked), all, {0, 0, 0}), 0), "");
  const AtomFeatures charge_unknown = {5, 0, 4, 11, 4, 0, 2, 0, 0};
  EXPECT_EQ(molecule_svg(graph({charge_unknown}, {}, {}), 0), "");
}

TEST(MoleculeSvg, IsThereWhereRdkitIs) {
  EXPECT_EQ(molecule_svg(graph({{5, 0, 4, 5, 4, 0, 2, 0, 0}}, {}, {}), 0).empty(), smiles_reader().empty());
}

}  // namespace
}  // namespace pauc
