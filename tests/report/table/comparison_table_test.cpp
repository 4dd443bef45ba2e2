#include "pauc/report/table/comparison_table.h"

#include <nlohmann/json.hpp>

#include "pauc/core/io/csv.h"
#include "pauc/core/version.h"
#include "record/compared_methods.h"
#include "support/temporary_folder.h"

namespace pauc::report {
namespace {

using test::cell_with;
using test::three_methods;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::ordered_json;

record::Comparison one_seed() {
  record::Comparison comparison;
  comparison.targets = {"one_way_0.3"};
  comparison.seeds = 1;
  comparison.methods = {{"a", {cell_with("one_way_0.3", {0.5})}}, {"b", {cell_with("one_way_0.3", {0.75})}}};
  return comparison;
}

TEST(ComparisonJson, HasTheKeysThatWerePromised) {
  const Json table = Json::parse(record::comparison_json(three_methods()));
  std::vector<std::string> keys;
  for (const auto& [key, value] : table.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"targets", "methods", "part", "seeds", "splits", "missing", "config",
                                            "version"}));
  EXPECT_EQ(table["targets"], (Json{"one_way_0.3", "two_way_0.6_0.4"}));
  EXPECT_EQ(table["part"], "test");
  EXPECT_EQ(table["seeds"], 5);
  EXPECT_EQ(table["missing"], Json::array({"sopa-s, TPR >= 0.6, FPR <= 0.4, seed 4: failed"}));
  EXPECT_EQ(table["config"], "model: gin\n");
  EXPECT_EQ(table["version"], kVersion);
  const Json& best = table["methods"]["sopa-s"]["one_way_0.3"];
  keys.clear();
  for (const auto& [key, value] : best.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"mean", "std", "n", "values", "seeds", "chosen", "standard_error", "best",
                                            "to_best"}));
}

TEST(ComparisonJson, HasTheFiguresOfEachCell) {
  const Json methods = Json::parse(record::comparison_json(three_methods()))["methods"];
  const Json& best = methods["sopa-s"]["one_way_0.3"];
  EXPECT_NEAR(best["mean"].get<double>(), 0.72, 1e-15);
  EXPECT_NEAR(best["std"].get<double>(), 0.0158113883, 1e-10);
  EXPECT_NEAR(best["standard_error"].get<double>(), 0.00707106781, 1e-11);
  EXPECT_EQ(best["n"], 5);
  EXPECT_EQ(best["values"], (Json{0.71, 0.74, 0.72, 0.70, 0.73}));
  EXPECT_EQ(best["seeds"], (Json{1, 2, 3, 4, 5}));
  EXPECT_EQ(best["best"], true);
  EXPECT_TRUE(best["to_best"].is_null());
  const Json& like = methods["ce"]["one_way_0.3"];
  EXPECT_EQ(like["best"], false);
  EXPECT_NEAR(like["to_best"]["difference"].get<double>(), -0.016, 1e-15);
  EXPECT_NEAR(like["to_best"]["ci"][0].get<double>(), -0.03265867063, 1e-10);
  EXPECT_NEAR(like["to_best"]["ci"][1].get<double>(), 0.00065867063, 1e-10);
  EXPECT_NEAR(like["to_best"]["p"].get<double>(), 0.056, 1e-10);
  EXPECT_EQ(like["to_best"]["beyond_noise"], false);
  EXPECT_EQ(methods["mb"]["one_way_0.3"]["to_best"]["beyond_noise"], true);
  EXPECT_FALSE(methods["mb"].contains("two_way_0.6_0.4"));
}

TEST(ComparisonJson, WritesNumbersThatWereChosenAsNumbers) {
  record::Comparison comparison = three_methods();
  comparison.methods[0].cells[0].chosen = {
      {"lambda", "1e-3"}, {"epochs", "60"}, {"surrogate", "hinge"}, {"limit", "inf"}, {"empty", ""}};
  const Json chosen = Json::parse(record::comparison_json(comparison))["methods"]["sopa-s"]["one_way_0.3"]["chosen"];
  EXPECT_EQ(chosen.dump(), R"({"lambda":0.001,"epochs":60,"surrogate":"hinge","limit":"inf","empty":""})");
}

