// `pauc train --folds`: several models whose scores are averaged, and blends of families.
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "pauc/core/error.h"
#include "support/components.h"
#include "support/csv_columns.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Folds : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (!IsSkipped() && !has_xgboost()) GTEST_SKIP() << "built without XGBoost";
  }

  std::map<std::string, std::vector<std::string>> columns_of(const std::string& name) const {
    return columns_in(content_of(folder_.path(name)));
  }
};

TEST_F(Folds, EachRowIsScoredByTheModelThatHasNotSeenIt) {
  trained("--model linear --objective ce --folds 3 --out run");
  auto valid = columns_of("run/predictions-valid.csv");
  EXPECT_EQ(std::set<std::string>(valid["fold"].begin(), valid["fold"].end()), (std::set<std::string>{"1", "2", "3"}));
  std::map<std::string, std::string> held_out;  // by row
  for (int fold = 1; fold <= 3; ++fold) {
    auto of_fold = columns_of(joined("run/members/linear/fold-", fold, "/predictions-test.csv"));
    for (std::size_t k = 0; k < of_fold["row"].size(); ++k) held_out[of_fold["row"][k]] = of_fold["score"][k];
  }
  ASSERT_EQ(held_out.size(), valid["row"].size());
  for (std::size_t k = 0; k < valid["row"].size(); ++k) EXPECT_EQ(valid["score"][k], held_out.at(valid["row"][k]));
  // The test part is that of a run without folds, scored by the mean of the models.
  trained("--model linear --objective ce --out single");
  EXPECT_EQ(columns_of("run/predictions-test.csv")["row"], columns_of("single/predictions-test.csv")["row"]);
  EXPECT_EQ(pauc("predict run t.csv --out scores.csv --quiet").exit_code, 0);
  auto scores = columns_of("scores.csv");
  auto test = columns_of("run/predictions-test.csv");
  for (std::size_t k = 0; k < test["row"].size(); ++k) {
    EXPECT_EQ(scores["score"].at(std::stoul(test["row"][k]) - 1), test["score"][k]);
    double mean = 0;
    for (int fold = 1; fold <= 3; ++fold) {
      const std::string name = joined("of-", fold, ".csv");
      if (k == 0) {
        ASSERT_EQ(pauc(joined("predict run/members/linear/fold-", fold, " t.csv --quiet --out ", name)).exit_code, 0);
      }
      mean += std::stod(columns_of(name)["score"].at(std::stoul(test["row"][k]) - 1)) / 3;
    }
    EXPECT_NEAR(std::stod(test["score"][k]), mean, 1e-9 * (1 + std::abs(mean)));
    if (k == 5) break;
  }
}

TEST_F(Folds, ABlendIsACandidateBesideItsMembers) {
  trained("--members linear,trees --objective ce --folds 2 --epochs 15 --out run");
  const json blend = read("run/blend.json");
  ASSERT_EQ(blend["members"].size(), 2U);
  EXPECT_EQ(blend["members"][0]["name"], "linear");
  EXPECT_EQ(blend["members"][1]["folds"], 2);
  const json candidates = read("run/candidates.json");
  ASSERT_EQ(candidates.size(), 3U);
  EXPECT_EQ(candidates[2]["name"], "blend");
  EXPECT_EQ(std::count_if(candidates.begin(), candidates.end(), [](const json& each) { return each["kept"]; }), 1);
  // The score is what blend.json says.
  ASSERT_EQ(pauc("predict run t.csv --members --out scores.csv --quiet").exit_code, 0);
  auto scores = columns_of("scores.csv");
  for (std::size_t k = 0; k < scores["row"].size(); ++k) {
    double sum = blend["intercept"];
    for (const json& member : blend["members"]) {
      sum += member["weight"].get<double>() * std::stod(scores[member["name"]][k]);
    }
    EXPECT_NEAR(std::stod(scores["score"][k]), sum, 1e-9 * (1 + std::abs(sum)));
  }
  EXPECT_EQ(pauc("report run --out page.html").exit_code, 0);
}

