// Molecules from the file to scores, as a user types it.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "pauc/data/molecule/smiles.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;

class MoleculeRuns : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
    folder_.file("m.csv", content_of(PAUC_SOURCE_DIR "/examples/molecules.csv"));
  }
  CommandResult train(const std::string& arguments, const std::string& data = "m.csv") const {
    CommandResult result =
        pauc("train " + data + " --label activity --id name --hidden 16 --layers 2 --quiet " + arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result;
  }
  // The real data of PAUC_DATA, or none.
  static std::string real(const std::string& name) {
    const char* folder = std::getenv("PAUC_DATA");
    return folder == nullptr ? "" : std::string(folder) + "/mol/" + name;
  }
};

TEST_F(MoleculeRuns, PredictGivesTheScoresOfTheTrainingAndKeepsWhatCannotBeRead) {
  train("--objective ce --epochs 2 --out run");
  std::string file = content_of(folder_.path("m.csv"));
  file += "bad,C1CC,inactive\nempty,,active\n";
  folder_.file("more.csv", file);
  const auto result = pauc("predict run more.csv");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto scored = lines_of(result.out);
  ASSERT_EQ(scored.size(), 503U);
  EXPECT_EQ(scored[0], "row,id,score");
  EXPECT_EQ(scored[501], "501,bad,");
  EXPECT_EQ(scored[502], "502,empty,");
  EXPECT_THAT(result.err, HasSubstr("row 501: expected a molecule as SMILES, got \"C1CC\""));
  EXPECT_THAT(result.err, HasSubstr("2 of 502 rows"));
  const auto known = lines_of(content_of(folder_.path("run/predictions-test.csv")));
  ASSERT_EQ(known.size(), 51U);
  for (std::size_t k = 1; k < known.size(); ++k) {
    std::istringstream fields(known[k]);  // row,id,label,score
    std::string row, id, label, score;
    std::getline(std::getline(std::getline(std::getline(fields, row, ','), id, ','), label, ','), score);
    EXPECT_EQ(scored[std::stoul(row)], row + "," + id + "," + score);
  }
}

TEST_F(MoleculeRuns, AMoleculesScoreDoesNotDependOnItsNeighbours) {
  train("--objective ce --epochs 1 --out run");
  const auto all = lines_of(pauc("predict run m.csv").out);
  const auto file = lines_of(content_of(folder_.path("m.csv")));
  folder_.file("one.csv", file[0] + "\n" + file[321] + "\n");
  const auto alone = lines_of(pauc("predict run one.csv").out);
  ASSERT_EQ(alone.size(), 2U);
  EXPECT_EQ(alone[1].substr(1), all[321].substr(3));
}

