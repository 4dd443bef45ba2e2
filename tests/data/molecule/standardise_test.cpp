#include "pauc/data/blocks.h"
#include "pauc/data/preprocessing.h"
#include "pauc/data/registry.h"
#include "pauc/data/split_examples.h"
#include "pauc/data/task_rows.h"
#include "support/molecules.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class StandardMolecules : public test::SmilesTest {
 protected:
  static Molecules read(const std::string& smiles, Standardise how) { return read_smiles({smiles}, {1, "", how}); }
  static void expect_same(const std::string& smiles, const std::string& standard, Standardise how = Standardise::on) {
    EXPECT_TRUE(read(smiles, how) == read(standard, Standardise::off)) << smiles;
  }
  Examples load(const std::string& content) {
    options_.path = folder_.file("m.csv", content);
    return load_examples(options_);
  }
  std::vector<std::int64_t> first_of(const std::vector<std::string>& smiles, Standardise how = Standardise::on) const {
    const SmilesOptions options{2, "", how};
    Content content;
    content.molecules = read_smiles(smiles, options);
    return first_of_structure(smiles, content, options);
  }
  test::TemporaryFolder folder_;
  DataOptions options_;
};

// Expected forms by RDKit's LargestFragmentChooser and Uncharger in Python.
TEST_F(StandardMolecules, AreTheLargestFragmentInNeutralForm) {
  expect_same("CC(=O)[O-].[Na+]", "CC(=O)O");
  expect_same("CC[NH+](C)C.[Cl-]", "CCN(C)C");
  expect_same("[NH3+]CC([O-])=O", "NCC(=O)O");
  expect_same("C[N+](C)(C)CC(=O)[O-]", "C[N+](C)(C)CC(=O)[O-]");  // nothing can take the charge of the ammonium
  expect_same("O=[N+]([O-])c1ccccc1", "O=[N+]([O-])c1ccccc1");
  expect_same("c1ccccc1.CCO.O", "c1ccccc1");
  expect_same("[Na+].[Cl-]", "Cl");
  expect_same("N[Pt](N)(Cl)Cl", "N[Pt](N)(Cl)Cl");
  expect_same("*CC*", "*CC*");
  // Half of ferrocene and the neutral antimony may be no molecules that RDKit reads: they then stay as written.
  EXPECT_TRUE(read("[Fe+2].c1cc[cH-]c1.c1cc[cH-]c1", Standardise::on).readable(0));
  EXPECT_TRUE(read("[SbH6+3]", Standardise::on).readable(0));
}

TEST_F(StandardMolecules, HaveBondsThatPeopleWriteInTwoWaysInOne) {
  expect_same("C[S+]([O-])C", "CS(C)=O");
  expect_same("C[S+2]([O-])([O-])C", "CS(C)(=O)=O");
  expect_same("C[P+](C)(C)[O-]", "CP(C)(C)=O");
  expect_same("C[P+]([O-])([O-])OC", "COP(C)(=O)O");  // one charge for two bonds
  expect_same("C[S+](C)C", "C[S+](C)C");
  expect_same("CC(=O)O[Na]", "CC(=O)O");
  expect_same("[K]OC(C)=O", "CC(=O)O");
  expect_same("C[Mg]Br", "C[Mg]Br");
  EXPECT_THAT(first_of({"C[S@](=O)CC", "C[S@+]([O-])CC", "C[S@@](=O)CC"}), ElementsAre(0, 0, 2));
}

TEST_F(StandardMolecules, StayAsTheyAreWrittenWithoutStandardising) {
  EXPECT_FALSE(read("CC(=O)[O-].[Na+]", Standardise::off) == read("CC(=O)O", Standardise::off));
}

TEST_F(StandardMolecules, AreTheCanonicalTautomerOnRequest) {
  const Molecules enol = read("Oc1ccccn1", Standardise::tautomer);
  EXPECT_TRUE(enol == read("O=c1cccc[nH]1", Standardise::tautomer));
  EXPECT_FALSE(read("Oc1ccccn1", Standardise::on) == read("O=c1cccc[nH]1", Standardise::on));
}

TEST_F(StandardMolecules, AreCountedAlsoFromACache) {
  std::vector<std::string> smiles(300, "CC(=O)[O-].[Na+]");
  smiles.resize(400, "CCO");
  SmilesOptions options{2, folder_.path("cache"), Standardise::on};
  const auto first = read_smiles(smiles, {}, options);
  EXPECT_EQ(first.standardised, 300);
  const auto again = read_smiles(smiles, {}, options);
  EXPECT_EQ(again.standardised, 300);
  EXPECT_TRUE(again.molecules == first.molecules);
  options.standardise = Standardise::off;  // has files of its own
  EXPECT_EQ(read_smiles(smiles, {}, options).standardised, 0);
  EXPECT_EQ(read_smiles(smiles, options).atoms.size(), 300U * 5 + 100 * 3);
  options.standardise = Standardise::on;
  EXPECT_TRUE(read_smiles(smiles, options) == first.molecules);
}

