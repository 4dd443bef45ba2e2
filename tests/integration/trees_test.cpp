// `pauc train --model trees`: boosted trees as a user meets them.
#include <cmath>
#include <sstream>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "support/components.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Numbers with missing values, a category that decides in part, and classes that overlap.
std::string table_with_category() {
  Random random(31);
  std::string text = "a,colour,b,y\n";
  const char* const colours[] = {"red", "green", "blue", "grey", "pink"};
  for (int k = 0; k < 900; ++k) {
    const double a = random.normal();
    const std::uint32_t colour = random.below(5);
    const double b = random.normal();
    const double score = a * a + (colour == 1 || colour == 3 ? 1.5 : 0) - 0.5 * b + 0.5 * random.normal();
    const std::string field = random.below(12) == 0 ? "" : joined(std::round(1000 * a) / 1000);
    text += joined(field, ",", colours[colour], ",", std::round(1000 * b) / 1000, ",", score > 2 ? 1 : 0, "\n");
  }
  return text;
}

class Trees : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    if (!has_xgboost()) GTEST_SKIP() << "built without XGBoost";
    folder_.file("c.csv", table_with_category());
  }

  CommandResult grown(const std::string& arguments) const {
    const auto result = pauc("train c.csv --label y --model trees --quiet " + arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result;
  }
};

TEST_F(Trees, LearnWhatNoLineCanAndStopEarly) {
  grown("--objective ce --fpr-max 0.2 --out run");
  const json test = read("run/metrics.json")["test"]["scores"]["score"];
  EXPECT_GT(test["one_way"]["mcclish"], 0.8);
  const auto log = lines_of(content_of(folder_.path("run/log.jsonl")));
  const json card = read("run/model.json");
  EXPECT_EQ(log.size(), card["training"]["best_epoch"].get<std::size_t>() + 50);  // patience
  EXPECT_FALSE(exists("run/model.safetensors"));
  EXPECT_TRUE(exists("run/trees.json"));
}

// The rows of c.csv as XGBoost sees them: colours by their place in the card.
std::string plain_rows(const std::string& table, const json& card) {
  std::map<std::string, int> places;
  for (const json& column : card["preprocessing"]["columns"]) {
    if (column["name"] != "colour") continue;
    for (const json& category : column["categories"]) {
      places.emplace(category, static_cast<int>(places.size()));
    }
  }
  std::string text = "a,colour,b\n";
  const auto lines = lines_of(table);
  for (std::size_t k = 1; k < lines.size(); ++k) {
    std::istringstream line(lines[k]);
    std::string a;
    std::string colour;
    std::string b;
    std::getline(line, a, ',');
    std::getline(line, colour, ',');
    std::getline(line, b, ',');
    text += joined(a, ",", places.at(colour), ",", b, "\n");
  }
  return text;
}

TEST_F(Trees, XgboostGivesTheSameScoresFromTheFile) {
  grown("--objective ce --fpr-max 0.2 --epochs 40 --out run");
  ASSERT_EQ(pauc("predict run c.csv --out scores.csv --quiet").exit_code, 0);
  folder_.file("plain.csv", plain_rows(table_with_category(), read("run/model.json")));
  const auto answer = run_shell(joined(PAUC_PYTHON, " tests/oracle/xgboost_answers.py ", folder_.path("run/trees.json"),
                                       " ", folder_.path("plain.csv"), " colour"));
  ASSERT_EQ(answer.exit_code, 0) << answer.err;
  const auto expected = lines_of(answer.out);
  const auto found = lines_of(content_of(folder_.path("scores.csv")));
  ASSERT_EQ(found.size(), expected.size() + 1);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const double score = std::stod(found[k + 1].substr(found[k + 1].find(',') + 1));
    ASSERT_NEAR(score, std::stod(expected[k]), 2e-5) << "row " << k + 1;  // XGBoost adds up in float
  }
}

TEST_F(Trees, PredictRepeatsTheScoresOfTheTrainingToTheBit) {
  folder_.file("t2.csv", small_table());
  const auto result =
      pauc("train t2.csv --label y --split part --drop w,g --model trees --objective ce --epochs 20 --quiet --out run");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  ASSERT_EQ(pauc("predict run t2.csv --out scores.csv --quiet").exit_code, 0);
  const auto scores = lines_of(content_of(folder_.path("scores.csv")));
  for (const std::string& line : lines_of(content_of(folder_.path("run/predictions-test.csv")))) {
    if (line.rfind("row", 0) == 0) continue;
    const std::string score = line.substr(line.rfind(',') + 1);
    const std::string& again = scores.at(std::stoul(line));
    EXPECT_EQ(again.substr(again.rfind(',') + 1), score);
  }
}

