#include "pauc/data/molecule/features.h"

#include <cmath>
#include <filesystem>
#include <map>

#include "data/table/tables.h"
#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"
#include "pauc/data/molecule/cache.h"
#include "pauc/data/molecule/descriptor_names.h"
#include "pauc/data/preprocessing.h"
#include "pauc/data/split_examples.h"
#include "support/molecules.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {

static bool operator==(const SparseValues& a, const SparseValues& b) {
  const auto same = [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return a.row_begins == b.row_begins && a.columns == b.columns &&
         std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), same);
}

namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::string usage_refusal(const std::string& text) {
  return refusal_of([&] { features_named(text); }, Fault::usage);
}

TEST(FeaturesFrom, AreReadWithTheirDefaults) {
  EXPECT_EQ(features_text(features_named("morgan")), "morgan:2:2048");
  EXPECT_EQ(features_text(features_named("morgan:3")), "morgan:3:2048");
  EXPECT_EQ(features_text(features_named(" maccs, morgan:0:16 ,descriptors")), "maccs,morgan:0:16,descriptors");
  EXPECT_THAT(features_named(""), IsEmpty());
}

TEST(FeaturesFrom, RefuseUnknownKindsWithTheNearestFirst) {
  EXPECT_EQ(usage_refusal("morgen"), "features_from: no \"morgen\"; expected one of morgan, descriptors, maccs");
  EXPECT_THAT(usage_refusal("morgan,maccz"), HasSubstr("no \"maccz\"; expected one of maccs, "));
  for (const char* text : {",", "morgan,", " ", ":2:2048", "Morgan"}) EXPECT_NE(usage_refusal(text), "") << text;
}

TEST(FeaturesFrom, RefuseNumbersOutOfRange) {
  EXPECT_EQ(usage_refusal("morgan:7"), "features_from: expected a radius of 0 to 6, got \"7\"");
  EXPECT_EQ(usage_refusal("morgan:2:15"), "features_from: expected a number of bits of 16 to 16384, got \"15\"");
  for (const char* text : {"morgan:-1", "morgan:1.5", "morgan:", "morgan:x", "morgan:nan", "morgan:2:16385",
                           "morgan:2:1e99", "morgan:2:", "morgan:2:2048:1", "maccs:2", "descriptors:2"}) {
    EXPECT_NE(usage_refusal(text), "") << text;
  }
}

TEST(FeaturesFrom, RefuseAKindTwice) {
  EXPECT_EQ(usage_refusal("morgan:2,maccs,morgan:3"), "features_from: expected each kind once, got morgan twice");
}

TEST(FeaturesFrom, HaveNamedColumns) {
  const auto columns = feature_columns(features_named("morgan:2:16,descriptors,maccs"));
  ASSERT_THAT(columns, SizeIs(16 + kDescriptorNames.size() + 166));
  EXPECT_EQ(columns[0].name, "morgan_0");
  EXPECT_EQ(columns[15].name, "morgan_15");
  EXPECT_EQ(columns[16].name, "MolWt");
  EXPECT_EQ(columns[16 + kDescriptorNames.size()].name, "maccs_1");
  EXPECT_EQ(columns.back().name, "maccs_166");
  std::map<std::string, int> times;
  for (const Column& column : columns) EXPECT_EQ(++times[column.name], 1) << column.name;
}

TEST(FeaturesFrom, FollowTheColumnsOfTheFile) {
  Table table;
  test::add_numbers(table, "dose", {0, 2, test::kMissing});
  test::add_categories(table, "sex", {"f", "m", "?"});
  SparseValues values;
  values.row_begins = {0, 1, 1, 3};
  values.columns = {3, 0, 15};
  values.values = {1, 2, 5};
  SparseValues keys;
  keys.row_begins = {0, 0, 1, 1};
  keys.columns = {165};
  keys.values = {1};
  const Table joined = with_features(table, features_named("morgan:1:16,maccs"), {values, keys});
  EXPECT_EQ(joined.rows, 3);
  ASSERT_THAT(joined.columns, SizeIs(2 + 16 + 166));
  EXPECT_EQ(joined.columns[1].kind, Column::Kind::category);
  EXPECT_EQ(joined.columns[2].name, "morgan_0");
  const auto& sparse = std::get<SparseValues>(joined.values);
  EXPECT_THAT(sparse.row_begins, ElementsAre(0, 1, 4, 8));
  EXPECT_THAT(sparse.columns, ElementsAre(5, 0, 1, 183, 0, 1, 2, 17));
  EXPECT_THAT(sparse.values, ElementsAre(1, 2, 1, 1, testing::IsNan(), testing::IsNan(), 2, 5));
}

