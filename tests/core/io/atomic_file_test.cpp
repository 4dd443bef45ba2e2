#include "pauc/core/io/atomic_file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>

#include "faults/broken_calls.h"
#include "pauc/core/error.h"
#include "support/refusals.h"
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

TEST(WriteFileAtomically, RepeatsWhatASignalHasInterrupted) {
  const test::TemporaryFolder folder;
  for (const auto& [call, at] : {std::pair("open", 1),
                                 {"open", 2},
                                 {"write", 1},
                                 {"fsync", 1},
                                 {"fsync", 2},
                                 {"rename", 1},
                                 {"close", 1},
                                 {"close", 2}}) {
    folder.file("a", "one");
    const test::BrokenCall interrupted(folder.folder(), call, at, "EINTR");
    EXPECT_NO_THROW(write_file_atomically(folder.path("a"), "two")) << call << " " << at;
    EXPECT_EQ(interrupted.failed(), 1) << call << " " << at;
    EXPECT_EQ(test::content_of(folder.path("a")), "two") << call << " " << at;
  }
}

TEST(WriteFileAtomically, WritesTheRestAfterAShortWrite) {
  const test::TemporaryFolder folder;
  const test::BrokenCall shortened(folder.folder(), "write", 1, "short");
  write_file_atomically(folder.path("a"), "whole text");
  EXPECT_EQ(shortened.failed(), 1);
  EXPECT_EQ(test::content_of(folder.path("a")), "whole text");
}

TEST(WriteFileAtomically, DoesNotAskForEverWhereNothingIsWritten) {
  const test::TemporaryFolder folder;
  const test::BrokenCall idle(folder.folder(), "write", 1, "zero");
  EXPECT_EQ(fault_of(folder.path("a")), Fault::io);
  EXPECT_EQ(files_in(folder.folder()), 0U);
}

TEST(WriteFileAtomically, KeepsTheOldFileWhereACallFails) {
  const test::TemporaryFolder folder;
  const auto path = folder.file("a", "old");
  for (const char* call : {"open", "write", "fsync", "close", "rename"}) {
    for (const char* how : {"EIO", "ENOSPC"}) {
      const test::BrokenCall broken(folder.folder(), call, 1, how);
      const bool full = std::string(how) == "ENOSPC";
      EXPECT_EQ(fault_of(path), call == std::string("open") && !full ? Fault::cannot_create : Fault::io) << call << how;
      EXPECT_EQ(broken.failed(), 1) << call << how;
      EXPECT_EQ(test::content_of(path), "old") << call << how;
      EXPECT_EQ(files_in(folder.folder()), 1U) << call << how;
    }
  }
}

// The new name may be lost in a crash.
TEST(WriteFileAtomically, ReportsAFolderThatCannotBeSynced) {
  const test::TemporaryFolder folder;
  const test::BrokenCall broken(folder.folder(), "fsync", 2, "EIO");
  EXPECT_THAT(test::refusal_of([&] { write_file_atomically(folder.path("a"), "text"); }, Fault::io),
              testing::HasSubstr(folder.folder() + ": cannot sync: Input/output error"));
}

TEST(WriteFileAtomically, ReportsAFullDisk) { EXPECT_EQ(fault_of("/dev/full"), Fault::io); }

}  // namespace
}  // namespace pauc