TEST_F(StandardMolecules, AreSaidAndRecorded) {
  const std::string file = "smiles,y\nCC(=O)[O-].[Na+],1\nCCO,0\n*CC*,0\n";
  const Examples examples = load(file);
  EXPECT_THAT(examples.notes, Contains(HasSubstr("1 of 3 molecules are read in another form than they are written")));
  EXPECT_THAT(examples.notes, Contains(HasSubstr("1 molecule has atoms of no element (*)")));
  EXPECT_EQ(examples.content.standardise, Standardise::on);
  std::vector<std::string> notes;
  const Preprocessing fitted = fit_preprocessing(examples.content, std::vector<std::int64_t>{0, 1}, {}, notes);
  const std::string json = preprocessing_json(fitted);
  EXPECT_EQ(preprocessing_from_json(json, "card").standardise, Standardise::on);
  options_.standardise = Standardise::off;
  const Examples as_written = load(file);
  EXPECT_THAT(as_written.notes, Not(Contains(HasSubstr("another form"))));
  EXPECT_THAT(refusal_of([&] { require_fits(fitted, as_written.content, "run"); }),
              HasSubstr("run: expected standardise on as in its training, got off"));
}

TEST_F(StandardMolecules, OfCardsOfEarlierVersionsAreReadAsWritten) {
  const Preprocessing card = preprocessing_from_json(R"({"columns":[],"molecule":{"smiles":"smiles"}})", "card");
  EXPECT_EQ(card.kind, InputKind::molecule);
  EXPECT_EQ(card.standardise, Standardise::off);
  EXPECT_THAT(refusal_of([] {
                preprocessing_from_json(R"({"columns":[],"molecule":{"smiles":"s","standardise":"yes"}})", "card");
              }),
              HasSubstr("card: molecule.standardise: no \"yes\""));
}

TEST_F(StandardMolecules, AreCopiesHoweverTheyAreWritten) {
  EXPECT_THAT(first_of({"CCO", "OCC", "C(O)C", "CCN", "junk(", "junk(", "c1ccccc1O", "Oc1ccccc1"}),
              ElementsAre(0, 0, 0, 3, 4, 5, 6, 6));
  EXPECT_THAT(first_of({"C[C@H](N)O", "C[C@@H](N)O", "O[C@H](C)N", "CC(N)O"}), ElementsAre(0, 1, 0, 3));
  EXPECT_THAT(first_of({"C/C=C/C", "C/C=C\\C", "CC=CC"}), ElementsAre(0, 1, 2));
  EXPECT_THAT(first_of({"[13CH3]CO", "CCO"}), ElementsAre(0, 1));
  EXPECT_THAT(first_of({"CC(=O)O", "CC(=O)[O-].[Na+]", "[K+].CC([O-])=O"}), ElementsAre(0, 0, 0));
  EXPECT_THAT(first_of({"CC(=O)O", "CC(=O)[O-].[Na+]"}, Standardise::off), ElementsAre(0, 1));
}

constexpr const char* kCopies =
    "smiles,y\nCC(=O)O,1\nCC(=O)[O-].[Na+],0\nOC(C)=O,1\nCCO,1\nOCC,1\nCCN,0\nNCC,1\nC,0\nCC,\nC(C),1\nCCC,0\n";

TEST_F(StandardMolecules, ThatStandTwiceAreKeptTogetherAndContradictionsAreCounted) {
  const Examples examples = load(kCopies);
  EXPECT_THAT(examples.facts.first_copies, ElementsAre(0, 0, 0, 3, 3, 5, 5, 7, 8, 8, 10));
  EXPECT_THAT(examples.notes, Contains(HasSubstr("5 rows have the structure of an earlier row; 2 structures have "
                                                 "contradictory labels; a split that is drawn keeps copies in one")));
  options_.fractions = "0.4,0.3,0.3";
  for (const char* split : {"random", "stratified"}) {
    options_.split = split;
    for (options_.split_seed = 0; options_.split_seed < 20; ++options_.split_seed) {
      const SplitRows parts = split_examples(examples, options_);
      for (const auto& rows : parts.rows) {
        const auto has = [&](std::int64_t row) { return std::count(rows.begin(), rows.end(), row) > 0; };
        EXPECT_EQ(has(0), has(1));
        EXPECT_EQ(has(0), has(2));
        EXPECT_EQ(has(5), has(6));
      }
    }
  }
}

std::vector<std::int64_t> rows_of(const SplitRows& split) {
  std::vector<std::int64_t> all;
  for (const auto& rows : split.rows) all.insert(all.end(), rows.begin(), rows.end());
  std::sort(all.begin(), all.end());
  return all;
}

TEST_F(StandardMolecules, ThatStandTwiceCanBeDropped) {
  options_.duplicates = Duplicates::drop;
  const Examples examples = load(kCopies);
  EXPECT_THAT(rows_of(split_examples(examples, options_)), ElementsAre(3, 7, 9, 10));  // 9: row 8 has no label
  EXPECT_THAT(examples.notes, Contains(HasSubstr("the first stays, none where labels contradict each other")));
}

