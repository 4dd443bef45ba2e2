#include "pauc/core/io/folder.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "faults/broken_calls.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

namespace fs = std::filesystem;
using test::refusal_of;
using testing::HasSubstr;

TEST(FolderName, IsThatOfTheFolderHoweverItIsReached) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder.path("a/run"));
  for (const char* way : {"a/run", "a/run/", "a/run/.", "a/../a/run", "a/run/inner/.."}) {
    EXPECT_EQ(folder_name(folder.path(way)), "run") << way;
  }
  EXPECT_EQ(folder_name("."), fs::current_path().filename().string());
}

TEST(AbsoluteFolder, IsOneTextForOneFolder) {
  const std::string here = fs::current_path().string();
  for (const char* way : {"run", "run/", "./run", "run/.", "a/../run//"}) {
    EXPECT_EQ(absolute_folder(way), here + "/run") << way;
  }
  EXPECT_EQ(absolute_folder("/"), "/");
}

TEST(RemoveFiles, TakesThoseThatAreChosenAndNoFolder) {
  const test::TemporaryFolder folder;
  for (const char* name : {"out/old.svg", "out/new.svg", "out/old.txt", "out/inner.svg/old.svg"}) {
    fs::create_directories(fs::path(folder.path(name)).parent_path());
    folder.file(name, "x");
  }
  remove_files(folder.path("out"), [](const std::string& name) { return name != "new.svg" && name != "old.txt"; });
  EXPECT_FALSE(fs::exists(folder.path("out/old.svg")));
  for (const char* name : {"out/new.svg", "out/old.txt", "out/inner.svg/old.svg"}) {
    EXPECT_TRUE(fs::exists(folder.path(name))) << name;
  }
}

TEST(MakeFolder, SyncsTheFoldersThatGotOne) {
  const test::TemporaryFolder folder;
  const test::BrokenCall broken(folder.folder(), "fsync", 3, "EIO");
  EXPECT_THAT(refusal_of([&] { make_folder(folder.path("a/b/c")); }, Fault::io),
              HasSubstr(folder.folder() + ": cannot sync"));
  EXPECT_NO_THROW(make_folder(folder.path("a/b/c")));
}

TEST(PathsIn, AFolderThatIsMissingHasNoneAndOneThatCannotBeReadIsRefused) {
  const test::TemporaryFolder folder;
  EXPECT_TRUE(paths_in(folder.path("none")).empty());
  folder.file("a", "x");
  EXPECT_EQ(paths_in(folder.folder()), std::vector<std::string>{folder.path("a")});
  const test::BrokenCall broken(folder.folder(), "open", 1, "EIO");
  EXPECT_THAT(refusal_of([&] { paths_in(folder.folder()); }, Fault::io), HasSubstr("cannot read"));
}

TEST(RemoveForGood, RemovesAFileOrAFolderAndSyncsWhereItStood) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder.path("a/b"));
  for (const auto& path : {folder.file("c", "x"), folder.path("a"), folder.path("none")}) {
    remove_for_good(path);
    EXPECT_FALSE(fs::exists(path)) << path;
  }
  folder.file("c", "x");
  const test::BrokenCall broken(folder.folder(), "fsync", 1, "EIO");
  EXPECT_THAT(refusal_of([&] { remove_for_good(folder.path("c")); }, Fault::io), HasSubstr("cannot sync"));
}

TEST(RemoveForGood, SaysWhatCannotBeRemoved) {
  const test::TemporaryFolder folder;
  folder.file("a", "x");
  const test::BrokenCall broken(folder.folder(), "unlink", 1, "EIO");
  EXPECT_THAT(refusal_of([&] { remove_for_good(folder.path("a")); }, Fault::io),
              HasSubstr(folder.path("a") + ": cannot remove: Input/output error"));
}

}  // namespace
}  // namespace pauc
