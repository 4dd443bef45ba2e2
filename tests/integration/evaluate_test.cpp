// `pauc evaluate` and `pauc list` as a user types them.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/command.h"
#include "support/temporary_folder.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

const char* const kGood = "id,y,s,t\n1,1,0.9,0.5\n2,0,0.8,0.1\n3,1,0.7,0.9\n4,0,0.2,0.3\n5,0,0.1,0.2\n";

class Evaluate : public testing::Test {
 protected:
  CommandResult on(std::string_view content, const std::string& arguments) {
    return run_pauc("evaluate " + folder_.file("f.csv", content) + " " + arguments);
  }

  // A refusal: the exit code, one line on standard error that has these words, nothing on standard output, no file left
  // behind.
  void refused(const CommandResult& result, int code, const std::string& words) {
    EXPECT_EQ(result.exit_code, code) << result.err;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_THAT(result.out, IsEmpty());
    for (const auto& entry : std::filesystem::directory_iterator(folder_.folder())) {
      EXPECT_THAT(entry.path().filename().string(), testing::AnyOf(HasSubstr("f.csv"), "f.gz"));
    }
  }

  TemporaryFolder folder_;
};

TEST_F(Evaluate, PrintsATableForPeople) {
  const auto result = on(kGood, "--label y --score s --fpr-max 0.5");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("2 positives, 3 negatives; 95 % intervals, analytic"));
  EXPECT_THAT(result.out, HasSubstr("pAUC FPR <= 0.5 (mcclish)"));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(Evaluate, GuaranteesRatesWhereItCan) {
  const auto result = on(kGood, "--label y --score s --guarantee 0.5 --fpr-max 0.5 --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json points = json::parse(result.out)["scores"]["s"]["operating_points"];
  EXPECT_TRUE(points.front()["guaranteed_threshold"].is_null());
  EXPECT_THAT(points.front()["guarantee_reason"].get<std::string>(), HasSubstr("693 negatives; there are 3"));
  EXPECT_TRUE(points.back()["guaranteed_threshold"].is_number());  // 1 - 0.5^3 >= 0.5
  EXPECT_EQ(points.back()["confidence"], 0.5);
  EXPECT_THAT(on(kGood, "--label y --score s --guarantee 0.5 --fpr-max 0.5").out, HasSubstr("guaranteed (50 %)"));
  EXPECT_EQ(on(kGood, "--label y --score s --guarantee 1").exit_code, 2);
}

TEST_F(Evaluate, PrintsThePromisedJson) {
  const auto result = on(kGood, "--label y --score s --score t --fpr-max 0.5 --tpr-min 0.4 --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json page = json::parse(result.out);
  EXPECT_EQ(page["n_positive"], 2);
  EXPECT_EQ(page["n_negative"], 3);
  const json& score = page["scores"]["s"];
  EXPECT_DOUBLE_EQ(score["auc"]["value"].get<double>(), 5.0 / 6);
  EXPECT_EQ(score["auc"]["ci"].size(), 2U);
  for (const char* key : {"fpr_min", "fpr_max", "raw", "normalised", "mcclish", "paper"})
    EXPECT_TRUE(score["one_way"][key].is_number()) << key;
  for (const char* key : {"raw", "normalised", "mcclish"}) EXPECT_EQ(score["one_way"]["ci"][key].size(), 2U) << key;
  for (const char* key : {"tpr_min", "fpr_max", "raw", "normalised", "paper"})
    EXPECT_TRUE(score["two_way"][key].is_number()) << key;
  for (const char* key : {"raw", "normalised"}) EXPECT_EQ(score["two_way"]["ci"][key].size(), 2U) << key;
  for (const char* key :
       {"fpr", "realised_fpr", "tpr", "threshold", "tpr_ci", "guaranteed_threshold", "confidence", "guarantee_basis"}) {
    for (const json& point : score["operating_points"]) EXPECT_TRUE(point.contains(key)) << key;
  }
  for (const char* key : {"bedroc", "ef1", "ef5", "logauc"}) EXPECT_TRUE(score["screening"][key].is_number()) << key;
  ASSERT_EQ(page["comparison"].size(), 1U);
  EXPECT_EQ(page["comparison"][0]["measure"], "two_way");
  for (const char* key : {"a", "b", "difference", "ci", "p"}) EXPECT_TRUE(page["comparison"][0].contains(key)) << key;
}

// Every figure by hand: positives 0.9 and 0.7 against negatives 0.8, 0.2, 0.1. The curve is 1/2 up to FPR 1/3, then 1.
TEST_F(Evaluate, GivesTheFiguresThatAHandCounts) {
  const auto page =
      json::parse(on(kGood, "--label y --score s --score t --fpr-max 0.5 --tpr-min 0.4 --tpr-band 0.2,0.8 --json").out);
  const json& s = page["scores"]["s"];
  const auto expect = [](const json& found, double expected) { EXPECT_NEAR(found.get<double>(), expected, 1e-12); };
  const double raw = 0.5 / 3 + (0.5 - 1.0 / 3);
  expect(s["auc"]["value"], 5.0 / 6);
  expect(s["one_way"]["raw"], raw);
  expect(s["one_way"]["normalised"], raw / 0.5);
  expect(s["one_way"]["mcclish"], 0.5 * (1 + (raw - 0.125) / 0.375));
  expect(s["one_way"]["paper"], 1.0 / 6);  // the one negative of rank 1 lies below one positive
  const double two_way = 0.1 / 3 + 0.6 * (0.5 - 1.0 / 3);
  expect(s["two_way"]["raw"], two_way);
  expect(s["two_way"]["normalised"], two_way / (0.6 * 0.5));
  expect(s["tpr_band"]["raw"], 0.3 + 0.3 * 2 / 3);
  expect(s["tpr_band"]["normalised"], (0.3 + 0.3 * 2 / 3) / 0.6);
  const json& last = s["operating_points"].back();
  expect(last["fpr"], 0.5);
  expect(last["realised_fpr"], 1.0 / 3);
  expect(last["tpr"], 1);
  expect(last["threshold"], 0.7);
  const json& first = s["operating_points"].front();
  expect(first["realised_fpr"], 0);
  expect(first["tpr"], 0.5);
  expect(first["threshold"], 0.9);
  expect(first["tpr_ci"][0], 1 - std::sqrt(0.975));  // Clopper-Pearson for 1 of 2
  expect(first["tpr_ci"][1], std::sqrt(0.975));
  expect(s["screening"]["ef1"], 5.0 / 2);
  expect(s["screening"]["logauc"], 0.5);
}

// What one page says in two places must agree.
TEST_F(Evaluate, AgreesWithItself) {
  const auto page =
      json::parse(run_pauc("evaluate examples/scores.csv --score model_a --score model_b --fpr-max 0.2 --json").out);
  for (const char* name : {"model_a", "model_b"}) {
    const json& area = page["scores"][name]["one_way"];
    for (const int end : {0, 1}) {
      const double normalised = area["ci"]["normalised"][end];
      EXPECT_NEAR(area["ci"]["raw"][end].get<double>(), normalised * 0.2, 1e-12);
      EXPECT_NEAR(area["ci"]["mcclish"][end].get<double>(), 0.5 * (1 + (normalised * 0.2 - 0.02) / 0.18), 1e-12);
    }
    EXPECT_LT(area["ci"]["raw"][0], area["raw"]);
    EXPECT_LT(area["raw"], area["ci"]["raw"][1]);
  }
  const auto mcclish = [&](const char* name) { return page["scores"][name]["one_way"]["mcclish"].get<double>(); };
  const json& pair = page["comparison"][0];
  EXPECT_EQ(pair["a"], "model_a");
  EXPECT_NEAR(pair["difference"].get<double>(), mcclish("model_a") - mcclish("model_b"), 1e-12);
  EXPECT_NEAR((pair["ci"][0].get<double>() + pair["ci"][1].get<double>()) / 2, pair["difference"].get<double>(), 1e-12);
  std::vector<std::string> others;
  for (const json& other : page["other_comparisons"]) others.push_back(other["measure"]);
  // At FPR 0.001 model_b has no threshold: nothing to compare there.
  EXPECT_THAT(others, testing::ElementsAre("auc", "tpr_at_fpr", "tpr_at_fpr", "tpr_at_fpr", "tpr_at_fpr"));
}

// A threshold as printed for people, applied to the scores, gives the printed rates.
TEST_F(Evaluate, PrintsThresholdsThatCanBeApplied) {
  const auto result =
      on("y,s\n1,1234567.4\n0,1234567.1\n1,1234567.2\n0,0.1\n0,0.05\n", "--label y --score s --fpr-max 0.4");
  EXPECT_THAT(result.out, HasSubstr("1234567.2\n"));
  EXPECT_THAT(result.out, HasSubstr("1234567.1\n"));
}

TEST_F(Evaluate, GivesAReasonWhereThereIsNoInterval) {
  const auto page = json::parse(on("y,s\n1,3\n1,2\n0,1\n0,0\n", "--label y --score s --fpr-max 0.5 --json").out);
  EXPECT_TRUE(page["scores"]["s"]["auc"]["ci"].is_null());
  EXPECT_EQ(page["scores"]["s"]["auc"]["ci_reason"], "the estimate is 1");
  EXPECT_TRUE(page["scores"]["s"]["one_way"]["ci"].is_null());
  EXPECT_EQ(page["scores"]["s"]["one_way"]["ci_reason"], "the estimate is 1");
}

TEST_F(Evaluate, TakesLabelAndScoreByTheirUsualNames) {
  EXPECT_EQ(on("row,label,score\n0,1,2\n1,0,1\n", "").exit_code, 0);
}

TEST_F(Evaluate, TakesColumnsByNumberAndFilesWithoutHeader) {
  const auto result = on("0.9,1\n0.1,0\n", "--no-header --label 2 --score 1 --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["scores"]["1"]["auc"]["value"], 1.0);
}

TEST_F(Evaluate, ReadsStandardInputAndGzip) {
  const auto path = folder_.gzipped("f.gz", kGood);
  const auto direct = run_pauc("evaluate " + path + " --label y --score s --json");
  EXPECT_EQ(direct.exit_code, 0) << direct.err;
  const auto piped = run_shell("cat " + path + " | '" PAUC_COMMAND "' evaluate - --label y --score s --json");
  EXPECT_EQ(piped.out, direct.out);
}

TEST_F(Evaluate, LeavesOutUnlabelledRowsAndSaysSo) {
  const auto result = on("y,s\n1,3\n,9\n0,1\n1,0\n0,2\n", "--label y --score s --json");
  EXPECT_THAT(result.err, HasSubstr("1 row without a label is left out"));
  EXPECT_EQ(json::parse(result.out)["n_positive"], 2);
  EXPECT_THAT(on("y,s\n1,3\n,9\n0,1\n", "--label y --score s --quiet").err, IsEmpty());
}

TEST_F(Evaluate, SaysWhichLabelItTookAsPositive) {
  EXPECT_THAT(on("y,s\nsick,3\nwell,2\nwell,1\n", "--label y --score s").err, HasSubstr("sick is taken as positive"));
  EXPECT_EQ(on("y,s\n8,3\n7,2\n9,1\n", "--label y --score s --positive '>=8'").exit_code, 0);
}

TEST_F(Evaluate, AsksWhetherScoresAreTurnedRound) {
  std::string table = "y,s\n";
  for (int i = 0; i < 40; ++i)
    table += (i % 4 == 0 ? "1," : "0,") + std::to_string((i % 4 == 0 ? 0 : 20) + i % 37) + "\n";
  EXPECT_THAT(on(table, "--label y --score s").err, HasSubstr("does a larger score mean negative?"));
  EXPECT_THAT(on("y,s\n1,1\n0,2\n0,3\n", "--label y --score s").err, HasSubstr("AUC is 0.0000: does a larger"));
}

TEST_F(Evaluate, GivesTheSameBytesForAnyNumberOfThreads) {
  for (const char* ci : {"bootstrap", "bca"}) {
    const std::string arguments =
        "--label y --score s --score t --fpr-max 0.5 --json --replicates 500 --ci " + std::string(ci);
    const auto one = on(kGood, arguments + " --threads 1");
    EXPECT_EQ(one.exit_code, 0) << one.err;
    EXPECT_EQ(on(kGood, arguments + " --threads 3").out, one.out);
    EXPECT_NE(on(kGood, arguments + " --seed 1").out, one.out);
  }
}

TEST_F(Evaluate, CountsAWeightOfTwoLikeTheRowGivenTwice) {
  const auto weighted =
      json::parse(on("y,s,w\n1,3,2\n0,4,1\n0,1,1\n1,2,1\n", "--label y --score s --weight w --fpr-max 0.7 --json").out);
  const auto repeated =
      json::parse(on("y,s\n1,3\n1,3\n0,4\n0,1\n1,2\n", "--label y --score s --fpr-max 0.7 --json").out);
  const auto figure = [](const json& page, const char* area, const char* key) {
    return page["scores"]["s"][area][key].get<double>();
  };
  EXPECT_NEAR(figure(weighted, "one_way", "raw"), figure(repeated, "one_way", "raw"), 1e-12);
  EXPECT_NEAR(figure(weighted, "auc", "value"), figure(repeated, "auc", "value"), 1e-12);
}

TEST_F(Evaluate, DrawsTheCurves) {
  const auto result = on(kGood, "--label y --score s --fpr-max 0.5 --svg " + folder_.path("roc.svg"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(content_of(folder_.path("roc.svg")), testing::StartsWith("<svg "));
}

TEST_F(Evaluate, ShowsTheAreaOnTheScaleAskedFor) {
  EXPECT_THAT(on(kGood, "--label y --score s --fpr-max 0.5 --scale raw").out, HasSubstr("pAUC FPR <= 0.5 (raw)"));
  EXPECT_THAT(on(kGood, "--label y --score s --tpr-band 0.8,1").out, HasSubstr("pAUC 0.8 <= TPR <= 1 (mcclish)"));
}

TEST_F(Evaluate, RefusesFilesThatAreNotThere) {
  refused(run_pauc("evaluate " + folder_.path("none.csv")), 66, "none.csv: cannot open: No such file");
  refused(run_pauc("evaluate " + folder_.folder()), 66, "such as run/predictions-test.csv, got a folder");
}

TEST_F(Evaluate, RefusesFilesThatHoldNoTable) {
  refused(on("", "--label y --score s"), 65, "f.csv: expected a CSV file, got an empty one");
  refused(on("y,s\n", "--label y --score s"), 65, "f.csv: expected rows below the header, got none");
  refused(on(std::string_view("\x7f"
                              "ELF\0\0\0\n",
                              8),
             ""),
          65, "is this a binary file?");
  refused(on("y,s\n1,2\n1\n", "--label y --score s"), 65, "line 3: expected 2 fields as in the first line, got 1");
}

TEST_F(Evaluate, RefusesTruncatedGzip) {
  const std::string whole = content_of(folder_.gzipped("f.gz", std::string(kGood) + std::string(100000, 'x')));
  refused(run_pauc("evaluate " + folder_.file("f.gz", whole.substr(0, whole.size() - 6)) + " --label y --score s"), 65,
          "the gzip data end too early");
}

TEST_F(Evaluate, NamesTheColumnsWhenOneIsMissing) {
  refused(on(kGood, "--label z --score s"), 65, "f.csv: no column \"z\"; the 4 columns are y, id, s, t");
  refused(on(kGood, "--label y --score r"), 65, "no column \"r\"; the 4 columns are");
}

TEST_F(Evaluate, NamesLineColumnAndValueOfABadScore) {
  for (const std::string value : {"abc", "nan", "inf", "-Infinity", "", "1e999"}) {
    refused(on("y,s\n1,0.5\n0," + value + "\n", "--label y --score s"), 65,
            "f.csv: line 3, column 2 (s): expected a finite number, got \"" + value + "\"");
  }
}

TEST_F(Evaluate, RefusesLabelsThatAreNotTwoClasses) {
  refused(on("y,s\n0,1\n1,2\n2,3\n", "--label y --score s"), 65,
          "expected two label values, got 3: \"0\" (1 row), \"1\" (1 row), \"2\" (1 row)");
  refused(on("y,s\n1,1\n1,2\n", "--label y --score s"), 65, "expected two classes, got one only: \"1\" (2 rows)");
  refused(on(kGood, "--label y --score s --positive 7"), 65, "no label is \"7\"");
}

TEST_F(Evaluate, RefusesWrongRegions) {
  refused(on(kGood, "--label y --score s --fpr-max 0"), 2, "expected 0 < fpr_max <= 1, got 0");
  refused(on(kGood, "--label y --score s --fpr-max 1.5"), 2, "expected 0 < fpr_max <= 1, got 1.5");
  refused(on(kGood, "--label y --score s --fpr-max nan"), 2, "fpr_max");
  refused(on(kGood, "--label y --score s --tpr-min 1"), 2, "expected 0 <= tpr_min < 1, got 1");
  refused(on(kGood, "--label y --score s --tpr-min -0.5"), 2, "expected 0 <= tpr_min < 1, got -0.5");
  refused(on(kGood, "--label y --score s --fpr-min 0.3 --fpr-max 0.3"), 2, "expected less than fpr_max (0.3), got 0.3");
  refused(on(kGood, "--label y --score s --fpr-min 0.1 --tpr-min 0.5"), 2,
          "fpr_min: expected none together with tpr_min");
  refused(on(kGood, "--label y --score s --fpr-max 0.3 --tpr-min 0.5 --scale mcclish"), 2, "mcclish is not defined");
}

TEST_F(Evaluate, RefusesWrongWeights) {
  refused(on("y,s,w\n1,2,1\n0,1,-1\n", "--label y --score s --weight w"), 65,
          "line 3, column 3 (w): expected a weight of at least 0, got -1");
  refused(on("y,s,w\n1,2,0\n0,1,0\n", "--label y --score s --weight w"), 65, "expected weights above 0, got none");
  refused(on("y,s,w\n1,2,0\n0,1,1\n", "--label y --score s --weight w"), 65,
          "expected a positive row with a weight above 0");
}

TEST_F(Evaluate, RefusesARowWithoutItsGroup) {
  refused(on("y,s,g\n1,2,a\n0,1,\n", "--label y --score s --group g"), 65,
          "line 3, column 3 (g): expected the name of a group, got an empty field");
}

TEST_F(Evaluate, RefusesTwoScoreColumnsOfOneName) {
  refused(on(kGood, "--label y --score s --score s"), 2, "expected columns of different names, got \"s\" twice");
  refused(on("y,s,s\n1,2,3\n0,1,2\n", "--label y --score s"), 65, "two columns are named \"s\"");
  refused(on("y,s,s\n1,2,3\n0,1,2\n", "--label y --score 2 --score 3"), 2, "got \"s\" twice");
}

TEST_F(Evaluate, RefusesOutputThatCannotBeWritten) {
  refused(on(kGood, "--label y --score s --svg " + folder_.path("none/roc.svg")), 73, "none/roc.svg: cannot create");
  refused(on(kGood, "--label y --score s --svg " + folder_.folder()), 73, "expected a file to write, got a folder");
  refused(on(kGood, "--label y --score s --svg /dev/full"), 74, "/dev/full: cannot write: No space left");
  const auto full =
      run_shell("'" PAUC_COMMAND "' evaluate " + folder_.file("f.csv", kGood) + " --label y --score s >/dev/full");
  EXPECT_EQ(full.exit_code, 74);
  EXPECT_THAT(full.err, HasSubstr("standard output: cannot write"));
}

TEST_F(Evaluate, DoesNotDrawOverItsInput) {
  const auto path = folder_.file("f.csv", kGood);
  refused(run_pauc("evaluate " + path + " --label y --score s --svg " + path), 2,
          "svg: expected another file than those that are read");
  refused(run_pauc("evaluate - --label y --score s --svg " + path + " <" + path), 2,
          "svg: expected another file than those that are read");
  EXPECT_EQ(content_of(path), kGood);
}

TEST_F(Evaluate, AsksWhetherAHeaderOfNumbersIsOne) {
  EXPECT_THAT(on("1,0.9\n0,0.8\n1,0.3\n0,0.1\n", "--label 1 --score 2").err,
              HasSubstr("the first line is all numbers"));
}

TEST_F(Evaluate, RefusesTheLabelAsAScore) {
  refused(on(kGood, "--label y --score y"), 2, "score: expected a column other than the label, got \"y\"");
}

TEST_F(Evaluate, RefusesUnknownWordsWithTheKnownOnes) {
  refused(on(kGood, "--label y --score s --ci bootstrp"), 2,
          "--ci: unknown value \"bootstrp\"; write --ci analytic|bootstrap|bca|none (");
  refused(on(kGood, "--label y --score s --scale half"), 2, "--scale: unknown value \"half\"; write --scale ");
  refused(on(kGood, "--label y --score s --fpr_max 0.3"), 2, "no option --fpr_max; did you mean --fpr-max?");
  refused(on(kGood, "--label y --score s extra"), 2, "expected no further argument, got \"extra\"");
  refused(on(kGood, "--label y --score s --fpr-max x"), 2, "--fpr-max: expected a number, got \"x\"");
  refused(on(kGood, "--label y --score s --fpr-max"), 2, "--fpr-max: expected a value, got none");
  refused(on(kGood, "--label y --score s --fpr-max 0.1 --fpr-max 0.2"), 2, "--fpr-max: expected once, got 2 times");
  refused(on(kGood, "--label y --score s --svg ''"), 2, "--svg: expected some text, got an empty one");
  refused(on(kGood, "--label y --score s --tpr-band 0.8-1"), 2,
          "tpr-band: expected two rates such as 0.8,1, got \"0.8-1\"");
  refused(on(kGood, "--label y --score s --seed -1"), 2, "--seed: expected a whole number of at least 0");
  refused(on(kGood, "--label y --score s --seed 99999999999999999999"), 2,
          "--seed: expected a whole number of at least 0");
  refused(on(kGood, "--label y --score s --replicates 1.5"), 2, "--replicates: expected a whole number of at least 0");
  refused(on(kGood, "--label y --score s --fpr-max ''"), 2, "--fpr-max: expected some text, got an empty one");
  refused(run_pauc("evaluate ''"), 2, "pauc: scores.csv: expected some text, got an empty one\n");
  refused(run_pauc("train ''"), 2, "pauc: data: expected some text, got an empty one\n");
  refused(run_pauc("evaluate"), 2, "evaluate: expected SCORES.CSV (CSV or TSV file of labels and scores), got none");
  refused(run_pauc("--json"), 2, "expected a command such as train, got none");
  refused(on(kGood, "--label y --score s --confidence 95"), 2, "confidence: expected a number between 0 and 1, got 95");
}

TEST_F(Evaluate, KeepsAMessageOnOneLine) {
  refused(on("y,s\n1,\"a\nb\"\n0,1\n", "--label y --score s"), 65, "got \"a\\x0ab\"");
}

TEST(List, ShowsTheMetrics) {
  const auto result = run_pauc("list metrics --json");
  ASSERT_EQ(result.exit_code, 0);
  std::vector<std::string> names;
  for (const auto& row : json::parse(result.out)) {
    names.push_back(row["name"]);
    EXPECT_TRUE(row["summary"].is_string());
    for (const auto& option : row["options"]) {
      for (const char* key : {"name", "default", "help"}) EXPECT_TRUE(option.contains(key));
    }
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"auc", "one_way", "two_way", "tpr_band", "bedroc", "logauc"}));
  EXPECT_THAT(run_pauc("list").out, HasSubstr("partial AUC"));
  EXPECT_EQ(run_pauc("list metricks").exit_code, 2);
}

TEST(Command, ExplainsItself) {
  EXPECT_EQ(run_pauc("--help").exit_code, 0);
  EXPECT_EQ(run_pauc("--help >/dev/full").exit_code, 74);
  EXPECT_THAT(run_pauc("--version").out, ContainsRegex("^[0-9]+\\.[0-9]+\\.[0-9]+\n$"));
  EXPECT_EQ(run_pauc("").exit_code, 2);
  const auto misspelt = run_pauc("evalate x");
  EXPECT_EQ(misspelt.exit_code, 2);
  EXPECT_THAT(misspelt.err, HasSubstr("no command \"evalate\"; did you mean evaluate?"));
}

}  // namespace
}  // namespace pauc::test
