// What people rely on who run pauc unattended: what it prints, signals, folders, checkpoints, dates.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "pauc/core/error.h"
#include "pauc/core/io/sha256.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Operations : public TrainingTest {
 protected:
  const std::string train_ = "train t.csv --drop id,part,w,g --model mlp ";

  // Expects success, and nothing but errors, of which there are none.
  void expect_silent(const std::string& arguments) const {
    const auto result = pauc(arguments + " --quiet");
    EXPECT_EQ(result.exit_code, 0) << arguments << result.err;
    EXPECT_THAT(result.out, IsEmpty()) << arguments;
    EXPECT_THAT(result.err, IsEmpty()) << arguments;
  }
};

TEST_F(Operations, QuietPrintsErrorsOnly) {
  expect_silent("train t.csv --objective ce --epochs 1 --out run");  // with columns that give rise to notes
  expect_silent("train --resume --out run");
  expect_silent("report run --out page.html");
  expect_silent("predict run t.csv --out scores.csv --at-fpr 0.2");
  expect_silent("calibrate run t.csv --label y");
  expect_silent("tidy run");
  expect_silent("start t.csv --yes --effort quick --no-train");
  const auto failed = pauc("train nowhere.csv --quiet");
  EXPECT_EQ(failed.exit_code, 66);
  EXPECT_THAT(failed.err, HasSubstr("nowhere.csv"));
}

TEST_F(Operations, QuietStillPrintsScoresFiguresAndJson) {
  trained("--objective ce --epochs 1 --out run");
  EXPECT_THAT(pauc("predict run t.csv --quiet").out, HasSubstr("row,score\n"));
  EXPECT_THAT(pauc("train --resume --out run --quiet --json").out, HasSubstr("\"run\""));
  EXPECT_THAT(pauc("tidy run --quiet --json").out, HasSubstr("\"bytes\""));
  EXPECT_THAT(pauc("data t.csv --quiet").out, HasSubstr("180 rows"));
}

TEST_F(Operations, RefusesQuietAndVerbose) {
  refused("train t.csv --quiet --verbose", 2, "verbose: expected --verbose or --quiet, got both");
}

TEST_F(Operations, PipedAutoPrintsOneLinePerCandidateAndVerboseTheEpochs) {
  const std::string line = train_ + "--objective auto --epochs 2 --overwrite --out run";
  const auto brief = pauc(line);
  EXPECT_THAT(brief.err, Not(HasSubstr("epoch 1/2")));
  EXPECT_THAT(brief.err, testing::ContainsRegex("ce: candidate 1 of [0-9] is trained, in [0-9]+ s; validation 0"));
  EXPECT_THAT(brief.err, HasSubstr("sopa: candidate 2 of"));
  EXPECT_THAT(pauc(line + " --verbose").err, testing::AllOf(HasSubstr("ce epoch 1/2"), HasSubstr("sopa epoch 2/2")));
}

TEST_F(Operations, PipedBlendPrintsOneLinePerModelAndVerboseTheEpochs) {
  const std::string line =
      "train t.csv --drop id,part,w,g --members mlp,forest --folds 2 --epochs 2 --overwrite --out run";
  const auto brief = pauc(line);
  EXPECT_THAT(brief.err, testing::AllOf(HasSubstr("mlp: fold 1 of 2 is trained"), Not(HasSubstr("epoch 1/2"))));
  EXPECT_THAT(pauc(line + " --verbose").err, HasSubstr("mlp fold 1 ce epoch 1/2"));
}

TEST_F(Operations, TablesFitIntoEightyColumns) {
  trained("--objective ce --epochs 1 --out run");
  for (const char* line : {"data t.csv", "list", "calibrate run t.csv --label y",
                           "evaluate run/predictions-test.csv --label label --score score --fpr-max 0.1 --tpr-min 0.3",
                           "monitor run t.csv --label y"}) {
    const auto result = pauc(line);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    for (const std::string& row : lines_of(result.out)) {
      const bool is_table = row.find("   ") != std::string::npos;
      EXPECT_TRUE(!is_table || row.size() <= 80) << line << ": " << row;
    }
  }
}

