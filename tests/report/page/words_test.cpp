#include "pauc/report/page/words.h"

#include "pauc/metric/names.h"
#include "pauc/report/page/html.h"

namespace pauc::report {
namespace {

TEST(Words, RatesReadAsFalseAlarms) {
  EXPECT_EQ(false_alarm_words(0.01), "1 false alarm in 100");
  EXPECT_EQ(false_alarm_words(0.1), "1 false alarm in 10");
  EXPECT_EQ(false_alarm_words(0.05), "1 false alarm in 20");
  EXPECT_EQ(false_alarm_words(0.001), "1 false alarm in 1000");
  EXPECT_EQ(false_alarm_words(0.3), "3 false alarms in 10");
  EXPECT_EQ(false_alarm_words(0.29), "29 false alarms in 100");
  EXPECT_EQ(false_alarm_words(0.012345), "12.345 false alarms in 1000");
}

TEST(Words, PercentagesAreFinerNearTheEnds) {
  EXPECT_EQ(percent_text(0.8649), "86.5\u00a0%");
  EXPECT_EQ(percent_text(0), "0.0\u00a0%");
  EXPECT_EQ(percent_text(1), "100.0\u00a0%");
  EXPECT_EQ(percent_text(0.0012), "0.12\u00a0%");
  EXPECT_EQ(percent_text(0.00012), "0.012\u00a0%");
  EXPECT_EQ(percent_text(1e-6), "0.00010\u00a0%");
  EXPECT_EQ(percent_text(0.9988), "99.88\u00a0%");
}

TEST(Words, CountsHaveThousandsApartAndTheRightEnding) {
  EXPECT_EQ(counted_text(1, "positive"), "1 positive");
  EXPECT_EQ(counted_text(0, "row"), "0 rows");
  EXPECT_EQ(counted_text(999, "row"), "999 rows");
  EXPECT_EQ(counted_text(1017, "row"), "1,017 rows");
  EXPECT_EQ(counted_text(1234567, "row"), "1,234,567 rows");
}

TEST(Words, SmallPValuesAreNotZero) {
  EXPECT_EQ(p_value_text(0.00001), "&lt; 0.0001");
  EXPECT_EQ(p_value_text(0.0005), "0.0005");
  EXPECT_EQ(p_value_text(0.0042), "0.0042");
  EXPECT_EQ(p_value_text(0.0495), "0.0495");
  EXPECT_EQ(p_value_text(0.5049), "0.50");
  EXPECT_EQ(p_value_text(std::nullopt), "-");
}

TEST(Words, TargetsOfCompareReadAsRegions) {
  EXPECT_EQ(target_words("one_way_0.3"), "FPR <= 0.3");
  EXPECT_EQ(target_words("one_way_0.05-0.3"), "0.05 <= FPR <= 0.3");
  EXPECT_EQ(target_words("two_way_0.6_0.4"), "TPR >= 0.6, FPR <= 0.4");
  EXPECT_EQ(target_words("another"), "another");
}

TEST(Html, LinesOfUsersStayApart) {
  EXPECT_EQ(user_lines("a: <1>\n  b\x01: 2\n"), "<bdi>a: &lt;1&gt;\n  b : 2\n</bdi>");
  EXPECT_EQ(user_lines("a"), "<bdi>a\n</bdi>");
}

TEST(Html, AttributesAndTextsOfUsersAreEscaped) {
  EXPECT_EQ(element("p", {{"title", "\"><script>"}}, user_text("<b>&")),
            "<p title=\"&quot;&gt;&lt;script&gt;\"><bdi>&lt;b&gt;&amp;</bdi></p>");
}

}  // namespace
}  // namespace pauc::report
