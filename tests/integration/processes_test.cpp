// One training by several processes: pauc train --processes, torchrun, and ranks started by hand.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "pauc/core/version.h"
#include "support/image_files.h"
#include "support/training.h"

namespace pauc {
namespace {

using test::BegunCommand;
using test::content_of;
using test::lines_of;
using test::TrainingTest;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

// Processes need Gloo, an optional component.
class Processes : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    const auto tried = pauc("train t.csv --processes 2 --quiet --out tried --model trees --drop id,part,w,g");
    if (tried.err.find("has no Gloo") != std::string::npos) GTEST_SKIP() << tried.err;
  }

  // The largest difference between the scores of two runs.
  double score_difference(const std::string& a, const std::string& b, const std::string& part) const {
    const auto lines = [&](const std::string& run) {
      return lines_of(content_of(folder_.path(run + "/predictions-" + part + ".csv")));
    };
    const auto of_a = lines(a);
    const auto of_b = lines(b);
    EXPECT_EQ(of_a.size(), of_b.size());
    double largest = 0;
    const auto score = [](const std::string& line) { return std::stod(line.substr(line.rfind(',') + 1)); };
    for (std::size_t k = 1; k < std::min(of_a.size(), of_b.size()); ++k) {
      largest = std::max(largest, std::abs(score(of_a[k]) - score(of_b[k])));
    }
    return largest;
  }

  // The ranks of a command that has begun.
  static pid_t rank_of(const BegunCommand& command, int rank) {
    for (const auto& entry : fs::directory_iterator("/proc")) {
      const std::string name = entry.path().filename();
      if (name.find_first_not_of("0123456789") != std::string::npos) continue;
      const std::string stat = content_of(entry.path() / "stat");
      const auto bracket = stat.rfind(')');
      if (bracket == std::string::npos || std::stol(stat.substr(bracket + 4)) != command.process()) continue;
      const std::string environment = std::string(1, '\0') + content_of(entry.path() / "environ");
      if (environment.find(std::string(1, '\0') + "RANK=" + std::to_string(rank) + std::string(1, '\0')) !=
          std::string::npos) {
        return std::stoi(name);
      }
    }
    return 0;
  }
};

const std::string kNetwork = "--model mlp --batch-size 16 --importance 0 --no-report ";
const std::string kTrain = "train t.csv --drop id,part,w,g " + kNetwork;

TEST_F(Processes, TrainAsOneProcess) {
  const std::string options =
      kNetwork + "--objective sopa --epochs 4 --optimiser momentum --lr 0.05 --set model.batch_norm=on ";
  trained(options + "--out one");
  for (const char* count : {"2", "3"}) {
    const std::string run = std::string("by-") + count;
    const auto result = trained(options + "--processes " + count + " --out " + run);
    EXPECT_THAT(result.out, HasSubstr("everything is in " + run));
    EXPECT_LT(score_difference("one", run, "valid"), 1e-4);
    EXPECT_LT(score_difference("one", run, "test"), 1e-4);
    EXPECT_THAT(content_of(folder_.path(run + "/ranks/rank-1.log")), HasSubstr("epoch 4/4"));
    EXPECT_EQ(lines_of(content_of(folder_.path(run + "/log.jsonl"))).size(), 4u);
  }
  const auto first = bits("by-2");
  trained(options + "--processes 2 --out by-2 --overwrite");
  EXPECT_EQ(bits("by-2"), first);
}

TEST_F(Processes, TrainTheCandidatesOfAuto) {
  trained(kNetwork + "--epochs 2 --processes 2 --out run");
  EXPECT_TRUE(exists("run/candidates.json"));
  const auto again = trained(kNetwork + "--epochs 2 --processes 2 --out run --resume");
  EXPECT_THAT(again.err, HasSubstr("the run is already finished"));
}

