#include "pauc/trainer/run/run_folder.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

namespace fs = std::filesystem;
using test::refusal_of;
using testing::HasSubstr;

class RunFolder : public testing::Test {
 protected:
  RunFolder() {
    beginning_.version = "1.0";
    beginning_.asked.set_assignment("data.path=d.csv");
    beginning_.asked.set_assignment("optimiser.lr=0.1");
    beginning_.files = {{"d.csv", {100, 12345}}};
  }

  void begin(OutputMode mode, ChangedData changed = ChangedData::refused) {
    begin_run(paths_, beginning_, mode, changed);
  }
  std::string refusal(OutputMode mode, Fault fault) {
    return refusal_of([&] { begin(mode); }, fault);
  }
  void file(const std::string& name, const std::string& content) { folder_.file("run/" + name, content); }

  test::TemporaryFolder folder_;
  record::RunPaths paths_{folder_.path("run")};
  RunBeginning beginning_;
};

TEST_F(RunFolder, AFreshOneIsMadeAndRemembersItsBeginning) {
  begin(OutputMode::fresh);
  const RunBeginning back = read_beginning(paths_);
  EXPECT_EQ(back.version, "1.0");
  EXPECT_EQ(back.asked.values(), beginning_.asked.values());
  ASSERT_EQ(back.files.size(), 1);
  EXPECT_EQ(back.files[0].path, "d.csv");
  EXPECT_TRUE(back.files[0].fingerprint == beginning_.files[0].fingerprint);
  EXPECT_TRUE(paths_.has_run());
  EXPECT_FALSE(paths_.finished());
}

TEST_F(RunFolder, AnotherRunIsNotWrittenOverUnasked) {
  begin(OutputMode::fresh);
  EXPECT_THAT(refusal(OutputMode::fresh, Fault::cannot_create),
              HasSubstr("holds another run; resume it, overwrite it or choose another folder"));
}

TEST_F(RunFolder, FilesOfOthersAreLeftAlone) {
  begin(OutputMode::fresh);
  file("notes.txt", "mine");
  file("metrics.json", "{}");
  fs::create_directories(paths_.checkpoint());
  begin(OutputMode::overwrite);
  EXPECT_EQ(test::content_of(folder_.path("run/notes.txt")), "mine");
  EXPECT_FALSE(paths_.finished());
  EXPECT_FALSE(fs::exists(paths_.checkpoint()));
}

TEST_F(RunFolder, ResumingKeepsWhatIsThere) {
  begin(OutputMode::fresh);
  file("metrics.json", "{}");
  begin(OutputMode::resume);
  EXPECT_TRUE(paths_.finished());
}

TEST_F(RunFolder, ResumingNothingStartsAfresh) {
  begin(OutputMode::resume);
  EXPECT_EQ(read_beginning(paths_).version, "1.0");
}

TEST_F(RunFolder, ResumingAFolderWithoutItsBeginningDeletesNothing) {
  fs::create_directories(paths_.folder);
  file("config.yaml", "somebody's");
  EXPECT_THAT(refusal(OutputMode::resume, Fault::cannot_create), HasSubstr("got one that holds \"config.yaml\""));
  file("model.json", "of a run");
  EXPECT_THAT(refusal(OutputMode::resume, Fault::cannot_create), HasSubstr("but no run.json"));
  EXPECT_EQ(test::content_of(paths_.config()), "somebody's");
}

TEST_F(RunFolder, OnlyEpochsThreadsAndCheckpointsMayChangeOnResuming) {
  begin(OutputMode::fresh);
  for (const char* change : {"trainer.epochs=9", "trainer.threads=3", "trainer.checkpoint_every=4"}) {
    beginning_.asked.set_assignment(change);
  }
  begin(OutputMode::resume);
  beginning_.asked.set_assignment("optimiser.lr=0.2");
  EXPECT_THAT(refusal(OutputMode::resume, Fault::usage),
              HasSubstr("cannot resume with other options: optimiser.lr: 0.2, was 0.1"));
}

TEST_F(RunFolder, ChangedDataAreRefusedUnlessAllowed) {
  begin(OutputMode::fresh);
  for (const Fingerprint& other : {Fingerprint{101, 12345}, Fingerprint{100, 12346}}) {
    beginning_.files[0].fingerprint = other;
    EXPECT_THAT(refusal(OutputMode::resume, Fault::data), HasSubstr("d.csv has changed since the run began"));
  }
  begin(OutputMode::resume, ChangedData::allowed);
}

