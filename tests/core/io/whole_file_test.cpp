#include "pauc/core/io/whole_file.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "faults/broken_calls.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::HasSubstr;

TEST(ContentOfFile, IsAllOfItUpToALimit) {
  const test::TemporaryFolder folder;
  const std::string text(200'000, 'x');
  const auto path = folder.file("a", text);
  EXPECT_EQ(content_of_file(path, text.size()), text);
  EXPECT_THAT(refusal_of([&] { content_of_file(path, text.size() - 1); }),
              HasSubstr(path + ": expected at most 199999 bytes, got more"));
  EXPECT_THAT(refusal_of([&] { content_of_file("/dev/zero", 1000); }), HasSubstr("at most 1000 bytes"));
}

TEST(ContentOfFile, IsNotReadWhereTheFileIsTooLarge) {
  const test::TemporaryFolder folder;
  const auto path = folder.file("a", "{}");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
  const test::BrokenCall unread(folder.folder(), "read", 1, "EIO");
  EXPECT_THAT(refusal_of([&] { content_of_file(path, 1000); }), HasSubstr("got more"));
}

TEST(ContentOfFile, EndsWithAnErrorWhereTheDiskFails) {
  const test::TemporaryFolder folder;
  const auto path = folder.file("a", std::string(200'000, 'x'));
  for (const int at : {1, 2}) {
    const test::BrokenCall broken(folder.folder(), "read", at, "EIO");
    EXPECT_THAT(refusal_of([&] { content_of_file(path, 1'000'000); }, Fault::io), HasSubstr(path + ": cannot read"));
  }
}

TEST(CopyFileAtomically, CopiesAllOrNothing) {
  const test::TemporaryFolder folder;
  const std::string text(200'000, 'x');
  const auto from = folder.file("a", text);
  const auto to = folder.file("b", "old");
  {
    const test::BrokenCall broken(folder.folder(), "read", 2, "EIO");
    EXPECT_THAT(refusal_of([&] { copy_file_atomically(from, to); }, Fault::io), HasSubstr(from + ": cannot read"));
    EXPECT_EQ(test::content_of(to), "old");
  }
  copy_file_atomically(from, to);
  EXPECT_EQ(test::content_of(to), text);
}

}  // namespace
}  // namespace pauc
