#include "pauc/record/member_scores.h"

#include <gmock/gmock.h>

#include "support/refusals.h"
#include "support/run_folders.h"
#include "support/temporary_folder.h"

namespace pauc::record {
namespace {

using testing::HasSubstr;

Blend blend_of(const std::vector<std::string>& names) {
  Blend blend;
  blend.method = "stack";
  for (const std::string& name : names) blend.members.push_back({name, 0.5, 1, 0, 2});
  return blend;
}

class MemberScoresFile : public testing::Test {
 protected:
  MemberScores read_back(const MemberScores& members, const Blend& blend) const {
    folder_.file("members-valid.csv", member_scores_csv(members));
    return read_member_scores(RunPaths(folder_.folder()), "valid", blend);
  }

  std::string refusal_of(const std::string& content, const Blend& blend) const {
    folder_.file("members-test.csv", content);
    return test::refusal_of([&] { read_member_scores(RunPaths(folder_.folder()), "test", blend); });
  }

  test::TemporaryFolder folder_;
};

TEST_F(MemberScoresFile, ReadsBackToTheSameBits) {
  ScoredPart part = test::random_part(11, 5, 9);
  part.ids[2] = "a \"b\", c";
  for (std::size_t i = 0; i < part.labels.size(); ++i) part.folds.push_back(static_cast<std::int64_t>(i % 3) + 1);
  const Blend blend = blend_of({"mlp", "trees"});
  const auto members = member_scores_of(part, blend, {part.scores, test::random_part(12, 5, 9).scores});
  const MemberScores read = read_back(members, blend);
  EXPECT_EQ(read.numbers, part.numbers);
  EXPECT_EQ(read.ids, part.ids);
  EXPECT_EQ(read.labels, part.labels);
  EXPECT_EQ(read.folds, part.folds);
  EXPECT_EQ(read.names, (std::vector<std::string>{"mlp", "trees"}));
  EXPECT_EQ(read.logits, members.logits);
}

TEST_F(MemberScoresFile, AMemberMayHaveTheNameOfAnotherColumn) {
  ScoredPart part = test::random_part(11, 5, 9);
  part.ids.clear();
  const Blend blend = blend_of({"fold", "a,b"});
  const MemberScores read =
      read_back(member_scores_of(part, blend, {part.scores, test::random_part(12, 5, 9).scores}), blend);
  EXPECT_TRUE(read.folds.empty());
  EXPECT_EQ(read.logits[0], part.scores);
}

TEST_F(MemberScoresFile, RefusesOtherColumnsAndValues) {
  const Blend blend = blend_of({"mlp", "trees"});
  EXPECT_EQ(refusal_of("row,label,mlp,trees\n1,1,0.5,-2\n", blend), "");
  const char* columns = "members-test.csv: expected the columns row[,id],label[,fold] and \"mlp,trees\"";
  EXPECT_THAT(refusal_of("row,label,trees,mlp\n1,1,0.5,-2\n", blend), HasSubstr(columns));
  EXPECT_THAT(refusal_of("row,label,mlp\n1,1,0.5\n", blend), HasSubstr(columns));
  EXPECT_THAT(refusal_of("row,label,mlp,trees,more\n1,1,0.5,1,1\n", blend), HasSubstr(columns));
  EXPECT_THAT(refusal_of("row,label,mlp,trees\n1,2,0.5,1\n", blend), HasSubstr("expected 0 or 1, got \"2\""));
  EXPECT_THAT(refusal_of("row,label,mlp,trees\n0,1,0.5,1\n", blend), HasSubstr("expected the number of a row"));
  EXPECT_THAT(refusal_of("row,label,mlp,trees\n1,1,nan,1\n", blend), HasSubstr("expected a finite number"));
  EXPECT_THAT(refusal_of("row,label,fold,mlp,trees\n1,1,1.5,1,1\n", blend), HasSubstr("expected the number of a fold"));
}

}  // namespace
}  // namespace pauc::record
