#include "pauc/data/molecule/scaffold_split.h"

namespace pauc {
namespace {

using testing::ElementsAre;

std::string split(const std::vector<std::uint32_t>& scaffolds, const std::vector<double>& fractions) {
  std::string letters;
  for (const Part part : split_by_scaffold(scaffolds, fractions))
    letters += part_name(part)[0] == 't' ? part_name(part)[1] : 'v';
  return letters;
}

TEST(ScaffoldSplit, OfNothingIsEmpty) { EXPECT_EQ(split({}, {0.8, 0.1, 0.1}), ""); }

// tr, va, te: ten rows in groups of 5, 3, 1, 1; at most 8 in train, 9 in both. Of the two single rows the later one
// comes first.
TEST(ScaffoldSplit, PlacesLargeGroupsFirstAndOfEqualOnesTheLastMet) {
  EXPECT_EQ(split({7, 7, 4, 7, 2, 7, 4, 7, 9, 4}, {0.8, 0.1, 0.1}), "rrrrerrrvr");
}

// Groups of 4, 4, 2: the second overfills train, the third still fits.
TEST(ScaffoldSplit, LetsASmallGroupIntoTrainAfterALargeOneDidNotFit) {
  EXPECT_EQ(split({0, 0, 0, 0, 1, 1, 1, 1, 2, 2}, {0.6, 0.4, 0.0}), "vvvvrrrrrr");
  EXPECT_EQ(split({0, 0, 0, 0, 1, 1, 1, 1, 2, 2}, {0.6, 0.1, 0.3}), "eeeerrrrrr");
}

TEST(ScaffoldSplit, KnowsNoTestPartWithTwoFractions) {
  EXPECT_EQ(split({0, 1, 2, 3, 4, 5, 6}, {0.7, 0.3}), "vvvrrrr");
  // 0.1 + 0.7 and their like are a little less than 1 with some last digits.
  EXPECT_EQ(split({0, 0, 0}, {0.5, 0.4999999999}), "vvv");
  EXPECT_EQ(split({0, 0, 0}, {0.5, 0.4999999999, 0.0}), "vvv");
}

TEST(ScaffoldSplit, MayLeavePartsEmpty) { EXPECT_EQ(split({3, 3, 3, 3}, {0.8, 0.1, 0.1}), "eeee"); }

TEST(FirstOfEqual, NamesTheRowThatStays) {
  EXPECT_THAT(first_of_equal({"C", "CC", "C", "", "CC", "", "cc"}), ElementsAre(0, 1, 0, 3, 1, 3, 6));
  EXPECT_TRUE(first_of_equal({}).empty());
}

}  // namespace
}  // namespace pauc
