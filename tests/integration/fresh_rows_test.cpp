// `pauc calibrate` and `pauc monitor` as a user types them.
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "pauc/data/molecule/smiles.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// 600 rows of the same kind as those of t.csv, none of which is there.
std::string fresh_table() {
  const auto lines = lines_of(small_table(780));
  std::string text = lines[0] + "\n";
  for (std::size_t k = 181; k < lines.size(); ++k) text += lines[k] + "\n";
  return text;
}

class FreshRows : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    trained("--label y --objective ce --id id --drop part,w,g --fpr-max 0.3 --epochs 3 --quiet --out run");
    folder_.file("fresh.csv", fresh_table());
  }
};

TEST_F(FreshRows, CalibrateThresholdsAsEvaluateFindsThem) {
  const json before = read("run/model.json");
  const auto result = pauc("calibrate run fresh.csv --json --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json card = read("run/model.json");
  EXPECT_EQ(card["calibration"]["version"], 2);
  EXPECT_EQ(card["calibration"]["rows"], 600);
  EXPECT_EQ(card["calibration"]["file"]["name"], "fresh.csv");
  EXPECT_EQ(read("run/calibrations/model-1.json"), before);
  const json found = json::parse(pauc("evaluate run/calibrations/predictions-2.csv --fpr-max 0.3 --json").out);
  const json& points = found["scores"]["score"]["operating_points"];
  ASSERT_EQ(card["thresholds"].size(), points.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    EXPECT_EQ(card["thresholds"][k]["threshold"], points[k]["threshold"]);
    EXPECT_EQ(card["thresholds"][k]["guaranteed_threshold"], points[k]["guaranteed_threshold"]);
  }
  EXPECT_EQ(json::parse(result.out)["thresholds"], card["thresholds"]);
}

TEST_F(FreshRows, CalibrationIsWhatPredictUses) {
  ASSERT_EQ(pauc("calibrate run fresh.csv --quiet").exit_code, 0);
  const json found =
      json::parse(pauc("evaluate run/calibrations/predictions-2.csv --fpr-max 0.2 --guarantee 0.9 --json").out);
  const json predicted =
      json::parse(pauc("predict run t.csv --at-fpr 0.2 --guarantee 0.9 --out s.csv --json --quiet").out);
  EXPECT_EQ(predicted["threshold"], found["scores"]["score"]["operating_points"].back()["guaranteed_threshold"]);
  EXPECT_EQ(pauc("report run --quiet").exit_code, 0);
}

// Scores, weights and log stay as they are; each calibration keeps the card before.
TEST_F(FreshRows, CalibrationTouchesNothingElse) {
  auto before = bits("run");
  ASSERT_EQ(pauc("calibrate run fresh.csv --quiet").exit_code, 0);
  ASSERT_EQ(pauc("calibrate run t.csv --quiet").exit_code, 0);
  EXPECT_EQ(read("run/model.json")["calibration"]["version"], 3);
  EXPECT_EQ(read("run/calibrations/model-2.json")["calibration"]["version"], 2);
  auto after = bits("run");
  EXPECT_EQ(after["calibrations/model-1.json"], before["model.json"]);
  for (const char* file : {"predictions-valid.csv", "metrics.json", "config.yaml"})
    EXPECT_EQ(after[file], before[file]);
}

TEST_F(FreshRows, AreNotThoseOfTheTraining) {
  EXPECT_THAT(pauc("calibrate run t.csv").err, HasSubstr("rows took part in the training"));
  EXPECT_THAT(pauc("calibrate run fresh.csv").err, testing::Not(HasSubstr("took part")));
}

TEST_F(FreshRows, MayBeEqualToTrainingRowsByChance) {
  const std::string row = lines_of(content_of(folder_.path("run/predictions-valid.csv")))[1];
  const int number = std::stoi(row.substr(0, row.find(',')));
  folder_.file("one.csv", content_of(folder_.path("fresh.csv")) + lines_of(small_table(180))[number] + "\n");
  const auto result = pauc("calibrate run one.csv");
  EXPECT_THAT(result.err, HasSubstr("one.csv: 1 of 601 rows is equal to a training row, perhaps by chance"));
  EXPECT_THAT(result.err, testing::Not(HasSubstr("took part")));
}

// Rows of the training among others, in a file of another name.
TEST_F(FreshRows, OfTheTrainingAreCounted) {
  folder_.file("mixed.csv", small_table(600));  // it begins with the rows of t.csv
  const auto result = pauc("calibrate run mixed.csv --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const int known = json::parse(result.out)["known_rows"];
  const auto test_rows = lines_of(content_of(folder_.path("run/predictions-test.csv"))).size() - 1;
  EXPECT_EQ(known, 180 - static_cast<int>(test_rows));
  EXPECT_THAT(result.err, HasSubstr(joined("mixed.csv: ", known, " of 600 rows took part in the training")));
}

TEST_F(FreshRows, OfASparseTableAreCounted) {
  Random random(5);
  const auto lines = [&](int rows) {
    std::string text;
    for (int row = 0; row < rows; ++row) {
      const double cause = random.normal();
      text += joined(cause + random.normal() > 0.5 ? 1 : 0, " 1:", cause);
      for (int c = 2; c < 40; c += 1 + static_cast<int>(random.below(8))) text += joined(" ", c, ":", random.normal());
      text += "\n";
    }
    return text;
  };
  const std::string old = lines(200);
  folder_.file("s.svm", old);
  ASSERT_EQ(pauc("train s.svm --model linear --objective ce --epochs 2 --quiet --out sparse").exit_code, 0);
  folder_.file("more.svm", lines(100) + old);
  const auto result = pauc("calibrate sparse more.svm --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto test_rows = lines_of(content_of(folder_.path("sparse/predictions-test.csv"))).size() - 1;
  EXPECT_EQ(json::parse(result.out)["known_rows"], 200 - test_rows);
}

TEST_F(FreshRows, OfMoleculesAreCounted) {
  if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
  const std::string all = content_of(PAUC_SOURCE_DIR "/examples/molecules.csv");
  folder_.file("m.csv", all);
  for (const char* options : {"--hidden 8 --layers 1 ", "--features-from morgan:2:256 --model linear "}) {
    const auto trained = pauc(joined("train m.csv --label activity --id name --objective ce --epochs 1 --quiet ",
                                     options, "--overwrite --out molecules"));
    ASSERT_EQ(trained.exit_code, 0) << trained.err;
    const auto test_rows =
        static_cast<int>(lines_of(content_of(folder_.path("molecules/predictions-test.csv"))).size() - 1);
    const std::string fresh = "a,Cc1cc(ccc1)C(=O)OCCCCCCCC(F)(F)F,active\nb,FC(F)(F)CCCCCCCCCCCN,inactive\n";
    folder_.file("more.csv", all + fresh);
    const auto result = pauc("calibrate molecules more.csv --json");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(json::parse(result.out)["known_rows"], 500 - test_rows) << options;
    EXPECT_THAT(result.err, HasSubstr(joined("warning: more.csv: ", 500 - test_rows, " of 502 rows have the structure ",
                                             "of a training row, stereochemistry aside: nothing is guaranteed")));
    folder_.file("two.csv", lines_of(all)[0] + "\n" + fresh);
    const auto none = pauc("calibrate molecules two.csv --json");
    ASSERT_EQ(none.exit_code, 0) << none.err;
    EXPECT_EQ(json::parse(none.out)["known_rows"], 0) << options;
    EXPECT_THAT(none.err, testing::Not(HasSubstr("training row"))) << options;
  }
}

// Both members read columns beside the molecules. One also reads features of the molecules, which make the table of new
// rows sparse.
TEST_F(FreshRows, OfMoleculesWithColumnsAreCountedByABlend) {
  if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
  const auto lines = lines_of(content_of(PAUC_SOURCE_DIR "/examples/molecules.csv"));
  std::string text = lines[0] + ",dose,site\n", other_doses = text;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const char* site = k % 3 == 0 ? "north" : "south";
    text += joined(lines[k], ",", k % 7, ",", site, "\n");
    other_doses += joined(lines[k], ",", k % 7 + 10, ",", site, "\n");
  }
  folder_.file("m.csv", text);
  folder_.file("other.csv", other_doses);
  const auto trained = pauc(
      "train m.csv --label activity --id name --features dose,site --objective ce --members gin,forest --trees 20 "
      "--folds 2 --epochs 1 --quiet --out blend");
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  const auto test_rows = lines_of(content_of(folder_.path("blend/predictions-test.csv"))).size() - 1;
  for (const auto& [file, known] : {std::pair("m.csv", 500 - test_rows), std::pair("other.csv", std::size_t{0})}) {
    const auto result = pauc(joined("calibrate blend ", file, " --json"));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(json::parse(result.out)["known_rows"], known) << file;
  }
}

TEST_F(FreshRows, AreRefusedWithoutLabels) {
  folder_.file("bare.csv", "id,a,b,c\n1,0.5,0.5,red\n");
  refused("calibrate run bare.csv --quiet", 65, "y");
  folder_.file("one.csv", "id,a,b,c,y\n1,0.5,0.5,red,0\n2,0.5,0.5,red,0\n");
  refused("calibrate run one.csv --quiet", 65, "expected labelled rows of both classes, got 0 positives among 2");
  refused("calibrate run fresh.csv --guarantee 1 --quiet", 2, "guarantee: expected a number between 0 and 1");
}

TEST_F(FreshRows, KeepThePromiseWhereNothingHasChanged) {
  const auto result = pauc("monitor run fresh.csv --json --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_EQ(found["rows"], 600);
  EXPECT_EQ(found["labelled"], 600);
  ASSERT_EQ(found["promises"].size(), 1U);
  const json& promise = found["promises"][0];
  EXPECT_EQ(promise["fpr"], 0.3);
  EXPECT_EQ(promise["broken"], false);
  // Counted again from the predictions.
  const json decided =
      json::parse(pauc("predict run fresh.csv --at-fpr 0.3 --guarantee 0.95 --out s.csv --json --quiet").out);
  EXPECT_EQ(promise["threshold"], decided["threshold"]);
  int alarms = 0, negatives = 0;
  const auto rows = lines_of(content_of(folder_.path("fresh.csv")));
  const auto decisions = lines_of(content_of(folder_.path("s.csv")));
  for (std::size_t k = 1; k < rows.size(); ++k) {
    if (rows[k].back() != '0') continue;
    ++negatives;
    alarms += decisions[k].back() == '1' ? 1 : 0;
  }
  EXPECT_EQ(promise["negatives"], negatives);
  EXPECT_EQ(promise["false_alarms"], alarms);
  EXPECT_EQ(found["columns"].size(), 3U);
  EXPECT_EQ(pauc("monitor run fresh.csv --quiet").exit_code, 0);
}

// All negatives alike positives.
TEST_F(FreshRows, BreakThePromiseWhereTheLabelsAreTurned) {
  std::string text = small_table(1200);
  std::size_t at = text.find('\n') + 1;  // the label is the last column, 0 or 1
  for (std::size_t end = text.find('\n', at); end != std::string::npos; end = text.find('\n', end + 1)) {
    text[end - 1] = text[end - 1] == '1' ? '0' : '1';
  }
  folder_.file("turned.csv", text);
  const json found = json::parse(pauc("monitor run turned.csv --json --quiet").out);
  EXPECT_EQ(found["verdict"], "broken");
  EXPECT_EQ(found["promises"][0]["broken"], true);
  EXPECT_LT(found["promises"][0]["p"], 0.05);
  // Files in turn are one sequence.
  const json both = json::parse(pauc("monitor run fresh.csv turned.csv --json --quiet").out);
  EXPECT_EQ(both["rows"], 1800);
  EXPECT_GT(both["promises"][0]["broken_at"], found["promises"][0]["broken_at"]);
}

// Asked every day, with all files so far in order: what was evident stays evident, at the same case.
TEST_F(FreshRows, AreAskedAboutEveryDay) {
  const auto rows_of = [](const std::string& name, int rows, double a) {
    std::string text = "id,a,b,c\n";
    for (int k = 0; k < rows; ++k) text += joined(name, k, ",", a + 0.01 * (k % 50), ",0.5,green\n");
    return text;
  };
  std::string files = "fresh.csv";
  EXPECT_EQ(json::parse(pauc("monitor run fresh.csv --no-labels --json --quiet").out)["called"]["changed"], false);
  json first;
  for (const char* day : {"mon.csv", "tue.csv", "wed.csv"}) {
    folder_.file(day, rows_of(day, 400, 2.5));
    files += std::string(" ") + day;
    const json called = json::parse(pauc("monitor run " + files + " --no-labels --json --quiet").out)["called"];
    if (called["changed"] == false) continue;
    if (first.is_null()) first = called["changed_at"];
    EXPECT_EQ(called["changed_at"], first);
    EXPECT_GT(called["changed_at"], 600);
  }
  EXPECT_FALSE(first.is_null());
}

TEST_F(FreshRows, MayAllRaiseAnAlarm) {
  const json found = json::parse(pauc("monitor run fresh.csv --at-fpr 1 --json --quiet").out);
  EXPECT_EQ(found["promises"][0]["broken"], false);
  const auto all = pauc("predict run t.csv --at-fpr 1 --out s.csv --json --quiet");
  ASSERT_EQ(all.exit_code, 0) << all.err;
  refused("predict run t.csv --at-fpr 1 --guarantee 0.9 --quiet", 2,
          "guarantee: expected a rate below 1 with it, got at_fpr 1, which every threshold keeps");
  refused("predict run t.csv --at-fpr 1.5 --quiet", 2, "at_fpr: expected a rate between 0 and 1, got 1.5");
}

TEST_F(FreshRows, DriftIsSeenWithoutLabels) {
  std::string text = "id,a,b,c\n";
  for (int k = 0; k < 300; ++k) text += std::to_string(k) + ",7.5,0.5,green\n";
  folder_.file("moved.csv", text);
  const json found = json::parse(pauc("monitor run moved.csv --json --quiet").out);
  EXPECT_EQ(found["verdict"], "drifted");
  EXPECT_TRUE(found["promises"].empty());
  EXPECT_THAT(found["no_labels"].get<std::string>(), HasSubstr("no column \"y\""));
  EXPECT_EQ(found["columns"]["a"]["verdict"], "large");
  ASSERT_EQ(pauc("monitor run moved.csv --html page.html --quiet").exit_code, 0);
  EXPECT_THAT(content_of(folder_.path("page.html")), HasSubstr("data have changed"));
}

// Scores out of fold come from one model each, those of new rows and of the test part from the average of all.
TEST_F(FreshRows, OfABlendAreComparedWithItsTestPart) {
  trained("--label y --id id --drop part,w,g --members linear,mlp --folds 3 --epochs 2 --quiet --out blend");
  const json found = json::parse(pauc("monitor blend fresh.csv --at-fpr 0.3 --json --quiet").out);
  EXPECT_EQ(found["called"]["before"], "test");
  const auto rows = lines_of(content_of(folder_.path("blend/predictions-test.csv")));
  const double threshold = found["promises"][0]["threshold"];
  double called = 0;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    called += std::stod(rows[k].substr(rows[k].rfind(',') + 1)) >= threshold ? 1 : 0;
  }
  EXPECT_DOUBLE_EQ(found["called"]["share_before"], called / static_cast<double>(rows.size() - 1));
  // Fresh rows of a calibration were scored by the average, too.
  ASSERT_EQ(pauc("calibrate blend fresh.csv --quiet").exit_code, 0);
  EXPECT_EQ(json::parse(pauc("monitor blend fresh.csv --json --quiet").out)["called"]["before"], "threshold");
}

// The rows of a patient in Tuesday's file are no further evidence.
TEST_F(FreshRows, OfAGroupCountOnceAcrossFiles) {
  std::string text = "id,a,b,c,pat,y\n";
  for (int k = 0; k < 40; ++k) text += joined(k, ",7.5,0.5,green,p", k % 20, ",0\n");
  for (const char* day : {"monday.csv", "tuesday.csv", "wednesday.csv"}) folder_.file(day, text);
  const auto watched = [&](const std::string& files) {
    const auto result = pauc("monitor run " + files + " --group pat --json --quiet");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return json::parse(result.out)["promises"][0];
  };
  const json first = watched("monday.csv");
  const json all = watched("monday.csv tuesday.csv wednesday.csv");
  EXPECT_EQ(first["units"], 20);
  EXPECT_EQ(all["units"], 20);
  EXPECT_EQ(all["negatives"], 120);
  EXPECT_EQ(all["evidence"], first["evidence"]);
}

// A group is known without a label, and its further rows are no further evidence of a drift.
TEST_F(FreshRows, OfAGroupCountOnceWithoutLabels) {
  std::string few = "id,a,b,c,pat\n", many = "id,a,b,c,pat,y\n", bare = "id,a,b,c,pat\n";
  for (int k = 0; k < 120; ++k) {
    few += joined(k, ",7.5,0.5,green,p", k % 2, "\n");
    many += joined(k, ",7.5,0.5,green,p", k / 3, ",0\n");
    bare += joined(k, ",7.5,0.5,green,p", k / 3, "\n");
  }
  for (const auto& [name, text] : {std::pair("few.csv", few), {"many.csv", many}, {"bare.csv", bare}}) {
    folder_.file(name, text);
  }
  const auto called = [&](const std::string& arguments) {
    const auto result = pauc("monitor run " + arguments + " --json --quiet");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return json::parse(result.out)["called"];
  };
  EXPECT_EQ(called("few.csv")["changed"], true);  // rows without groups count one by one
  EXPECT_EQ(called("few.csv --group pat")["changed"], false);
  EXPECT_EQ(called("few.csv few.csv --group pat")["changed"], false);
  const json labelled = called("many.csv --group pat");
  EXPECT_EQ(labelled["changed"], true);
  EXPECT_EQ(called("bare.csv --group pat"), labelled);
  EXPECT_EQ(called("many.csv --group pat --no-labels"), labelled);
  folder_.file("lacking.csv", "id,a,b,c\n1,7.5,0.5,green\n");
  refused("monitor run lacking.csv --group pat --quiet", 65, "lacking.csv: no column \"pat\" for --group");
}

// Rows before count once per group, new rows that name none would count one by one.
TEST_F(FreshRows, WithoutTheGroupsOfTheTrainingAreNotTestedForAChange) {
  trained("--label y --objective ce --id id --drop part,w --group g --fpr-max 0.3 --epochs 3 --quiet --out grouped");
  std::string bare = "id,a,b,c\n", with_groups = "id,a,b,c,g\n";
  for (int k = 0; k < 200; ++k) {
    bare += joined(k, ",7.5,0.5,green\n");
    with_groups += joined(k, ",7.5,0.5,green,n", k / 2, "\n");
  }
  folder_.file("bare.csv", bare);
  folder_.file("groups.csv", with_groups);
  const json tested = json::parse(pauc("monitor grouped groups.csv --json --quiet").out)["called"];
  EXPECT_EQ(tested["changed"], true);
  EXPECT_TRUE(tested["untested"].is_null());
  const json untested = json::parse(pauc("monitor grouped bare.csv --json --quiet").out)["called"];
  EXPECT_EQ(untested["changed"], false);
  const std::string why = "bare.csv has no groups, the rows before have; --group names their column";
  EXPECT_EQ(untested["untested"], why);
  EXPECT_THAT(pauc("monitor grouped bare.csv --quiet").out,
              HasSubstr("whether that has changed was not tested: " + why));
}

// More than the promised share of the negatives share the highest score: no threshold has the expected rate, one that
// is above them all keeps the guarantee.
TEST_F(FreshRows, AreWatchedWhereOnlyAGuaranteedThresholdExists) {
  std::string text = "a,y\n";
  for (int k = 0; k < 600; ++k) text += joined(k % 2, ",", k % 4 == 1 || k % 8 == 2 ? 1 : 0, "\n");
  folder_.file("tied.csv", text);
  const auto result =
      pauc("train tied.csv --label y --model linear --objective ce --fpr-max 0.1 --epochs 3 --quiet --out tied");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  ASSERT_EQ(pauc("predict tied tied.csv --at-fpr 0.1 --guarantee 0.95 --out s.csv --quiet").exit_code, 0);
  const auto watched = pauc("monitor tied tied.csv --json --quiet");
  ASSERT_EQ(watched.exit_code, 0) << watched.err;
  const json promise = json::parse(watched.out)["promises"][0];
  EXPECT_EQ(promise["fpr"], 0.1);
  EXPECT_EQ(promise["confidence"], 0.95);
}

// Files of labelled rows are read twice, once for labels and once for scores.
TEST_F(FreshRows, AreNoPipe) {
  const auto piped = [&](const std::string& arguments) {
    return run_shell("cd '" + folder_.folder() + "' && bash -c \"'" PAUC_COMMAND "' " + arguments + "\"");
  };
  for (const char* command : {"calibrate", "monitor"}) {
    const auto result = piped(joined(command, " run <(cat fresh.csv)"));
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(joined("pauc: ", command, ": expected a file, which can be read again, got ")));
    EXPECT_THAT(result.err, HasSubstr("a pipe\n"));
  }
  const auto trained = piped("train <(cat t.csv) --out piped");
  EXPECT_EQ(trained.exit_code, 2) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("data: expected a file, which can be read again, got "));
  EXPECT_FALSE(exists("piped"));
}

