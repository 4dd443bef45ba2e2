#include "pauc/core/text/shell_word.h"

#include "support/command.h"

namespace pauc {
namespace {

TEST(ShellWord, StaysAsItIsWhereItCan) {
  for (const char* text : {"data.csv", "../a-b_c/d.csv.gz", "0.1", "objective.lambda=0.1", "5-9", "50%", "a,b:c@d+e"}) {
    EXPECT_EQ(shell_word(text), text);
  }
}

TEST(ShellWord, IsReadByAShellAsItStands) {
  for (const std::string text :
       {"",   " ",   "two words", "it's", "'",   "''",  "\"", "$HOME", "`id`",       "a\\b",     "*",  "~",
        "!x", "a;b", "a&b",       "a|b",  "(a)", ">=8", "#a", "=a",    "line\nline", "\xc3\xa4", "-x", "{a,b}"}) {
    EXPECT_EQ(test::run_shell("printf '%s|' a " + shell_word(text) + " z").out, "a|" + text + "|z|") << text;
  }
}

}  // namespace
}  // namespace pauc
