// A run with several labels as a user types it.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/random.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

// Three labels of one hidden cause, each missing in some rows; the last row of ten has none.
std::string labelled_rows(int rows) {
  Random random(3);
  std::string text = "name,a,b,A,\"B, late\",C\n";
  for (int row = 0; row < rows; ++row) {
    const double cause = random.normal();
    text += joined("n", row, ",", cause + 0.5 * random.normal(), ",", random.normal());
    for (int label = 0; label < 3; ++label) {
      const bool positive = cause + 0.6 * random.normal() > 0.9;
      const bool missing = row % 10 == 9 || random.below(4) == 0;
      text += missing ? "," : positive ? ",1" : ",0";
    }
    text += "\n";
  }
  return text;
}

constexpr const char* kLabels = "--label 'A,\"B, late\",C' --id name --drop name --threads 1 --quiet ";

class SeveralLabels : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    folder_.file("many.csv", labelled_rows(600));
  }
  CommandResult train(const std::string& arguments) const {
    const CommandResult result = pauc(std::string("train many.csv ") + kLabels + arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result;
  }
  // A column of numbers; empty fields are NaN.
  std::vector<double> column(const std::string& file, const std::string& name) const {
    CsvReader csv(folder_.path(file), {});
    const std::size_t place = csv.column(name);
    std::vector<double> values;
    while (csv.next()) values.push_back(csv.field(place).empty() ? std::nan("") : csv.number(place));
    return values;
  }
};

TEST_F(SeveralLabels, AreLearntByOneNetwork) {
  for (const char* objective : {"ce", "sopa"}) {
    train(joined("--model mlp --objective ", objective, " --epochs 8 --no-report --overwrite --out run"));
    const json metrics = read("run/metrics.json");
    EXPECT_TRUE(metrics["shared"].get<bool>());
    ASSERT_EQ(metrics["labels"].size(), 3U);
    double sum = 0;
    for (const json& label : metrics["labels"]) {
      EXPECT_GT(label["test"]["auc"]["value"].get<double>(), 0.75) << objective << label["name"];
      sum += label["valid"]["target"]["value"].get<double>();
      const std::string folder = "run/tasks/" + label["folder"].get<std::string>();
      const json own = read(folder + "/metrics.json");
      EXPECT_EQ(own["test"]["scores"]["score"]["auc"]["value"], label["test"]["auc"]["value"]);
      EXPECT_EQ(own["test"]["n_positive"], label["test"]["n_positive"]);
    }
    EXPECT_NEAR(metrics["mean"]["valid"]["target"]["value"].get<double>(), sum / 3, 1e-12);
    // The best epoch is the best by this mean.
    double best = 0;
    for (const std::string& line : lines_of(content_of(folder_.path("run/log.jsonl")))) {
      best = std::max(best, json::parse(line)["valid"].get<double>());
    }
    EXPECT_NEAR(best, sum / 3, 1e-12) << objective;
    EXPECT_EQ(metrics["labels"][1]["folder"], "B__late");
  }
}

TEST_F(SeveralLabels, AreAColumnEachInPredictions) {
  train("--model mlp --objective sopa --epochs 3 --no-report --out run");
  ASSERT_EQ(pauc("predict run many.csv --keep b --out all.csv --quiet").exit_code, 0);
  EXPECT_EQ(lines_of(content_of(folder_.path("all.csv")))[0], "row,id,A,\"B, late\",C,b");
  for (const auto& [name, folder] : {std::pair("A", "A"), std::pair("B, late", "B__late"), std::pair("C", "C")}) {
    const std::string task = std::string("run/tasks/") + folder;
    ASSERT_EQ(pauc("predict " + task + " many.csv --out one.csv --quiet").exit_code, 0);
    const std::vector<double> all = column("all.csv", name);
    EXPECT_EQ(column("one.csv", "score"), all) << name;  // the same bits
    const std::vector<double> rows = column(task + "/predictions-test.csv", "row");
    const std::vector<double> scores = column(task + "/predictions-test.csv", "score");
    const std::vector<double> truth = column("many.csv", name);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto row = static_cast<std::size_t>(rows[k]) - 1;
      EXPECT_EQ(scores[k], all[row]) << name;
      EXPECT_FALSE(std::isnan(truth[row])) << name;
    }
  }
}