// Thresholds that were found with weights promise a weighted rate.
TEST_F(FreshRows, CountByWeightWhereThePromiseDoes) {
  refused("monitor run fresh.csv --weight w --quiet", 2,
          "weight: the thresholds of the run were found without weights");
  trained("--label y --objective ce --id id --drop part,g --weight w --fpr-max 0.3 --epochs 3 --quiet --out weighted");
  const json promise = json::parse(pauc("monitor weighted fresh.csv --json --quiet").out)["promises"][0];
  EXPECT_EQ(promise["weighted"], true);
  EXPECT_TRUE(promise["untested"].is_null());
  EXPECT_NE(promise["realised_fpr"], promise["false_alarms"].get<double>() / promise["negatives"].get<double>());
  folder_.file("heavy.csv", "id,a,b,c,w,y\n1,0.5,0.5,red,1,0\n2,0.5,0.5,red,1000,0\n");
  const json heavy = json::parse(pauc("monitor weighted heavy.csv --json --quiet").out);
  EXPECT_THAT(heavy["promises"][0]["untested"].get<std::string>(), HasSubstr("a row weighs 1000"));
  EXPECT_EQ(heavy["promises"][0]["broken"], false);
  EXPECT_NE(heavy["verdict"], "holds");
}

// The last column of the training was the label; a new file has another one behind it.
TEST_F(FreshRows, HaveTheLabelOfTheTrainingByItsName) {
  trained("--objective ce --id id --drop part,w,g --fpr-max 0.3 --epochs 3 --quiet --out guessed");
  std::string wider;
  for (const std::string& line : lines_of(small_table(600))) {
    wider += line + (wider.empty() ? ",flag" : wider.size() % 2 == 0 ? ",1" : ",0") + "\n";
  }
  folder_.file("wider.csv", wider);
  ASSERT_EQ(pauc("calibrate guessed wider.csv --quiet").exit_code, 0);
  const json wide = read("guessed/model.json")["calibration"]["positive"];
  ASSERT_EQ(pauc("calibrate guessed fresh.csv --quiet").exit_code, 0);
  EXPECT_EQ(read("guessed/model.json")["calibration"]["positive"], wide);
  EXPECT_EQ(json::parse(pauc("monitor guessed wider.csv --json --quiet").out)["labelled"], 600);
  folder_.file("bare.csv", "id,a,b,c,flag\n1,0.5,0.5,red,0\n2,0.5,0.5,red,1\n");
  refused("calibrate guessed bare.csv --quiet", 65, "bare.csv has no column \"y\"");
}