TEST_F(Processes, StopTogetherAndResumeByAnyNumber) {
  const std::string options = kTrain + "--objective sopa-s --epochs 100 --patience 0 --processes 2 ";
  BegunCommand command(folder_.folder(), options + "--out run");
  ASSERT_TRUE(command.wait_until_it_says("epoch 3/"));
  command.send(SIGTERM);
  const auto stopped = command.wait();
  EXPECT_EQ(stopped.exit_code, 75) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("To resume: pauc train --resume --out run"));
  EXPECT_FALSE(exists("run/metrics.json"));
  EXPECT_LT(lines_of(content_of(folder_.path("run/log.jsonl"))).size(), 100u);
  fs::copy(folder_.path("run"), folder_.path("by-3"), fs::copy_options::recursive);
  const auto alone = pauc("train --resume --out run");
  EXPECT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_EQ(lines_of(content_of(folder_.path("run/log.jsonl"))).size(), 100u);
  const std::string log = "by-3/ranks/rank-1.log";
  std::string lines;
  for (int k = 0; k < 3000000; ++k) lines += "epoch 0/100  of a long run\n";
  folder_.file(log, lines + content_of(folder_.path(log)));
  const auto by_three = pauc("train --resume --processes 3 --out by-3");
  EXPECT_EQ(by_three.exit_code, 0) << by_three.err;
  EXPECT_EQ(lines_of(content_of(folder_.path("by-3/log.jsonl"))).size(), 100u);
  const std::string kept = content_of(folder_.path(log));
  EXPECT_THAT(kept.substr(kept.size() - 20000),
              AllOf(HasSubstr("epoch 1/100"), HasSubstr("resumed"), HasSubstr("epoch 100/100")));
  EXPECT_THAT(kept.substr(0, 100), HasSubstr("(earlier lines are left out)\nepoch 0/100"));
  EXPECT_LT(kept.size(), lines.size() / 4);
}

// Files that rank 0 writes with rows that other ranks hold.
TEST_F(Processes, WriteTheFilesOfOneProcess) {
  const std::string options =
      "--model mlp --batch-size 16 --objective sopa --epochs 3 --no-report --optimiser momentum ";
  trained(options + "--out one");
  trained(options + "--processes 3 --out by-3");
  EXPECT_EQ(content_of(folder_.path("by-3/seen-rows.safetensors")),
            content_of(folder_.path("one/seen-rows.safetensors")));
  EXPECT_EQ(read("by-3/model.json")["preprocessing"], read("one/model.json")["preprocessing"]);
  for (const char* part : {"valid", "test"}) {
    const auto hardest = read("by-3/hardest.json")[part];
    const auto expected = read("one/hardest.json")[part];
    ASSERT_EQ(hardest["positives"].size(), expected["positives"].size());
    for (std::size_t k = 0; k < expected["positives"].size(); ++k) {
      EXPECT_EQ(hardest["positives"][k]["row"], expected["positives"][k]["row"]);
      EXPECT_EQ(hardest["positives"][k]["values"], expected["positives"][k]["values"]);
    }
  }
  const auto importance = read("by-3/importance.json");
  const auto expected = read("one/importance.json");
  ASSERT_EQ(importance.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_EQ(importance[k]["column"], expected[k]["column"]);
    EXPECT_NEAR(importance[k]["drop"].get<double>(), expected[k]["drop"].get<double>(), 1e-3);
  }
  EXPECT_EQ(read("by-3/effects.json")["rows"], read("one/effects.json")["rows"]);
}

