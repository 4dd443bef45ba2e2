#include "pauc/metric/region.h"

namespace pauc {
namespace {

TEST(RegionKey, NamesTheBoundsAndReadsBack) {
  const std::pair<Region, const char*> cases[] = {{fpr_at_most(0.3), "one_way_0.3"},
                                                  {fpr_between(0.05, 0.3), "one_way_0.05-0.3"},
                                                  {two_way(0.6, 0.4), "two_way_0.6_0.4"},
                                                  {fpr_between(1e-5, 2e-5), "one_way_1e-05-2e-05"}};
  for (const auto& [region, key] : cases) {
    EXPECT_EQ(region_key(region), key);
    const auto read = region_of_key(key);
    ASSERT_TRUE(read) << key;
    EXPECT_EQ(read->fpr_min, region.fpr_min);
    EXPECT_EQ(read->fpr_max, region.fpr_max);
    EXPECT_EQ(read->tpr_min, region.tpr_min);
  }
}

TEST(RegionKey, OtherTextsAreNone) {
  for (const char* text : {"", "one_way_", "one_way_a", "two_way_0.6", "two_way_0.6_0.4_0.2", "one_way_0.1-", "auc"}) {
    EXPECT_FALSE(region_of_key(text)) << text;
  }
}

}  // namespace
}  // namespace pauc