// Columns that the training dropped may hold anything.
TEST_F(FreshRows, WithoutALabelAsInTheTrainingAreLeftOut) {
  std::string text = "a,y\n";
  for (int k = 0; k < 200; ++k)
    text += joined(k * 7 % 40, ".5,", k % 10 == 3 ? "unknown" : k * 7 % 40 > 25 ? "1" : "0", "\n");
  folder_.file("l.csv", text);
  ASSERT_EQ(pauc("train l.csv --missing unknown --model linear --objective ce --fpr-max 0.3 --quiet --out l").exit_code,
            0);
  EXPECT_EQ(json::parse(pauc("predict l l.csv --evaluate --out s.csv --json --quiet").out)["not_evaluated"], 20);
  EXPECT_EQ(json::parse(pauc("calibrate l l.csv --json --quiet").out)["rows"], 180);
  EXPECT_EQ(json::parse(pauc("monitor l l.csv --json --quiet").out)["labelled"], 180);
}

// A column that is dropped, as it is constant, is not read.
TEST_F(FreshRows, AreNotComparedInColumnsThatTheModelDoesNotRead) {
  std::string text = "same,a,y\n";
  for (int k = 0; k < 200; ++k) text += joined("North,", k * 7 % 40, ".5,", k * 7 % 40 > 25 ? 1 : 0, "\n");
  folder_.file("c.csv", text);
  ASSERT_EQ(pauc("train c.csv --model linear --objective ce --fpr-max 0.3 --quiet --out c").exit_code, 0);
  const json columns = json::parse(pauc("monitor c c.csv --json --quiet").out)["columns"];
  EXPECT_TRUE(columns.contains("a"));
  EXPECT_FALSE(columns.contains("same"));
}

