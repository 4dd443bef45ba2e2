#include "pauc/report/page/comparison.h"

namespace pauc::report {
namespace {

using testing::HasSubstr;
using testing::Not;

record::ComparisonCell cell(double mean, record::Standing standing, std::int64_t seeds = 5) {
  return {"one_way_0.3", mean, 0.01, seeds, "", standing};
}

std::string tables_of(const record::ComparisonRecord& record) {
  Report report;
  report.comparisons = {record};
  return comparison_html(report);
}

record::ComparisonRecord marked() {
  record::ComparisonRecord record;
  record.targets = {"one_way_0.3"};
  record.seeds = 5;
  record.methods = {{"a", {cell(0.75, record::Standing::best)}},
                    {"b", {cell(0.74, record::Standing::like_best)}},
                    {"c", {cell(0.7, record::Standing::apart)}},
                    {"d", {cell(0.9, record::Standing::apart, 3)}}};
  return record;
}

TEST(PageComparison, OfATableThatDoesNotSayHasTheLargestMeanInBold) {
  record::ComparisonRecord record;
  record.targets = {"one_way_0.3"};
  record.methods = {{"ce", {{"one_way_0.3", -2.5, 0.02, 5, ""}}},
                    {"sopa", {{"one_way_0.3", -1.5, 0.01, 5, "lambda 0.1"}}}};
  const std::string tables = tables_of(record);
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
  record::ComparisonRecord record = marked();
  record.seeds = 1;
  record.methods.resize(2);
  for (auto& [method, cells] : record.methods) {
    cells[0].seeds = 1;
    cells[0].deviation.reset();
  }
  EXPECT_THAT(tables_of(record), HasSubstr("<td><strong>0.7500</strong></td>"));
  EXPECT_THAT(tables_of(record), HasSubstr("<td>0.7400 ≈</td>"));
}

TEST(PageComparison, CellsThatAreNotThereAreEmpty) {
  record::ComparisonRecord record = marked();
  record.targets.emplace_back("two_way_0.6_0.4");
  record.methods[1].second[0].target = "two_way_0.6_0.4";
  EXPECT_THAT(tables_of(record), HasSubstr("<td>-</td><td>0.7400"));
}

TEST(PageComparison, ShowsTheColumnsOfATableThatHasBarelyBegun) {
  record::ComparisonRecord record = marked();
  record.targets.emplace_back("two_way_0.6_0.4");
  for (auto& [method, cells] : record.methods) cells.clear();
  EXPECT_THAT(tables_of(record), HasSubstr("<td>-</td><td>-</td>"));
  EXPECT_THAT(tables_of(record), HasSubstr("TPR &gt;= 0.6, FPR &lt;= 0.4"));
}

TEST(PageComparison, SaysHowManyCasesThereAre) {
  record::ComparisonRecord record = marked();
  EXPECT_THAT(tables_of(record), Not(HasSubstr("Positive:")));
  record.splits = {{"train", 5834, 248}, {"test", 709, 32}};
  EXPECT_THAT(tables_of(record), HasSubstr(". Positive: 248 of 5834 in train, 32 of 709 in test<"));
}

TEST(PageComparison, SaysWhosePartItIs) {
  record::ComparisonRecord record = marked();
  record.part = "train";
  EXPECT_THAT(tables_of(record), HasSubstr("<span>Partial AUC on the train part (mcclish): mean (standard deviation) "
                                           "over 5 seeds; the best"));
  EXPECT_THAT(tables_of(record), HasSubstr("What training chose"));
  record.part = "<b>";
  EXPECT_THAT(tables_of(record), HasSubstr("on the &lt;b&gt; part"));
  EXPECT_THAT(tables_of(record), HasSubstr("What validation chose"));
}

TEST(PageComparison, ListsWhatIsMissing) {
  record::ComparisonRecord record = marked();
  EXPECT_THAT(tables_of(record), Not(HasSubstr("Missing")));
  record.missing.assign(20, "<b>");
  record.missing[19] = "the twentieth";
  EXPECT_THAT(tables_of(record), HasSubstr("<li><bdi>&lt;b&gt;</bdi></li>"));
  EXPECT_THAT(tables_of(record), HasSubstr("the twentieth"));
  EXPECT_THAT(tables_of(record), Not(HasSubstr("more")));
  record.missing.resize(1021, "another");
  EXPECT_THAT(tables_of(record), HasSubstr("and 1,001 more, in table.json"));
  EXPECT_THAT(tables_of(record), Not(HasSubstr("another")));
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
