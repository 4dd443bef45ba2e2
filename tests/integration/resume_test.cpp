// `pauc train --resume` as a user types it: what may change, what may not, and that an interruption leaves no trace.
#include <csignal>
#include <filesystem>
#include <ostream>
#include <thread>

#include "pauc/core/random.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class Resume : public TrainingTest {
 protected:
  // The run as it would be without any interruption.
  std::map<std::string, std::string> straight(const std::string& options) {
    trained(options + " --quiet --out straight");
    auto found = bits("straight");
    EXPECT_GE(found.size(), 7U);
    return found;
  }
  // Begins a run in `run` and sends a signal once it has said `words`.
  CommandResult interrupted(const std::string& options, const std::string& words, int signal) {
    BegunCommand command(folder_.folder(), "train t.csv --drop id,part,w,g --out run " + options);
    EXPECT_TRUE(command.wait_until_it_says(words)) << command.wait().err;
    command.send(signal);
    return command.wait();
  }
  // The command that the message of an interrupted run gives.
  static std::string command_in(const std::string& message) {
    const auto begin = message.find("pauc train --resume");
    return begin == std::string::npos ? "nothing" : message.substr(begin + 5, message.find('\n', begin) - begin - 5);
  }
};

TEST_F(Resume, LeavesAFinishedRunAsItIs) {
  const auto first = trained("--epochs 1 --out run");
  const auto before = bits("run");
  const auto again = trained("--epochs 1 --out run --resume");
  EXPECT_THAT(again.err, HasSubstr("run: the run is already finished"));
  EXPECT_EQ(again.out, first.out);
  const auto bare = pauc("train --resume --out run");
  EXPECT_EQ(bare.exit_code, 0) << bare.err;
  EXPECT_EQ(bare.out, first.out);
  EXPECT_EQ(bits("run"), before);
}

// It would stay if the command ended between the last epoch and the page.
TEST_F(Resume, RemovesThePageOfFewerEpochs) {
  trained("--objective ce --epochs 1 --out run");
  EXPECT_TRUE(exists("run/report.html"));
  trained("--objective ce --epochs 2 --out run --resume --no-report");
  EXPECT_FALSE(exists("run/report.html"));
  EXPECT_EQ(pauc("train --resume --out run").exit_code, 0);
  EXPECT_TRUE(exists("run/report.html"));
}

TEST_F(Resume, StartsAfreshWhereThereIsNothing) {
  trained("--objective ce --epochs 1 --out run --resume");
  EXPECT_TRUE(exists("run/metrics.json"));
  refused("train --resume --out nowhere", 66, "nowhere: expected the folder of a run, found no run.json in it");
}

TEST_F(Resume, RefusesOtherOptionsByName) {
  trained("--objective ce --epochs 1 --out run");
  const auto before = bits("run");
  const std::string line = "train t.csv --drop id,part,w,g --resume --out run --objective ";
  refused(line + "ce --lr 0.5", 2, "optimiser.lr: 0.5, was not set");
  refused(line + "sopa", 2, "objective.name: sopa, was ce");
  refused(line + "ce --seed 3", 2, "trainer.seed: 3, was not set");
  refused(line + "ce --fpr-max 0.5", 2, "target.fpr_max: 0.5, was not set");
  refused(line + "ce --also one_way_0.5", 2, "target.also: one_way_0.5, was not set");
  refused(line + "ce --overwrite", 2, "resume: expected --resume or --overwrite, got both");
  EXPECT_EQ(bits("run"), before);
  trained("--objective ce --epochs 1 --out run --resume --threads 1 --checkpoint-every 5");
  EXPECT_EQ(bits("run"), before);
}