TEST_F(Operations, HangUpWritesACheckpoint) {
  BegunCommand command(folder_.folder(), train_ + "--objective ce --epochs 60 --out run");
  ASSERT_TRUE(command.wait_until_it_says("epoch 2/60"));
  for (int k = 0; k < 2; ++k) command.send(SIGHUP);  // a terminal that closes may send it twice
  EXPECT_EQ(command.wait().exit_code, 75);
  EXPECT_TRUE(exists("run/checkpoint"));
  EXPECT_EQ(pauc("train --resume --out run").exit_code, 0);
}

// As `timeout` does: to the program and to its group.
TEST_F(Operations, ASignalThatComesTwiceAtOnceIsOneRequest) {
  BegunCommand command(folder_.folder(), train_ + "--objective ce --epochs 60 --out run");
  ASSERT_TRUE(command.wait_until_it_says("epoch 2/60"));
  command.send(SIGTERM);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));  // the first one is handled before the second comes
  command.send(SIGTERM);
  EXPECT_EQ(command.wait().exit_code, 75);
  EXPECT_TRUE(exists("run/checkpoint"));
}

TEST_F(Operations, HangUpIsIgnoredUnderNohup) {
  const auto result = run_shell("cd '" + folder_.folder() + "' && trap '' HUP && { '" PAUC_COMMAND "' " + train_ +
                                "--objective ce --epochs 2 --out run & p=$!; sleep 0.3; kill -HUP $p; wait $p; }");
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(Operations, TidyRemovesCheckpointsOfAllModels) {
  trained("--objective auto --model mlp --epochs 1 --out run");
  ASSERT_TRUE(exists("run/candidates/ce/checkpoint"));
  const auto before = bits("run");
  const auto scores = pauc("predict run t.csv").out;
  const auto result = pauc("tidy run");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, testing::ContainsRegex("^run: removed [0-9] checkpoints, [0-9]+ bytes\n$"));
  EXPECT_FALSE(exists("run/candidates/ce/checkpoint"));
  EXPECT_EQ(bits("run"), before);
  EXPECT_EQ(pauc("predict run t.csv").out, scores);
  EXPECT_EQ(pauc("report run --out page.html").exit_code, 0);
  EXPECT_THAT(pauc("train --resume --out run").err, HasSubstr("the run is already finished"));
  EXPECT_EQ(bits("run"), before);
  EXPECT_EQ(pauc("tidy run").out, "run: there are no checkpoints\n");
}

TEST_F(Operations, ATidiedRunIsTrainedFurtherFromItsStart) {
  const std::string options = "--objective ce --lr-decay none --out ";
  trained(options + "straight --epochs 3");
  trained(options + "run --epochs 2 --keep-checkpoints no");
  EXPECT_FALSE(exists("run/checkpoint"));
  const auto further = trained(options + "run --epochs 3 --resume");
  EXPECT_THAT(further.err, HasSubstr("run: there is no checkpoint to go on from; all epochs are trained again"));
  EXPECT_EQ(read("run/metrics.json"), read("straight/metrics.json"));
}

TEST_F(Operations, TidyRefusesAnUnfinishedRun) {
  BegunCommand command(folder_.folder(), train_ + "--objective ce --epochs 60 --out run");
  ASSERT_TRUE(command.wait_until_it_says("epoch 2/60"));
  command.send(SIGTERM);
  ASSERT_EQ(command.wait().exit_code, 75);
  refused("tidy run", 65, "run: the run is not finished, and its checkpoints are needed to resume it");
  EXPECT_TRUE(exists("run/checkpoint"));
  refused("tidy nowhere", 66, "nowhere: no such folder; expected the folder of a trained run");
}

TEST_F(Operations, OutRefusesAFolderWithForeignFiles) {
  std::filesystem::create_directory(folder_.path("mine"));
  folder_.file("mine/notes.txt", "precious");
  const std::string words = "mine: expected an empty folder for the run, got one that holds \"notes.txt\"";
  for (const char* mode : {"", " --resume", " --overwrite"}) {
    refused("train t.csv --out mine" + std::string(mode), 73, words);
  }
  // Names that runs use may be somebody else's.
  std::filesystem::create_directories(folder_.path("theirs/targets"));
  folder_.file("theirs/targets/important.csv", "precious");
  folder_.file("theirs/metrics.json", "{}");
  refused("train t.csv --out theirs --overwrite", 73,
          "theirs: expected an empty folder for the run, got one that holds \"metrics.json\" and 1 more");
  EXPECT_EQ(content_of(folder_.path("theirs/targets/important.csv")), "precious");
  // Notes that somebody adds to a run are no obstacle.
  trained("--objective ce --epochs 1 --out run");
  folder_.file("run/notes.txt", "precious");
  trained("--objective ce --epochs 1 --out run --overwrite");
  EXPECT_EQ(content_of(folder_.path("run/notes.txt")), "precious");
}

