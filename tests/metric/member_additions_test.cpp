#include "pauc/metric/member_additions.h"

#include "pauc/core/random.h"
#include "pauc/metric/evaluation.h"
#include "pauc/metric/partial_auc.h"

namespace pauc {
namespace {

// A strong member, a weaker one with noise of its own, one that knows nothing.
ScoredRows three_members(std::size_t rows, std::uint64_t seed = 11) {
  Random random(seed);
  ScoredRows problem;
  problem.names = {"strong", "weak", "noise"};
  problem.columns.resize(3);
  for (std::size_t k = 0; k < rows; ++k) {
    const bool positive = random.below(4) == 0;
    problem.labels.push_back(positive ? 1 : 0);
    const double signal = positive ? 1.0 : -1.0;
    problem.columns[0].push_back(signal + 1.2 * random.normal());
    problem.columns[1].push_back(0.8 * signal + 1.5 * random.normal());
    problem.columns[2].push_back(random.normal());
  }
  return problem;
}

std::vector<double> stacked(const MemberLogits& members) { return blended(stacked_weights(members), members.logits); }

double mcclish(const ScoredRows& rows, const std::vector<double>& scores, const Region& region) {
  ScoredRows one = rows;
  one.names = {"score"};
  one.columns = {scores};
  EvaluationOptions options;
  set_region(region, options);
  const Evaluation evaluation = evaluate(one, options);
  const EvaluatedArea& area = evaluation.areas[evaluation.headline];
  return area.shown(evaluation.scores[0].areas[evaluation.headline].value);
}

TEST(MemberAdditions, AreTheLossWhenTheBlendIsFittedWithoutTheMember) {
  const ScoredRows rows = three_members(800);
  const Region region = fpr_at_most(0.1);
  const auto additions = member_additions(rows, region, {}, stacked);
  ASSERT_EQ(additions.size(), 3U);
  const auto value_of = [&](const std::vector<std::vector<double>>& logits) {
    return mcclish(rows, blended(stacked_weights({logits, rows.labels, {}}), logits), region);
  };
  const double all = value_of(rows.columns);
  EXPECT_NEAR(additions[0].value, all - value_of({rows.columns[1], rows.columns[2]}), 1e-12);
  EXPECT_NEAR(additions[1].value, all - value_of({rows.columns[0], rows.columns[2]}), 1e-12);
  EXPECT_NEAR(additions[2].value, all - value_of({rows.columns[0], rows.columns[1]}), 1e-12);
  EXPECT_GT(additions[0].value, additions[1].value);
}

TEST(MemberAdditions, IntervalsTellSignalFromNoise) {
  const auto additions = member_additions(three_members(4000), fpr_at_most(0.1), {}, stacked);
  ASSERT_TRUE(additions[0].ci.interval && additions[2].ci.interval);
  EXPECT_GT(additions[0].ci.interval->lower, 0);
  EXPECT_LT(additions[2].ci.interval->lower, 0.001);
  EXPECT_LE(additions[0].ci.interval->lower, additions[0].value);
  EXPECT_GE(additions[0].ci.interval->upper, additions[0].value);
}

TEST(MemberAdditions, TakeTheScoresOfTheGivenBlend) {
  const ScoredRows rows = three_members(300);
  // A blend that always takes the first member that is left.
  const BlendScores first = [](const MemberLogits& members) { return members.logits[0]; };
  const Region region = fpr_at_most(0.2);
  const auto additions = member_additions(rows, region, {}, first);
  EXPECT_NEAR(additions[0].value, mcclish(rows, rows.columns[0], region) - mcclish(rows, rows.columns[1], region),
              1e-12);
  EXPECT_EQ(additions[1].value, 0);
  EXPECT_EQ(additions[2].value, 0);
}

TEST(MemberAdditions, OfRowsInGroupsHaveWiderIntervals) {
  ScoredRows rows = three_members(600);
  const auto alone = member_additions(rows, fpr_at_most(0.2), {}, stacked);
  for (auto* column : {&rows.columns[0], &rows.columns[1], &rows.columns[2]}) {
    column->insert(column->end(), column->begin(), column->begin() + 600);
  }
  rows.labels.insert(rows.labels.end(), rows.labels.begin(), rows.labels.begin() + 600);
  for (std::uint32_t k = 0; k < 1200; ++k) rows.groups.push_back(k % 600);
  rows.group_count = 600;
  // Every row twice, in one group with its copy: as uncertain as once.
  const auto grouped = member_additions(rows, fpr_at_most(0.2), {}, stacked);
  const auto width = [](const MemberAddition& addition) {
    return addition.ci.interval->upper - addition.ci.interval->lower;
  };
  EXPECT_NEAR(width(grouped[0]), width(alone[0]), 0.02 * width(alone[0]));
}

TEST(MemberAdditions, OfOneMemberAreNone) {
  ScoredRows rows = three_members(50);
  rows.names.resize(1);
  rows.columns.resize(1);
  EXPECT_TRUE(member_additions(rows, fpr_at_most(0.2), {}, stacked).empty());
}

}  // namespace
}  // namespace pauc