TEST_F(Folds, TheNumberOfThreadsChangesNoBitAndAFinishedRunIsLeftAlone) {
  trained("--members linear,trees --objective ce --folds 2 --epochs 10 --threads 1 --out one");
  trained("--members linear,trees --objective ce --folds 2 --epochs 10 --threads 2 --out two");
  for (const char* file : {"/predictions-valid.csv", "/predictions-test.csv", "/blend.json", "/metrics.json"}) {
    EXPECT_EQ(content_of(folder_.path(std::string("one") + file)), content_of(folder_.path(std::string("two") + file)));
  }
  const auto before = bits("one");
  trained("--members linear,trees --objective ce --folds 2 --epochs 10 --threads 1 --resume --out one");
  EXPECT_EQ(bits("one"), before);
}

TEST_F(Folds, AKilledRunResumesToTheSameBits) {
  const std::string line =
      "train t.csv --label y --split part --drop w,g --members mlp,trees --objective ce --folds 2 "
      "--epochs 40 --patience 0 --threads 1 --no-report ";
  ASSERT_EQ(pauc(line + "--out straight --quiet").exit_code, 0);
  {
    BegunCommand begun(folder_.path(""), line + "--out killed");
    ASSERT_TRUE(begun.wait_until_it_says("mlp: fold 1 of 2 is trained"));
    begun.send(9);
    begun.wait();
  }
  ASSERT_EQ(pauc(line + "--resume --out killed --quiet").exit_code, 0);
  for (const char* file : {"/predictions-valid.csv", "/predictions-test.csv", "/blend.json", "/metrics.json"}) {
    EXPECT_EQ(content_of(folder_.path(std::string("straight") + file)),
              content_of(folder_.path(std::string("killed") + file)));
  }
}

TEST_F(Folds, RefuseWhatTheDataDoNotAllow) {
  const std::string line = "train t.csv --label y --split part --drop w,g --objective ce --out run ";
  refused(line + "--model linear --folds 101", 2, "folds: expected 1 to 100, got 101");
  refused(line + "--model linear --folds 90", 2, "folds: expected at most 48, the number of positives in the training");
  refused(line + "--members linear,nosuch --folds 2", 2, "nosuch");
  refused(line + "--members linear,linear --folds 2", 2, "members: expected each once, got linear twice");
  refused(line + "--members linear,trees --minutes 0", 2, "minutes: expected more than 0, got 0");
  refused(line + "--effort quick", 2, "effort: expected model auto and objective auto, got ce");
  refused(line + "--members linear,gin", 2, "gin");
}

TEST_F(Folds, AutoBlendsFamiliesAndItsConfigGivesTheSameRun) {
  trained("--effort quick --threads 1 --out run");
  const json blend = read("run/blend.json");
  ASSERT_EQ(blend["members"].size(), 2U);
  EXPECT_EQ(blend["members"][0]["folds"], 1);
  // One fold leaves out the validation part: its rows have scores.
  EXPECT_EQ(columns_of("run/predictions-valid.csv")["row"],
            columns_of("run/members/mlp/fold-1/predictions-valid.csv")["row"]);
  ASSERT_EQ(pauc("train --config run/config.yaml --threads 1 --out again --no-report --quiet").exit_code, 0);
  EXPECT_EQ(content_of(folder_.path("run/predictions-test.csv")),
            content_of(folder_.path("again/predictions-test.csv")));
}

TEST_F(Folds, AMemberThatIsNotDoneInTimeIsLeftOut) {
  const auto result = trained("--minutes 0.0001 --out run");
  EXPECT_THAT(result.err, HasSubstr("forest is left out: the time is up"));
  const json blend = read("run/blend.json");
  ASSERT_EQ(blend["members"].size(), 1U);
  EXPECT_EQ(blend["members"][0]["name"], "trees");
  EXPECT_EQ(pauc("predict run t.csv --quiet --out scores.csv").exit_code, 0);
}

TEST_F(Folds, AFinishedRunWithALimitOfTimeStaysAsItIsUnlessItGetsMore) {
  trained("--effort quick --minutes 0.0001 --out run");
  EXPECT_EQ(read("run/blend.json")["left_out"][0]["why"], "the time is up");
  const auto before = bits("run");
  ASSERT_EQ(pauc("train --resume --out run --no-report --quiet").exit_code, 0);
  EXPECT_EQ(bits("run"), before);
  ASSERT_EQ(pauc("train --resume --minutes 5 --out run --no-report --quiet").exit_code, 0);
  EXPECT_GT(read("run/blend.json")["members"].size(), 1U);
}

