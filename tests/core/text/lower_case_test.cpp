#include "pauc/core/text/lower_case.h"

namespace pauc {
namespace {

TEST(LowerCase, ChangesAsciiLettersOnly) {
  EXPECT_EQ(lower_case("SMILES_1 @[`{ aZ"), "smiles_1 @[`{ az");
  EXPECT_EQ(lower_case("\xC3\x84\xFF"), "\xC3\x84\xFF");
  EXPECT_EQ(lower_case(""), "");
  EXPECT_EQ(lower_case('Q'), 'q');
}

}  // namespace
}  // namespace pauc
