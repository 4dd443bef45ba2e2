#include "pauc/data/molecule/examples.h"

#include "pauc/data/molecule/smiles.h"
#include "pauc/data/preprocessing.h"
#include "pauc/data/registry.h"
#include "pauc/data/split_examples.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kFile =
    "name,smiles,weight,y\n"
    "ethanol,CCO,46,1\n"
    "junk,C1CC,0,1\n"
    "benzene,c1ccccc1,78,0\n"
    "salt,[Na+].[Cl-],58,\n"
    "methane,C,16,0\n";

class MoleculeFiles : public testing::Test {
 protected:
  void SetUp() override {
    if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
  }
  Examples load(const std::string& name, const std::string& content) {
    options_.path = folder_.file(name, content);
    return load_examples(options_);
  }
  BlockOptions blocks_of(const std::string& name, const std::string& content) {
    BlockOptions options;
    options.path = folder_.file(name, content);
    options.content = InputKind::molecule;
    return options;
  }
  test::TemporaryFolder folder_;
  DataOptions options_;
};

TEST_F(MoleculeFiles, AColumnNamedSmilesIsEnough) {
  const Examples examples = load("m.csv", kFile);
  EXPECT_EQ(examples.kind, "smiles");
  EXPECT_EQ(examples.content.kind, InputKind::molecule);
  EXPECT_EQ(examples.content.column, "smiles");
  EXPECT_EQ(examples.rows(), 5);
  EXPECT_EQ(examples.content.molecules.size(), 5);
  EXPECT_THAT(examples.content.table.columns, IsEmpty());
  EXPECT_THAT(examples.content.molecules.atom_begins, ElementsAre(0, 3, 3, 9, 10, 11));  // without the sodium
  EXPECT_THAT(examples.content.molecules.bond_begins, ElementsAre(0, 2, 2, 8, 8, 8));
  EXPECT_THAT(examples.notes, ElementsAre(HasSubstr("m.csv: row 2: expected a molecule as SMILES, got \"C1CC\""),
                                          HasSubstr("1 of 5 molecules cannot be read and are left out"),
                                          HasSubstr("1 of 5 molecules are read in another form")));
}

TEST_F(MoleculeFiles, AnyColumnWillDoIfItIsNamedAndOthersMayStandBesideIt) {
  options_.smiles = "structure";
  options_.features = "weight";
  options_.id = "name";
  std::string file = kFile;
  file.replace(file.find("smiles"), 6, "structure");
  const Examples examples = load("m.csv", file);
  ASSERT_EQ(examples.content.table.columns.size(), 1U);
  EXPECT_EQ(examples.content.table.columns[0].name, "weight");
  EXPECT_EQ(examples.content.table.rows, 5);
  EXPECT_THAT(examples.facts.ids, ElementsAre("ethanol", "junk", "benzene", "salt", "methane"));
}

TEST_F(MoleculeFiles, RowsThatCannotBeReadAreInNoPart) {
  options_.split = "random";
  options_.fractions = "0.34,0.33,0.33";
  const Examples examples = load("m.csv", kFile);
  const SplitRows split = split_examples(examples, options_);
  EXPECT_EQ(split.unparsable, 1);
  EXPECT_EQ(split.unlabelled, 1);
  for (const auto& rows : split.rows) EXPECT_EQ(rows.size(), 1U);
}

TEST_F(MoleculeFiles, AsATableOnRequest) {
  options_.kind = "csv";
  options_.drop = "name";
  EXPECT_EQ(load("m.csv", kFile).content.table.columns.size(), 2U);
}

TEST_F(MoleculeFiles, OfASmiFileTheLastWordIsTheLabelAndWhatIsBetweenTheName) {
  const Examples examples = load("m.smi", "CCO  ethyl alcohol\t1\n\nC1CC x 1\nc1ccccc1 benzene 0\n");
  EXPECT_EQ(examples.kind, "smiles");
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 1, 0));
  EXPECT_THAT(examples.facts.ids, ElementsAre("ethyl alcohol", "x", "benzene"));
  EXPECT_THAT(examples.content.molecules.atom_begins, ElementsAre(0, 3, 3, 9));
}

TEST_F(MoleculeFiles, LabelsOfASmiFileMayStandInATable) {
  options_.table = folder_.file("act.csv", "Name,Act\na,8.5\nb,7\nc,\n");
  options_.label = "Act";
  options_.positive = ">=8";
  const Examples examples = load("m.smi", "CCO a\nCC b\nC c\n");
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0, kUnlabelled));
  EXPECT_THAT(examples.facts.ids, ElementsAre("a", "b", "c"));
}

