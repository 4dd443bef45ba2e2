#include "pauc/core/io/folder.h"

#include <filesystem>

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace pauc