TEST_F(FreshRows, NeedNoOrderInColumnsThatWereDropped) {
  std::string text;
  for (const std::string& line : lines_of(small_table(600))) {
    const bool odd = text.size() % 3 == 0;
    text += (text.empty() ? "notes," : odd ? "PC 7," : "12,") + line + "\n";
  }
  folder_.file("messy.csv", text);
  const auto calibrated = pauc("calibrate run messy.csv --quiet");
  EXPECT_EQ(calibrated.exit_code, 0) << calibrated.err;
  EXPECT_EQ(json::parse(pauc("monitor run messy.csv --json --quiet").out)["labelled"], 600);
}

TEST_F(FreshRows, AreNotComparedWithDataThatHaveChanged) {
  EXPECT_EQ(json::parse(pauc("monitor run fresh.csv --json --quiet").out)["reference"], "t.csv");
  folder_.file("t.csv", small_table(300));
  const json found = json::parse(pauc("monitor run fresh.csv --json --quiet").out);
  EXPECT_TRUE(found["reference"].is_null());
  EXPECT_TRUE(found["columns"].empty());
  EXPECT_THAT(found["no_columns"].get<std::string>(), HasSubstr("the data of the training have changed (t.csv)"));
  EXPECT_EQ(json::parse(pauc("monitor run fresh.csv --reference t.csv --json --quiet").out)["reference"], "t.csv");
}

