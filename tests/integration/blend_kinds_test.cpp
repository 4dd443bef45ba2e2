// Folds and blends of every kind of data, from the file to scores: molecules, images, tables with groups.
#include <filesystem>
#include <map>
#include <set>

#include "pauc/core/error.h"
#include "pauc/data/molecule/smiles.h"
#include "support/components.h"
#include "support/csv_columns.h"
#include "support/image_files.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Blends : public TrainingTest {
 protected:
  std::map<std::string, std::vector<std::string>> columns_of(const std::string& name) const {
    return columns_in(content_of(folder_.path(name)));
  }

  // `predict` gives every row of the run's test part the score that the training gave it.
  void expect_known_scores(const std::string& run, const std::string& data) const {
    const auto result = pauc("predict " + run + " " + data + " --quiet --out scores.csv");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    auto scored = columns_of("scores.csv");
    auto known = columns_of(run + "/predictions-test.csv");
    ASSERT_GT(known["row"].size(), 5U);
    for (std::size_t k = 0; k < known["row"].size(); ++k) {
      EXPECT_EQ(scored["score"].at(std::stoul(known["row"][k]) - 1), known["score"][k]) << "row " << known["row"][k];
    }
  }

  // Names only: their content is long.
  std::vector<std::string> different_files(const std::string& a, const std::string& b) const {
    const auto first = bits(a);
    const auto second = bits(b);
    std::set<std::string> names;
    for (const auto* files : {&first, &second}) {
      for (const auto& [name, content] : *files) {
        // A kill may leave the half of a file that was being written, under a name of its own.
        if (name.find("/.pauc-") == std::string::npos) names.insert(name);
      }
    }
    std::vector<std::string> different;
    for (const std::string& name : names) {
      const auto in_first = first.find(name);
      const auto in_second = second.find(name);
      const bool both = in_first != first.end() && in_second != second.end();
      if (!both || in_first->second != in_second->second) different.push_back(name);
    }
    return different;
  }

  // Rows for which `kind_of` says the same were left out by the same fold.
  template <class KindOf>
  void expect_kinds_together(const std::string& run, std::size_t kinds, const KindOf& kind_of) const {
    auto valid = columns_of(run + "/predictions-valid.csv");
    std::map<std::string, std::set<std::string>> folds;
    for (std::size_t k = 0; k < valid["row"].size(); ++k) {
      folds[kind_of(std::stoul(valid["row"][k]) - 1)].insert(valid["fold"][k]);
    }
    EXPECT_EQ(folds.size(), kinds);
    for (const auto& [kind, those] : folds) EXPECT_EQ(those.size(), 1U) << kind;
  }
};

// Chains of carbon atoms on eight rings, each of which is a scaffold.
class BlendsOfMolecules : public Blends {
 protected:
  static constexpr const char* kRings[] = {"c1ccccc1", "c1ccncc1", "C1CCCCC1", "C1CCNCC1",
                                           "c1ccsc1",  "c1ccoc1",  "C1CCCC1",  "c1cnccn1"};
  static constexpr std::size_t kRows = 160;
  const std::string line_ =
      "train m.csv --label y --id name --members gin,trees,forest --objective ce --epochs 2 --layers 1 "
      "--hidden 8 --trees 20 --importance 0 --threads 1 --no-report ";

  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
    if (!has_xgboost()) GTEST_SKIP() << "built without XGBoost";
    std::string text = "name,smiles,y\n";
    for (std::size_t k = 0; k < kRows; ++k) {
      const std::size_t length = k / 8 % 10;
      const bool positive = (length > 5) != (k % 7 == 0);
      text += joined("m", k, ",", k % 3 == 0 ? "O" : "N", std::string(length, 'C'), kRings[k % 8], ",",
                     positive ? 1 : 0, "\n");
    }
    folder_.file("m.csv", text);
  }
};

TEST_F(BlendsOfMolecules, GraphsAndFingerprintsAreScoredAsInTraining) {
  ASSERT_EQ(pauc(line_ + "--folds 2 --out run").exit_code, 0);
  const json blend = read("run/blend.json");
  EXPECT_EQ(blend["method"], "equal");
  ASSERT_EQ(blend["members"].size(), 3U);
  EXPECT_EQ(blend["members"][0]["name"], "gin");
  EXPECT_TRUE(read("run/members/gin/fold-1/model.json")["preprocessing"]["molecule"]["features_from"].is_null());
  EXPECT_EQ(read("run/members/forest/fold-1/model.json")["preprocessing"]["molecule"]["features_from"],
            "morgan:2:2048");
  expect_known_scores("run", "m.csv");
}