TEST_F(Resume, RefusesChangedDataUnlessAllowed) {
  trained("--objective ce --drop 1,part,w,g --epochs 1 --out run");
  const std::string table = content_of(folder_.path("t.csv"));
  folder_.file("t.csv", "code" + table.substr(2));  // another name for a column that is dropped by number
  refused("train --resume --out run --epochs 2", 65, "run: cannot resume: t.csv has changed since the run began");
  EXPECT_EQ(pauc("train --resume --out run --epochs 2 --allow-changed-data").exit_code, 0);
  EXPECT_EQ(pauc("train --resume --out run").exit_code, 0);  // they are the run's data from now on
  // Data that do not fit the checkpoint.
  folder_.file("t.csv", small_table(90));
  const auto other = pauc("train --resume --out run --epochs 3 --quiet --allow-changed-data");
  EXPECT_EQ(other.exit_code, 76);
  EXPECT_THAT(other.err, HasSubstr("run: cannot resume: the checkpoint does not fit the current data"));
}

// What the models saw before the change they have seen all the same.
TEST_F(Resume, KeepsTheKeysOfTheRowsOfBeforeAChange) {
  trained("--objective ce --drop id,w,g --split part --epochs 1 --out run");
  const std::string table = content_of(folder_.path("t.csv"));
  const std::string before = content_of(folder_.path("run/seen-rows.safetensors"));
  const auto value = table.find("R0,") + 3;  // of column a in a row of train
  folder_.file("t.csv", table.substr(0, value) + "9" + table.substr(value));
  EXPECT_EQ(pauc("train --resume --out run --epochs 2 --allow-changed-data").exit_code, 0);
  const std::string after = content_of(folder_.path("run/seen-rows.safetensors"));
  EXPECT_EQ(after.size(), before.size() + sizeof(std::uint64_t));
  folder_.file("old.csv", table);
  const auto judged = pauc("predict run old.csv --label y --evaluate --out scores.csv");
  EXPECT_THAT(judged.err, HasSubstr("old.csv: 144 of 180 rows took part in the training"));
}

TEST_F(Resume, RefusesARunOfAnotherMajorVersion) {
  trained("--objective ce --epochs 1 --out run");
  auto beginning = read("run/run.json");
  beginning["version"] = "77.0.7";
  folder_.file("run/run.json", beginning.dump());
  refused("train --resume --out run", 65, "run: cannot resume: the run was started by pauc 77.0.7, this is pauc ");
  beginning["format"] = 99;
  folder_.file("run/run.json", beginning.dump());
  refused("train --resume --out run", 65, "format");
}

// --resume must not take a folder of somebody else's for a run of ours.
TEST_F(Resume, LeavesAForeignFolderAlone) {
  std::filesystem::create_directory(folder_.path("mine"));
  folder_.file("mine/config.yaml", "precious");
  refused("train t.csv --resume --out mine", 73,
          "mine: expected an empty folder for the run, got one that holds \"config.yaml\"");
  EXPECT_EQ(content_of(folder_.path("mine/config.yaml")), "precious");
}

TEST_F(Resume, GoesOnWithMoreEpochsAndRemembersThem) {
  trained("--objective sopa --lr-decay none --epochs 2 --out run");
  EXPECT_THAT(trained("--objective sopa --lr-decay none --epochs 4 --out run --resume").err,
              testing::AllOf(HasSubstr("epoch 3/4"), HasSubstr("epoch 4/4"), Not(HasSubstr("epoch 2/4"))));
  EXPECT_EQ(read("run/model.json")["training"]["epochs"], 4);
  // Not given again: as many as before.
  EXPECT_THAT(trained("--objective sopa --lr-decay none --out run --resume").err,
              HasSubstr("the run is already finished"));
  EXPECT_THAT(pauc("train --resume --out run").err, HasSubstr("the run is already finished"));
}

TEST_F(Resume, AsTheMessageOfCtrlCSays) {
  const std::string options = "--objective sopa-s --fpr-max 0.2 --epochs 60";
  const auto expected = straight(options);
  const auto first = interrupted(options, "epoch 3/60", SIGINT);
  EXPECT_EQ(first.exit_code, 75);
  EXPECT_THAT(first.out, testing::IsEmpty());
  EXPECT_THAT(first.err,
              ContainsRegex("stopped; a checkpoint is written. To resume: pauc train --resume --out run\n$"));
  EXPECT_FALSE(exists("run/metrics.json"));
  const auto rest = pauc(command_in(first.err));
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_THAT(rest.err, Not(HasSubstr("epoch 2/60")));
  EXPECT_EQ(bits("run"), expected);
}

