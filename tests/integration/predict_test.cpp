// `pauc predict` as a user types it.
#include <sstream>

#include "pauc/core/error.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  if (!text.empty() && text.back() == at) parts.emplace_back();
  if (at == '\n' && !parts.empty()) parts.pop_back();
  return parts;
}

class Predict : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    trained("--objective sopa --id id --drop part,w,g --fpr-max 0.3 --epochs 3 --quiet --out run");
  }
  // The lines behind the header.
  std::vector<std::string> scored(const std::string& arguments) const {
    const auto result = pauc("predict run " + arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    auto lines = split(result.out, '\n');
    if (!lines.empty()) lines.erase(lines.begin());
    return lines;
  }
};

// The rows of the test part, scored from the file, have the scores of the training to the last digit.
TEST_F(Predict, GivesTheScoresOfTheTraining) {
  const auto lines = scored("t.csv");
  ASSERT_EQ(lines.size(), 180U);
  for (const char* part : {"valid", "test"}) {
    const auto known = split(content_of(folder_.path(std::string("run/predictions-") + part + ".csv")), '\n');
    ASSERT_GT(known.size(), 10U);
    for (std::size_t k = 1; k < known.size(); ++k) {
      const auto fields = split(known[k], ',');  // row,id,label,score
      EXPECT_EQ(lines[std::stoul(fields[0]) - 1], fields[0] + "," + fields[1] + "," + fields[3]);
    }
  }
}

TEST_F(Predict, FindsColumnsByName) {
  folder_.file("one.csv", "b,c,id,a\n0.25,red,X1,0.75\n,blue,X2,0.5\n");
  folder_.file("two.csv", "id,a,extra,b,c\nX1,0.75,7,0.25,red\nX2,0.5,8,,blue\n");
  EXPECT_EQ(scored("one.csv"), scored("two.csv"));
  EXPECT_THAT(pauc("predict run two.csv").err, HasSubstr("two.csv: columns that the model does not use: "));
  EXPECT_THAT(pauc("predict run two.csv").err, HasSubstr("extra"));
  folder_.file("three.csv", "a,b,c\n0.75,0.25,red\n");  // without the ids that the training had
  EXPECT_THAT(pauc("predict run three.csv").out, HasSubstr("row,score\n1,"));
  folder_.file("few.csv", "id,c\nX1,red\n");
  refused("predict run few.csv --quiet", 65,
          "few.csv: expected the columns that the model was trained on, missing: a, b");
}

TEST_F(Predict, ScoresUnseenCategoriesAndMissingValues) {
  folder_.file("n.csv", "id,a,b,c\n1,0.5,0.5,violet\n2,,,\n3,NA,0.1,red\n");
  for (const auto& line : scored("n.csv")) EXPECT_THAT(line, ContainsRegex("^[1-3],[1-3],-?[0-9.e-]+$"));
}

TEST_F(Predict, KeepsRowsThatCannotBeScored) {
  folder_.file("n.csv", "id,a,b,c\n1,0.5,0.5,red\n2,oops,0.5,red\n3,0.5,1e39,red\n4,0.5,0.5,red\n");
  const auto result = pauc("predict run n.csv --at-fpr 0.05 --probability");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto lines = split(result.out, '\n');
  ASSERT_EQ(lines.size(), 5U) << result.out;
  EXPECT_EQ(lines[0], "row,id,score,decision,probability");
  EXPECT_EQ(lines[2], "2,2,,,");
  EXPECT_EQ(lines[3], "3,3,,,");
  EXPECT_EQ(lines[1].substr(1 + 2), lines[4].substr(1 + 2));  // unharmed by the rows between
  EXPECT_THAT(result.err, HasSubstr("n.csv: line 3, column 2 (a): expected a number, got \"oops\""));
  EXPECT_THAT(result.err, HasSubstr("n.csv: line 4, column 3 (b): expected a number below 3.4e38, got \"1e39\""));
  EXPECT_THAT(result.err, HasSubstr("2 of 4 rows could not be scored; their score is empty"));
}

TEST_F(Predict, DecidesByTheThresholdsOfTheCard) {
  const json card = read("run/model.json");
  const json& at = card["thresholds"].back();
  ASSERT_EQ(at["fpr"], 0.3);
  int decided = 0;
  for (const auto& line : scored("t.csv --at-fpr 0.3")) {
    const auto fields = split(line, ',');
    EXPECT_EQ(fields[3] == "1", std::stod(fields[2]) >= at["threshold"].get<double>()) << line;
    decided += fields[3] == "1" ? 1 : 0;
  }
  EXPECT_GT(decided, 0);
  EXPECT_LT(decided, 180);
}