TEST_F(MoleculeFiles, BadOnesAreRefused) {
  EXPECT_THAT(refusal_of([&] { load("a.csv", "smiles,y\nC1CC,1\nxyz,0\n"); }),
              AllOf(HasSubstr("a.csv: expected molecules as SMILES, got 2 rows of which none can be read"),
                    HasSubstr("\"C1CC\"")));
  EXPECT_THAT(refusal_of([&] { load("b.csv", "y,smiles\n1,C\n0,CC\n"); }, Fault::usage),
              HasSubstr("label: expected a column other than the molecules, got smiles, the last one"));
  EXPECT_THAT(refusal_of([&] { load("c.smi", "\n\n"); }), HasSubstr("c.smi: expected molecules, got none"));
  options_.smiles = "smile";
  EXPECT_THAT(refusal_of([&] { load("d.csv", kFile); }), HasSubstr("no column \"smile\"; the 4 columns are smiles"));
}

TEST_F(MoleculeFiles, OnlyTheFirstFiveUnreadableOnesAreShown) {
  std::string file = "smiles,y\nC,1\nCC,0\n";
  for (int k = 0; k < 20; ++k) file += "C1" + std::string(k + 1, 'C') + ",0\n";
  const Examples examples = load("m.csv", file);
  ASSERT_EQ(examples.notes.size(), 6U);
  EXPECT_THAT(examples.notes[5], HasSubstr("20 of 22 molecules cannot be read"));
}

TEST_F(MoleculeFiles, ASplitByScaffoldPlacesUnlabelledRowsAndDropsDuplicates) {
  options_.split = "scaffold";
  options_.fractions = "0.5,0.25,0.25";
  const Examples examples =
      load("m.csv", "smiles,y\nc1ccccc1,1\nCc1ccccc1,0\nCCc1ccccc1,\nc1ccccc1,0\nC1CC1,1\nC1CCC1,0\nC1CC,1\n");
  const SplitRows split = split_examples(examples, options_);
  EXPECT_EQ(split.unparsable, 1);
  EXPECT_EQ(split.duplicates, 1);
  EXPECT_EQ(split.unlabelled, 1);
  // Of the five rows left, benzene's three are more than the 2.5 of training and, with it empty, no more than 3.75:
  // valid.
  EXPECT_THAT(split.of(Part::train), ElementsAre(4, 5));
  EXPECT_THAT(split.of(Part::valid), ElementsAre(0, 1));
  EXPECT_THAT(split.of(Part::test), IsEmpty());
}

TEST_F(MoleculeFiles, BlocksKeepUnreadableRowsAndSayWhy) {
  std::vector<std::string> notes;
  NextBlock next = open_blocks(blocks_of("m.csv", kFile), {}, notes);
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_THAT(block.readable, ElementsAre(1, 0, 1, 1, 1));
  EXPECT_THAT(block.complaints, ElementsAre(HasSubstr("row 2: expected a molecule as SMILES, got \"C1CC\"")));
  EXPECT_EQ(block.content.kind, InputKind::molecule);
  EXPECT_EQ(block.content.molecules.size(), 5);
  EXPECT_FALSE(next(block));
}

TEST_F(MoleculeFiles, BlocksOfASmiFileCarryTheNames) {
  BlockOptions options = blocks_of("m.smi", "CCO a b\nC1CC\nC c\n");
  options.rows = 2;
  std::vector<std::string> notes;
  NextBlock next = open_blocks(options, {}, notes);
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_THAT(block.ids, ElementsAre("a b", ""));
  EXPECT_THAT(block.readable, ElementsAre(1, 0));
  ASSERT_TRUE(next(block));
  EXPECT_THAT(block.numbers, ElementsAre(3));
  EXPECT_FALSE(next(block));
}

TEST_F(MoleculeFiles, AModelForTablesReadsThemAsTables) {
  BlockOptions options = blocks_of("m.csv", kFile);
  options.content = InputKind::table;
  std::vector<std::string> notes;
  NextBlock next = open_blocks(options, {{"weight", Column::Kind::number, true}}, notes);
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_EQ(block.content.kind, InputKind::table);
}

TEST_F(MoleculeFiles, AFileWithoutTheColumnIsRefusedByItsName) {
  std::vector<std::string> notes;
  BlockOptions options = blocks_of("t.csv", "a,b\n1,2\n");
  EXPECT_THAT(refusal_of([&] { open_blocks(options, {}, notes); }),
              HasSubstr("expected a column of molecules called smiles"));
  options.column = "structure";
  EXPECT_THAT(refusal_of([&] { open_blocks(options, {}, notes); }), HasSubstr("no column \"structure\""));
}