// Molecules in standard form, as by default, and some of them twice.
TEST_F(Processes, TrainOnMolecules) {
  std::string text = content_of(PAUC_SOURCE_DIR "/examples/molecules.csv");
  const auto rows = lines_of(text);
  for (std::size_t k = 1; k < 40; ++k) text += rows[k] + "\n";
  folder_.file("m.csv", text);
  const std::string options =
      "train m.csv --label activity --drop name --model gin --objective ce --epochs 2 --optimiser momentum "
      "--no-report ";
  const auto one = pauc(options + "--out one");
  if (one.err.find("needs RDKit") != std::string::npos) GTEST_SKIP() << one.err;
  ASSERT_EQ(one.exit_code, 0) << one.err;
  const auto two = pauc(options + "--processes 2 --out two");
  ASSERT_EQ(two.exit_code, 0) << two.err;
  EXPECT_THAT(one.err, HasSubstr("39 rows have the structure of an earlier row"));
  EXPECT_THAT(two.err, HasSubstr("39 rows have the structure of an earlier row"));
  EXPECT_LT(score_difference("one", "two", "test"), 1e-3);
}

// The weights of a linear model are described on the scale of the data, which takes all rows.
TEST_F(Processes, DescribeALinearModel) {
  const std::string options = "--model linear --optimiser adam --objective ce --epochs 3 --scorecard 10 ";
  trained(options + "--out one");
  trained(options + "--processes 2 --out by-2");
  const auto rows = [&](const std::string& run) { return lines_of(content_of(folder_.path(run + "/scorecard.csv"))); };
  EXPECT_EQ(rows("by-2"), rows("one"));
  EXPECT_EQ(lines_of(content_of(folder_.path("by-2/coefficients.csv"))).size(),
            lines_of(content_of(folder_.path("one/coefficients.csv"))).size());
}

// Row r belongs to rank r mod 2, and every second row is positive.
TEST_F(Processes, TrainWhereARankHasNoPositiveRow) {
  std::string table = "a,b,y\n";
  Random random(2);
  for (int k = 0; k < 200; ++k) {
    const int label = k % 2;
    table += joined(random.uniform() + 0.5 * label, ",", random.uniform(), ",", label, "\n");
  }
  folder_.file("halves.csv", table);
  const std::string line = "train halves.csv " + kNetwork + "--objective sopa --epochs 3 --optimiser momentum --out ";
  ASSERT_EQ(pauc(line + "one").exit_code, 0);
  const auto shared = pauc(line + "by-2 --processes 2");
  EXPECT_EQ(shared.exit_code, 0) << shared.err;
  EXPECT_LT(score_difference("one", "by-2", "test"), 1e-4);
}

TEST_F(Processes, AllEndWhenOneIsKilledAndResumeToTheSameBits) {
  const std::string options = kTrain + "--objective sopa --epochs 30 --patience 0 --processes 3 --rank-timeout 5 ";
  ASSERT_EQ(pauc(options + "--out straight").exit_code, 0);
  for (const int rank : {0, 2}) {
    BegunCommand command(folder_.folder(), options + "--out killed --resume");
    ASSERT_TRUE(command.wait_until_it_says("epoch " + std::to_string(rank == 0 ? 3 : 15) + "/"));
    kill(rank_of(command, rank), SIGKILL);
    const auto begin = std::chrono::steady_clock::now();
    const auto result = command.wait();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_THAT(result.err, HasSubstr("pauc: rank " + std::to_string(rank) + " on ")) << result.err;
    EXPECT_THAT(result.out, IsEmpty());
  }
  const auto resumed = pauc(options + "--out killed --resume");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(bits("killed"), bits("straight"));
}

TEST_F(Processes, AllEndWhenOneHangs) {
  const std::string options = kTrain + "--objective sopa --epochs 100000 --patience 0 --processes 2 --rank-timeout 1 ";
  BegunCommand command(folder_.folder(), options + "--out run");
  ASSERT_TRUE(command.wait_until_it_says("epoch 3/"));
  kill(rank_of(command, 1), SIGSTOP);
  const auto result = command.wait();
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("pauc: rank 1 on "), HasSubstr("no sign of life")));
}

