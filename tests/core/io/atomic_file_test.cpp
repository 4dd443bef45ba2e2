#include "pauc/core/io/atomic_file.h"

#include <sys/stat.h>

#include <filesystem>

#include "pauc/core/error.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

Fault fault_of(const std::string& path) {
  try {
    write_file_atomically(path, "text");
  } catch (const UserError& error) {
    return error.fault();
  }
  return Fault::usage;
}

TEST(WriteFileAtomically, WritesAndReplaces) {
  const test::TemporaryFolder folder;
  write_file_atomically(folder.path("a"), "one");
  write_file_atomically(folder.path("a"), "two");
  EXPECT_EQ(test::content_of(folder.path("a")), "two");
  EXPECT_EQ(files_in(folder.folder()), 1U);
}

TEST(WriteFileAtomically, KeepsTheFilesPermissions) {
  const test::TemporaryFolder folder;
  const auto path = folder.file("a", "one");
  for (const mode_t mode : {0600U, 0666U}) {
    chmod(path.c_str(), mode);
    write_file_atomically(path, "two");
    struct stat facts {};
    stat(path.c_str(), &facts);
    EXPECT_EQ(facts.st_mode & 0777U, mode);
  }
}

TEST(WriteFileAtomically, RefusesAFolderOrAMissingFolder) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(fault_of(folder.folder()), Fault::cannot_create);
  EXPECT_EQ(fault_of(folder.path("none/a")), Fault::cannot_create);
  EXPECT_EQ(files_in(folder.folder()), 0U);
}

TEST(WriteFileAtomically, WritesThroughASymbolicLink) {
  const test::TemporaryFolder folder;
  folder.file("a", "one");
  std::filesystem::create_symlink("a", folder.path("link"));
  write_file_atomically(folder.path("link"), "two");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(test::content_of(folder.path("a")), "two");
}

TEST(WriteFileAtomically, ReportsAFullDisk) { EXPECT_EQ(fault_of("/dev/full"), Fault::io); }

}  // namespace
}  // namespace pauc
