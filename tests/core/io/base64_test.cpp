#include "pauc/core/io/base64.h"

#include "pauc/core/random.h"

namespace pauc {
namespace {

TEST(Base64, HasTheTestVectorsOfRfc4648) {
  const char* const vectors[][2] = {{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"fooba", "Zm9vYmE="},
                                    {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(base64_of(bytes), text);
    EXPECT_EQ(bytes_of_base64(text), bytes);
  }
  EXPECT_EQ(base64_of("\xfb\xff\xfe"), "+//+");  // the two letters that are neither letter nor digit
}

TEST(Base64, GivesBackAnyBytes) {
  Random random(3);
  for (int length = 0; length < 200; ++length) {
    std::string bytes;
    for (int k = 0; k < length; ++k) bytes += static_cast<char>(random.below(256));
    const std::string text = base64_of(bytes);
    EXPECT_EQ(text.size(), (bytes.size() + 2) / 3 * 4);
    EXPECT_EQ(bytes_of_base64(text), bytes);
  }
}

TEST(Base64, RefusesEverythingElse) {
  for (const char* text :
       {"Z",        "Zg",   "Zg=",  "Zm9",      "Zm9vY", "=",    "==",    "===",  "====",   "Z===",  "A===",
        "Zg==Zg==", "Zg=v", "=Zg=", "Zm9v====", "Zm-v",  "Zm_v", "Zm9\n", "Zm 9", "Zm9v\n", " Zm9v", "Zm\xc3\xa4"}) {
    EXPECT_EQ(bytes_of_base64(text), std::nullopt) << text;
  }
  EXPECT_EQ(bytes_of_base64(std::string("Zm9\0", 4)), std::nullopt);
}

// Otherwise several texts would stand for the same bytes.
TEST(Base64, RefusesBitsThatStandForNothing) {
  EXPECT_EQ(bytes_of_base64("Zh=="), std::nullopt);
  EXPECT_EQ(bytes_of_base64("Zm9="), std::nullopt);
  EXPECT_EQ(bytes_of_base64("Zg=="), "f");
  EXPECT_EQ(bytes_of_base64("Zm8="), "fo");
}

}  // namespace
}  // namespace pauc