TEST_F(Processes, NoneOutlivesTheCommand) {
  BegunCommand command(folder_.folder(),
                       kTrain + "--objective sopa --epochs 100000 --patience 0 --processes 2 --out run");
  ASSERT_TRUE(command.wait_until_it_says("epoch 2/"));
  const pid_t ranks[] = {rank_of(command, 0), rank_of(command, 1)};
  command.send(SIGKILL);
  command.wait();
  const auto ends = [](pid_t process) {
    for (int k = 0; k < 500; ++k) {
      if (kill(process, 0) != 0 ||
          content_of("/proc/" + std::to_string(process) + "/stat").find(") Z") != std::string::npos)
        return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  };
  for (const pid_t rank : ranks) EXPECT_TRUE(rank > 0 && ends(rank));
}

// An image of rank 0 is cut off; rank 1 finds out in a sum, and leaves it to rank 0 to say so.
TEST_F(Processes, SayOnceWhyRankZeroHasFailed) {
  std::string table = "file,part,y\n";
  for (int k = 0; k < 24; ++k) {
    const std::string png = test::plain_png(8, 8, {static_cast<std::uint8_t>(9 * k)});
    folder_.file(joined(k, ".png"), k == 2 ? png.substr(0, png.size() - 20) : png);
    table += joined(k, ".png,", k < 12 ? "train" : k < 18 ? "valid" : "test", ",", k % 3 == 0 ? 1 : 0, "\n");
  }
  folder_.file("images.csv", table);
  const auto result = pauc(
      "train images.csv --image file --split part --model resnet18 --objective ce --epochs 1 --batch-size 8 "
      "--no-report "
      "--processes 2 --quiet --out run");
  EXPECT_EQ(result.exit_code, 65) << result.err;
  EXPECT_THAT(result.err, HasSubstr("pauc: images.csv: row 3: 2.png"));
  EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
}

TEST_F(Processes, RefuseWhatNeedsOneProcess) {
  const std::string line = "train t.csv --quiet --processes 2 --drop id,part,w,g ";
  refused(line + "--effort quick", 2, "processes: a blend of several models needs one process, got 2");
  refused(line + "--model linear", 2, "processes: lbfgs fits all rows at once, so it needs one process, got 2");
  refused("train t.csv --processes 0", 2, "processes: expected at least 1, got 0");
  refused("train nowhere.csv --quiet --processes 2 --model mlp", 66, "nowhere.csv");
}

// Ranks as a launcher of another kind would start them. The last exit code and what all of them say.
class RanksByHand : public Processes {
 protected:
  static std::string free_port() {
    static int port = 20000 + static_cast<int>(getpid() % 20000);
    return std::to_string(++port);
  }

  test::CommandResult by_hand(const std::string& first, const std::string& second,
                              const std::string& folder_of_second = ".") const {
    const std::string common = "WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=" + free_port() + " ";
    const std::string other = "(cd " + folder_of_second + " && " + common + "RANK=1 '" PAUC_COMMAND "' " + second + ")";
    return test::run_shell("cd '" + folder_.folder() + "' && { " + other + " & " + common +
                           "RANK=0 '" PAUC_COMMAND "' " + first + "; code=$?; wait; exit $code; }");
  }
};

TEST_F(RanksByHand, Train) {
  const std::string line = kTrain + "--objective ce --epochs 2 --out run";
  const auto result = by_hand(line, line);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("everything is in run"));
}

// Debian 12's torchrun, whose Python is newer than itself, starts nothing unless -r and -t are given. That of Debian 13
// has no libuv and starts no store of its own; then the ranks meet in a file.
TEST_F(RanksByHand, OrByTorchrun) {
  if (!fs::exists("/usr/bin/torchrun")) GTEST_SKIP() << "there is no torchrun";
  const auto by_torchrun = [&](const std::string& variables, const std::string& options) {
    return test::run_shell("cd '" + folder_.folder() + "' && " + variables + " /usr/bin/torchrun " + options +
                           " --nproc_per_node 2 -r 1 -t 1 --no_python '" PAUC_COMMAND "' " + kTrain +
                           "--objective ce --epochs 2 --out run");
  };
  auto result = by_torchrun("", "");
  if (result.err.find("without libuv support") != std::string::npos) {
    result = by_torchrun("TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1",
                         "--rdzv_backend c10d --rdzv_endpoint meeting --rdzv_conf store_type=file "
                         "--local_addr 127.0.0.1");
  }
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out + result.err, HasSubstr("everything is in run"));
  EXPECT_TRUE(exists("run/ranks/rank-1.log"));
}

