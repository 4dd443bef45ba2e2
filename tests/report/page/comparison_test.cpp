#include "pauc/report/page/comparison.h"

namespace pauc::report {
namespace {

using testing::HasSubstr;
using testing::Not;

record::FinishedCell cell(double mean, record::Standing standing, std::int64_t seeds = 5) {
  return {"one_way_0.3", mean, 0.01, seeds, {}, standing};
}

std::string tables_of(const record::FinishedComparison& comparison) {
  Report report;
  report.comparisons = {comparison};
  return comparison_html(report);
}

record::FinishedComparison marked() {
  record::FinishedComparison comparison;
  comparison.targets = {"one_way_0.3"};
  comparison.seeds = 5;
  comparison.methods = {{"a", {cell(0.75, record::Standing::best)}},
                        {"b", {cell(0.74, record::Standing::like_best)}},
                        {"c", {cell(0.7, record::Standing::apart)}},
                        {"d", {cell(0.9, record::Standing::apart, 3)}}};
  return comparison;
}

TEST(PageComparison, OfATableThatDoesNotSayHasTheLargestMeanInBold) {
  record::FinishedComparison comparison;
  comparison.targets = {"one_way_0.3"};
  comparison.methods = {{"ce", {{"one_way_0.3", -2.5, 0.02, 5, {}}}},
                        {"sopa", {{"one_way_0.3", -1.5, 0.01, 5, {{"lambda", "0.1"}}}}}};
  const std::string tables = tables_of(comparison);
  EXPECT_THAT(tables, HasSubstr("<strong>-1.5000"));
  EXPECT_THAT(tables, Not(HasSubstr("<strong>-2.5000")));
  EXPECT_THAT(tables, HasSubstr("lambda 0.1"));
  EXPECT_THAT(tables, Not(HasSubstr("≈")));
  EXPECT_THAT(tables, HasSubstr("Mean (standard deviation) over seeds; the best of each column in bold<"));
}

TEST(PageComparison, MarksAsTheTableSays) {
  const std::string tables = tables_of(marked());
  EXPECT_THAT(tables, HasSubstr("<td><strong>0.7500 <span class=\"interval\">(0.0100)</span></strong></td>"));
  EXPECT_THAT(tables, HasSubstr("<td>0.7400 <span class=\"interval\">(0.0100)</span> ≈</td>"));
  EXPECT_THAT(tables, HasSubstr("<td>0.7000 <span class=\"interval\">(0.0100)</span></td>"));
  EXPECT_THAT(tables, HasSubstr("; ≈: cannot be told to be worse (Student's t, paired over seeds, 95 %)"));
}

TEST(PageComparison, SaysWhereSeedsAreMissing) {
  EXPECT_THAT(tables_of(marked()), HasSubstr("<td>0.9000 <span class=\"interval\">(0.0100)</span> <span "
                                             "class=\"quiet\">3 of 5 seeds</span></td>"));
}

TEST(PageComparison, OneSeedHasNoDeviation) {
  record::FinishedComparison comparison = marked();
  comparison.seeds = 1;
  comparison.methods.resize(2);
  for (auto& [method, cells] : comparison.methods) {
    cells[0].seeds = 1;
    cells[0].deviation.reset();
  }
  EXPECT_THAT(tables_of(comparison), HasSubstr("<td><strong>0.7500</strong></td>"));
  EXPECT_THAT(tables_of(comparison), HasSubstr("<td>0.7400 ≈</td>"));
}

TEST(PageComparison, CellsThatAreNotThereAreEmpty) {
  record::FinishedComparison comparison = marked();
  comparison.targets.emplace_back("two_way_0.6_0.4");
  comparison.methods[1].cells[0].target = "two_way_0.6_0.4";
  EXPECT_THAT(tables_of(comparison), HasSubstr("<td>-</td><td>0.7400"));
}

TEST(PageComparison, ShowsTheColumnsOfATableThatHasBarelyBegun) {
  record::FinishedComparison comparison = marked();
  comparison.targets.emplace_back("two_way_0.6_0.4");
  for (auto& [method, cells] : comparison.methods) cells.clear();
  EXPECT_THAT(tables_of(comparison), HasSubstr("<td>-</td><td>-</td>"));
  EXPECT_THAT(tables_of(comparison), HasSubstr("TPR &gt;= 0.6, FPR &lt;= 0.4"));
}

TEST(PageComparison, SaysHowManyCasesThereAre) {
  record::FinishedComparison comparison = marked();
  EXPECT_THAT(tables_of(comparison), Not(HasSubstr("Positive:")));
  comparison.splits = {{"train", 5834, 248}, {"test", 709, 32}};
  EXPECT_THAT(tables_of(comparison), HasSubstr(". Positive: 248 of 5834 in train, 32 of 709 in test<"));
}

TEST(PageComparison, SaysWhosePartItIs) {
  record::FinishedComparison comparison = marked();
  comparison.part = "train";
  EXPECT_THAT(tables_of(comparison),
              HasSubstr("<span>Partial AUC on the train part (mcclish): mean (standard deviation) "
                        "over 5 seeds; the best"));
  EXPECT_THAT(tables_of(comparison), HasSubstr("What training chose"));
  comparison.part = "<b>";
  EXPECT_THAT(tables_of(comparison), HasSubstr("on the &lt;b&gt; part"));
  EXPECT_THAT(tables_of(comparison), HasSubstr("What validation chose"));
}

TEST(PageComparison, ListsWhatIsMissing) {
  record::FinishedComparison comparison = marked();
  EXPECT_THAT(tables_of(comparison), Not(HasSubstr("Missing")));
  comparison.missing.assign(20, "<b>");
  comparison.missing[19] = "the twentieth";
  EXPECT_THAT(tables_of(comparison), HasSubstr("<li><bdi>&lt;b&gt;</bdi></li>"));
  EXPECT_THAT(tables_of(comparison), HasSubstr("the twentieth"));
  EXPECT_THAT(tables_of(comparison), Not(HasSubstr("more")));
  comparison.missing.resize(1021, "another");
  EXPECT_THAT(tables_of(comparison), HasSubstr("and 1,001 more, in table.json"));
  EXPECT_THAT(tables_of(comparison), Not(HasSubstr("another")));
}

TEST(PageComparison, SeveralBearTheirNames) {
  Report report;
  report.comparisons = {marked(), marked()};
  report.comparisons[0].name = "cifar10";
  report.comparisons[1].name = "<b>";
  EXPECT_THAT(comparison_html(report), HasSubstr("<h3><bdi>cifar10</bdi></h3>"));
  EXPECT_THAT(comparison_html(report), HasSubstr("<h3><bdi>&lt;b&gt;</bdi></h3>"));
  report.comparisons.resize(1);
  EXPECT_THAT(comparison_html(report), Not(HasSubstr("<h3>")));
}

}  // namespace
}  // namespace pauc::report