TEST_F(Folds, AMemberThatFailsIsLeftOutAndTwoMustRemain) {
  const auto result = trained("--members mlp,trees,forest --objective ce --folds 2 --lr 1e30 --out run");
  EXPECT_THAT(result.err, HasSubstr("warning: mlp is left out: fold 1: "));
  const json blend = read("run/blend.json");
  ASSERT_EQ(blend["members"].size(), 2U);
  EXPECT_EQ(blend["left_out"][0]["name"], "mlp");
  ASSERT_EQ(pauc("report run --out page.html").exit_code, 0);
  EXPECT_THAT(content_of(folder_.path("page.html")), HasSubstr("Left out: <bdi>mlp</bdi>, since"));
  const auto few = pauc(
      "train t.csv --label y --split part --drop w,g --objective ce --members mlp,trees --folds 2 --lr 1e30 --out few "
      "--no-report");
  EXPECT_EQ(few.exit_code, 1);
  EXPECT_THAT(few.err, HasSubstr("blend: expected at least 2 members, got 1"));
}

TEST_F(Folds, ABlendWhoseModelsAreTrainedOnIsNotFinished) {
  const std::string line =
      "train t.csv --label y --split part --drop w,g --members mlp,linear --objective ce --folds 2 --threads 1 "
      "--patience 0 --no-report --out run ";
  ASSERT_EQ(pauc(line + "--epochs 2 --quiet").exit_code, 0);
  ASSERT_EQ(pauc("predict run t.csv --quiet --out scores.csv").exit_code, 0);
  {
    BegunCommand begun(folder_.path(""), line + "--resume --epochs 20");
    ASSERT_TRUE(begun.wait_until_it_says("mlp: fold 1 of 2 is trained"));
    begun.send(9);
    begun.wait();
  }
  refused("predict run t.csv --quiet --out other.csv", 66, "the run is not finished");
}

TEST_F(Folds, AFoldOfAnotherRunIsRefused) {
  trained("--members linear,trees --objective ce --folds 2 --out run");
  trained("--members linear,trees --objective ce --folds 2 --seed 5 --out other");
  const std::string own = folder_.path("run/members/linear/fold-1");
  std::filesystem::remove_all(own);
  std::filesystem::copy(folder_.path("other/members/linear/fold-1"), own, std::filesystem::copy_options::recursive);
  const auto resumed = pauc("train --resume --out run --no-report");
  EXPECT_EQ(resumed.exit_code, 76);
  EXPECT_THAT(resumed.err, HasSubstr("fold-1: cannot resume with other options"));
}

TEST_F(Folds, AForestIsTrainedOnAllRowsOfTheOtherFolds) {
  trained("--members linear,forest --objective ce --folds 3 --out run");
  const auto rows_of = [&](const std::string& run, const std::string& part) {
    return columns_of(run + "/predictions-" + part + ".csv")["row"].size();
  };
  const std::size_t all = rows_of("run", "valid");
  for (int fold = 1; fold <= 3; ++fold) {
    const std::string forest = joined("run/members/forest/fold-", fold);
    const std::string linear = joined("run/members/linear/fold-", fold);
    const std::size_t held_out = rows_of(forest, "test");
    EXPECT_EQ(held_out, rows_of(linear, "test"));
    EXPECT_EQ(read(forest + "/model.json")["data"]["train"]["rows"], all - held_out);
    EXPECT_EQ(read(linear + "/model.json")["data"]["train"]["rows"], all - held_out - rows_of(linear, "valid"));
  }
}

TEST_F(Folds, WeightsThatHaveSeenTheRowsAreRefused) {
  const std::string line = "train t.csv --label y --split part --drop id,w,g --objective ce --model mlp --epochs 2 ";
  ASSERT_EQ(pauc(line + "--out start --no-report --quiet").exit_code, 0);
  refused(line + "--folds 2 --init start --out run", 2,
          "init: expected a run on other rows, since folds are judged by rows that they leave out, got start");
}

// Its rows are in both files, so that the fingerprints of the files say nothing.
TEST_F(Folds, WeightsThatHaveSeenTheRowsInAnotherFileAreRefused) {
  const std::string line = "--label y --split part --drop id,w,g --objective ce --model mlp --epochs 2 ";
  ASSERT_EQ(pauc("train t.csv " + line + "--out start --no-report --quiet").exit_code, 0);
  const std::string text = content_of(folder_.path("t.csv"));
  folder_.file("later.csv", text + text.substr(text.find('\n') + 1));
  refused("train later.csv " + line + "--folds 2 --init start --out run", 2, "which was trained on");
}

