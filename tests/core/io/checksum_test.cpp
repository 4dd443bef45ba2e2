#include "pauc/core/io/checksum.h"

namespace pauc {
namespace {

// The check value that every description of CRC-32 gives.
TEST(Checksum, IsTheOneOfZlib) { EXPECT_EQ(checksum("123456789"), 0xcbf43926U); }

TEST(Checksum, GoesOnFromWhatStandsInFront) {
  EXPECT_EQ(checksum("456789", checksum("123")), checksum("123456789"));
  EXPECT_EQ(checksum(std::string_view(), checksum("123456789")), 0xcbf43926U);
  EXPECT_EQ(checksum("", checksum("123456789")), 0xcbf43926U);
  EXPECT_EQ(checksum(std::string_view()), 0U);
}

}  // namespace
}  // namespace pauc
