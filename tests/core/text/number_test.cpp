#include "pauc/core/text/number.h"

#include <cmath>
#include <limits>
#include <string>

namespace pauc {
namespace {

TEST(ParseNumber, ReadsWhatPeopleWrite) {
  EXPECT_EQ(parse_number("1"), 1.0);
  EXPECT_EQ(parse_number(" -1.5e-3\t"), -1.5e-3);
  EXPECT_EQ(parse_number("+2"), 2.0);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number("1E5"), 1e5);
}

TEST(ParseNumber, RoundsToZeroOrInfinityOutOfRange) {
  EXPECT_EQ(parse_number("1e-999"), 0.0);
  EXPECT_EQ(parse_number("-1e999"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1e999"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_number("1" + std::string(400, '0')), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_number("1.5e-400"), 0.0);
}

TEST(ParseNumber, ReadsNanAndInfinitySoThatTheyCanBeNamed) {
  EXPECT_TRUE(std::isnan(parse_number("NaN").value()));
  EXPECT_TRUE(std::isinf(parse_number("-inf").value()));
}

TEST(ParseNumber, RefusesEverythingElse) {
  for (const char* text : {"", " ", "1,5", "1 2", "abc", "1x", "--1", "+-1", "+", "e5", "0x1", "1e"}) {
    EXPECT_FALSE(parse_number(text).has_value()) << text;
  }
}

TEST(FitsFloat, IsTrueUpToWhatRoundsToTheLargestFloat) {
  const double largest = std::numeric_limits<float>::max();
  EXPECT_TRUE(fits_float(-largest));
  EXPECT_TRUE(fits_float(3.4028235e38));  // how the largest float is written
  EXPECT_TRUE(std::isfinite(static_cast<float>(3.4028235e38)));
  EXPECT_FALSE(fits_float(3.4028236e38));
  EXPECT_FALSE(fits_float(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(fits_float(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace
}  // namespace pauc
