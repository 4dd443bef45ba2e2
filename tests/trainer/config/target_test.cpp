#include "pauc/trainer/config/target.h"

#include <gmock/gmock.h>

#include "pauc/core/error.h"
#include "pauc/trainer/config/candidates.h"
#include "pauc/trainer/config/check_config.h"
#include "pauc/trainer/loop/plan.h"
#include "support/refusals.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

using test::Assignments;
using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;

Config asked(const Assignments& assignments) {
  Config config = test::config_of(assignments);
  if (!config.has("objective.name")) config.set_assignment("objective.name=sopa");
  return config;
}

std::vector<std::string> keys_of(const Assignments& assignments) {
  std::vector<std::string> keys;
  for (const Region& region : further_targets_of(asked(assignments))) keys.push_back(region_key(region));
  return keys;
}

std::string refusal(const Assignments& assignments) {
  return refusal_of([&] { check_config(asked(assignments)); }, Fault::usage);
}

TEST(FurtherTargets, AreReadInTheirOrder) {
  EXPECT_THAT(keys_of({"target.also=two_way_0.6_0.4, one_way_0.50,one_way_0.05-0.3,one_way_1"}),
              ElementsAre("two_way_0.6_0.4", "one_way_0.5", "one_way_0.05-0.3", "one_way_1"));
  EXPECT_TRUE(keys_of({}).empty());
  EXPECT_TRUE(keys_of({"target.also="}).empty());
  check_config(asked({"target.also=two_way_0.6_0.4,one_way_0.5"}));
}

TEST(FurtherTargets, WhatIsNoRegionIsRefusedWithAnExample) {
  for (const char* part : {"half", "one_way_", "0.5", "fpr_max=0.5", "auto"}) {
    EXPECT_EQ(refusal({joined("target.also=one_way_0.5,", part)}),
              joined("also: expected regions such as one_way_0.5,two_way_0.6_0.4, got \"", part, '"'));
  }
  EXPECT_THAT(refusal({"target.also=one_way_0.5,"}), HasSubstr("got \"\""));
}

TEST(FurtherTargets, BoundsAreChecked) {
  EXPECT_THAT(refusal({"target.also=one_way_2"}), HasSubstr("also: one_way_2: fpr_max: expected 0 < fpr_max <= 1"));
  EXPECT_THAT(refusal({"target.also=one_way_0.5-0.4"}), HasSubstr("also: one_way_0.5-0.4: fpr_min"));
  EXPECT_THAT(refusal({"target.also=two_way_1_0.4"}), HasSubstr("also: two_way_1_0.4: tpr_min"));
  EXPECT_THAT(refusal({"target.also=one_way_nan"}), HasSubstr("also"));
}

TEST(FurtherTargets, TheTargetAndARegionTwiceAreRefused) {
  EXPECT_THAT(refusal({"target.also=one_way_0.3"}), HasSubstr("got the target, one_way_0.3"));
  EXPECT_THAT(refusal({"target.fpr_max=0.1", "target.also=one_way_0.10"}), HasSubstr("got the target, one_way_0.1"));
  EXPECT_THAT(refusal({"target.tpr_min=0.5", "target.also=two_way_0.5_1"}), HasSubstr("got the target, two_way_0.5_1"));
  EXPECT_EQ(refusal({"target.also=one_way_0.5,one_way_0.2,one_way_.5"}),
            "also: expected each region once, got one_way_0.5 twice");
}

TEST(FurtherTargets, MoreThanALineOfTheLogHoldsAreRefused) {
  std::string list = "target.also=one_way_0.5";
  for (int k = 1; k < 16; ++k) list += joined(",one_way_0.", 60 + k);
  check_config(asked({list}));
  EXPECT_THAT(refusal({list + ",one_way_0.9"}), HasSubstr("also: expected at most 16 regions, got 17"));
}

TEST(FurtherTargets, AutoIsRefusedSinceItChoosesByOneTarget) {
  for (const char* name : {"", "auto"}) {
    EXPECT_THAT(refusal({joined("objective.name=", name), "target.also=one_way_0.5"}),
                HasSubstr("also: objective auto chooses its candidate by one target"));
  }
}

TEST(FurtherTargets, ChangeNothingElseOfTheConfig) {
  const DataFacts facts{1000, 100, 5};
  for (const char* objective : {"ce", "sopa", "sopa-s", "sota-s"}) {
    const Assignments assignments = {joined("objective.name=", objective), "target.fpr_max=0.2"};
    Assignments more = assignments;
    more.emplace_back("target.also=one_way_0.01,two_way_0.5_0.9");
    Config with = resolved(asked(more), facts);
    EXPECT_EQ(region_key(phases_of(with).back().fit.target), "one_way_0.2");
    EXPECT_EQ(phases_of(with).back().fit.also.size(), 2);
    with.erase("target.also");
    EXPECT_EQ(with.values(), resolved(asked(assignments), facts).values()) << objective;
  }
}

TEST(FurtherTargets, AreNamedForPeople) {
  const DataFacts facts{1000, 100, 5};
  const Config config = asked({"target.fpr_max=0.2", "target.also=one_way_0.5,two_way_0.6_0.4"});
  EXPECT_THAT(explained(config, {{"", resolved(config, facts)}}, facts)[2],
              HasSubstr("sopa for FPR <= 0.2; best epochs also for FPR <= 0.5 and for TPR >= 0.6, FPR <= 0.4"));
}

TEST(FurtherTargets, OneBecomesTheTargetOfAConfig) {
  const Config config =
      asked({"target.fpr_max=0.2", "target.fpr_min=0.1", "target.also=one_way_0.5,two_way_0.6_0.4,one_way_0.05-0.3"});
  for (const Region& target : further_targets_of(config)) {
    const Config changed = with_target(config, target);
    EXPECT_EQ(region_key(target_of(changed)), region_key(target));
    EXPECT_FALSE(changed.has("target.also"));
    EXPECT_EQ(first_difference(changed, config, {"target.fpr_max", "target.fpr_min", "target.tpr_min", "target.also"}),
              "");
  }
}

}  // namespace
}  // namespace pauc