TEST(FeaturesFrom, SomeOfThemAreThoseThatAModelReads) {
  Table table;
  test::add_numbers(table, "dose", {7, 0});
  const auto of_rows = [](std::vector<std::int32_t> columns) {  // one entry in each of two rows
    SparseValues values;
    values.row_begins = {0, 1, 2};
    values.columns = std::move(columns);
    values.values = {1, 2};
    return values;
  };
  const auto all = features_named("morgan:1:16,descriptors,maccs");
  const Table joined = with_features(table, all, {of_rows({3, 15}), of_rows({0, 1}), of_rows({165, 0})});
  for (const char* some : {"maccs,morgan:1:16", "descriptors", "morgan:1:16,descriptors,maccs", ""}) {
    std::vector<SparseValues> values;
    for (const MoleculeFeatures& one : features_named(some)) {
      values.push_back(one.kind == MoleculeFeatures::Kind::morgan  ? of_rows({3, 15})
                       : one.kind == MoleculeFeatures::Kind::maccs ? of_rows({165, 0})
                                                                   : of_rows({0, 1}));
    }
    const Table found = with_only_features(joined, all, features_named(some));
    EXPECT_EQ(found.rows, 2) << some;
    if (values.empty()) {
      EXPECT_THAT(std::get<SparseValues>(found.values).values, ElementsAre(7));
      continue;
    }
    const Table expected = with_features(table, features_named(some), values);
    EXPECT_TRUE(std::get<SparseValues>(found.values) == std::get<SparseValues>(expected.values)) << some;
    ASSERT_EQ(found.columns.size(), expected.columns.size());
    EXPECT_EQ(found.columns.back().name, expected.columns.back().name);
  }
}

TEST(FeaturesFrom, OfTwoModelsAreThoseOfBothUnlessAKindDiffers) {
  const auto both = [](const char* a, const char* b) {
    const auto features = features_of_both(features_named(a), features_named(b));
    return features ? features_text(*features) : "none";
  };
  EXPECT_EQ(both("morgan", "descriptors,maccs"), "morgan:2:2048,descriptors,maccs");
  EXPECT_EQ(both("maccs,morgan", "morgan,maccs"), "maccs,morgan:2:2048");
  EXPECT_EQ(both("", "maccs"), "maccs");
  EXPECT_EQ(both("maccs", ""), "maccs");
  EXPECT_EQ(both("morgan:2", "maccs,morgan:3"), "none");
}

TEST(FeaturesFrom, RefuseAColumnOfTheFileWithTheSameName) {
  Table table;
  test::add_numbers(table, "maccs_3", {1});
  SparseValues values;
  values.row_begins = {0, 0};
  EXPECT_THAT(refusal_of([&] { with_features(table, features_named("maccs"), {values}); }, Fault::usage),
              HasSubstr("features_from: computes a feature maccs_3, which is also a column to learn from"));
}

class MoleculeFeatureValues : public test::SmilesTest {
 protected:
  // Values other than 0 of one molecule, by name.
  static std::map<std::string, double> values_of(const std::string& smiles, const std::string& text) {
    const auto features = features_named(text);
    const Table table = with_features({}, features, read_smiles({smiles}, features, {}).values);
    const auto& sparse = std::get<SparseValues>(table.values);
    std::map<std::string, double> values;
    for (std::size_t e = 0; e < sparse.values.size(); ++e) {
      values[table.columns[sparse.columns[e]].name] = double{sparse.values[e]};
    }
    return values;
  }
};

// Ethane: both carbons look alike. Radius 0: one environment, twice; radius 1: one more, the whole molecule, once.
TEST_F(MoleculeFeatureValues, OfMorganCountEnvironments) {
  const auto atoms = values_of("CC", "morgan:0");
  ASSERT_THAT(atoms, SizeIs(1));
  EXPECT_EQ(atoms.begin()->second, 2);
  const auto wider = values_of("CC", "morgan:1");
  double sum = 0;
  for (const auto& [name, count] : wider) sum += count;
  EXPECT_EQ(sum, 3);
  EXPECT_EQ(wider.at(atoms.begin()->first), 2);
}

TEST_F(MoleculeFeatureValues, OfMorganDoNotDependOnSpellingOrChirality) {
  const auto values = values_of("C[C@H](N)C(=O)O", "morgan");
  EXPECT_EQ(values_of("OC(=O)[C@@H](C)N", "morgan"), values);
  EXPECT_EQ(values_of("CC(N)C(O)=O", "morgan"), values);
  EXPECT_NE(values_of("CC(N)C(N)=O", "morgan"), values);
}

