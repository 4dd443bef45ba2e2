// Molecules as tables of fingerprints and descriptors, from the file to scores.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "pauc/data/molecule/smiles.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class MoleculeFeatureRuns : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
    folder_.file("m.csv", content_of(PAUC_SOURCE_DIR "/examples/molecules.csv"));
  }
  void train(const std::string& arguments, const std::string& data = "m.csv") const {
    const auto result = pauc("train " + data + " --label activity --id name --objective ce --quiet " + arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
  // Every row of the run's test predictions has the score that `predict` gives it.
  void expect_known_scores(const std::string& run, const std::string& scored_text) const {
    const auto scored = lines_of(scored_text);
    const auto known = lines_of(content_of(folder_.path(run + "/predictions-test.csv")));
    ASSERT_GT(known.size(), 10U);
    for (std::size_t k = 1; k < known.size(); ++k) {
      std::istringstream fields(known[k]);  // row,id,label,score
      std::string row, id, label, score;
      std::getline(std::getline(std::getline(std::getline(fields, row, ','), id, ','), label, ','), score);
      EXPECT_EQ(scored.at(std::stoul(row)), row + "," + id + "," + score);
    }
  }
};

TEST_F(MoleculeFeatureRuns, PredictComputesTheFeaturesOfTheTraining) {
  std::string file = content_of(folder_.path("m.csv"));
  folder_.file("more.csv", file + "bad,C1CC,inactive\nempty,,active\n");
  for (const std::string model : {"linear", "mlp --epochs 2"}) {
    train("--features-from morgan:2:256,descriptors,maccs --overwrite --out run --model " + model);
    const json card = read("run/model.json");
    EXPECT_EQ(card["data"]["kind"], "smiles");
    EXPECT_EQ(card["input"]["kind"], "table");
    EXPECT_EQ(card["preprocessing"]["molecule"]["features_from"], "morgan:2:256,descriptors,maccs");
    EXPECT_EQ(card["versions"]["molecules"], smiles_reader());
    for (const std::string threads : {"1", "3"}) {
      const auto result = pauc("predict run more.csv --threads " + threads);
      ASSERT_EQ(result.exit_code, 0) << result.err;
      expect_known_scores("run", result.out);
      EXPECT_THAT(result.out, HasSubstr("\n501,bad,\n502,empty,\n"));
    }
  }
}

TEST_F(MoleculeFeatureRuns, AutoReadsThemAsATable) {
  train("--features-from maccs --epochs 1 --out run");
  EXPECT_EQ(read("run/model.json")["model"]["name"], "mlp");
  refused("train m.csv --label activity --features-from maccs --model gin --out r", 2,
          "gin reads molecules, the data are tables");
}

TEST_F(MoleculeFeatureRuns, TheHardestAreDrawn) {
  train("--features-from maccs --model linear --out run");
  const json hardest = read("run/hardest.json");
  EXPECT_THAT(hardest.dump(), HasSubstr("image/svg+xml"));
}

TEST_F(MoleculeFeatureRuns, ColumnsOfTheFileMayJoinThem) {
  const auto lines = lines_of(content_of(folder_.path("m.csv")));
  std::string file = "dose,site," + lines[0] + "\n";
  for (std::size_t k = 1; k < lines.size(); ++k) {
    file += std::to_string(k % 7) + (k % 3 == 0 ? ",left," : ",right,") + lines[k] + "\n";
  }
  folder_.file("dosed.csv", file);
  train("--features-from maccs --features dose,site --model linear --out run", "dosed.csv");
  const json columns = read("run/model.json")["preprocessing"]["columns"];
  ASSERT_EQ(columns.size(), 168U);
  EXPECT_EQ(columns[1]["kind"], "category");
  const auto result = pauc("predict run dosed.csv");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_known_scores("run", result.out);
  const auto without = pauc("predict run m.csv");
  EXPECT_EQ(without.exit_code, 65);
  EXPECT_THAT(without.err, HasSubstr("missing: dose, site"));
}

TEST_F(MoleculeFeatureRuns, TheDataAreShownWithThem) {
  const auto result = pauc("data m.csv --label activity --features-from morgan:2:64 --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json data = json::parse(result.out);
  EXPECT_EQ(data["kind"], "smiles");
  EXPECT_EQ(data["features"], 64);
  EXPECT_GT(data["molecules"]["atoms"], 1000);
  EXPECT_THAT(pauc("data m.csv --label activity --features-from morgan:2:64 --split scaffold").out,
              HasSubstr("64 features with those from morgan:2:64"));
}

TEST_F(MoleculeFeatureRuns, ASecondStartFindsThemInTheCache) {
  const std::string line = "data m.csv --label activity --json --cache kept --features-from morgan,descriptors";
  const auto first = pauc(line);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  std::map<std::string, std::string> links;  // to the files of the cache; one that is written again is another file
  for (const auto& file : std::filesystem::directory_iterator(folder_.path("kept"))) {
    const std::string link = folder_.path("link-" + std::to_string(links.size()));
    std::filesystem::create_hard_link(file.path(), link);
    links[file.path().string()] = link;
  }
  EXPECT_EQ(links.size(), 4U);  // molecules, how many of them were standardised, and two kinds of features
  EXPECT_EQ(pauc(line).out, first.out);
  for (const auto& [path, link] : links) EXPECT_TRUE(std::filesystem::equivalent(path, link)) << path;
}

TEST_F(MoleculeFeatureRuns, ResumeIsExact) {
  const std::string arguments =
      "train m.csv --label activity --features-from maccs --objective ce --model mlp --epochs 30 --out ";
  ASSERT_EQ(pauc(arguments + "straight --quiet").exit_code, 0);
  BegunCommand begun(folder_.folder(), arguments + "parts");
  ASSERT_TRUE(begun.wait_until_it_says("epoch 2/30"));
  begun.send(SIGKILL);
  begun.wait();
  const auto result = pauc("train --resume --out parts --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bits("parts"), bits("straight"));
}

TEST_F(MoleculeFeatureRuns, WrongOptionsAreRefused) {
  refused("train m.csv --label activity --features-from morgen --out r", 2, "expected one of morgan");
  refused("train m.csv --label activity --features-from morgan:9 --out r", 2, "a radius of 0 to 6, got \"9\"");
  refused("train t.csv --features-from morgan --out r", 2, "t.csv is csv, expected molecules");
  train("--features-from maccs --model linear --out run");
  const auto table = pauc("predict run t.csv");
  EXPECT_EQ(table.exit_code, 65);
  EXPECT_THAT(table.err, HasSubstr("expected a column of molecules called smiles"));
}

TEST_F(MoleculeFeatureRuns, AnOgbFolderScoresAsItsSmiles) {
  const char* data = std::getenv("PAUC_DATA");
  if (data == nullptr) GTEST_SKIP() << "PAUC_DATA names no folder with the real data";
  const std::string bace = std::string(data) + "/mol/ogbg_molbace";
  const auto result =
      pauc("train '" + bace + "' --objective ce --model linear --features-from morgan:2:512 --quiet --out run");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read("run/model.json")["data"]["kind"], "ogb");
  const auto from_folder = pauc("predict run '" + bace + "'");
  const auto from_smiles = pauc("predict run '" + bace + "/mapping/mol.csv.gz' --id mol_id");
  EXPECT_EQ(from_folder.exit_code, 0) << from_folder.err;
  EXPECT_EQ(from_folder.out, from_smiles.out);
  expect_known_scores("run", from_folder.out);
}

}  // namespace
}  // namespace pauc::test