TEST_F(MoleculeRuns, ResumeIsExact) {
  const std::string arguments = "train m.csv --label activity --objective sopa-s --pretrain-epochs 2 --epochs 6 --out ";
  ASSERT_EQ(pauc(arguments + "straight --quiet").exit_code, 0);
  BegunCommand begun(folder_.folder(), arguments + "parts");
  ASSERT_TRUE(begun.wait_until_it_says("epoch 2/6"));
  begun.send(SIGKILL);
  begun.wait();
  const auto result = pauc("train --resume --out parts --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bits("parts"), bits("straight"));
}

TEST_F(MoleculeRuns, ADirectedNetworkTrainsOnBothRoutesPredictsAndIsAMemberOfABlend) {
  const std::string line = "--model dmpnn --objective ce --epochs 2 ";
  train(line + "--out run");
  train(line + "--kernels plain --out plain");
  const auto objective = [&](const std::string& run) {
    return json::parse(lines_of(content_of(folder_.path(run + "/log.jsonl"))).back())["objective"].get<double>();
  };
  EXPECT_NEAR(objective("run"), objective("plain"), 1e-5);
  const auto scored = lines_of(pauc("predict run m.csv").out);
  ASSERT_EQ(scored.size(), 501U);
  const auto known = lines_of(content_of(folder_.path("run/predictions-test.csv")));
  const std::string last = known.back();  // row,id,label,score
  const std::string score = last.substr(last.rfind(',') + 1);
  const std::string found = scored[std::stoul(last)];
  EXPECT_EQ(found.substr(found.rfind(',') + 1), score);
  EXPECT_FALSE(read("run/contributions.json").empty());
  train("--members dmpnn,forest --folds 2 --epochs 1 --out blend");
  EXPECT_TRUE(std::filesystem::exists(folder_.path("blend/members/dmpnn/fold-1/model.safetensors")));
}

TEST_F(MoleculeRuns, AVirtualNodeTrainsAndPredicts) {
  train("--model gin --virtual-node on --residual on --jumping concat --objective ce --epochs 1 --out run");
  EXPECT_EQ(lines_of(pauc("predict run m.csv").out).size(), 501U);
}

TEST_F(MoleculeRuns, ColumnsMayStandBesideTheMolecules) {
  auto lines = lines_of(content_of(folder_.path("m.csv")));
  std::string file = "dose," + lines[0] + "\n";
  for (std::size_t k = 1; k < lines.size(); ++k) file += std::to_string(k % 7) + "," + lines[k] + "\n";
  folder_.file("dosed.csv", file);
  train("--objective ce --epochs 1 --features dose --out run", "dosed.csv");
  EXPECT_EQ(read("run/model.json")["input"]["kind"], "molecule");
  EXPECT_GT(read("run/model.json")["input"]["sizes"][0], 1);
  EXPECT_EQ(pauc("predict run dosed.csv").exit_code, 0);
  const auto without = pauc("predict run m.csv");
  EXPECT_EQ(without.exit_code, 65);
  EXPECT_THAT(without.err, HasSubstr("missing: dose"));
}

TEST_F(MoleculeRuns, ASecondStartFindsTheMoleculesInTheCache) {
  const std::string line = "data m.csv --label activity --json --cache kept";
  const auto first = pauc(line);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const std::filesystem::directory_iterator kept(folder_.path("kept"));
  ASSERT_NE(kept, std::filesystem::directory_iterator());
  const std::string link = folder_.path("link");
  std::filesystem::create_hard_link(kept->path(), link);
  EXPECT_EQ(pauc(line).out, first.out);
  EXPECT_TRUE(std::filesystem::equivalent(kept->path(), link));  // had it not been read, it would be a new file
}

TEST_F(MoleculeRuns, APartOfOneClassIsRefusedWithAWayOut) {
  folder_.file("few.csv", "smiles,y\nc1ccccc1C,1\nc1ccccc1O,0\nC1CC1,0\nC1CCC1,0\nCC,1\nCCC,0\nCCCC,0\nC1CCCC1,0\n");
  refused("train few.csv --split scaffold --out r", 65, "take split stratified or other fractions");
  refused("train t.csv --split scaffold --out r", 2, "split: scaffold is for molecules, the data are csv");
}

TEST_F(MoleculeRuns, OtherKindsOfFilesAndModelsAreRefused) {
  refused("train m.csv --label activity --model mlp --out r", 2, "mlp reads tables, the data are molecules");
  refused("train t.csv --drop id,part,w,g --model gin --out r", 2, "gin reads molecules, the data are tables");
  train("--objective ce --epochs 1 --out run");
  const auto result = pauc("predict run t.csv");
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_THAT(result.err, HasSubstr("expected a column of molecules called smiles"));
}

TEST_F(MoleculeRuns, RdkitIsSilent) {
  folder_.file("noisy.csv", "smiles,y\nC1CC,1\nc1cccc1,0\nCC(C)(C)(C)C,1\nCC,1\nCCC,0\n[H],0\nC=[N]=C,1\n");
  const auto result = pauc("data noisy.csv --split random --json");
  EXPECT_EQ(result.exit_code, 0);
  for (const std::string& line : lines_of(result.err)) EXPECT_THAT(line, ContainsRegex("^pauc|noisy.csv")) << line;
}

TEST_F(MoleculeRuns, CountsOfTox21AndMuvAreOgbs) {
  if (real("").empty()) GTEST_SKIP() << "PAUC_DATA names no folder with the real data";
  const auto counts = [&](const std::string& arguments) {
    const auto result = pauc("data " + arguments + " --json");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const json splits = json::parse(result.out)["splits"];
    return std::vector<std::int64_t>{splits["train"]["n"], splits["valid"]["n"], splits["test"]["n"]};
  };
  // RDKit 2024.09 and later refuse some molecules with metals.
  const bool takes_all = smiles_reader() < "RDKit 2024.09";
  const std::vector<std::int64_t> as_given = {takes_all ? 5834 : 5827, 722, 709};
  const std::vector<std::int64_t> tox21 = {takes_all ? 5834 : 5828, takes_all ? 722 : 721, 709};
  EXPECT_EQ(counts("'" + real("tox21/mol.csv.gz") + "' --label NR-AR --split split"), as_given);
  EXPECT_EQ(counts("'" + real("tox21/mol.csv.gz") + "' --label NR-AR --split scaffold --standardise off"), tox21);
  EXPECT_EQ(
      counts("'" + real("tox21/tox21_moleculenet_original.csv") + "' --label NR-AR --split scaffold --standardise off"),
      tox21);
  const std::vector<std::int64_t> muv = {11466, 1559, 1709};
  EXPECT_EQ(counts("'" + real("muv/mol.csv.gz") + "' --label MUV-548 --split split"), muv);
}

TEST_F(MoleculeRuns, AnOgbFolderTrainsWithItsOwnSplit) {
  if (real("").empty()) GTEST_SKIP() << "PAUC_DATA names no folder with the real data";
  const auto result =
      pauc("train '" + real("ogbg_molbace") + "' --objective ce --epochs 1 --hidden 8 --layers 2 --quiet --out run");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json data = read("run/model.json")["data"];
  EXPECT_EQ(data["train"]["rows"], 1210);
  EXPECT_EQ(data["valid"]["rows"], 151);
  EXPECT_EQ(data["test"]["rows"], 152);
  EXPECT_EQ(data["files"].size(), 10U);
  const auto from_folder = pauc("predict run '" + real("ogbg_molbace") + "'");
  const auto from_smiles = pauc("predict run '" + real("ogbg_molbace/mapping/mol.csv.gz") + "' --id mol_id");
  EXPECT_EQ(from_folder.exit_code, 0) << from_folder.err;
  EXPECT_EQ(from_folder.out, from_smiles.out);
}

}  // namespace
}  // namespace pauc::test