TEST_F(RanksByHand, NameOptionsThatDiffer) {
  const std::string line = kTrain + "--objective ce --epochs 2 --quiet --out run ";
  const auto result = by_hand(line + "--seed 3", line + "--seed 4");
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("pauc: rank 1 on "),
                                HasSubstr("options: trainer.seed: expected \"3\" as on rank 0, got \"4\"")));
  EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
  EXPECT_FALSE(exists("run"));
}

// A machine may have another file under the same path: here rank 1 works in another folder.
TEST_F(RanksByHand, NameDataThatDiffer) {
  fs::create_directory(folder_.path("elsewhere"));
  folder_.file("elsewhere/t.csv", test::small_table(90));
  const std::string line = kTrain + "--objective ce --epochs 2 --quiet --out run ";
  const auto result = by_hand(line, line, "elsewhere");
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("pauc: rank 1 on "), HasSubstr("data: t.csv: expected ")));
  EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
}

// Another version, made from this one by changing its name.
TEST_F(RanksByHand, NameVersionsThatDiffer) {
  const fs::path folder = fs::path(PAUC_COMMAND).parent_path();
  const std::string version = kVersion;
  const std::string other = version.substr(0, version.size() - 1) + (version.back() == '9' ? "8" : "9");
  fs::create_directory(folder_.path("other"));
  for (const char* program : {"pauc", "pauc-torch"}) {
    std::string bytes = content_of(folder / program);
    for (std::size_t at = bytes.find(version); at != std::string::npos; at = bytes.find(version, at)) {
      bytes.replace(at, version.size(), other);
    }
    const std::string copy = folder_.file(std::string("other/") + program, bytes);
    fs::permissions(copy, fs::perms::owner_all);
  }
  const std::string line = kTrain + "--objective ce --epochs 2 --quiet --out run";
  const std::string common = "WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=" + free_port() + " ";
  const auto result =
      test::run_shell("cd '" + folder_.folder() + "' && { " + common + "RANK=1 other/pauc " + line + " & " + common +
                      "RANK=0 '" PAUC_COMMAND "' " + line + "; code=$?; wait; exit $code; }");
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("pauc: rank 1 on "),
                                HasSubstr("options: pauc: expected \"" + version + "\" as on rank 0, got \"" + other)));
  EXPECT_FALSE(exists("run"));
}

TEST_F(RanksByHand, RefuseAPortInUse) {
  const auto result = test::run_shell(
      "cd '" + folder_.folder() +
      "' && { '" PAUC_PYTHON
      "' -c 'import socket, time\n"
      "s = socket.create_server((\"\", 0)); print(s.getsockname()[1], file=open(\"port\", \"w\"), "
      "flush=True); open(\"ready\", \"w\"); time.sleep(120)' & other=$!; while [ ! -e ready ]; do sleep 0.1; done; "
      "WORLD_SIZE=2 RANK=0 MASTER_ADDR=127.0.0.1 MASTER_PORT=$(cat port) '" PAUC_COMMAND "' " +
      kTrain + "--objective ce --rank-timeout 1 --quiet --out run; code=$?; kill $other; exit $code; }");
  EXPECT_EQ(result.exit_code, 74) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("MASTER_PORT: rank 0 cannot listen at 127.0.0.1 port "), HasSubstr("already in use")));
  EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
  EXPECT_FALSE(exists("run"));
}