TEST_F(SeveralLabels, ResumeToTheSameBits) {
  const std::string options = "--model mlp --objective sopa-s --pretrain-epochs 2 --lr-decay none --no-report ";
  train(options + "--epochs 6 --out straight");
  train(options + "--epochs 3 --out resumed");
  train(options + "--epochs 6 --resume --out resumed");
  const auto straight = bits_of(folder_.path("straight"));
  const auto resumed = bits_of(folder_.path("resumed"));
  for (const char* file : {"model.safetensors", "metrics.json", "log.jsonl", "tasks/A/predictions-test.csv",
                           "tasks/C/model.json", "tasks/B__late/metrics.json"}) {
    ASSERT_TRUE(straight.count(file) == 1 && resumed.count(file) == 1) << file;
    EXPECT_EQ(straight.at(file), resumed.at(file)) << file;
  }
}

TEST_F(SeveralLabels, GetAPageEachAndOneForAll) {
  train("--model mlp --objective ce --epochs 1 --out run");
  const std::string page = content_of(folder_.path("run/report.html"));
  EXPECT_THAT(page, AllOf(HasSubstr("href=\"tasks/B__late/report.html\""), HasSubstr("id=\"labels\"")));
  EXPECT_THAT(page, AllOf(HasSubstr("id=\"label-1\""), HasSubstr("id=\"label-3-title\"><bdi>C</bdi></h2>")));
  EXPECT_THAT(content_of(folder_.path("run/tasks/A/report.html")), HasSubstr("id=\"operating-points\""));
  ASSERT_EQ(pauc("report run --out pages.html --quiet").exit_code, 0);
  EXPECT_THAT(content_of(folder_.path("pages.html")), HasSubstr("href=\"run/tasks/A/report.html\""));
}

TEST_F(SeveralLabels, OfWhichOneIsDamagedAreReportedWithoutIt) {
  train("--model mlp --objective ce --epochs 1 --no-report --out run");
  folder_.file("run/tasks/B__late/predictions-test.csv", "row,label,score\n1,0\n");
  const CommandResult result = pauc("report run --out pages.html");
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_THAT(result.err, AllOf(HasSubstr("run: the page is written, but not for label \"B, late\": "),
                                HasSubstr("run/tasks/B__late/predictions-test.csv: line 2")));
  const std::string page = content_of(folder_.path("pages.html"));
  EXPECT_THAT(page, AllOf(HasSubstr("Label &quot;B, late&quot; has no section and no page of its own: run/tasks/"),
                          HasSubstr("B, late</bdi>"), HasSubstr("Each other label has a section below"),
                          testing::Not(HasSubstr("tasks/B__late/report.html"))));
  EXPECT_THAT(page,
              AllOf(HasSubstr("href=\"run/tasks/C/report.html\""), HasSubstr("id=\"label-2-title\"><bdi>C</bdi>")));
  EXPECT_THAT(content_of(folder_.path("run/tasks/C/report.html")), HasSubstr("id=\"operating-points\""));
}

TEST_F(SeveralLabels, OfWhichOneIsDamagedHideItsValuesFromThePage) {
  train("--model mlp --objective ce --epochs 1 --no-report --out run");
  folder_.file("run/tasks/B__late/predictions-test.csv", "row,label,score\n1,0,secret\n");
  const CommandResult result = pauc("report run --hide-ids --out pages.html");
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_THAT(result.err, HasSubstr("secret"));
  const std::string page = content_of(folder_.path("pages.html"));
  EXPECT_THAT(page, AllOf(HasSubstr("Label &quot;B, late&quot; has no section and no page of its own: it cannot be "
                                    "read</bdi>"),
                          testing::Not(HasSubstr("secret")), testing::Not(HasSubstr("tasks/B__late"))));
}

TEST_F(SeveralLabels, OfWhichOneIsGoneAreReportedWithTheCodeOfThat) {
  train("--model mlp --objective ce --epochs 1 --no-report --out run");
  std::filesystem::remove_all(folder_.path("run/tasks/B__late"));
  folder_.file("run/tasks/C/predictions-test.csv", "row,label,score\n1,0\n");
  const CommandResult result = pauc("report run --out pages.html");
  EXPECT_EQ(result.exit_code, 66);
  EXPECT_THAT(result.err, HasSubstr("not for label \"B, late\" and 1 other: run/tasks/B__late: no such folder"));
  EXPECT_TRUE(exists("pages.html"));
}

TEST_F(SeveralLabels, HaveAModelEachWhereModelsAreFittedToAllRows) {
  train("--model linear --objective ce --no-report --out run");
  const json metrics = read("run/metrics.json");
  EXPECT_FALSE(metrics["shared"].get<bool>());
  EXPECT_FALSE(exists("run/model.json"));
  ASSERT_EQ(pauc("predict run many.csv --out all.csv --quiet").exit_code, 0);
  ASSERT_EQ(pauc("predict run/tasks/C many.csv --out one.csv --quiet").exit_code, 0);
  EXPECT_EQ(column("one.csv", "score"), column("all.csv", "C"));
  // The same as a run on this label alone, with the parts of all.
  train("--model linear --objective ce --task C --no-report --out alone");
  EXPECT_EQ(content_of(folder_.path("run/tasks/C/predictions-test.csv")),
            content_of(folder_.path("alone/predictions-test.csv")));
}

