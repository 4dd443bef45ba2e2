#include "pauc/report/table/text_table.h"

#include <algorithm>
#include <sstream>

namespace pauc::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

TEST(TextTable, IsAlignedAndAsWideAsItsCells) {
  TextTable table;
  table.add_row({"a", "b"});
  table.add_row({"long", "x"});
  EXPECT_EQ(table.text(), "a      b\nlong   x\n");
}

TEST(TextTable, WrapsLongTextsBelowThemselves) {
  TextTable table;
  table.add_row({"FPR", "reason"});
  table.add_row({"0.001", "an FPR of at most 0.001 with confidence 0.95 needs at least 2995 negatives; there are 250"});
  EXPECT_EQ(table.text(),
            "FPR     reason\n"
            "0.001   an FPR of at most 0.001 with confidence 0.95 needs at least 2995\n"
            "        negatives; there are 250\n");
  EXPECT_LE(longest_line(table.text(40)), 40U);
}

TEST(TextTable, PutsColumnsThatDoNotFitIntoFurtherBlocks) {
  TextTable table;
  const std::string interval = "0.8123 [0.7712, 0.8512]";
  table.add_row({"score", "AUC", "one-way", "two-way", "normalised"});
  table.add_row({"model", interval, interval, interval, interval});
  EXPECT_LE(longest_line(table.text()), 80U);
  EXPECT_EQ(table.text(),
            "score   AUC                       one-way\n"
            "model   0.8123 [0.7712, 0.8512]   0.8123 [0.7712, 0.8512]\n"
            "\n"
            "score   two-way                   normalised\n"
            "model   0.8123 [0.7712, 0.8512]   0.8123 [0.7712, 0.8512]\n");
  EXPECT_THAT(table.text(200), Not(HasSubstr("\n\n")));
}

TEST(TextTable, NeverTakesANumberApart) {
  TextTable table;
  const std::string number(60, '7');
  table.add_row({"x", "y"});
  table.add_row({number, number});
  EXPECT_THAT(table.text(), HasSubstr(number));
}

TEST(TextTable, KeepsTheIndentOfWrappedCells) {
  TextTable table;
  table.add_row({"  an option whose name is long", "a help text that is longer than what the width leaves for it"});
  EXPECT_LE(longest_line(table.text(60)), 60U);
  EXPECT_EQ(table.text(60).substr(0, 4), "  an");
}

}  // namespace
}  // namespace pauc::report