// Rank 0 waits for data that do not come, so it cannot say what rank 1 has found.
TEST_F(RanksByHand, ARankThatIsNotHeardSpeaksForItself) {
  fs::create_directory(folder_.path("elsewhere"));
  for (const char* name : {"elsewhere/m.csv", "more.csv"}) folder_.file(name, "a,y\n1,0\n2,1\n");
  ASSERT_EQ(mkfifo(folder_.path("elsewhere/more.csv").c_str(), 0600), 0);
  const std::string line =
      " '" PAUC_COMMAND "' train m.csv more.csv " + kNetwork + "--rank-timeout 2 --quiet --out run";
  const std::string common = "WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=" + free_port() + " RANK=";
  const auto result =
      test::run_shell("cd '" + folder_.folder() + "' && { (cd elsewhere && exec env " + common + "0" + line +
                      ") & first=$!; " + common + "1" + line + "; code=$?; kill -KILL $first; exit $code; }");
  EXPECT_EQ(result.exit_code, 66) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("pauc: rank 1 on "), HasSubstr("m.csv: "), HasSubstr("No such file")));
  EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
}

// Rank 0 has the store: when it is stopped, nothing there answers any more.
TEST_F(RanksByHand, EndWhenRankZeroIsStopped) {
  const std::string port = std::to_string(20000 + getpid() % 20000);
  const std::string common = "WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=" + port + " RANK=";
  const std::string line = " '" PAUC_COMMAND "' " + kTrain +
                           "--objective ce --epochs 1000000 --patience 0 --rank-timeout 2 --quiet --out run";
  const auto result = test::run_shell("cd '" + folder_.folder() + "' && { " + common + "0" + line + " & first=$!; " +
                                      "(while [ ! -s run/log.jsonl ]; do sleep 0.1; done; kill -STOP $first) & " +
                                      common + "1" + line + "; code=$?; kill -KILL $first; exit $code; }");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("pauc: rank 0 on "), HasSubstr("does not answer any more")));
}

// Something else has the port: it takes connections and never answers.
TEST_F(RanksByHand, EndWhenTheStoreIsSomethingElse) {
  const auto result = test::run_shell(
      "cd '" + folder_.folder() +
      "' && { '" PAUC_PYTHON
      "' -c 'import socket, time\n"
      "s = socket.create_server((\"127.0.0.1\", 0)); print(s.getsockname()[1], file=open(\"port\", \"w\"), "
      "flush=True); open(\"ready\", \"w\"); time.sleep(120)' & mute=$!; while [ ! -e ready ]; do sleep 0.1; done; "
      "WORLD_SIZE=2 RANK=1 MASTER_ADDR=127.0.0.1 MASTER_PORT=$(cat port) '" PAUC_COMMAND "' " +
      kTrain + "--objective ce --rank-timeout 1 --quiet --out run; code=$?; kill $mute; exit $code; }");
  EXPECT_EQ(result.exit_code, 74) << result.err;
  EXPECT_THAT(result.err, HasSubstr("rank 1"));
  EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
}

TEST_F(RanksByHand, RefuseVariablesThatDoNotFit) {
  const auto refused_with = [&](const std::string& variables, const std::string& words) {
    const auto result = test::run_shell("cd '" + folder_.folder() + "' && " + variables + " '" PAUC_COMMAND "' " +
                                        kTrain + "--quiet --objective ce --out run");
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
  };
  refused_with("RANK=0 WORLD_SIZE=2", "MASTER_ADDR: expected the address of rank 0's machine, since WORLD_SIZE is 2");
  refused_with("RANK=0 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1", "MASTER_PORT: expected a whole number from 1 to 65535");
  refused_with("RANK=2 WORLD_SIZE=2", "RANK: expected a whole number from 0 to 1, as torchrun sets it, got \"2\"");
  refused_with("WORLD_SIZE=two", "WORLD_SIZE: expected a whole number");
  refused_with("WORLD_SIZE=2", "RANK: expected a whole number from 0 to 1, as torchrun sets it, got none");
}

}  // namespace
}  // namespace pauc
