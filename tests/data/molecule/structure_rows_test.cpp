#include "pauc/data/molecule/structure_rows.h"

#include "pauc/data/molecule/examples.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/registry.h"
#include "support/molecules.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kEthanol =
    "\n     RDKit          2D\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n"
    "    0.0000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0\n"
    "    1.2990    0.7500    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0\n"
    "    2.5981   -0.0000    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0\n"
    "  1  2  1  0\n  2  3  1  0\nM  END\n";
constexpr const char* kAmmonia =
    "\n     RDKit          2D\n\n  0  0  0  0  0  0  0  0  0  0999 V3000\nM  V30 BEGIN CTAB\nM  V30 COUNTS 1 0 0 0 0\n"
    "M  V30 BEGIN ATOM\nM  V30 1 N 0.000000 0.000000 0.000000 0\nM  V30 END ATOM\nM  V30 END CTAB\nM  END\n";
constexpr const char* kNothing = "\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n";
constexpr const char* kOddAtom =
    "\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n"
    "    0.0000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0\n  1  7  1  0\nM  END\n";

std::string record(const std::string& name, const std::string& structure, const std::string& properties) {
  return name + structure + properties + "$$$$\n";
}

std::string property(const std::string& name, const std::string& value) {
  return ">  <" + name + ">\n" + value + "\n\n";
}

class SdfRows : public test::SmilesTest {
 protected:
  std::vector<std::vector<std::string>> rows_of(const std::string& path) {
    CsvReader csv = open_rows(path, {}, 2);
    std::vector<std::vector<std::string>> rows = {csv.columns()};
    while (csv.next()) {
      rows.emplace_back();
      for (std::size_t c = 0; c < csv.columns().size(); ++c) rows.back().emplace_back(csv.field(c));
    }
    return rows;
  }
  Examples load(const std::string& name, const std::string& content) {
    options_.path = folder_.file(name, content);
    return load_examples(options_);
  }
  test::TemporaryFolder folder_;
  DataOptions options_;
};

TEST_F(SdfRows, HaveTheStructureAsSmilesTheNameAndTheProperties) {
  const std::string text = record("eth", kEthanol, property("Act", "8.5")) +
                           record("amm", kAmmonia, property("Source", "a, \"b\"") + property("Act", "7"));
  EXPECT_THAT(rows_of(folder_.file("a.sdf", text)),
              ElementsAre(ElementsAre("smiles", "name", "Act", "Source"), ElementsAre("CCO", "eth", "8.5", ""),
                          ElementsAre("N", "amm", "7", "a, \"b\"")));
}

TEST_F(SdfRows, KeepTheirColumnsApartFromPropertiesOfTheSameNames) {
  const std::string text = record("eth", kEthanol, property("SMILES", "OCC") + property("Name", "x"));
  EXPECT_THAT(rows_of(folder_.file("a.sdf", text)),
              ElementsAre(ElementsAre("structure", "title", "SMILES", "Name"), ElementsAre("CCO", "eth", "OCC", "x")));
  EXPECT_THAT(rows_of(folder_.file("b.sdf", record("", kEthanol, ""))),
              ElementsAre(ElementsAre("smiles"), ElementsAre("CCO")));
}

TEST_F(SdfRows, ThatAreManyAreAllReadInTheirOrder) {
  std::string text;
  for (int k = 0; k < 600; ++k) text += record(std::to_string(k), k % 2 == 0 ? kEthanol : kAmmonia, "");
  const auto rows = rows_of(folder_.file("a.sdf", text));
  ASSERT_EQ(rows.size(), 601U);
  for (int k = 0; k < 600; ++k) {
    EXPECT_THAT(rows[k + 1], ElementsAre(k % 2 == 0 ? "CCO" : "N", std::to_string(k)));
  }
}

TEST_F(SdfRows, AreExamplesWithLabelsFromAProperty) {
  options_.label = "Act";
  options_.positive = ">=8";
  const Examples examples =
      load("a.sdf", record("eth", kEthanol, property("Act", "8.5")) + record("amm", kAmmonia, property("Act", "7")) +
                        record("un", kEthanol, ""));
  EXPECT_EQ(examples.kind, "smiles");
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0, kUnlabelled));
  EXPECT_THAT(examples.facts.ids, ElementsAre("eth", "amm", "un"));
  EXPECT_THAT(examples.content.molecules.atom_begins, ElementsAre(0, 3, 4, 7));
}