// Aspirin, by hand and from its data sheet.
TEST_F(MoleculeFeatureValues, OfAspirinAreWhatChemistsSay) {
  const auto values = values_of("CC(=O)Oc1ccccc1C(=O)O", "descriptors");
  EXPECT_NEAR(values.at("MolWt"), 180.16, 0.01);
  EXPECT_NEAR(values.at("ExactMolWt"), 180.0423, 1e-4);
  EXPECT_NEAR(values.at("TPSA"), 63.60, 0.01);
  EXPECT_EQ(values.at("HeavyAtomCount"), 13);
  EXPECT_EQ(values.at("NumHeteroatoms"), 4);
  EXPECT_EQ(values.at("NumHDonors"), 1);
  EXPECT_EQ(values.at("NOCount"), 4);
  EXPECT_EQ(values.at("RingCount"), 1);
  EXPECT_EQ(values.at("NumAromaticRings"), 1);
  EXPECT_NEAR(values.at("FractionCSP3"), 1.0 / 9, 1e-6);
  EXPECT_EQ(values.count("FormalCharge"), 0U);
  EXPECT_EQ(values_of("CC(=O)[O-]", "descriptors").at("FormalCharge"), -1);
  EXPECT_EQ(values_of("[CH3]", "descriptors").at("NumRadicalElectrons"), 1);
}

// Keys 163 (six-membered ring), 164 (oxygen) and 165 (ring); 161 (nitrogen) is not there.
TEST_F(MoleculeFeatureValues, OfMaccsAreItsKeys) {
  const auto phenol = values_of("Oc1ccccc1", "maccs");
  for (const char* key : {"maccs_163", "maccs_164", "maccs_165"}) EXPECT_EQ(phenol.count(key), 1U) << key;
  EXPECT_EQ(phenol.count("maccs_161"), 0U);
  EXPECT_EQ(values_of("[Na+].[Cl-]", "maccs").count("maccs_166"), 1U);  // fragments
}

TEST_F(MoleculeFeatureValues, OfHugeMoleculesAreMissing) {
  const std::string chain(1001, 'C');
  const auto values = values_of(chain, "descriptors,maccs");
  for (const std::string_view name : kDescriptorNames) EXPECT_TRUE(std::isnan(values.at(std::string(name)))) << name;
  EXPECT_EQ(values.at("maccs_160"), 1);  // CH3
  EXPECT_TRUE(std::isfinite(values_of(chain.substr(1), "descriptors").at("MolWt")));
  EXPECT_TRUE(std::isnan(values_of(std::string(5001, 'C'), "maccs").at("maccs_160")));
}

std::vector<std::string> many_smiles() {
  std::vector<std::string> smiles;
  for (std::size_t row = 0; row < 1500; ++row) {
    const std::string ring = row % 2 == 0 ? "c1ccccc1" : "C1CCNC1";
    smiles.push_back(row % 97 == 9 ? "junk" : std::string(row % 13, 'C') + ring + std::string(row % 7, 'O'));
  }
  return smiles;
}

TEST_F(MoleculeFeatureValues, DoNotDependOnThreads) {
  const auto features = features_named("morgan:2:64,descriptors,maccs");
  const auto smiles = many_smiles();
  const auto one = read_smiles(smiles, features, {1, ""});
  const auto four = read_smiles(smiles, features, {4, ""});
  EXPECT_TRUE(one.molecules == four.molecules);
  EXPECT_TRUE(one.molecules == read_smiles(smiles, {}));
  ASSERT_THAT(one.values, SizeIs(3));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_TRUE(one.values[k] == four.values[k]) << k;
    EXPECT_THAT(one.values[k].row_begins, SizeIs(smiles.size() + 1));
    EXPECT_EQ(one.values[k].row_begins[10], one.values[k].row_begins[9]) << "row 9 cannot be read";
  }
}

