// `pauc calibrate` and `pauc monitor` as a user types them.
#include "pauc/core/error.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class FreshRows : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    trained("--label y --objective ce --id id --drop part,w,g --fpr-max 0.3 --epochs 3 --quiet --out run");
    folder_.file("fresh.csv", small_table(600));
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
  EXPECT_THAT(pauc("calibrate run t.csv").err, HasSubstr("t.csv took part in the training"));
  EXPECT_THAT(pauc("calibrate run fresh.csv").err, testing::Not(HasSubstr("took part")));
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

}  // namespace
}  // namespace pauc::test
