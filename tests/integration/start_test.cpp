// `pauc start`: answers come from a pipe.
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using testing::HasSubstr;

class Start : public TrainingTest {
 protected:
  CommandResult started(const std::string& answers, const std::string& options = "--no-train") const {
    return run_shell("cd '" + folder_.folder() + "' && printf '" + answers + "' | '" PAUC_COMMAND "' start t.csv " +
                     options);
  }
  std::string config() const { return content_of(folder_.path("t.yaml")); }
};

TEST_F(Start, EnterTakesWhatIsProposed) {
  const auto result = started("\\n\\n\\n\\n\\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, testing::AllOf(HasSubstr("180 rows"), HasSubstr("1. Which column"), HasSubstr("[y] y\n"),
                                         HasSubstr("5. Is there a test set?"), HasSubstr("[part] part\n"),
                                         HasSubstr("to train: pauc train --config t.yaml --out t-run\n")));
  EXPECT_THAT(config(), testing::AllOf(HasSubstr("label: y"), HasSubstr("fpr_max: 0.1"), HasSubstr("split: part")));
}

TEST_F(Start, TakesOtherAnswers) {
  const auto result = started("y\\n0\\n5 %%\\ng\\nno\\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(config(), testing::AllOf(HasSubstr("positive: 0"), HasSubstr("fpr_max: 0.05"), HasSubstr("group: g"),
                                       testing::Not(HasSubstr("split:"))));
}

TEST_F(Start, AsksAgainWhereAnAnswerMakesNoSense) {
  const auto result = started("yy\\ny\\nmaybe\\n1\\n0.05\\n5%%\\nno\\nnowhere.csv\\nno\\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err,
              testing::AllOf(HasSubstr("no column \"yy\""), HasSubstr("no value \"maybe\""),
                             HasSubstr("did you mean 5% or 0.05%?"), HasSubstr("expected a file, a column or no")));
}

TEST_F(Start, SaysWhenTheInputEndsEarly) {
  const auto result = started("y\\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("pauc: start: expected an answer to \"Which value of y marks"));
  EXPECT_THAT(result.err, HasSubstr("got the end of the input; --yes takes all proposed answers\n"));
  EXPECT_FALSE(exists("t.yaml"));
}

TEST_F(Start, NeverOverwrites) {
  folder_.file("t.yaml", "precious");
  EXPECT_EQ(started("", "--yes --no-train").exit_code, 0);
  EXPECT_EQ(config(), "precious");
  EXPECT_TRUE(exists("t-2.yaml"));
  refused("start t.csv --yes --config t.yaml", 73, "config: t.yaml is already there");
  std::filesystem::create_directory(folder_.path("full"));
  refused("start t.csv --yes --out full", 73, "out: full is already there");
}

TEST_F(Start, TrainsAndTheCommandThatItPrintsDoesTheSame) {
  const auto result = started("", "--yes --effort quick --seed 3");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err,
              testing::AllOf(HasSubstr("run: t-run"), HasSubstr("the same again: pauc train --config t.yaml "
                                                                "--out t-run --overwrite\n")));
  EXPECT_EQ(pauc("train --config t.yaml --seed 3 --out again").exit_code, 0);
  EXPECT_EQ(bits("again"), bits("t-run"));
}

// 300 columns of 20 000 different numbers: not all of them are counted.
TEST_F(Start, NeedsNoMoreMemoryForAWideFile) {
  std::string text;
  for (int column = 0; column < 300; ++column) text += joined("c", column, ",");
  text += "y\n";
  Random random(1);
  for (int row = 0; row < 20000; ++row) {
    for (int column = 0; column < 300; ++column) text += std::to_string(random.below(1 << 30)) + ",";
    text += row % 5 == 0 ? "1\n" : "0\n";
  }
  folder_.file("wide.csv", text);
  const auto result = pauc("start wide.csv --yes --no-train");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, testing::ContainsRegex("c0 +at least 13[0-9][0-9][0-9] different numbers"));
}

TEST_F(Start, RefusesWhatIsNoTable) {
  folder_.file("one.csv", "a\n1\n");
  EXPECT_EQ(pauc("start one.csv --yes").exit_code, 2);
  EXPECT_EQ(pauc("start nowhere.csv --yes").exit_code, 66);
}

}  // namespace
}  // namespace pauc::test