TEST_F(FreshRows, OfAFileWithoutLabelsAreNamed) {
  folder_.file("bare.csv", "id,a,b,c\n1,0.5,0.5,red\n2,0.1,0.5,red\n");
  const json found = json::parse(pauc("monitor run fresh.csv bare.csv --json --quiet").out);
  ASSERT_EQ(found["unlabelled"].size(), 1U);
  EXPECT_EQ(found["unlabelled"][0]["file"], "bare.csv");
  EXPECT_THAT(pauc("monitor run fresh.csv bare.csv --quiet").out, HasSubstr("without labels: bare.csv has no column"));
}

// As predict says it.
TEST_F(FreshRows, ThatCannotBeScoredAreSaid) {
  const std::string header = lines_of(small_table(1)).front();
  std::string row;
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
    end = header.find(',', at);
    const std::string name = header.substr(at, end - at);
    row += (row.empty() ? "" : ",") + std::string(name == "a" ? "word" : name == "part" ? "train" : "1");
  }
  folder_.file("odd.csv", small_table(600) + row + "\n");
  EXPECT_THAT(pauc("monitor run odd.csv").err, HasSubstr("expected a number, got \"word\""));
  EXPECT_THAT(pauc("calibrate run odd.csv").err, HasSubstr("expected a number, got \"word\""));
}

TEST_F(FreshRows, MakeTheGuaranteeExact) {
  const auto before = pauc("predict run fresh.csv --at-fpr 0.3 --guarantee 0.9 --out s.csv --json");
  EXPECT_THAT(before.err, HasSubstr("at most 30 % of the negatives among new cases are called positive; nearly: the "
                                    "same rows chose the epoch"));
  EXPECT_EQ(json::parse(before.out)["thresholds"][0]["rows_chose_model"], true);
  ASSERT_EQ(pauc("calibrate run fresh.csv --quiet").exit_code, 0);
  const auto after = pauc("predict run fresh.csv --at-fpr 0.3 --guarantee 0.9 --out s.csv --json");
  EXPECT_THAT(after.err, testing::Not(HasSubstr("nearly")));
  EXPECT_EQ(json::parse(after.out)["thresholds"][0]["rows_chose_model"], false);
}

}  // namespace
}  // namespace pauc::test