// A folder's name may hold what a shell would take apart.
TEST_F(Resume, ByACommandThatAShellReadsRight) {
  BegunCommand command(folder_.folder(), "train t.csv --objective ce --epochs 60 --out \"it's my run\"");
  ASSERT_TRUE(command.wait_until_it_says("epoch 2/60")) << command.wait().err;
  command.send(SIGTERM);
  const auto first = command.wait();
  EXPECT_EQ(first.exit_code, 75);
  EXPECT_EQ(pauc(command_in(first.err)).exit_code, 0) << first.err;
  EXPECT_TRUE(exists("it's my run/metrics.json"));
}

// More epochs asked for on the way are not forgotten by the command that the message gives.
TEST_F(Resume, KeepsMoreEpochsOverAnInterruption) {
  trained("--epochs 1 --out run");
  const std::string more = "--resume --epochs 50";
  const auto stopped = interrupted(more + " --verbose", "sopa epoch 3/50", SIGTERM);
  EXPECT_EQ(stopped.exit_code, 75) << stopped.err;
  EXPECT_FALSE(exists("run/metrics.json"));
  const auto rest = pauc(command_in(stopped.err));
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  for (const char* name : {"", "/candidates/ce", "/candidates/sopa", "/candidates/sopa-s"})
    EXPECT_EQ(read(std::string("run") + name + "/model.json")["training"]["epochs"], 50) << name;
}

TEST_F(Resume, RefusesASecondProcessInTheSameFolder) {
  BegunCommand command(folder_.folder(), "train t.csv --drop id,part,w,g --objective ce --epochs 400 --out run");
  ASSERT_TRUE(command.wait_until_it_says("epoch 1/400"));
  for (const char* mode : {"--resume", "--overwrite"}) {
    refused(std::string("train t.csv --drop id,part,w,g --objective ce --epochs 400 --out run ") + mode, 73,
            "run: another pauc is working there");
  }
  command.send(SIGTERM);
  EXPECT_EQ(command.wait().exit_code, 75);
  EXPECT_TRUE(exists("run/checkpoint"));
}

struct KilledRun {
  const char* name;
  const char* options;
};

std::ostream& operator<<(std::ostream& out, const KilledRun& run) { return out << run.options; }

class Killed : public Resume, public testing::WithParamInterface<KilledRun> {};

// kill -9 at random moments, again and again: the same bits in the end, and no litter.
TEST_P(Killed, LeavesNoTrace) {
  const std::string options = GetParam().options;
  const auto expected = straight(options);
  Random random(11);
  for (int k = 0; k < 3; ++k) {
    BegunCommand command(folder_.folder(), "train t.csv --drop id,part,w,g --resume --verbose --out run " + options);
    if (!command.wait_until_it_says("epoch ")) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(random.below(60)));
    command.send(SIGKILL);
    command.wait();
  }
  trained(options + " --out run --resume --quiet");
  EXPECT_EQ(bits("run"), expected);
}

INSTANTIATE_TEST_SUITE_P(Runs, Killed,
                         testing::Values(KilledRun{"plain", "--objective sopa --epochs 30"},
                                         KilledRun{"two_way",
                                                   "--objective sota --thresholds own --fpr-max 0.5 --tpr-min 0.3 "
                                                   "--epochs 30"},
                                         KilledRun{"pretrained", "--objective mb --pretrain-epochs 10 --epochs 15"},
                                         KilledRun{"targets",
                                                   "--objective sopa-s --pretrain-epochs 4 --epochs 25 --also "
                                                   "one_way_1,two_way_0.3_0.6"},
                                         KilledRun{"auto", "--epochs 6"}),
                         [](const auto& run) { return std::string(run.param.name); });

}  // namespace
}  // namespace pauc::test