TEST_F(StandardMolecules, ThatStandTwiceCanGetTheLabelOfMost) {
  options_.duplicates = Duplicates::average;
  const Examples examples = load(kCopies);
  EXPECT_THAT(rows_of(split_examples(examples, options_)), ElementsAre(0, 3, 7, 9, 10));  // 5 and 6 are a tie
  EXPECT_EQ(examples.facts.labels[0], 1);
  options_.duplicates = Duplicates::average;
  EXPECT_EQ(load("smiles,y\nCCO,1\nOCC,0\nC(C)O,0\nC,1\nCC,0\n").facts.labels[0], 0);
}

// Assays that measured different salts; B and C contradict themselves.
TEST_F(StandardMolecules, ThatStandTwiceGiveTheirLabelsToOneRow) {
  options_.label = "A,B,C";
  const std::string rows =
      "smiles,A,B,C\nCCO,,,\nOCC,1,1,0\nC(C)O,,0,1\n[H]OCC,,,1\nC,0,0,\nN,1,1,0\nCC,0,,1\n[H]C,,,1\n";
  options_.duplicates = Duplicates::drop;
  const Examples dropped = load(rows);
  EXPECT_THAT(rows_of(split_examples(dropped, options_)), ElementsAre(1, 4, 5, 6));
  EXPECT_EQ(dropped.facts.tasks[0].labels[1], 1);
  EXPECT_EQ(dropped.facts.tasks[1].labels[1], kUnlabelled);
  EXPECT_EQ(dropped.facts.tasks[2].labels[1], kUnlabelled);
  EXPECT_EQ(dropped.facts.tasks[2].labels[4], 1);  // of row 7
  EXPECT_THAT(dropped.notes, Contains(HasSubstr("4 rows have the structure of an earlier row; 1 structure has "
                                                "contradictory labels; one stays, with the labels of all but those")));
  options_.duplicates = Duplicates::average;
  const Examples averaged = load(rows);
  EXPECT_EQ(averaged.facts.tasks[1].labels[1], kUnlabelled);  // one of each
  EXPECT_EQ(averaged.facts.tasks[2].labels[1], 1);
  EXPECT_EQ(averaged.facts.labels[4], 1);
  options_.task = "C";
  const Examples one = load(rows);
  const SplitRows of_all = rows_of_task(averaged.facts.tasks[2], split_examples(averaged, options_));
  EXPECT_EQ(rows_of(split_examples(one, options_)), rows_of(of_all));
}

TEST_F(StandardMolecules, OfAnotherGivenPartHaveNoSay) {
  options_.split = "part";
  options_.label = "y";
  const std::string rows = "smiles,y,part\nCCO,1,train\nOCC,0,test\nC(C)O,0,test\nC,0,train\nN,1,test\n";
  for (const Duplicates how : {Duplicates::drop, Duplicates::average}) {
    options_.duplicates = how;
    const Examples examples = load(rows);
    EXPECT_THAT(rows_of(split_examples(examples, options_)), ElementsAre(0, 1, 3, 4));
    EXPECT_EQ(examples.facts.labels[0], 1);
  }
}

TEST_F(StandardMolecules, OfGivenPartsAreNotedWhenTrainingHasThemToo) {
  options_.split = "part";
  options_.label = "y";
  const Examples examples =
      load("smiles,y,part\nCC(=O)O,1,train\nCCO,0,train\n[Na+].CC(=O)[O-],1,test\nC,0,test\nCC,0,valid\n");
  const SplitRows split = split_examples(examples, options_);
  EXPECT_THAT(
      warnings_about(examples, split, options_),
      Contains(HasSubstr("1 of 2 test rows have the structure of a training row: figures may be too good; remove "
                         "the copies from one of the parts")));
}

TEST_F(StandardMolecules, NeedOneColumnOfTheName) {
  EXPECT_THAT(refusal_of([&] { load("smiles,SMILES,y\nC,CC,1\nC,CC,0\n"); }, Fault::usage),
              HasSubstr("2 columns are called smiles; --smiles names one, or gives its number"));
  options_.smiles = "SMILES";
  EXPECT_EQ(load("smiles,SMILES,y\nC,CC,1\nC,CC,0\n").content.molecules.atoms.size(), 4U);
  BlockOptions blocks;
  blocks.content = InputKind::molecule;
  blocks.path = folder_.file("new.csv", "Smiles,SMILES\nC,CC\n");
  blocks.usual_column = "smiles";
  std::vector<std::string> notes;
  EXPECT_THAT(refusal_of([&] { open_blocks(blocks, {}, notes); }, Fault::usage),
              HasSubstr("2 columns are called smiles"));
  blocks.usual_column = "SMILES";  // that of the training is meant
  EXPECT_NO_THROW(open_blocks(blocks, {}, notes));
}

}  // namespace
}  // namespace pauc