class ForeignScores : public Folds {
 protected:
  static double probability_of(std::size_t row, bool positive) {
    return 0.1 + (positive ? 0.3 : 0) + 0.5 * static_cast<double>(row * 37 % 101) / 101;
  }

  // The fields of t.csv by column.
  std::map<std::string, std::vector<std::string>> table() const { return columns_of("t.csv"); }

  // A file with a probability for each of the first rows, which says something about their labels.
  void write_scores(const std::string& name, std::size_t rows, const std::string& more = "") const {
    const auto labels = table()["y"];
    std::string text = "row,score\n";
    for (std::size_t row = 1; row <= rows; ++row) {
      text += joined(row, ",", probability_of(row, labels.at(row - 1) == "1"), "\n");
    }
    folder_.file(name, text + more);
  }
};

// Then no model of the run is left to say which columns it reads.
TEST_F(ForeignScores, MayBeAllThatTheBlendKeeps) {
  const auto labels = table()["y"];
  std::string text = "row,score\n";
  for (std::size_t row = 1; row <= labels.size(); ++row) {
    text += joined(row, ",", labels[row - 1] == "1" ? 0.9 : 0.1 + 0.001 * static_cast<double>(row % 50), "\n");
  }
  folder_.file("mine.csv", text);
  trained(
      "--members linear,forest --objective ce --folds 2 --blend equal --member mine.csv "
      "--out run");
  const json blend = read("run/blend.json");
  ASSERT_EQ(blend["members"][2]["weight"], 1.0) << blend;
  // New rows get these scores from another model, so that no law applies to its thresholds.
  EXPECT_EQ(read("run/model.json")["guarantee_basis"], "out_of_fold");
  EXPECT_THAT(content_of(folder_.path("run/report.html")), HasSubstr("scores from elsewhere count"));
  const auto result = pauc("predict run t.csv --member mine=mine.csv --quiet --out scores.csv");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  auto scores = columns_of("scores.csv");
  auto test = columns_of("run/predictions-test.csv");
  for (std::size_t k = 0; k < test["row"].size(); ++k) {
    EXPECT_EQ(scores["score"].at(std::stoul(test["row"][k]) - 1), test["score"][k]);
  }
}

TEST_F(ForeignScores, JoinTheBlend) {
  write_scores("mine.csv", 180);
  trained("--members linear,trees --objective ce --folds 2 --member mine.csv --out run");
  const json blend = read("run/blend.json");
  ASSERT_EQ(blend["members"].size(), 3U);
  EXPECT_EQ(blend["members"][2]["name"], "mine");
  EXPECT_EQ(blend["members"][2]["folds"], 0);
  EXPECT_EQ(blend["members"][2]["probabilities"], true);
  ASSERT_EQ(pauc("predict run t.csv --members --member mine=mine.csv --quiet --out scores.csv").exit_code, 0);
  auto scores = columns_of("scores.csv");
  auto test = columns_of("run/predictions-test.csv");
  for (std::size_t k = 0; k < test["row"].size(); ++k) {
    const auto row = std::stoul(test["row"][k]);
    EXPECT_EQ(scores["score"].at(row - 1), test["score"][k]);
    const double probability = probability_of(row, table()["y"].at(row - 1) == "1");
    const json& mine = blend["members"][2];
    const double logit = std::log(probability / (1 - probability));
    EXPECT_NEAR(std::stod(scores["mine"].at(row - 1)),
                mine["slope"].get<double>() * logit + mine["offset"].get<double>(), 1e-9);
  }
  EXPECT_EQ(pauc("report run --out page.html").exit_code, 0);
}

// 0 and 1 would be log odds of any size. They count as half as near as the nearest other probability.
TEST_F(ForeignScores, ThatAreCertainDoNotOutweighTheOthers) {
  const auto certain = [](std::size_t row) { return row % 9 == 0; };
  const auto labels = table()["y"];
  std::string text = "row,score\n";
  for (std::size_t row = 1; row <= labels.size(); ++row) {
    text += joined(row, ",", certain(row) ? 0 : probability_of(row, labels[row - 1] == "1"), "\n");
  }
  folder_.file("mine.csv", text);
  trained("--members linear,trees --objective ce --folds 2 --member mine.csv --out run");
  const json blend = read("run/blend.json");
  const json& mine = blend["members"][2];
  EXPECT_GT(mine["least_probability"].get<double>(), 0.049);  // the smallest other one is 0.1 or a little more
  EXPECT_LT(mine["least_probability"].get<double>(), 0.06);
  ASSERT_EQ(pauc("predict run t.csv --members --member mine=mine.csv --quiet --out scores.csv").exit_code, 0);
  auto scores = columns_of("scores.csv");
  auto test = columns_of("run/predictions-test.csv");
  for (std::size_t k = 0; k < test["row"].size(); ++k) {
    EXPECT_EQ(scores["score"].at(std::stoul(test["row"][k]) - 1), test["score"][k]);
  }
  const double least = mine["least_probability"];
  EXPECT_NEAR(std::stod(scores["mine"].at(8)),
              mine["slope"].get<double>() * std::log(least / (1 - least)) + mine["offset"].get<double>(), 1e-9);
}

