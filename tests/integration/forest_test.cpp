// `pauc train --model forest`: a forest as a user meets it.
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Forest : public TrainingTest {
 protected:
  CommandResult grown(const std::string& arguments) const {
    return trained("--model forest --objective ce --trees 30 --fpr-max 0.3 --quiet " + arguments);
  }
};

// small_table has missing numbers and a category.
TEST_F(Forest, IsGrownInOneRoundAndKeptWithAChecksum) {
  grown("--out run");
  const auto log = lines_of(content_of(folder_.path("run/log.jsonl")));
  ASSERT_EQ(log.size(), 1U);
  EXPECT_GT(json::parse(log[0])["train"], 0.99);  // fully grown trees know their rows
  EXPECT_LT(json::parse(log[0])["objective"], 0.4);
  const json card = read("run/model.json");
  EXPECT_EQ(card["model"]["name"], "forest");
  EXPECT_EQ(card["model"]["weights"]["bytes"], content_of(folder_.path("run/model.safetensors")).size());
  EXPECT_FALSE(exists("run/trees.json"));
  EXPECT_GT(read("run/metrics.json")["test"]["scores"]["score"]["auc"]["value"], 0.6);
}

TEST_F(Forest, PredictRepeatsTheScoresOfTheTrainingToTheBit) {
  grown("--split part --out run");
  ASSERT_EQ(pauc("predict run t.csv --out scores.csv --quiet").exit_code, 0);
  const auto scores = lines_of(content_of(folder_.path("scores.csv")));
  for (const char* part : {"valid", "test"}) {
    for (const std::string& line :
         lines_of(content_of(folder_.path(std::string("run/predictions-") + part + ".csv")))) {
      if (line.rfind("row", 0) == 0) continue;
      const std::string& again = scores.at(std::stoul(line));
      EXPECT_EQ(again.substr(again.rfind(',') + 1), line.substr(line.rfind(',') + 1));
    }
  }
}

TEST_F(Forest, IsTheSameOnAnyNumberOfThreadsAndAfterAResume) {
  grown("--threads 1 --out one");
  grown("--threads 3 --out three");
  auto one = bits("one");
  auto three = bits("three");
  for (auto* files : {&one, &three}) {  // name the folder and the threads
    files->erase("config.yaml");
    files->erase("run.json");
  }
  EXPECT_EQ(one, three);
  const auto before = bits("one");
  grown("--threads 1 --resume --out one");  // it is finished
  EXPECT_EQ(bits("one"), before);
  ASSERT_EQ(remove(folder_.path("one/metrics.json").c_str()), 0);  // killed before the last file was written
  grown("--threads 1 --resume --out one");
  EXPECT_EQ(bits("one"), before);
}

TEST_F(Forest, TakesCaseWeights) {
  const auto result = pauc(
      "train t.csv --label y --drop g,part --weight w --model forest --trees 30 --fpr-max 0.3 --quiet --out weighted");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_GT(read("weighted/metrics.json")["train"]["scores"]["score"]["auc"]["value"], 0.95);
}

TEST_F(Forest, IsAMemberOfABlend) {
  const auto result = pauc(
      "train t.csv --label y --split part --drop w,g --members linear,forest --objective ce --folds 2 --epochs 10 "
      "--quiet --out blend");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(exists("blend/members/forest/fold-2/model.safetensors"));
  ASSERT_EQ(pauc("predict blend t.csv --members --out scores.csv --quiet").exit_code, 0);
  EXPECT_THAT(lines_of(content_of(folder_.path("scores.csv")))[0], HasSubstr("forest"));
}

TEST_F(Forest, ADamagedFileIsRefused) {
  grown("--out run");
  std::string text = content_of(folder_.path("run/model.safetensors"));
  text[text.size() / 2] = static_cast<char>(text[text.size() / 2] ^ 1);
  folder_.file("run/model.safetensors", text);
  refused("predict run t.csv --out scores.csv", 65, "the file is damaged or was replaced");
  folder_.file("run/model.safetensors", text.substr(0, 100));
  refused("predict run t.csv --out scores.csv", 65, "the file is damaged or was replaced");
}

TEST_F(Forest, OtherObjectivesAreRefusedBeforeAnythingIsWritten) {
  const std::string line = "train t.csv --label y --drop w,g,part --model forest --out run ";
  refused(line + "--objective sopa", 2, "objective: expected ce for forest, which learns by labels, got sopa");
  refused(line + "--objective ce --epochs 5", 2, "epochs: expected 1 for forest");
  refused(line + "--objective ce --batch-size 32", 2, "batch_size: averaging uses all rows at once, got 32");
  refused(line + "--objective ce --trees 0", 2, "trees: expected 1 to 100000, got 0");
}

}  // namespace
}  // namespace pauc::test
