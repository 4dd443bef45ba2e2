#include "pauc/trainer/run/blend_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "pauc/core/random.h"
#include "pauc/metric/blend_weights.h"

namespace pauc {
namespace {

EvaluationOptions narrow_region() {
  EvaluationOptions options;
  options.fpr_max = 0.1;
  return options;
}

// Members that see the same signal through noise of their own, of these sizes.
struct Problem {
  std::vector<MemberScores> members;
  record::ScoredPart rows;
};

Problem problem(const std::vector<double>& noises, std::size_t count = 600) {
  Random random(11);
  Problem made;
  made.members.resize(noises.size());
  for (std::size_t m = 0; m < noises.size(); ++m) {
    made.members[m].name = "member-" + std::to_string(m);
    made.members[m].folds = 2;
  }
  for (std::size_t k = 0; k < count; ++k) {
    made.rows.labels.push_back(k % 4 == 0 ? 1 : 0);
    made.rows.numbers.push_back(static_cast<std::int64_t>(k + 1));
    for (std::size_t m = 0; m < noises.size(); ++m) {
      const double score = (k % 4 == 0 ? 1.5 : 0) + noises[m] * random.normal();
      made.members[m].held_out.push_back(3 * score + 10);
      made.members[m].of_trained.push_back(3 * score + 10);
      made.members[m].of_test.push_back(3 * score + 10);
    }
  }
  return made;
}

TEST(ChooseBlend, KeepsTheBlendOfMembersThatAreWrongInDifferentPlaces) {
  const Problem given = problem({1, 1, 1});
  for (const BlendMethod method : {BlendMethod::stack, BlendMethod::greedy, BlendMethod::equal}) {
    const BlendChoice choice = choose_blend(given.members, given.rows, method, narrow_region());
    ASSERT_EQ(choice.candidates.size(), 4U);
    EXPECT_EQ(choice.kept, 3U);
    EXPECT_EQ(choice.blend.method, choice_name(method));
    for (int m = 0; m < 3; ++m) EXPECT_GT(choice.candidates[3].valid.value, choice.candidates[m].valid.value);
  }
}

TEST(ChooseBlend, KeepsAMemberThatIsBetterThanTheBlendBeyondDoubt) {
  const Problem given = problem({0.5, 4, 4, 4, 4}, 2000);
  const BlendChoice choice = choose_blend(given.members, given.rows, BlendMethod::equal, narrow_region());
  EXPECT_EQ(choice.kept, 0U);
  EXPECT_EQ(choice.blend.method, "single");
  EXPECT_EQ(choice.blend.members[0].weight, 1);
  for (int m = 1; m < 5; ++m) EXPECT_EQ(choice.blend.members[m].weight, 0);
}

TEST(ChooseBlend, AMemberThatRanksBackwardsHasNoWeight) {
  Problem given = problem({1, 1, 1});
  for (double& score : given.members[1].held_out) score = -score;
  for (const BlendMethod method : {BlendMethod::stack, BlendMethod::greedy, BlendMethod::equal}) {
    const BlendChoice choice = choose_blend(given.members, given.rows, method, narrow_region());
    EXPECT_EQ(choice.blend.members[1].weight, 0);
    EXPECT_GT(choice.blend.members[0].weight, 0);
    ASSERT_EQ(choice.blend.notes.size(), 1U);
    EXPECT_THAT(choice.blend.notes[0], testing::HasSubstr("member-1 ranks the rows left out no better than chance"));
    EXPECT_LT(choice.candidates[1].valid.value, 0.5);  // as it is, not turned around
  }
}

TEST(ChooseBlend, MembersThatAllRankBackwardsAreAveragedAsTheyAre) {
  Problem given = problem({1, 1});
  for (MemberScores& member : given.members) {
    for (double& score : member.held_out) score = -score;
  }
  const BlendChoice choice = choose_blend(given.members, given.rows, BlendMethod::stack, narrow_region());
  EXPECT_EQ(choice.blend.method, "equal");
  for (const record::BlendMember& member : choice.blend.members) EXPECT_GT(member.slope * member.weight, 0);
  EXPECT_THAT(choice.blend.notes[0], testing::HasSubstr("plain average"));
}

// Its corner of the curve may be the best of all, but there is nothing to calibrate it by.
TEST(ChooseBlend, AMemberThatRanksBackwardsIsNeverKeptByItself) {
  Problem given = problem({3, 3}, 2000);
  MemberScores& backwards = given.members[1];
  for (std::size_t k = 0; k < backwards.held_out.size(); ++k) {
    const bool is_top = given.rows.labels[k] == 1 && k % 8 == 0;  // half of the positives first, the others last
    backwards.held_out[k] = is_top ? 1000 : given.rows.labels[k] == 1 ? -1000000 : static_cast<double>(k % 7);
  }
  const BlendChoice choice = choose_blend(given.members, given.rows, BlendMethod::equal, narrow_region());
  EXPECT_GT(choice.candidates[1].valid.value, choice.candidates[0].valid.value);
  EXPECT_EQ(choice.blend.members[1].weight, 0);
  EXPECT_GT(choice.blend.members[0].weight, 0);
}

TEST(ChooseBlend, TheScoresAreWhatTheRecordSays) {
  const Problem given = problem({1, 2});
  for (const BlendMethod method : {BlendMethod::stack, BlendMethod::greedy, BlendMethod::equal}) {
    const BlendChoice choice = choose_blend(given.members, given.rows, method, narrow_region());
    for (std::size_t k = 0; k < 10; ++k) {
      double sum = choice.blend.intercept;
      for (std::size_t m = 0; m < 2; ++m) {
        const record::BlendMember& member = choice.blend.members[m];
        sum += member.weight * (member.slope * given.members[m].held_out[k] + member.offset);
      }
      EXPECT_NEAR(choice.held_out[k], sum, 1e-12);
      EXPECT_EQ(choice.of_test[k], choice.held_out[k]);
    }
  }
}

TEST(ChooseBlend, RowsOfAFoldHaveWeightsThatFitTheOthers) {
  Problem given = problem({1, 2, 4}, 80);
  for (std::size_t k = 0; k < 80; ++k) given.rows.folds.push_back(static_cast<std::int64_t>(k / 4 % 4 + 1));
  const BlendChoice choice = choose_blend(given.members, given.rows, BlendMethod::stack, narrow_region());
  ASSERT_EQ(choice.blend.method, "stack");
  bool differs = false;
  for (std::size_t k = 0; k < 80; ++k) {
    double sum = choice.blend.intercept;
    for (std::size_t m = 0; m < 3; ++m) {
      const record::BlendMember& member = choice.blend.members[m];
      ASSERT_EQ(member.fold_weights.size(), 4U);
      const double weight = member.weight_in(given.rows.folds[k]);
      differs = differs || std::abs(weight - member.weight) > 1e-3;
      sum += weight * (member.slope * given.members[m].held_out[k] + member.offset);
    }
    EXPECT_NEAR(choice.held_out[k], sum, 1e-9);
  }
  EXPECT_TRUE(differs);
  EXPECT_EQ(choice.candidates.back().valid.value, choice.candidates[choice.kept].valid.value);
}

TEST(ChooseBlend, EqualWeightsAreThoseOfStandardisedScores) {
  const Problem given = problem({1, 1});
  const BlendChoice choice = choose_blend(given.members, given.rows, BlendMethod::equal, narrow_region());
  for (std::size_t m = 0; m < 2; ++m) {
    const record::BlendMember& member = choice.blend.members[m];
    EXPECT_EQ(member.weight, 0.5);
    double mean = 0;
    double square = 0;
    for (const double score : given.members[m].held_out) {
      const double logit = member.slope * score + member.offset;
      mean += logit / static_cast<double>(given.rows.labels.size());
      square += logit * logit / static_cast<double>(given.rows.labels.size());
    }
    EXPECT_NEAR(mean, 0, 1e-9);
    EXPECT_NEAR(square, 1, 1e-9);
  }
}

TEST(ChooseBlend, AMemberByItselfKeepsItsScores) {
  const Problem given = problem({1});
  const BlendChoice choice = choose_blend(given.members, given.rows, BlendMethod::stack, narrow_region());
  EXPECT_EQ(choice.candidates.size(), 1U);
  EXPECT_EQ(choice.held_out, given.members[0].held_out);
  EXPECT_EQ(choice.blend.method, "single");
}

}  // namespace
}  // namespace pauc