TEST_F(MoleculeFeatureValues, AreCachedKindByKind) {
  const test::TemporaryFolder folder;
  const SmilesOptions options{2, folder.path("cache")};
  const auto smiles = many_smiles();
  const auto morgan = features_named("morgan:2:64");
  const auto both = features_named("maccs,morgan:2:64");
  const auto first = read_smiles(smiles, morgan, options);
  const MoleculeCache cache(options.cache, smiles, smiles_reader());
  ASSERT_TRUE(cache.features(morgan[0]));
  EXPECT_TRUE(*cache.features(morgan[0]) == first.values[0]);
  EXPECT_FALSE(cache.features(features_named("morgan:3:64")[0]));
  EXPECT_FALSE(cache.features(both[0]));
  EXPECT_FALSE(MoleculeCache(options.cache, smiles, "RDKit 2000.01.1").features(morgan[0]));

  // What stands there is taken; what is missing is computed.
  SparseValues nothing;
  nothing.row_begins.assign(smiles.size() + 1, 0);
  cache.keep(morgan[0], nothing);
  const auto second = read_smiles(smiles, both, options);
  EXPECT_TRUE(second.values[0] == read_smiles(smiles, both, {}).values[0]);
  EXPECT_TRUE(second.values[1] == nothing);
  EXPECT_TRUE(second.molecules == first.molecules);
}

TEST_F(MoleculeFeatureValues, ThatDoNotFitAreNotTakenFromACache) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> smiles(300, "C");
  const auto features = features_named("morgan:2:16,descriptors");
  const MoleculeCache cache(folder.path("cache"), smiles, smiles_reader());
  SparseValues good;
  good.row_begins.assign(301, 2);
  good.row_begins[0] = 0;
  good.columns = {3, 15};
  good.values = {1, std::nanf("")};
  const auto kept = [&](const auto& change) {
    SparseValues values = good;
    change(values);
    cache.keep(features[0], values);
    return cache.features(features[0]).has_value();
  };
  EXPECT_TRUE(kept([](SparseValues&) {}));
  EXPECT_FALSE(kept([](SparseValues& values) { values.columns[1] = 16; }));
  EXPECT_FALSE(kept([](SparseValues& values) { values.columns[0] = -1; }));
  EXPECT_FALSE(kept([](SparseValues& values) { values.columns[0] = 15; }));
  EXPECT_FALSE(kept([](SparseValues& values) { values.columns.pop_back(); }));
  EXPECT_FALSE(kept([](SparseValues& values) { values.values[0] = HUGE_VALF; }));
  EXPECT_FALSE(kept([](SparseValues& values) { values.row_begins.pop_back(); }));
  EXPECT_FALSE(kept([](SparseValues& values) { values.row_begins.back() = 3; }));
  // A file under another name is not taken either.
  EXPECT_TRUE(kept([](SparseValues&) {}));
  const auto file = std::filesystem::directory_iterator(folder.path("cache"))->path();
  std::string other = file.string();
  other.replace(other.find("morgan-2-16"), 11, "morgan-3-16");
  std::filesystem::copy_file(file, other);
  EXPECT_FALSE(cache.features(features_named("morgan:3:16")[0]));
}

constexpr const char* kFile =
    "dose,sex,smiles,y\n"
    "1,f,CCO,1\n"
    "0,m,C1CC,1\n"
    ",f,c1ccccc1,0\n"
    "2,?,[Na+].[Cl-],\n"
    "3,m,C,0\n"
    "3,m,CCO,0\n";

class FeatureTables : public test::SmilesTest {
 protected:
  Examples load(const std::string& name, const std::string& content) {
    options_.path = folder_.file(name, content);
    return load_examples(options_);
  }
  test::TemporaryFolder folder_;
  DataOptions options_;
};

TEST_F(FeatureTables, KeepTheMoleculesBesideTheTable) {
  options_.features_from = "morgan:2:64,maccs";
  options_.features = "dose,sex";
  options_.split = "random";
  const Examples examples = load("m.csv", kFile);
  EXPECT_EQ(examples.kind, "smiles");
  EXPECT_EQ(examples.content.kind, InputKind::table);
  EXPECT_EQ(examples.content.features_from, "morgan:2:64,maccs");
  EXPECT_EQ(examples.content.molecules.size(), 6);
  EXPECT_EQ(examples.content.table.rows, 6);
  EXPECT_THAT(examples.content.table.columns, SizeIs(2 + 64 + 166));
  EXPECT_FALSE(examples.content.readable(1));
  EXPECT_THAT(
      examples.notes,
      ElementsAre(HasSubstr("row 2: expected a molecule as SMILES"), HasSubstr("1 of 6 molecules cannot be read"),
                  HasSubstr("1 of 6 molecules are read in another form"), HasSubstr("1 row has the structure")));
  const SplitRows split = split_examples(examples, options_);
  EXPECT_EQ(split.unparsable, 1);
  EXPECT_EQ(split.unlabelled, 1);
}