TEST_F(Operations, RunsSayWhenAndFromWhat) {
  trained("--objective ce --epochs 1 --out run");
  const auto times = read("run/times.json");
  for (const char* key : {"started", "finished"}) {
    EXPECT_THAT(times.at(key).get<std::string>(),
                testing::ContainsRegex("^20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z$"));
  }
  EXPECT_EQ(times.at("folder"), "..");
  ASSERT_EQ(times.at("data").size(), 1U);
  EXPECT_EQ(times["data"][0]["name"], "t.csv");
  EXPECT_THAT(times["data"][0]["modified"].get<std::string>(), testing::ContainsRegex("^20.*Z$"));
  EXPECT_THAT(content_of(folder_.path("run/report.html")), HasSubstr(", last changed on 20"));
  EXPECT_EQ(read("run/run.json")["data"][0]["sha256"], sha256_of(small_table()));
  const std::string before = content_of(folder_.path("run/times.json"));
  pauc("train --resume --out run");
  EXPECT_EQ(content_of(folder_.path("run/times.json")), before);
}

// A card that is sent alone says from which files the model was made and how good it was.
TEST_F(Operations, CardsHaveTheSha256OfTheDataAndTheFiguresOnTest) {
  for (const char* options : {"--objective ce --epochs 1", "--objective auto --model mlp --epochs 1",
                              "--members linear,mlp --folds 2 --epochs 1"}) {
    trained(joined(options, " --fpr-max 0.2 --overwrite --out run"));
    const auto card = read("run/model.json");
    EXPECT_EQ(card["data"]["files"][0]["sha256"], sha256_of(small_table())) << options;
    const auto test = read("run/metrics.json")["test"]["scores"]["score"];
    EXPECT_EQ(card["training"]["test"]["auc"], test["auc"]["value"]) << options;
    EXPECT_EQ(card["training"]["test"]["auc_ci"], test["auc"]["ci"]) << options;
    EXPECT_EQ(card["training"]["test"]["target"], test["one_way"]["mcclish"]) << options;
  }
}

// Killed behind metrics.json, which makes it a finished run, and before the rest.
TEST_F(Operations, ResumingWritesWhatAKillLeftOutAtTheEnd) {
  trained("--objective ce --epochs 1 --out first");
  trained("--like first --seed 3 --keep-checkpoints no --out run");
  const std::string scores = content_of(folder_.path("run/predictions-test-like.csv"));
  const auto before = bits("run");
  std::filesystem::remove(folder_.path("run/predictions-test-like.csv"));
  std::filesystem::create_directory(folder_.path("run/checkpoint"));
  auto times = read("run/times.json");
  times["finished"] = nullptr;
  folder_.file("run/times.json", times.dump());
  const auto result = pauc("train --resume --out run");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(content_of(folder_.path("run/predictions-test-like.csv")), scores);
  EXPECT_FALSE(exists("run/checkpoint"));
  EXPECT_TRUE(read("run/times.json")["finished"].is_string());
  EXPECT_EQ(bits("run"), before);
}

// As if the version that began the run had drawn the parts in another way.
TEST_F(Operations, DoesNotResumeWithOtherParts) {
  for (const char* options : {"--objective ce --epochs 1", "--members linear,mlp --folds 2 --epochs 1"}) {
    trained(joined(options, " --overwrite --out run"));
    auto beginning = read("run/run.json");
    ASSERT_TRUE(beginning["rows_crc32"].is_number());
    beginning["rows_crc32"] = beginning["rows_crc32"].get<std::int64_t>() ^ 1;
    beginning["version"] = beginning["version"].get<std::string>() + ".7";
    folder_.file("run/run.json", beginning.dump());
    refused("train --resume --quiet --out run", 76,
            joined("the run was started by pauc ", beginning["version"].get<std::string>(), ", which put other rows"));
  }
}