TEST(ComparisonJson, OfOneSeedHasNullForWhatThereIsNot) {
  const Json methods = Json::parse(record::comparison_json(one_seed()))["methods"];
  for (const char* method : {"a", "b"}) {
    EXPECT_TRUE(methods[method]["one_way_0.3"]["std"].is_null());
    EXPECT_TRUE(methods[method]["one_way_0.3"]["standard_error"].is_null());
  }
  const Json& other = methods["a"]["one_way_0.3"]["to_best"];
  EXPECT_EQ(other["difference"], -0.25);
  EXPECT_TRUE(other["ci"].is_null());
  EXPECT_TRUE(other["p"].is_null());
  EXPECT_EQ(other["beyond_noise"], false);
}

TEST(ComparisonJson, RoundTripsItsNumbersAndIsTheSameTwice) {
  record::Comparison comparison = three_methods();
  comparison.methods[0].cells[0].values[0].value = 0.1 + 0.2;
  const std::string text = record::comparison_json(comparison);
  EXPECT_THAT(text, HasSubstr("0.30000000000000004"));
  EXPECT_EQ(text, record::comparison_json(comparison));
  EXPECT_THAT(text, EndsWith("}\n"));
}

TEST(ComparisonJson, SurvivesAnyName) {
  record::Comparison comparison = three_methods();
  comparison.methods[0].name = "\"\\\n</script>";
  comparison.methods[1].name = "\xff";
  const Json methods = Json::parse(record::comparison_json(comparison))["methods"];
  EXPECT_TRUE(methods.contains("\"\\\n</script>"));
  EXPECT_TRUE(methods.contains("\xef\xbf\xbd"));
}

TEST(ComparisonCsv, HasARowForEachCell) {
  const test::TemporaryFolder folder;
  CsvReader csv(folder.file("table.csv", comparison_csv(three_methods())), {});
  EXPECT_EQ(csv.columns(),
            (std::vector<std::string>{"target", "method", "n", "mean", "std", "standard_error", "best", "difference",
                                      "ci_low", "ci_high", "p", "beyond_noise", "chosen"}));
  std::vector<std::vector<std::string>> rows;
  while (csv.next()) {
    rows.emplace_back();
    for (std::size_t c = 0; c < csv.columns().size(); ++c) rows.back().emplace_back(csv.field(c));
  }
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_THAT(rows[0], testing::ElementsAre("one_way_0.3", "sopa-s", "5", StartsWith("0.72"), StartsWith("0.01581"),
                                            StartsWith("0.00707"), "true", "", "", "", "", "", "lambda 1, lr 0.001"));
  EXPECT_THAT(rows[1],
              testing::ElementsAre("one_way_0.3", "ce", "5", StartsWith("0.70"), StartsWith("0.01140"),
                                   StartsWith("0.0050"), "false", StartsWith("-0.01"), StartsWith("-0.0326586"),
                                   StartsWith("0.0006586"), StartsWith("0.05"), "false", ""));
  EXPECT_THAT(rows[2][11], "true");
  EXPECT_THAT(rows[3], testing::Contains("two_way_0.6_0.4"));
  EXPECT_THAT(rows[5], testing::ElementsAre("two_way_0.6_0.4", "mb", "0", "", "", "", "", "", "", "", "", "", ""));
}

TEST(ComparisonCsv, LeavesEmptyWhatOneSeedHasNot) {
  EXPECT_THAT(comparison_csv(one_seed()), HasSubstr("\none_way_0.3,a,1,0.5,,,false,-0.25,,,,false,\n"));
  EXPECT_THAT(comparison_csv(one_seed()), HasSubstr("\none_way_0.3,b,1,0.75,,,true,,,,,,\n"));
}

TEST(ComparisonCsv, QuotesNames) {
  record::Comparison comparison = three_methods();
  comparison.methods[0].name = "so,\"pa\n";
  const test::TemporaryFolder folder;
  CsvReader csv(folder.file("table.csv", comparison_csv(comparison)), {});
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.field(1), "so,\"pa\n");
  EXPECT_EQ(csv.field(2), "5");
}

