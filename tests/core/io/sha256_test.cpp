#include "pauc/core/io/sha256.h"

#include "support/temporary_folder.h"

namespace pauc {
namespace {

// The examples of FIPS 180-4, and what sha256sum prints.
TEST(Sha256, AgreesWithTheStandard) {
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_of(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnThePieces) {
  std::string text;
  for (int k = 0; k < 1000; ++k) text += static_cast<char>(k * 37);
  for (const std::size_t piece : {1, 3, 55, 56, 63, 64, 65, 127, 500}) {
    Sha256 sum;
    for (std::size_t at = 0; at < text.size(); at += piece) sum.add(std::string_view(text).substr(at, piece));
    EXPECT_EQ(sum.hex(), sha256_of(text)) << piece;
  }
}

TEST(Sha256, OfFiles) {
  const test::TemporaryFolder folder;
  folder.file("a.txt", "abc");
  folder.file("b.txt", "");
  EXPECT_EQ(sha256_of_file(folder.path("a.txt")), sha256_of("abc"));
  EXPECT_EQ(sha256_of_files({folder.path("a.txt"), folder.path("b.txt")}, 2),
            sha256_of(sha256_of("abc") + "  a.txt\n" + sha256_of("") + "  b.txt\n"));
}

}  // namespace
}  // namespace pauc
