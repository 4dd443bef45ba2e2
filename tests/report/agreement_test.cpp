#include "pauc/report/agreement.h"

#include <gmock/gmock.h>

namespace pauc::report {
namespace {

using testing::ElementsAre;

// Ten negatives and four positives. At FPR 0.1 each member may call one negative.
FinishedBlend two_members() {
  FinishedBlend run;
  run.blend.members = {{"a", 0.5, 1, 0, 2}, {"b", 0.5, 1, 0, 2}};
  run.held_out.labels = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < run.held_out.labels.size(); ++i) {
    run.held_out.numbers.push_back(static_cast<std::int64_t>(i) + 101);
    run.held_out.ids.push_back("P" + std::to_string(i));
  }
  run.members_held_out.names = {"a", "b"};
  // a calls rows 0, 1, 2 and negative 4; b calls rows 0, 3 and negative 4.
  run.members_held_out.logits = {{9, 8, 7, -9, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3},
                                 {9, 3.5, 2.5, 8, 7, 5, 4, 3, 2, 1, 0, -1, -2, -3}};
  return run;
}

TEST(Agreement, CountsTheRowsThatOneMemberCallsAlone) {
  const MemberAgreement agreement = agreement_of(two_members(), 0.1);
  ASSERT_EQ(agreement.pairs.size(), 1U);
  const AgreementOfPair& pair = agreement.pairs[0];
  EXPECT_EQ(pair.by_both.positives, 1);
  EXPECT_EQ(pair.by_both.negatives, 1);
  EXPECT_EQ(pair.by_a_alone.positives, 2);
  EXPECT_EQ(pair.by_a_alone.negatives, 0);
  EXPECT_EQ(pair.by_b_alone.positives, 1);
  EXPECT_EQ(pair.by_b_alone.negatives, 0);
  EXPECT_EQ(pair.shared_calls(), 2.0 / 5);
  EXPECT_EQ(agreement.by_any.all(), 5);
  EXPECT_EQ(agreement.by_all.all(), 2);
  EXPECT_EQ(agreement.rows, 14);
  EXPECT_EQ(agreement.near_rows, 6);  // at FPR 0.2 also the next negative, 5, which both rank next
}

TEST(Agreement, MostDisputedAreTheRowsWithTheMostDifferentRanks) {
  const MemberAgreement agreement = agreement_of(two_members(), 0.1);
  ASSERT_GE(agreement.disputed.size(), 2U);
  const DisputedRow& first = agreement.disputed[0];  // the lowest of all for a, the second for b
  EXPECT_EQ(first.row, 104);
  EXPECT_EQ(first.id, "P3");
  EXPECT_TRUE(first.is_positive);
  EXPECT_THAT(first.from_top, ElementsAre(13.0 / 14, 1.0 / 14));
  EXPECT_THAT(first.called, ElementsAre(false, true));
  for (const DisputedRow& row : agreement.disputed) EXPECT_NE(row.row, 101);  // the first for both
}

TEST(Agreement, DisputedRowsHaveThePicturesOfTheHardestOnes) {
  FinishedBlend run = two_members();
  run.hardest.positives.push_back({0, 104, "P3", -2, {"image/png", "bytes"}});
  const MemberAgreement agreement = agreement_of(run, 0.1);
  EXPECT_EQ(agreement.disputed[0].picture.bytes, "bytes");
  EXPECT_EQ(agreement.disputed[1].picture.bytes, "");
}

TEST(Agreement, IsCompleteBetweenEqualMembers) {
  FinishedBlend run = two_members();
  run.members_held_out.logits[1] = run.members_held_out.logits[0];
  for (double& logit : run.members_held_out.logits[1]) logit = 2 * logit - 1;
  const MemberAgreement agreement = agreement_of(run, 0.1);
  EXPECT_EQ(agreement.pairs[0].correlation, 1);
  EXPECT_EQ(agreement.pairs[0].near_correlation, 1);
  EXPECT_EQ(agreement.pairs[0].shared_calls(), 1);
  EXPECT_TRUE(agreement.disputed.empty());
}

TEST(Agreement, OfMembersThatScoreAllAlikeIsNotKnown) {
  FinishedBlend run = two_members();
  for (auto& logits : run.members_held_out.logits) logits.assign(14, 0.5);
  const MemberAgreement agreement = agreement_of(run, 0.1);
  EXPECT_FALSE(agreement.pairs[0].correlation);
  EXPECT_FALSE(agreement.pairs[0].near_correlation);
  EXPECT_FALSE(agreement.pairs[0].shared_calls());
  EXPECT_EQ(agreement.by_any.all(), 0);
}

TEST(Agreement, HasAllPairsOfMembers) {
  FinishedBlend run = two_members();
  run.blend.members.push_back({"c", 0.1, 1, 0, 2});
  run.members_held_out.names.emplace_back("c");
  run.members_held_out.logits.push_back(run.members_held_out.logits[0]);
  const MemberAgreement agreement = agreement_of(run, 0.1);
  ASSERT_EQ(agreement.pairs.size(), 3U);
  EXPECT_EQ(agreement.pairs[1].a, 0U);
  EXPECT_EQ(agreement.pairs[1].b, 2U);
  EXPECT_EQ(agreement.pairs[1].shared_calls(), 1);
}

}  // namespace
}  // namespace pauc::report