// Any rate: the threshold is that of `pauc evaluate` on the held-out scores.
TEST_F(Predict, DecidesByAnyRateAsEvaluateDoesOnValidation) {
  const json points = json::parse(
      pauc("evaluate run/predictions-valid.csv --fpr-max 0.2 --guarantee 0.8 --json").out)["scores"]["score"];
  const json& at = points["operating_points"].back();
  ASSERT_EQ(at["fpr"], 0.2);
  const auto threshold_of = [&](const std::string& options) {
    return json::parse(pauc("predict run t.csv --out s.csv --json --quiet " + options).out)["threshold"];
  };
  EXPECT_EQ(threshold_of("--at-fpr 0.2"), at["threshold"]);
  ASSERT_TRUE(at["guaranteed_threshold"].is_number());
  EXPECT_EQ(threshold_of("--at-fpr 0.2 --guarantee 0.8"), at["guaranteed_threshold"]);
  EXPECT_GT(threshold_of("--at-fpr 0.2 --guarantee 0.8"), threshold_of("--at-fpr 0.2"));
  EXPECT_EQ(threshold_of("--at-tpr 0.9"), points["tpr_points"][0]["threshold"]);
}

TEST_F(Predict, TellsWhatItIsUnsureOf) {
  const json page = json::parse(pauc("predict run t.csv --at-fpr 0.05 --at-tpr 0.95 --out s.csv --json --quiet").out);
  const double low = page["negative_below"];
  const double high = page["threshold"];
  ASSERT_LT(low, high);
  int unsure = 0;
  for (const auto& line : scored("t.csv --at-fpr 0.05 --at-tpr 0.95")) {
    const auto fields = split(line, ',');
    const double score = std::stod(fields[2]);
    EXPECT_EQ(fields[3], score >= high ? "1" : score < low ? "0" : "unsure") << line;
    unsure += fields[3] == "unsure" ? 1 : 0;
  }
  EXPECT_GT(unsure, 0);
  EXPECT_EQ(page["unsure"], unsure);
}

TEST_F(Predict, RefusesRatesThatItCannotKeep) {
  refused("predict run t.csv --at-fpr 0.01 --guarantee 0.95 --quiet", 2, "needs at least 299 negatives; there are ");
  refused("predict run t.csv --guarantee 0.95 --quiet", 2, "guarantee: expected --at-fpr or --at-tpr with it");
  refused("predict run t.csv --at-fpr 0 --quiet", 2, "at_fpr: expected a rate between 0 and 1, got 0");
  refused("predict run t.csv --at-fpr 0.2 --guarantee 1 --quiet", 2, "guarantee: expected a number between 0 and 1");
}

TEST_F(Predict, GivesProbabilitiesThatRiseWithTheScore) {
  std::map<double, double> by_score;
  for (const auto& line : scored("t.csv --probability")) {
    const auto fields = split(line, ',');
    by_score[std::stod(fields[2])] = std::stod(fields[3]);
  }
  ASSERT_GT(by_score.size(), 100U);
  double last = 0;
  std::size_t different = 0;
  for (const auto& [score, probability] : by_score) {
    EXPECT_GT(probability, 0);
    EXPECT_LT(probability, 1);
    EXPECT_GE(probability, last) << score;
    different += probability > last ? 1 : 0;
    last = probability;
  }
  EXPECT_GT(different, 100U);
}

TEST_F(Predict, ReadsStandardInputAndWritesAFile) {
  const auto piped = run_shell("cd '" + folder_.folder() + "' && '" PAUC_COMMAND "' predict run - <t.csv");
  EXPECT_EQ(piped.exit_code, 0) << piped.err;
  const auto result = pauc("predict run t.csv --out s.csv --json --quiet");
  const json page = json::parse(result.out);
  EXPECT_EQ(page["rows"], 180);
  EXPECT_EQ(page["unscored"], 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_EQ(content_of(folder_.path("s.csv")), piped.out);
}

TEST_F(Predict, RefusesWhatItCannotReadOrWrite) {
  const std::string before = content_of(folder_.path("t.csv"));
  refused("predict run t.csv --out t.csv --quiet", 2, "out: expected another file than the data, got t.csv");
  refused("predict run t.csv --out ./run/../t.csv --quiet", 2, "out: expected another file than the data");
  EXPECT_EQ(content_of(folder_.path("t.csv")), before);
  refused("predict nowhere t.csv", 66, "nowhere");
  refused("predict run none.csv", 66, "none.csv: cannot open");
  folder_.file("empty.csv", "");
  refused("predict run empty.csv", 65, "empty.csv: expected a CSV file, got an empty one");
  folder_.file("head.csv", "id,a,b,c\n");
  refused("predict run head.csv --out s.csv --quiet", 65, "head.csv: expected rows to score, got none");
  refused("predict run t.csv --quiet --out t.csv/s.csv", 73, "t.csv/s.csv: cannot create");
  folder_.file("ragged.csv", "id,a,b,c\n1,0.5,0.5,red\n2,0.5\n");
  refused("predict run ragged.csv --out s.csv --quiet", 65, "ragged.csv: line 3: expected 4 fields");
  const std::string card = content_of(folder_.path("run/model.json"));
  folder_.file("run/model.json", card.substr(0, card.size() / 2));
  refused("predict run t.csv", 65, "run/model.json");
  folder_.file("run/model.json", card);
  const std::string weights = content_of(folder_.path("run/model.safetensors"));
  folder_.file("run/model.safetensors", weights.substr(0, weights.size() - 4));
  refused("predict run t.csv", 65, "run/model.safetensors");
}

}  // namespace
}  // namespace pauc::test
