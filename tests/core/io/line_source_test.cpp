#include "pauc/core/io/line_source.h"

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;

class Lines : public testing::Test {
 protected:
  std::vector<std::string> lines_of(std::string_view content) const {
    LineSource source(folder_.file("t.txt", content));
    std::vector<std::string> lines;
    while (source.next()) lines.emplace_back(source.text());
    return lines;
  }
  test::TemporaryFolder folder_;
};

TEST_F(Lines, AreGivenWithoutTheirEnds) {
  EXPECT_THAT(lines_of("a\n\nb c\r\n\r\nlast"), ElementsAre("a", "", "b c", "", "last"));
  EXPECT_THAT(lines_of("a\r\r\nb\rc\n"), ElementsAre("a\r", "b\rc"));
  EXPECT_THAT(lines_of("a\n"), ElementsAre("a"));
  EXPECT_THAT(lines_of("\n"), ElementsAre(""));
  EXPECT_THAT(lines_of(""), IsEmpty());
}

TEST_F(Lines, BeginBehindAByteOrderMark) {
  EXPECT_THAT(lines_of("\xEF\xBB\xBF"
                       "a\n\xEF\xBB\xBF"
                       "b\n"),
              ElementsAre("a",
                          "\xEF\xBB\xBF"
                          "b"));
  EXPECT_THAT(lines_of("\xEF\xBB\xBF"), IsEmpty());
  EXPECT_THAT(lines_of("\xEF\xBB"), ElementsAre("ï»"));
}

TEST_F(Lines, KnowTheirPlaceWhereBlankOnesArePassedOver) {
  LineSource source(folder_.gzipped("t.gz", "\n\nx\n\r\ny"));
  ASSERT_TRUE(source.next_not_blank());
  EXPECT_EQ(source.text(), "x");
  EXPECT_EQ(source.line(), 3);
  ASSERT_TRUE(source.next_not_blank());
  EXPECT_THAT(source.place(), EndsWith("t.gz: line 5"));
  EXPECT_FALSE(source.next_not_blank());
  EXPECT_FALSE(source.next());
}

// Lines of every length around the window's size: the cut between two reads may fall anywhere.
TEST_F(Lines, MayBeLongerThanTheWindow) {
  for (const std::size_t size : {262110U, 262142U, 262143U, 262144U, 262145U, 262175U, 262176U, 600000U}) {
    const std::string line(size, 'x');
    EXPECT_TRUE(lines_of("a\n" + line + "\r\n" + line) == (std::vector<std::string>{"a", line, line})) << size;
  }
}

TEST_F(Lines, RefuseBinaryContent) {
  const auto content = std::string(300000, '\n') + std::string(1, '\0');
  EXPECT_THAT(test::refusal_of([&] { lines_of(content); }),
              EndsWith("t.txt: expected text, got a zero byte at position "
                       "300000: is this a binary file?"));
}

}  // namespace
}  // namespace pauc