TEST_F(MoleculeFiles, AreKnownBehindAByteOrderMarkAndBlankLinesAndByAnyNameWithTheWord) {
  for (const char* head :
       {"\xef\xbb\xbfsmiles,y\n", "\n\r\nsmiles,y\n", "\"Canonical Smiles\";y\n", "y\tSMILES\tz\n"}) {
    EXPECT_EQ(dataset_kind("auto", folder_.file("m.csv", std::string(head) + "1,1,1\n")).name, "smiles") << head;
  }
}

TEST_F(MoleculeFiles, AHeadingOfASmiFileIsPassedOver) {
  EXPECT_THAT(load("m.smi", "SMILES Name y\nCCO a 1\nCC b 0\n").facts.ids, ElementsAre("a", "b"));
}

TEST_F(MoleculeFiles, ATableThatNamesThemInAnotherOrderIsRefused) {
  options_.label = "Act";
  const std::string smiles = "CCO a\nCC b\nC c\n";
  options_.table = folder_.file("act.csv", "Act,Name\n1,a\n0,c\n1,b\n");
  EXPECT_THAT(refusal_of([&] { load("m.smi", smiles); }),
              HasSubstr("act.csv: row 2: expected the molecules of " + folder_.path("m.smi") +
                        " in their order, got another in column Name than \"b\""));
  options_.table = folder_.file("act.csv", "Act,Name\n1,x\n0,y\n1,a\n");  // other names say nothing
  EXPECT_EQ(load("m.smi", smiles).rows(), 3);
}

TEST_F(MoleculeFiles, CopiesAreCountedInANote) {
  const Examples examples = load("m.csv", "smiles,y\nC,1\nCC,0\nC,0\n");
  EXPECT_THAT(examples.notes, testing::Contains(HasSubstr("1 row has the structure of an earlier row")));
}

TEST_F(MoleculeFiles, RowsOfATestFileAreBlamedOnIt) {
  options_.test = folder_.file("t.csv", "smiles,y\nC,1\nXX,0\n");
  const Examples examples = load("m.csv", "smiles,y\nC,1\nCC,0\nCCC,1\n");
  EXPECT_THAT(examples.notes, testing::Contains(HasSubstr("t.csv: row 2: expected a molecule")));
}

TEST_F(MoleculeFiles, AColumnThatLooksLikeMoleculesIsNoted) {
  std::string file = "structure,y\n";
  for (int k = 0; k < 30; ++k) file += std::string(k + 1, 'C') + "c1ccccc1," + std::to_string(k % 2) + "\n";
  EXPECT_THAT(load("t.csv", file).notes,
              testing::Contains(HasSubstr("set smiles to \"structure\" to read it as such")));
}

TEST_F(MoleculeFiles, TheLabelThatNobodyNamedIsSaidToBeTheLast) {
  EXPECT_THAT(refusal_of([&] { load("m.csv", "y,smiles,name\n1,C,a\n0,CC,b\n1,CCC,c\n"); }),
              HasSubstr("label: none was given, and the last column, "));
}

TEST_F(MoleculeFiles, OptionsThatHaveNoUseAreRefused) {
  options_.table = folder_.file("act.csv", "Act\n1\n");
  EXPECT_THAT(refusal_of([&] { load("m.csv", kFile); }, Fault::usage),
              HasSubstr("table: is for files without columns"));
  options_.table.clear();
  options_.label = "y";
  EXPECT_THAT(refusal_of([&] { load("m.smi", "C 1\nCC 0\n"); }, Fault::usage),
              HasSubstr("label: the label of a .smi file"));
}

TEST(Preprocessing, OfMoleculesReadsBack) {
  Preprocessing molecules;
  molecules.kind = InputKind::molecule;
  molecules.column = "structure";
  const Preprocessing read = preprocessing_from_json(preprocessing_json(molecules), "card");
  EXPECT_EQ(read.kind, InputKind::molecule);
  EXPECT_EQ(read.column, "structure");
  EXPECT_EQ(read.width(), 0);
}

TEST(Preprocessing, HostileTextIsRefused) {
  for (const char* text :
       {R"({"molecule": {}})", R"({"molecule": {"smiles": 3}, "columns": []})", R"({"molecule": [], "columns": []})",
        R"({"molecule": {"smiles": "a", "b": 1}, "columns": []})", R"({"molecule": {"smiles": "a"}})", "[", "{}"}) {
    EXPECT_NE(refusal_of([&] { preprocessing_from_json(text, "card"); }), "") << text;
  }
}

TEST(Preprocessing, OtherContentIsRefused) {
  Preprocessing molecules;
  molecules.kind = InputKind::molecule;
  EXPECT_THAT(refusal_of([&] { require_fits(molecules, Content(), "run"); }),
              HasSubstr("run: was trained on data of kind molecule, got table"));
}

}  // namespace
}  // namespace pauc
