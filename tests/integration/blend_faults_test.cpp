// What goes wrong in blends: members that fail, files that are damaged or missing, options that the data do not allow.
#include <cstdio>
#include <filesystem>

#include "pauc/core/error.h"
#include "support/components.h"
#include "support/csv_columns.h"
#include "support/training.h"

namespace pauc::test {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class BlendFaults : public TrainingTest {
 protected:
  const std::string line_ =
      "train t.csv --label y --split part --drop id,w,g --objective ce --importance 0 --no-report ";

  void train_blend(const std::string& arguments) const {
    const auto result = pauc(line_ + "--members linear,forest --trees 20 --folds 2 --quiet " + arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  CommandResult predicted() const { return pauc("predict run t.csv --members --quiet --out scores.csv"); }

  // A file with a score for each row of t.csv.
  template <class ScoreOf>
  void write_scores(const std::string& name, const ScoreOf& score_of) const {
    const auto labels = columns_in(content_of(folder_.path("t.csv")))["y"];
    std::string text = "row,score\n";
    for (std::size_t k = 0; k < labels.size(); ++k) text += joined(k + 1, ",", score_of(k, labels[k] == "1"), "\n");
    folder_.file(name, text);
  }
};

TEST_F(BlendFaults, AMemberOfOtherColumnsIsRefused) {
  train_blend("--out run");
  const auto other = pauc(
      "train t.csv --label y --split part --drop id,w,g,b --objective ce --members linear,forest --trees 20 --folds 2 "
      "--importance 0 --no-report --quiet --out other");
  ASSERT_EQ(other.exit_code, 0) << other.err;
  fs::remove_all(folder_.path("run/members/forest/fold-2"));
  fs::copy(folder_.path("other/members/forest/fold-2"), folder_.path("run/members/forest/fold-2"),
           fs::copy_options::recursive);
  refused("predict run t.csv --members --quiet --out scores.csv", 65,
          "fold-2/model.json: expected the columns that the other members were trained on, got others");
}

TEST_F(BlendFaults, WhatIsMissingOrDamagedIsNamed) {
  train_blend("--out run");
  const std::string blend = content_of(folder_.path("run/blend.json"));
  const std::string predict = "predict run t.csv --members --quiet --out scores.csv";
  fs::remove(folder_.path("run/blend.json"));
  refused(predict, 66, "run/blend.json: expected the weights of the members, got no such file");
  folder_.file("run/blend.json", blend.substr(0, blend.size() / 2));
  refused(predict, 65, "run/blend.json");
  json other = json::parse(blend);
  other["members"][0]["name"] = "nosuch";
  folder_.file("run/blend.json", other.dump());
  refused(predict, 66, "run/members/nosuch/fold-1: cannot open");
  folder_.file("run/blend.json", blend);
  fs::rename(folder_.path("run/members"), folder_.path("elsewhere"));
  refused(predict, 66, "run/members/linear/fold-1: cannot open");
  fs::rename(folder_.path("elsewhere"), folder_.path("run/members"));
  EXPECT_EQ(pauc(predict).exit_code, 0);
}

TEST_F(BlendFaults, FoldsThatTheGroupsDoNotAllowAreRefusedByTheirNumber) {
  const auto rows = columns_in(content_of(folder_.path("t.csv")));
  std::string text = "a,ward,y\n";
  for (std::size_t k = 0; k < rows.at("a").size(); ++k) {
    text += joined(rows.at("a")[k], ",w", k / 3 % 4, ",", rows.at("y")[k], "\n");
  }
  folder_.file("wards.csv", text);
  refused(
      "train wards.csv --label y --group ward --split random --model linear --objective ce --fold-by grouped "
      "--folds 5 --out run",
      2, "folds: expected at most 4, the number of groups in the training and validation rows, got 5");
}

TEST_F(BlendFaults, MinutesAreAPositiveNumber) {
  for (const char* minutes : {"-1", "0", "nan"}) {
    refused(line_ + "--members linear,forest --out run --minutes=" + minutes, 2, "minutes: expected");
  }
}

TEST_F(BlendFaults, MembersThatAllFailAreNamedWithTheirReasons) {
  const auto all = pauc(line_ + "--members mlp --folds 2 --lr 1e30 --quiet --out run");
  EXPECT_EQ(all.exit_code, 1);
  EXPECT_THAT(all.err,
              HasSubstr("blend: expected at least 1 member, got 0; left out: mlp, fold 1: training by ce has failed"));
  const auto one_split = pauc(line_ + "--members mlp,forest --trees 20 --folds 1 --lr 1e30 --quiet --out one");
  EXPECT_EQ(one_split.exit_code, 1);
  EXPECT_THAT(one_split.err,
              HasSubstr("blend: expected at least 2 members, got 1; left out: mlp, fold 1: training by ce has failed"));
  EXPECT_FALSE(exists("one/metrics.json"));
}

TEST_F(BlendFaults, ForeignScoresThatCannotBeMeantAreRefused) {
  const auto good = [](std::size_t row, bool positive) {
    return (positive ? 1.0 : 0.0) + 0.01 * static_cast<double>(row * 37 % 101);
  };
  write_scores("mine.csv", good);
  write_scores("nan.csv", [&](std::size_t row, bool positive) {
    return row == 4 ? std::string("nan") : joined(good(row, positive));
  });
  const std::string line = line_ + "--members linear --folds 2 --out run --member ";
  refused(line + "nan.csv", 65, "nan.csv: line 6, column 2 (score): expected a finite number, got \"nan\"");
  refused(line + "mine.csv,other=mine.csv", 2, "member: expected each file once, got mine.csv twice");
  refused(line + "linear=mine.csv", 2, "members: expected each once, got linear twice");
}

TEST_F(BlendFaults, ForeignScoresThatSayNothingHaveNoWeight) {
  write_scores("flat.csv", [](std::size_t, bool) { return 0.5; });
  const auto result = pauc(line_ + "--members linear,forest --trees 20 --folds 2 --out run --member flat.csv");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("flat ranks the rows left out no better than chance and has no weight"));
  EXPECT_EQ(read("run/blend.json")["members"][2]["weight"], 0);
  EXPECT_EQ(predicted().exit_code, 2);  // --members wants its scores too
  EXPECT_EQ(pauc("predict run t.csv --quiet --out scores.csv").exit_code, 0);
}

class WithoutXgboost : public BlendFaults {
 protected:
  void SetUp() override {
    BlendFaults::SetUp();
    if (!IsSkipped() && has_xgboost()) GTEST_SKIP() << "built with XGBoost";
  }
};

TEST_F(WithoutXgboost, TreesAreRefusedByNameBeforeAnythingIsWritten) {
  const char* words = "trees: this copy of pauc was built without XGBoost, so it can use boosted trees but not train";
  refused(line_ + "--model trees --out run", 2, words);
  refused(line_ + "--members linear,trees --folds 2 --out run", 2, words);
}

TEST_F(WithoutXgboost, AutoLeavesThemOutWithANote) {
  const auto result = trained("--effort quick --quiet --out run");
  const json blend = read("run/blend.json");
  ASSERT_EQ(blend["members"].size(), 1U);
  EXPECT_EQ(blend["left_out"][0]["name"], "trees");
  EXPECT_THAT(blend["left_out"][0]["why"].get<std::string>(), HasSubstr("built without XGBoost"));
}

}  // namespace
}  // namespace pauc::test
