#include "pauc/trainer/run/share_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pauc/core/random.h"

namespace pauc {
namespace {

// When a change is evident in 3000 rows with this share, after 100 of 1000 before.
std::optional<std::int64_t> changed_at(Random& random, double share) {
  ShareWatch watch(100, 1000, 0.05);
  for (int k = 0; k < 3000; ++k) watch.add(random.uniform() < share, {});
  return watch.changed_at();
}

TEST(ShareWatch, FindsAShareThatHasRisenOrFallen) {
  Random random(5);
  for (const double share : {0.2, 0.04}) {
    const auto at = changed_at(random, share);
    ASSERT_TRUE(at) << share;
    EXPECT_GT(*at, 1);
    EXPECT_LT(*at, 2000) << share;
  }
}

// Looked at after every row, where 100 of 1000 is what the true share gave.
TEST(ShareWatch, SeldomFindsAChangeThatIsNotThere) {
  Random random(6);
  int wrong = 0;
  for (int trial = 0; trial < 200; ++trial) wrong += changed_at(random, 0.1) ? 1 : 0;
  EXPECT_LE(wrong, 10);  // 5 % of 200
}

TEST(ShareWatch, BetsOnceOnEachGroup) {
  ShareWatch rows(100, 1000, 0.05);
  ShareWatch groups(100, 1000, 0.05);
  for (int k = 0; k < 200; ++k) {
    rows.add(true, {});
    groups.add(true, 7);
  }
  EXPECT_TRUE(rows.changed_at());
  EXPECT_FALSE(groups.changed_at());
}

// 30 of 100 rows were called before, which are 3 of 10 patients: of independent rows, 50 of 100 would be a change.
TEST(ShareWatch, CountsEachGroupBeforeOnce) {
  record::ScoredPart before;
  for (int k = 0; k < 100; ++k) before.scores.push_back(k / 10 % 3 == 0 && k < 90 ? 1 : 0);
  ShareWatch rows(before, 0.5, 0.05);
  for (int k = 0; k < 100; ++k) before.groups.push_back(static_cast<std::uint32_t>(k / 10));
  ShareWatch groups(before, 0.5, 0.05);
  for (std::uint32_t k = 0; k < 200; ++k) {
    rows.add(k % 10 < 6, k);
    groups.add(k % 10 < 6, k);
  }
  EXPECT_TRUE(rows.changed_at());
  EXPECT_FALSE(groups.changed_at());
}

TEST(ShareWatch, KnowsNoChangeFromAllOrNone) {
  ShareWatch none(0, 50, 0.05);
  ShareWatch all(50, 50, 0.05);
  for (int k = 0; k < 500; ++k) {
    none.add(false, {});
    all.add(true, {});
  }
  EXPECT_FALSE(none.changed_at());
  EXPECT_FALSE(all.changed_at());
}

}  // namespace
}  // namespace pauc
