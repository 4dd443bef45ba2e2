#include "pauc/report/table/comparison_table.h"
#include "pauc/report/table/markdown.h"
#include "record/compared_methods.h"

namespace pauc::report {
namespace {

using test::cell_with;
using test::three_methods;
using testing::HasSubstr;
using testing::Not;

TEST(ComparisonMarkdown, IsOneTableWithItsExplanation) {
  EXPECT_EQ(comparison_markdown(three_methods()),
            "| method | FPR <= 0.3 | TPR >= 0.6, FPR <= 0.4 |\n"
            "|---|---|---|\n"
            "| sopa-s | **0.7200 (0.0158)** | 0.6200 (0.0200) ≈, 3 of 5 seeds |\n"
            "| ce | 0.7040 (0.0114) ≈ | **0.5100 (0.0100)** |\n"
            "| mb | 0.6700 (0.0100) | - |\n"
            "\n"
            "Bold: the best of its column, the largest mean over all seeds. ≈: cannot be told to be worse, as the 95 % "
            "interval of the paired difference does not lie below 0 or too few seeds are there for one.\n"
            "\n"
            "Partial AUC on the test part (mcclish one-way, normalised two-way): mean (standard deviation) over 5 "
            "seeds. Differences are paired over seeds (Student's t, 95 %), without correction for the number of "
            "comparisons.\n"
            "\n"
            "Chosen on validation:\n"
            "\n"
            "| method | FPR <= 0.3 | TPR >= 0.6, FPR <= 0.4 |\n"
            "|---|---|---|\n"
            "| sopa-s | lambda 1, lr 0.001 | lambda 0.1, surrogate hinge |\n"
            "\n"
            "Missing:\n"
            "\n"
            "- sopa-s, TPR &gt;= 0.6, FPR &lt;= 0.4, seed 4: failed\n");
}

TEST(ComparisonMarkdown, SaysHowManyCasesThereAre) {
  record::Comparison comparison = three_methods();
  comparison.splits = {{"train", 5834, 248}, {"valid", 722, 29}, {"test", 709, 32}};
  const std::string sizes = "Positive: 248 of 5834 in train, 29 of 722 in valid, 32 of 709 in test";
  EXPECT_THAT(comparison_markdown(comparison), HasSubstr("over 5 seeds. " + sizes + ". Differences"));
  EXPECT_THAT(comparison_text(comparison), HasSubstr("\n" + sizes + "\n"));
  EXPECT_THAT(record::comparison_json(comparison), HasSubstr("\"positive\": 29"));
}

TEST(ComparisonMarkdown, LeavesOutWhatIsNotThere) {
  record::Comparison comparison = three_methods();
  comparison.missing.clear();
  comparison.methods = {{"ce", {cell_with("one_way_0.3", {0.5, 0.5, 0.5, 0.5, 0.5})}}};
  const std::string markdown = comparison_markdown(comparison);
  EXPECT_THAT(markdown, HasSubstr("| ce | **0.5000 (0.0000)** | - |\n"));
  EXPECT_THAT(markdown, Not(HasSubstr("≈")));
  EXPECT_THAT(markdown, Not(HasSubstr("Chosen")));
  EXPECT_THAT(markdown, Not(HasSubstr("Missing")));
}

TEST(ComparisonMarkdown, NamesTheScalesThatAreThere) {
  record::Comparison comparison = three_methods();
  comparison.targets = {"one_way_0.3"};
  EXPECT_THAT(comparison_markdown(comparison), HasSubstr("on the test part (mcclish): mean"));
  comparison.targets = {"two_way_0.6_0.4"};
  EXPECT_THAT(comparison_markdown(comparison), HasSubstr("on the test part (normalised): mean"));
}

TEST(ComparisonMarkdown, OnTrainingSaysSo) {
  record::Comparison comparison = three_methods();
  comparison.part = "train";
  EXPECT_THAT(comparison_markdown(comparison), HasSubstr("Partial AUC on the train part"));
  EXPECT_THAT(comparison_markdown(comparison), HasSubstr("\nChosen on training:\n"));
}

TEST(ComparisonMarkdown, OfOneSeedHasNoDeviation) {
  record::Comparison comparison;
  comparison.targets = {"one_way_0.3"};
  comparison.seeds = 1;
  comparison.methods = {{"a", {cell_with("one_way_0.3", {0.5})}}, {"b", {cell_with("one_way_0.3", {0.75})}}};
  EXPECT_THAT(comparison_markdown(comparison), HasSubstr("| a | 0.5000 ≈ |\n| b | **0.7500** |\n"));
  EXPECT_THAT(comparison_markdown(comparison), HasSubstr("on the test part (mcclish), one seed. "));
  comparison.seeds = 3;
  EXPECT_THAT(comparison_markdown(comparison),
              HasSubstr("| a | 0.5000 ≈, 1 of 3 seeds |\n| b | **0.7500**, 1 of 3 seeds |\n"));
}

TEST(ComparisonMarkdown, EscapesWhatUsersWrote) {
  record::Comparison comparison = three_methods();
  comparison.methods[0].name = "a|b`c`\n<img src=x>";
  comparison.methods[0].cells[0].chosen = {{"k|", "<b>"}};
  comparison.missing = {"<script>\n# head"};
  comparison.targets.emplace_back("any|<i>");
  const std::string markdown = comparison_markdown(comparison);
  EXPECT_THAT(markdown, HasSubstr("\n| a\\|b\\`c\\`\\\\x0a&lt;img src=x&gt; | **0.7200"));
  EXPECT_THAT(markdown, HasSubstr("| k\\| &lt;b&gt; |"));
  EXPECT_THAT(markdown, HasSubstr("\n- &lt;script&gt;\\\\x0a\\# head\n"));
  EXPECT_THAT(markdown, HasSubstr("| any\\|&lt;i&gt; |\n"));
}

TEST(EscapedMarkdown, LeavesPlainTextAlone) {
  for (const char* text : {"sopa-s", "weight_decay 0.001", "a, b: (c) + d/e = 5 %", "größer ≈ 日本", ""}) {
    EXPECT_EQ(escaped_markdown(text), text);
  }
}

TEST(EscapedMarkdown, MakesMarksPlain) {
  EXPECT_EQ(escaped_markdown("*a* _b_ __c__ ~d~ [e](f) ![g] #h $i$ \\j `k` |l|"),
            "\\*a\\* \\_b\\_ \\_\\_c\\_\\_ \\~d\\~ \\[e\\](f) \\!\\[g\\] \\#h \\$i\\$ \\\\j \\`k\\` \\|l\\|");
  EXPECT_EQ(escaped_markdown("<b>&amp;</b>"), "&lt;b&gt;&amp;amp;&lt;/b&gt;");
  EXPECT_EQ(escaped_markdown("a\r\nb\t\xff"), "a\\\\x0d\\\\x0ab\\\\x09\\\\xff");
}

TEST(MarkdownItem, StartsNoListOfItsOwn) {
  EXPECT_EQ(markdown_item("plain"), "- plain\n");
  EXPECT_EQ(markdown_item("- a"), "- \\- a\n");
  EXPECT_EQ(markdown_item("+ a"), "- \\+ a\n");
  EXPECT_EQ(markdown_item("---"), "- \\---\n");
  EXPECT_EQ(markdown_item("12. a"), "- 12\\. a\n");
  EXPECT_EQ(markdown_item("1) a"), "- 1\\) a\n");
  EXPECT_EQ(markdown_item("12 of 13"), "- 12 of 13\n");
  EXPECT_EQ(markdown_item("12"), "- 12\n");
}

}  // namespace
}  // namespace pauc::report