TEST_F(FeatureTables, AreSplitByScaffold) {
  options_.features_from = "maccs";
  options_.split = "scaffold";
  const Examples examples = load("m.csv", kFile);
  EXPECT_THAT(examples.facts.scaffolds, SizeIs(6));
  EXPECT_EQ(split_examples(examples, options_).duplicates, 1);
}

TEST_F(FeatureTables, OfOtherDataAreRefused) {
  options_.features_from = "morgan";
  EXPECT_THAT(refusal_of([&] { load("t.csv", "a,b,y\n1,2,0\n3,4,1\n"); }, Fault::usage),
              HasSubstr("t.csv is csv, expected molecules; the option smiles names a column of them"));
  options_.features_from = "morgen";
  EXPECT_THAT(refusal_of([&] { load("m.csv", kFile); }, Fault::usage), HasSubstr("features_from: no \"morgen\""));
}

// Block by block, whatever their size, the table is that of the whole file.
TEST_F(FeatureTables, AreTheSameInBlocks) {
  options_.features_from = "descriptors,morgan:2:64";
  options_.features = "dose,sex";
  const Examples examples = load("m.csv", kFile);
  std::vector<std::string> notes;
  const std::vector<std::int64_t> rows = {0, 2, 3, 4, 5};
  const Preprocessing preprocessing = fit_preprocessing(examples.content, rows, {}, notes);
  const auto encoded = [&](const Content& content) {
    const TableEncoder encoder(preprocessing.table, content.table);
    std::vector<float> values(static_cast<std::size_t>(content.table.rows * encoder.width()));
    encoder.encode(test::rows_up_to(content.table.rows), values.data());
    return values;
  };
  for (const std::int64_t size : {1, 2, 4, 100}) {
    BlockOptions options;
    options.path = options_.path;
    options.content = InputKind::molecule;
    options.features_from = examples.content.features_from;
    options.standardise = examples.content.standardise;
    options.rows = size;
    const auto next =
        open_blocks(options, {{"dose", Column::Kind::number, true}, {"sex", Column::Kind::category, true}}, notes);
    std::vector<float> found;
    std::vector<std::uint8_t> readable;
    Block block;
    while (next(block)) {
      const auto values = encoded(block.content);
      found.insert(found.end(), values.begin(), values.end());
      readable.insert(readable.end(), block.readable.begin(), block.readable.end());
    }
    EXPECT_EQ(found, encoded(examples.content)) << size;
    EXPECT_THAT(readable, ElementsAre(1, 0, 1, 1, 1, 1));
  }
}

TEST_F(FeatureTables, AreDescribedInTheCard) {
  options_.features_from = "morgan:1:16";
  options_.features = "dose";
  const Examples examples = load("m.csv", kFile);
  std::vector<std::string> notes;
  const Preprocessing fitted = fit_preprocessing(examples.content, std::vector<std::int64_t>{0, 2, 4}, {}, notes);
  ASSERT_THAT(notes, SizeIs(1));
  EXPECT_THAT(notes[0], HasSubstr("of 16 columns from morgan:1:16 are dropped: the same in all training rows"));
  const std::string text = preprocessing_json(fitted);
  const Preprocessing read = preprocessing_from_json(text, "card");
  EXPECT_EQ(read.kind, InputKind::table);
  EXPECT_EQ(read.reads(), InputKind::molecule);
  EXPECT_EQ(read.column, "smiles");
  EXPECT_EQ(read.features_from, "morgan:1:16");
  EXPECT_EQ(preprocessing_json(read), text);
  require_fits(read, examples.content, "run");

  const auto refusal_with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return refusal_of([&] { preprocessing_from_json(changed, "card"); });
  };
  EXPECT_THAT(refusal_with("\"morgan:1:16\"", "\"morgan:1:32\""), HasSubstr("expected the columns of morgan:1:32"));
  EXPECT_THAT(refusal_with("\"morgan:1:16\"", "\"morgen\""), HasSubstr("card: molecule.features_from: no \"morgen\""));
  EXPECT_THAT(refusal_with("\"morgan:1:16\"", "\"\""), HasSubstr("expected features, got none"));
  EXPECT_THAT(refusal_with("\"morgan:1:16\"", "7"), HasSubstr("expected features as molecule.features_from"));
  EXPECT_THAT(refusal_with("\"morgan_15\"", "\"morgan_16\""), HasSubstr("expected the columns of morgan:1:16"));

  Content other = examples.content;
  other.features_from = "morgan:2:16";
  EXPECT_THAT(refusal_of([&] { require_fits(read, other, "run"); }),
              HasSubstr("run: expected features_from morgan:1:16 as in its training, got morgan:2:16"));
}

}  // namespace
}  // namespace pauc