// Rows of the training part whose only label is left out, and rows of a label that weigh nothing.
std::string sparse_rows() {
  Random random(5);
  std::string text = "a,A,B,C,w,part\n";
  for (int row = 0; row < 514; ++row) {
    const bool trains = row < 257;
    const double cause = random.normal();
    const std::string label = cause + 0.5 * random.normal() > 0.5 ? "1" : "0";
    const bool only_c = trains && row % 2 == 0;
    const char* const part = trains ? "train" : row < 385 ? "valid" : "test";
    text += joined(cause, ",", only_c ? "" : label, ",", only_c || row % 15 != 0 ? "" : label, ",",
                   trains ? "0" : label, ",", row % 30 == 0 ? 0 : 1, ",", part, "\n");
  }
  return text;
}

TEST_F(SeveralLabels, AreLearntWhereMostOfABatchSaysNothing) {
  folder_.file("sparse.csv", sparse_rows());
  const std::string options =
      "--split part --model mlp --objective ce --batch-size 4 --epochs 6 --threads 1 --no-report --out ";
  const CommandResult left_out = pauc("train sparse.csv --label A,B,C --drop w " + options + "left");
  ASSERT_EQ(left_out.exit_code, 0) << left_out.err;
  EXPECT_THAT(left_out.err, AllOf(HasSubstr("label C is left out: the training part has no positive"),
                                  HasSubstr("129 rows of the training part without a label that is trained left out")));
  EXPECT_EQ(read("left/model.json")["data"]["train"]["rows"], 128);
  const CommandResult weighted = pauc("train sparse.csv --label A,B --drop C --weight w " + options + "weighted");
  ASSERT_EQ(weighted.exit_code, 0) << weighted.err;
}

// A label that is left out has a weight in the list all the same.
TEST_F(SeveralLabels, HaveTheWeightsOfTheirPlaces) {
  folder_.file("sparse.csv", sparse_rows());
  const std::string options =
      "--split part --model mlp --objective sopa --epochs 2 --threads 1 --quiet --no-report --out ";
  const CommandResult listed = pauc("train sparse.csv --label C,A,B --drop w --tasks-weight 7,1,3 " + options + "all");
  ASSERT_EQ(listed.exit_code, 0) << listed.err;
  const CommandResult two = pauc("train sparse.csv --label A,B --drop w,C --tasks-weight 1,3 " + options + "two");
  ASSERT_EQ(two.exit_code, 0) << two.err;
  EXPECT_EQ(content_of(folder_.path("all/model.safetensors")), content_of(folder_.path("two/model.safetensors")));
}

// The config in the folder of a label is one of this label.
TEST_F(SeveralLabels, AreTrainedAloneByTheirConfig) {
  train("--model mlp --objective ce --epochs 1 --tasks-weight positives --no-report --out run");
  const CommandResult again = pauc("train --config run/tasks/C/config.yaml --no-report --quiet --out again");
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_FALSE(read("again/metrics.json").contains("labels"));
  EXPECT_EQ(column("again/predictions-test.csv", "row"), column("run/tasks/C/predictions-test.csv", "row"));
  EXPECT_EQ(column("again/predictions-test.csv", "label"), column("run/tasks/C/predictions-test.csv", "label"));
}

TEST_F(SeveralLabels, GiveWayToALabelThatIsNamedBesideAnEarlierRun) {
  train("--model linear --objective ce --task A --no-report --out run");
  const CommandResult other = pauc("train many.csv --like run --label C --no-report --quiet --out other");
  ASSERT_EQ(other.exit_code, 0) << other.err;
  EXPECT_EQ(read("other/model.json")["data"]["label"], "C");
}

TEST_F(SeveralLabels, OfAutoAreLearntByOneNetworkAndANoteSaysSo) {
  const CommandResult result =
      pauc(std::string("train many.csv ") + "--label A,C --drop 'name,\"B, late\"' --threads 1 --no-report --out run");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("several labels: one network learns all of them; blends are for one label"));
}