TEST_F(Trees, AStoppedTrainingResumesToTheSameTrees) {
  grown("--objective ce --epochs 60 --patience 0 --out straight");
  grown("--objective ce --epochs 23 --patience 0 --out resumed");
  grown("--objective ce --epochs 60 --patience 0 --resume --out resumed");
  EXPECT_EQ(content_of(folder_.path("straight/trees.json")), content_of(folder_.path("resumed/trees.json")));
  EXPECT_EQ(content_of(folder_.path("straight/predictions-test.csv")),
            content_of(folder_.path("resumed/predictions-test.csv")));
}

TEST_F(Trees, OtherObjectivesContinueFromTheBestRoundOfCrossEntropy) {
  grown("--objective sopa --fpr-max 0.1 --epochs 30 --pretrain-epochs 30 --out run");
  const auto log = lines_of(content_of(folder_.path("run/log.jsonl")));
  ASSERT_EQ(log.size(), 60U);
  EXPECT_EQ(json::parse(log[0])["phase"], "pretrain");
  EXPECT_THAT(content_of(folder_.path("run/config.yaml")), HasSubstr("surrogate: sigmoid"));
  EXPECT_GT(read("run/metrics.json")["test"]["scores"]["score"]["auc"]["value"], 0.8);
}

TEST_F(Trees, LowerTheSquaredHingeOfSopaRoundByRound) {
  grown(
      "--objective sopa --surrogate squared-hinge --fpr-max 0.2 --epochs 40 --pretrain-epochs 20 --patience 0 "
      "--best-by target --out run");
  const auto log = lines_of(content_of(folder_.path("run/log.jsonl")));
  std::vector<double> values;
  for (const std::string& line : log) {
    const json epoch = json::parse(line);
    if (!epoch.contains("phase")) values.push_back(epoch["objective"]);
  }
  ASSERT_EQ(values.size(), 40U);
  EXPECT_LT(values[10], 0.9 * values[0]);
  EXPECT_LT(values[39], 0.8 * values[10]);
  EXPECT_THAT(content_of(folder_.path("run/config.yaml")), HasSubstr("surrogate: squared-hinge"));
  EXPECT_GT(read("run/metrics.json")["test"]["scores"]["score"]["auc"]["value"], 0.8);
}

// It is a cross-entropy with weights of its own, so there is nothing to continue from.
TEST_F(Trees, HardGrowsFromTheFirstRoundOn) {
  grown("--objective hard --fpr-max 0.1 --epochs 40 --out run");
  const auto log = lines_of(content_of(folder_.path("run/log.jsonl")));
  ASSERT_EQ(log.size(), 40U);
  EXPECT_FALSE(json::parse(log[0]).contains("phase"));
  EXPECT_LT(json::parse(log[39])["objective"], json::parse(log[0])["objective"]);
  EXPECT_GT(read("run/metrics.json")["test"]["scores"]["score"]["auc"]["value"], 0.8);
}

TEST_F(Trees, ADamagedFileIsRefused) {
  grown("--objective ce --epochs 5 --out run");
  std::string text = content_of(folder_.path("run/trees.json"));
  text[text.size() / 2] = text[text.size() / 2] == '1' ? '2' : '1';
  folder_.file("run/trees.json", text);
  refused("predict run c.csv --out scores.csv", 65, "the file is damaged or was replaced");
  folder_.file("run/trees.json", text.substr(0, 100));
  refused("predict run c.csv --out scores.csv", 65, "the file is damaged or was replaced");
}

TEST_F(Trees, RefuseOptionsThatAreNotTheirs) {
  const std::string line = "train c.csv --label y --model trees --objective ce --out run ";
  refused(line + "--batch-size 32", 2, "batch_size: boosting uses all rows at once, got 32");
  refused(line + "--optimiser adam", 2, "optimiser: expected boosting for trees, got adam");
  refused("train c.csv --label y --model mlp --objective ce --out run --optimiser boosting", 2,
          "optimiser: expected one that moves weights for mlp, got boosting");
  refused(line + "--depth 0", 2, "depth: expected 1 to 30, got 0");
  refused(line + "--subsample 0", 2, "subsample: expected a number above 0 and at most 1, got 0");
}

}  // namespace
}  // namespace pauc::test