// Some read Morgan fingerprints, some descriptors and MACCS keys, some the graph.
TEST_F(BlendsOfMolecules, MembersOnDifferentFeaturesAreScoredAsInTraining) {
  ASSERT_EQ(pauc("train m.csv --label y --id name --effort best --folds 2 --epochs 1 --layers 1 --hidden 8 --trees 10 "
                 "--importance 0 --threads 2 --no-report --out run")
                .exit_code,
            0);
  std::set<std::string> features;
  const json blend = read("run/blend.json");
  for (const json& member : blend["members"]) {
    const std::string name = member["name"];
    const json card = read("run/members/" + name + "/fold-1/model.json");
    features.insert(card["preprocessing"]["molecule"].value("features_from", ""));
  }
  EXPECT_EQ(features, (std::set<std::string>{"", "descriptors,maccs", "morgan:2:2048"}));
  expect_known_scores("run", "m.csv");
  const auto hits = pauc("predict run m.csv --top 3 --page hits.html --quiet --out hits.csv");
  EXPECT_EQ(hits.exit_code, 0) << hits.err;
}

TEST_F(BlendsOfMolecules, AKilledRunResumesToTheSameBits) {
  ASSERT_EQ(pauc(line_ + "--folds 2 --quiet --out straight").exit_code, 0);
  for (const char* moment : {"gin: fold 1 of 2 is trained", "trees: fold 1 of 2 is trained"}) {
    std::filesystem::remove_all(folder_.path("killed"));
    BegunCommand begun(folder_.path(""), line_ + "--folds 2 --out killed");
    ASSERT_TRUE(begun.wait_until_it_says(moment));
    begun.send(9);
    begun.wait();
    ASSERT_EQ(pauc(line_ + "--folds 2 --resume --quiet --out killed").exit_code, 0);
    EXPECT_THAT(different_files("killed", "straight"), testing::IsEmpty()) << moment;
  }
}

TEST_F(BlendsOfMolecules, FoldsByScaffoldKeepEachRingTogether) {
  ASSERT_EQ(pauc(line_ + "--folds 2 --fold-by scaffold --quiet --out run").exit_code, 0);
  expect_kinds_together("run", 8, [](std::size_t row) { return std::string(kRings[row % 8]); });
  refused(line_ + "--fold-by scaffold --folds 9 --quiet --out many", 2,
          "folds: expected at most 8, the number of scaffolds in the training and validation rows, got 9");
}

TEST_F(Blends, OfImagesAreScoredAsInTraining) {
  for (int k = 0; k < 60; ++k) {
    const bool red = k % 3 == 0;
    const auto shade = static_cast<std::uint8_t>(100 + k);
    std::filesystem::create_directories(folder_.path(red ? "img/red" : "img/blue"));
    folder_.file(joined(red ? "img/red/" : "img/blue/", k, ".png"),
                 plain_png(8, 8, {red ? shade : std::uint8_t{90}, 90, red ? std::uint8_t{90} : shade}));
  }
  const auto result = pauc(
      "train img --positive red --model resnet20 --objective ce --folds 2 --epochs 2 --importance 0 --quiet "
      "--no-report --out run");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read("run/blend.json")["members"][0]["folds"], 2);
  expect_known_scores("run", "img");
}

TEST_F(Blends, OfTablesKeepGroupsTogether) {
  const std::string line =
      "train t.csv --label y --split part --group g --drop id,w --members linear,forest --objective ce --trees 20 ";
  const auto result = pauc(line + "--folds 3 --quiet --no-report --out run");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  auto rows = columns_of("t.csv");
  std::set<std::string> groups;
  for (std::size_t k = 0; k < rows["g"].size(); ++k) {
    if (rows["part"][k] != "test") groups.insert(rows["g"][k]);
  }
  expect_kinds_together("run", groups.size(), [&](std::size_t row) { return rows["g"].at(row); });
  expect_known_scores("run", "t.csv");
}

}  // namespace
}  // namespace pauc::test