// Every row belongs to one class, so none is negative for all labels.
TEST_F(SeveralLabels, MayBeTheClassesOfEveryRow) {
  Random random(8);
  std::string text = "x,A,B,C\n";
  for (int row = 0; row < 300; ++row) {
    const int own = static_cast<int>(random.below(3));
    text +=
        joined(own + 0.5 * random.normal(), ",", own == 0 ? 1 : 0, ",", own == 1 ? 1 : 0, ",", own == 2 ? 1 : 0, "\n");
  }
  folder_.file("classes.csv", text);
  const CommandResult result =
      pauc("train classes.csv --label A,B,C --model mlp --objective sopa --epochs 30 --no-report --quiet --out run");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_GT(read("run/metrics.json")["labels"][0]["test"]["auc"]["value"].get<double>(), 0.9);
}

// A salt and its parent are one molecule to a run and to its labels.
TEST_F(SeveralLabels, OfMoleculesAreReadInTheFormOfTheTraining) {
  std::string text = "smiles,A,B\n";
  for (int row = 0; row < 120; ++row) {
    const std::string chain(1 + static_cast<std::size_t>(row % 17), 'C');
    text += joined(chain,
                   row % 3 == 0   ? "N"
                   : row % 3 == 1 ? "O"
                                  : "Cl",
                   ",", row % 3 == 0 ? 1 : 0, ",", row % 17 > 8 ? 1 : 0, "\n");
  }
  folder_.file("m.csv", text);
  folder_.file("new.csv", "smiles\nCCCC[NH3+].[Cl-]\nCCCCN\n");
  const CommandResult result =
      pauc("train m.csv --label A,B --model gin --objective ce --epochs 3 --no-report --quiet --out run");
  if (result.err.find("needs RDKit") != std::string::npos) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.exit_code, 0) << result.err;
  ASSERT_EQ(pauc("predict run new.csv --out all.csv --quiet").exit_code, 0);
  ASSERT_EQ(pauc("predict run/tasks/A new.csv --out one.csv --quiet").exit_code, 0);
  EXPECT_EQ(column("one.csv", "score"), column("all.csv", "A"));
  EXPECT_EQ(column("all.csv", "A")[0], column("all.csv", "A")[1]);
}

TEST_F(SeveralLabels, AutoKeepsTheCandidateWithTheBestMean) {
  train("--model mlp --epochs 2 --no-report --out run");
  std::string kept;
  double best = -1;
  for (const json& candidate : read("run/candidates.json")) {
    best = std::max(best, candidate["valid"].get<double>());
    if (candidate["kept"].get<bool>()) kept = candidate["name"];
  }
  const json metrics = read("run/metrics.json");
  EXPECT_EQ(metrics["mean"]["valid"]["target"]["value"].get<double>(), best);
  EXPECT_EQ(content_of(folder_.path("run/tasks/A/predictions-test.csv")),
            content_of(folder_.path("run/candidates/" + kept + "/tasks/A/predictions-test.csv")));
  ASSERT_EQ(pauc("predict run/tasks/A many.csv --at-fpr 0.1 --out one.csv --quiet").exit_code, 0);
}

TEST_F(SeveralLabels, AreRefusedWhereOneIsMeant) {
  train("--model mlp --objective ce --epochs 1 --no-report --out run");
  for (const std::string& command :
       {std::string("predict run many.csv --top 3"), std::string("calibrate run many.csv"),
        std::string("predict run many.csv --evaluate"), std::string("predict run many.csv --top 3 --page hits.html"),
        std::string("predict run many.csv --diverse"), std::string("predict run many.csv --budget 9")}) {
    const CommandResult result = pauc(command);
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_THAT(result.err, AllOf(HasSubstr("one label"), HasSubstr("run/tasks"))) << command;
  }
  const auto refuses = [&](const std::string& arguments, const std::string& words) {
    const CommandResult result = pauc(std::string("train many.csv ") + kLabels + arguments + " --out other");
    EXPECT_EQ(result.exit_code, 2) << arguments << result.err;
    EXPECT_THAT(result.err, HasSubstr(words)) << arguments;
    EXPECT_FALSE(exists("other")) << arguments;
  };
  refuses("--folds 3", "a blend of models learns one label");
  refuses("--objective ce --also one_way_0.5", "also");
  refuses("--objective ce --model mlp --tasks-weight 1,2", "expected a number for each of 3 labels, got 2");
  refuses("--objective ce --model mlp --tasks-weight 1,0,2", "numbers above 0");
  refuses("--task D", "expected one of");
  refuses("--objective ce --model mlp --importance 3", "importance: expected one label or 0, got 3 and several labels");
  refuses("--objective ce --model mlp --column-groups 'x=a,b'", "column_groups: expected one label");
  refuses("--objective ce --model mlp --group A", "group: expected a column other than the labels, got A");
  EXPECT_THAT(content_of(folder_.path("run/config.yaml")), HasSubstr("importance: 0"));
}

}  // namespace
}  // namespace pauc::test