TEST(ComparisonText, IsAlignedAndMarked) {
  EXPECT_EQ(comparison_text(three_methods()),
            "method   FPR <= 0.3          TPR >= 0.6, FPR <= 0.4\n"
            "sopa-s   0.7200 (0.0158) *   0.6200 (0.0200) ~, 3 of 5 seeds\n"
            "ce       0.7040 (0.0114) ~   0.5100 (0.0100) *\n"
            "mb       0.6700 (0.0100)     -\n"
            "\n"
            "Partial AUC on the test part (mcclish one-way, normalised two-way): mean (standard deviation) over 5 "
            "seeds. * the best of its column; ~ not told to be worse (95 % paired over seeds)\n"
            "\n"
            "Missing:\n"
            "  sopa-s, TPR >= 0.6, FPR <= 0.4, seed 4: failed\n");
}

TEST(ComparisonText, ListsNoMoreThanTwentySentences) {
  record::Comparison comparison = three_methods();
  comparison.missing.assign(1021, "a\033 run");
  const std::string text = comparison_text(comparison);
  EXPECT_THAT(text, EndsWith("  a\\x1b run\n  and 1,001 more, in table.json\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6 + 2 + 21);
}

TEST(ComparisonText, ExplainsOnlyMarksThatAreThere) {
  record::Comparison comparison = three_methods();
  comparison.methods.erase(comparison.methods.begin() + 1);
  EXPECT_THAT(comparison_text(comparison), Not(HasSubstr("~")));
}

TEST(ComparisonText, OfOneSeedHasNoDeviation) {
  EXPECT_EQ(comparison_text(one_seed()),
            "method   FPR <= 0.3\na        0.5000 ~\nb        0.7500 *\n\nPartial AUC on the test part (mcclish), one "
            "seed. * the best of its column; ~ not told to be worse (95 % paired over seeds)\n");
}

TEST(ComparisonText, ShowsWhatWouldSteerATerminal) {
  record::Comparison comparison = three_methods();
  comparison.methods[0].name = "so\033[2Jpa\n";
  EXPECT_THAT(comparison_text(comparison), HasSubstr("so\\x1b[2Jpa\\x0a   0.7200"));
}

TEST(ComparisonTex, IsATabularOfBooktabs) {
  EXPECT_EQ(comparison_tex(three_methods()),
            "% Partial AUC on the test part (mcclish one-way, normalised two-way): mean (standard deviation) over 5 "
            "seeds; bold: the best of its column; \\approx: not told to be worse (95 % paired over seeds). Needs "
            "\\usepackage{booktabs}.\n"
            "\\begin{tabular}{lcc}\n"
            "\\toprule\n"
            "Method & FPR $\\leq$ 0.3 & TPR $\\geq$ 0.6, FPR $\\leq$ 0.4 \\\\\n"
            "\\midrule\n"
            "sopa-s & \\textbf{0.7200 (0.0158)} & 0.6200 (0.0200)$^{\\approx}$, 3 of 5 seeds \\\\\n"
            "ce & 0.7040 (0.0114)$^{\\approx}$ & \\textbf{0.5100 (0.0100)} \\\\\n"
            "mb & 0.6700 (0.0100) & - \\\\\n"
            "\\bottomrule\n"
            "\\end{tabular}\n");
}

TEST(ComparisonTex, EscapesNames) {
  record::Comparison comparison = three_methods();
  comparison.methods[0].name = R"(\input{x}$&#%_^~<>|[*"`')";
  comparison.methods[1].name = "two\nlines";
  const std::string tex = comparison_tex(comparison);
  EXPECT_THAT(tex, HasSubstr("\n\\textbackslash{}input\\{x\\}\\$\\&\\#\\%\\_\\textasciicircum{}\\textasciitilde{}"
                             "\\textless{}\\textgreater{}\\textbar{}{[}{*}{\"}{`}{'} & "));
  EXPECT_THAT(tex, HasSubstr("\ntwo\\textbackslash{}x0alines & "));
}

// The comment must end with its line.
TEST(ComparisonTex, NothingBreaksOutOfTheComment) {
  record::Comparison comparison = three_methods();
  comparison.part = "test\n\\input{x}";
  EXPECT_THAT(comparison_tex(comparison), StartsWith("% Partial AUC on the test\\x0a\\input{x} part"));
}

}  // namespace
}  // namespace pauc::report