TEST_F(ForeignScores, AreRefusedWithRowsMissingOrRepeated) {
  const std::string line = "train t.csv --label y --split part --drop w,g --objective ce --members linear --out run ";
  write_scores("short.csv", 90);
  write_scores("twice.csv", 180, "7,0.5\n");
  folder_.file("nokey.csv", "score\n1\n");
  folder_.file("noscore.csv", "row\n1\n");
  refused(line + "--member short.csv", 65, "short.csv: expected a score for every row of the data, got none for row");
  refused(line + "--member twice.csv", 65, "twice.csv: line 182, column 1 (row): expected each row once, got 7 again");
  refused(line + "--member nokey.csv", 65, "nokey.csv: expected a column row or the column of ids");
  refused(line + "--member noscore.csv", 65, "noscore.csv: expected a column score, got none");
  refused(line + "--member nosuch.csv", 66, "nosuch.csv");
}

TEST_F(ForeignScores, HaveANameThatIsFreeAndStaysInItsFolder) {
  write_scores("mine.csv", 180);
  const std::string line = "train t.csv --label y --split part --drop w,g --objective ce --members linear --out run ";
  for (const char* name : {"../x", "a/b", ".", "blend", "row", "label"}) {
    refused(line + "--member " + name + "=mine.csv", 2,
            joined("member: expected a name that is free and stays in its folder, such as mine=FILE.csv, got \"", name,
                   "\""));
  }
}

TEST_F(ForeignScores, OfAModelThatHasSeenItsRowsAreNoted) {
  auto rows = table();
  std::string text = "row,score\n";
  for (std::size_t k = 0; k < rows["y"].size(); ++k) {
    const bool test = rows["part"][k] == "test";
    text += joined(k + 1, ",", k * 37 % 101 + (!test && rows["y"][k] == "1" ? 200 : 0), "\n");
  }
  folder_.file("leaky.csv", text);
  const auto result = trained(
      "--members linear,trees --objective ce --folds 2 --split part --drop id,w,g --member leaky.csv --out run");
  EXPECT_THAT(result.err, HasSubstr("warning: leaky ranks the training rows far better"));
  EXPECT_THAT(read("run/blend.json")["notes"][0].get<std::string>(), HasSubstr("leaky ranks the training rows"));
}

TEST_F(ForeignScores, OfNewRowsMustBeThereInTheirOrder) {
  write_scores("mine.csv", 180);
  trained("--members linear --objective ce --folds 2 --member mine.csv --out run");
  write_scores("short.csv", 90);
  write_scores("long.csv", 180, "181,0.5\n");
  folder_.file("mixed.csv", "row,score\n2,0.5\n1,0.5\n");
  folder_.file("ids.csv", "id,score\nnosuch,0.5\n");
  ASSERT_GT(read("run/blend.json")["members"][1]["weight"], 0);
  refused("predict run t.csv --quiet --out s.csv", 2, "expected --member mine=FILE.csv, got none");
  refused("predict run t.csv --quiet --member nosuch=mine.csv --out s.csv", 2, "got nosuch");
  refused("predict run t.csv --quiet --member mine=short.csv --out s.csv", 65,
          "expected a score for row 91 of the data");
  refused("predict run t.csv --quiet --member mine=mixed.csv --out s.csv", 65,
          "expected the rows of the data in their order");
  refused("predict run t.csv --quiet --member mine=long.csv --out s.csv", 65,
          "long.csv: expected as many rows as the data have, got more");
  refused("predict run t.csv --quiet --id id --member mine=ids.csv --out s.csv", 65,
          "expected the ids of the data in their order");
}

}  // namespace
}  // namespace pauc::test
