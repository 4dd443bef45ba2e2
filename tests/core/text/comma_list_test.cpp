#include "pauc/core/text/comma_list.h"

#include <gmock/gmock.h>

namespace pauc {
namespace {

using testing::ElementsAre;

TEST(CommaParts, LoseTheSpacesAroundThem) {
  EXPECT_THAT(comma_parts("256"), ElementsAre("256"));
  EXPECT_THAT(comma_parts(" a b ,\tc,d"), ElementsAre("a b", "c", "d"));
}

TEST(CommaParts, MayBeEmpty) {
  EXPECT_THAT(comma_parts(""), ElementsAre(""));
  EXPECT_THAT(comma_parts("1,,2, "), ElementsAre("1", "", "2", ""));
  EXPECT_THAT(comma_parts(","), ElementsAre("", ""));
}

}  // namespace
}  // namespace pauc
