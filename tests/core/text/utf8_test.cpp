#include "pauc/core/text/utf8.h"

namespace pauc {
namespace {

TEST(Printable, LeavesTextAlone) { EXPECT_EQ(printable("Größe \u4e2d \U0001F600 <a>"), "Größe \u4e2d \U0001F600 <a>"); }

TEST(Printable, ShowsWhatSteersATerminal) {
  EXPECT_EQ(printable("a\x1b[31m\nb\x7f"), "a\\x1b[31m\\x0ab\\x7f");
  EXPECT_EQ(printable("\u009b31m"), "\\xc2\\x9b31m");
  EXPECT_EQ(printable("\u202eabc\u2066"), "\\xe2\\x80\\xaeabc\\xe2\\x81\\xa6");
}

TEST(Printable, ShowsBytesThatAreNoText) {
  EXPECT_EQ(printable("a\xff\xc3("), "a\\xff\\xc3(");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(printable("\xef\xbf\xbf"), "\\xef\\xbf\\xbf");  // U+FFFF
}

}  // namespace
}  // namespace pauc