TEST_F(RunFolder, OtherPartsOfTheSameRowsAreRefused) {
  beginning_.rows_crc = 5;
  begin(OutputMode::fresh);
  EXPECT_EQ(read_beginning(paths_).rows_crc, 5);
  beginning_.version = "1.1";
  begin(OutputMode::resume);
  beginning_.version = "1.2";
  beginning_.rows_crc = 6;
  const std::string words = "the run was started by pauc 1.1, which put other rows in train, valid and test than";
  EXPECT_THAT(refusal(OutputMode::resume, Fault::cannot_resume), HasSubstr(words));
  EXPECT_THAT(refusal_of([&] { begin(OutputMode::resume, ChangedData::allowed); }, Fault::cannot_resume),
              HasSubstr(words));
  EXPECT_EQ(read_beginning(paths_).rows_crc, 5);
  beginning_.rows_crc.reset();  // not known before the data are read
  check_can_begin(paths_, beginning_, OutputMode::resume, ChangedData::refused);
  beginning_.rows_crc = 6;
  beginning_.files[0].fingerprint = {101, 12345};  // other data have other rows
  begin(OutputMode::resume, ChangedData::allowed);
  EXPECT_EQ(read_beginning(paths_).rows_crc, 6);
}

TEST_F(RunFolder, HasEndedWhenItsEndIsWrittenDown) {
  begin(OutputMode::fresh);
  write_start_time(paths_, beginning_.files);
  EXPECT_FALSE(has_ended(paths_));
  file("metrics.json", "{}");
  EXPECT_FALSE(has_ended(paths_));  // killed between the two
  write_end_time(paths_);
  EXPECT_TRUE(has_ended(paths_));
  const std::string times = test::content_of(folder_.path("run/times.json"));
  write_start_time(paths_, beginning_.files);
  EXPECT_EQ(test::content_of(folder_.path("run/times.json")), times);
  fs::remove(folder_.path("run/times.json"));
  EXPECT_TRUE(has_ended(paths_));  // as old versions left it
}

TEST_F(RunFolder, AnotherVersionIsRefused) {
  begin(OutputMode::fresh);
  beginning_.version = "2.0";
  EXPECT_THAT(refusal(OutputMode::resume, Fault::data), HasSubstr("started by pauc 1.0, this is pauc 2.0"));
}

TEST_F(RunFolder, ABrokenBeginningIsRefused) {
  begin(OutputMode::fresh);
  for (const char* text :
       {"", "{", "[]", "{\"format\": 1}", "{\"format\": 1, \"version\": 3, \"asked\": {}, \"data\": []}",
        "{\"format\": 1, \"version\": \"1\", \"asked\": {\"data.path\": 4}, \"data\": []}"}) {
    file("run.json", text);
    EXPECT_THAT(refusal(OutputMode::resume, Fault::data), HasSubstr("run.json")) << text;
  }
  file("run.json", "{\"format\": 99}");
  EXPECT_THAT(refusal(OutputMode::resume, Fault::data), HasSubstr("another version of pauc"));
}

TEST_F(RunFolder, AFileInItsPlaceIsRefused) {
  folder_.file("run", "a file");
  EXPECT_THAT(refusal(OutputMode::overwrite, Fault::cannot_create),
              HasSubstr("expected a new folder for the run, got the file "));
  EXPECT_EQ(test::content_of(folder_.path("run")), "a file");
}

TEST_F(RunFolder, ALockKeepsOthersOutUntilItIsGone) {
  {
    const RunLock lock(paths_.folder);
    EXPECT_THAT(refusal_of([&] { const RunLock second(paths_.folder); }, Fault::cannot_create),
                HasSubstr("another pauc is working there"));
  }
  const RunLock again(paths_.folder);
}

TEST_F(RunFolder, ANewNameIsTheFirstThatIsFree) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.folder());
  EXPECT_EQ(free_folder(), "pauc-run");
  fs::create_directory("pauc-run");
  fs::create_directory("pauc-run-2");
  EXPECT_EQ(free_folder(), "pauc-run-3");
  fs::current_path(before);
}

}  // namespace
}  // namespace pauc