TEST_F(SdfRows, ThatCannotBeReadAreNamedAndLeftOut) {
  options_.label = "Act";
  const std::string good =
      record("eth", kEthanol, property("Act", "1")) + record("amm", kAmmonia, property("Act", "0"));
  const Examples examples = load("a.sdf", good + record("void", kNothing, property("Act", "1")) +
                                              record("odd", kOddAtom, property("Act", "1")) +
                                              record("cut", "\n\n\n", property("Act", "1")) + good);
  EXPECT_THAT(examples.notes,
              AllOf(Contains(HasSubstr("a.sdf: record 3: cannot read structure void: it has no atoms")),
                    Contains(HasSubstr("a.sdf: record 4: cannot read structure odd: ")),
                    Contains(HasSubstr("a.sdf: record 5: cannot read structure cut: no line \"M  END\"")),
                    Contains(HasSubstr("3 of 7 molecules cannot be read and are left out"))));
}

TEST_F(SdfRows, PlaceErrorsByTheirRecord) {
  options_.label = "Act";
  options_.positive = ">=8";
  EXPECT_THAT(refusal_of([&] {
                load("a.sdf",
                     record("eth", kEthanol, property("Act", "8.5")) + record("amm", kAmmonia, property("Act", "low")));
              }),
              HasSubstr("a.sdf: record 2 (amm), column 3 (Act): expected a number to compare with 8, got \"low\""));
  EXPECT_THAT(refusal_of([&] { load("b.sdf", "hello\nworld\n"); }),
              HasSubstr("b.sdf: expected structures as SDF, got a first record with no line \"M  END\""));
  EXPECT_THAT(refusal_of([&] { load("c.sdf", ""); }), HasSubstr("c.sdf: expected structures as SDF, got none"));
}

TEST_F(SdfRows, AreScoredBlockByBlock) {
  BlockOptions options;
  options.path = folder_.file("a.sdf", record("eth", kEthanol, property("SMILES", "C")) + record("void", kNothing, ""));
  options.content = InputKind::molecule;
  options.usual_column = "SMILES";  // of the training: the structure comes first
  options.keep = "SMILES";
  std::vector<std::string> notes;
  const NextBlock next = open_blocks(options, {}, notes);
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_THAT(block.ids, ElementsAre("eth", "void"));
  EXPECT_THAT(block.readable, ElementsAre(1, 0));
  EXPECT_THAT(block.kept, ElementsAre("C", ""));
  EXPECT_THAT(block.content.molecules.atom_begins, ElementsAre(0, 3, 3));
  EXPECT_THAT(block.complaints, ElementsAre(HasSubstr("record 2: cannot read structure void: it has no atoms")));
}

TEST_F(SdfRows, OfMol2TakeTheirLabelsFromATable) {
  const std::string water =
      "@<TRIPOS>MOLECULE\nwater\n 3 2\nSMALL\nNO_CHARGES\n\n@<TRIPOS>ATOM\n"
      "1 O 0 0 0 O.3\n2 H1 1 0 0 H\n3 H2 0 1 0 H\n@<TRIPOS>BOND\n1 1 2 1\n2 1 3 1\n";
  const std::string methane = "@<TRIPOS>MOLECULE\nmethane\n 1 0\nSMALL\nNO_CHARGES\n\n@<TRIPOS>ATOM\n1 C 0 0 0 C.3\n";
  options_.table = folder_.file("t.csv", "name,y\nwater,1\nmethane,0\n");
  options_.label = "y";
  const Examples examples = load("a.mol2", water + methane);
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0));
  EXPECT_THAT(examples.facts.ids, ElementsAre("water", "methane"));
  EXPECT_THAT(examples.content.molecules.atom_begins, ElementsAre(0, 1, 2));
  options_.table.clear();
  EXPECT_THAT(refusal_of([&] { load("a.mol2", water); }, Fault::usage), HasSubstr("a.mol2 has no labels; --table"));
}

}  // namespace
}  // namespace pauc
