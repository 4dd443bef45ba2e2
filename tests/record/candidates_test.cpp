#include "pauc/record/candidates.h"

#include <gmock/gmock.h>

#include "support/temporary_folder.h"

namespace pauc::record {
namespace {

// hostile_run_test.cpp has the files that are refused.
TEST(Candidates, ReadBackToTheSameText) {
  const test::TemporaryFolder folder;
  const std::string text = candidates_json({{"ce", "ce", 7, 1.0 / 3, std::nullopt, false},
                                            {"sopa-4x", "sopa", 12, 0.7, Interval{0.6, 0.8}, true},
                                            {"sopa", "sopa", 3, 0.9, std::nullopt, false, "its scores collapsed"}});
  folder.file("candidates.json", text);
  const std::vector<CandidateResult> back = read_candidates(RunPaths(folder.folder()));
  ASSERT_EQ(back.size(), 3U);
  EXPECT_EQ(back[0].valid, 1.0 / 3);
  EXPECT_FALSE(back[0].ci);
  EXPECT_FALSE(back[0].kept);
  EXPECT_EQ(back[1].name, "sopa-4x");
  EXPECT_EQ(back[1].objective, "sopa");
  EXPECT_EQ(back[1].best_epoch, 12);
  EXPECT_EQ(back[1].ci->upper, 0.8);
  EXPECT_EQ(back[1].dropped, "");
  EXPECT_EQ(back[2].dropped, "its scores collapsed");
  EXPECT_EQ(candidates_json(back), text);
}

}  // namespace
}  // namespace pauc::record