TEST_F(Operations, ResumesFromAnotherFolder) {
  BegunCommand command(folder_.folder(), train_ + "--objective ce --epochs 60 --out run");
  ASSERT_TRUE(command.wait_until_it_says("epoch 2/60"));
  command.send(SIGTERM);
  ASSERT_EQ(command.wait().exit_code, 75);
  std::filesystem::create_directory(folder_.path("elsewhere"));
  const auto result =
      run_shell("cd '" + folder_.path("elsewhere") + "' && '" PAUC_COMMAND "' train --resume --out ../run");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("relative paths start at "));
  EXPECT_EQ(read("run/times.json")["resumed"], 1);
  EXPECT_TRUE(exists("run/metrics.json"));
}

TEST_F(Operations, SaysWhereRelativePathsStart) {
  trained("--objective ce --epochs 1 --out run");
  std::filesystem::rename(folder_.path("t.csv"), folder_.path("moved.csv"));
  const auto result = pauc("train --resume --out run --epochs 2");
  EXPECT_EQ(result.exit_code, 66);
  EXPECT_THAT(result.err, testing::AllOf(HasSubstr("t.csv"), HasSubstr("relative paths start at")));
}

TEST_F(Operations, ResumesARunOfAnotherMinorVersion) {
  trained("--objective ce --lr-decay none --epochs 1 --out run");
  auto beginning = read("run/run.json");
  const std::string major = beginning["version"].get<std::string>().substr(0, 1);
  beginning["version"] = major + ".99.7";
  folder_.file("run/run.json", beginning.dump());
  const auto result = pauc("train --resume --out run --epochs 2");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("the run was started by pauc " + major + ".99.7; this is pauc "));
}

// Also where nobody has read the notes above.
TEST_F(Operations, SaysWhichValueIsPositiveBesideTheFigures) {
  const auto result = trained("--objective ce --epochs 1 --out run");
  const std::string line = "positive: y = 1 (60 of 180 rows, 33.3 %)";
  EXPECT_THAT(result.err, HasSubstr(line));
  EXPECT_THAT(result.out, HasSubstr(line));
}

// A terminal of its own, by script of util-linux.
TEST_F(Operations, ThePositiveValueStandsOutOnATerminal) {
  const std::string line = "positive: y = 1 (60 of 180 rows, 33.3 %)";
  const std::string command =
      "cd '" + folder_.folder() + "' && TERM=xterm script -qec \"'" PAUC_COMMAND "' data t.csv\" ";
  const auto shown = run_shell("unset NO_COLOR; " + command + "/dev/null");
  if (shown.exit_code == 127) GTEST_SKIP() << "needs script";
  EXPECT_THAT(shown.out, HasSubstr("\033[1m" + line + "\033[0m"));
  EXPECT_THAT(run_shell("export NO_COLOR=1; " + command + "/dev/null").out, Not(HasSubstr("\033[")));
  EXPECT_THAT(pauc("data t.csv").out, Not(HasSubstr("\033[")));
}

TEST_F(Operations, PagesThatAreMailedHaveNoIds) {
  std::string text = content_of(folder_.path("t.csv"));
  std::string secret;  // the same rows with ids that occur nowhere else
  for (const std::string& row : lines_of(text)) {
    secret += row + (secret.empty() ? ",who\n" : joined(",SECRET", secret.size(), "\n"));
  }
  folder_.file("s.csv", secret);
  const std::string train = "train s.csv --label y --id who --drop id,part,w,g --objective ce --epochs 1 --out ";
  ASSERT_EQ(pauc(train + "run").exit_code, 0);
  ASSERT_EQ(pauc(train + "hidden --hide-ids").exit_code, 0);
  EXPECT_THAT(content_of(folder_.path("run/report.html")), HasSubstr("SECRET"));
  EXPECT_THAT(content_of(folder_.path("hidden/report.html")), Not(HasSubstr("SECRET")));
  EXPECT_THAT(content_of(folder_.path("hidden/predictions-test.csv")), HasSubstr("SECRET"));
}

}  // namespace
}  // namespace pauc::test
