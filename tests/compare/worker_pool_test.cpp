#include "pauc/compare/worker_pool.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "pauc/core/io/whole_file.h"
#include "support/temporary_folder.h"

namespace pauc::compare {
namespace {

using std::chrono::milliseconds;

std::vector<std::string> shell(const std::string& line) { return {"/bin/sh", "-c", line}; }

std::vector<EndedWorker> all_ended(WorkerPool& pool) {
  std::vector<EndedWorker> ended;
  while (!pool.workers().empty()) {
    for (const EndedWorker& worker : pool.wait(milliseconds(1000))) ended.push_back(worker);
  }
  return ended;
}

// Ended, and not yet reaped by the process that inherits it.
bool is_zombie(pid_t process) {
  const std::string path = "/proc/" + std::to_string(process) + "/stat";
  return is_there(path) && content_of_file(path, 1 << 16).find(") Z ") != std::string::npos;
}

std::string saying(const std::string& line) { return "echo '" + line + "' >&2; "; }

TEST(WorkerPool, TellsHowAWorkerEndedItsLastErrorAndItsEpochs) {
  WorkerPool pool(1);
  pool.start(7, shell(saying(R"({"epoch":1,"phase":"pretrain"})") + saying(R"({"epoch":1})") + saying("epoch 2/3") +
                      saying(R"({"epoch":2})") + saying("pauc: words") + saying(R"({"note":"d.csv"})") +
                      saying(R"({"error":"d.csv: bad"})") + saying(R"([1])") + "echo out; exit 65"));
  EXPECT_FALSE(pool.has_place());
  const auto ended = all_ended(pool);
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_EQ(ended[0].job, 7);
  EXPECT_EQ(ended[0].exit_code, 65);
  EXPECT_EQ(ended[0].error, "d.csv: bad");
  EXPECT_EQ(ended[0].epochs, 2);
  EXPECT_TRUE(pool.has_place());
}

TEST(WorkerPool, ASignalIsAnExitCodeBeyond128) {
  WorkerPool pool(1);
  pool.start(1, shell("kill -9 $$"));
  EXPECT_EQ(all_ended(pool).at(0).exit_code, 128 + SIGKILL);
}

TEST(WorkerPool, AProgramThatIsNotThereEndsWith127) {
  WorkerPool pool(1);
  pool.start(1, {"/nowhere/pauc", "train"});
  EXPECT_EQ(all_ended(pool).at(0).exit_code, 127);
}

TEST(WorkerPool, WorkersAreAtWorkAtTheSameTime) {
  const test::TemporaryFolder folder;
  WorkerPool pool(2);
  // Each waits for the other's file, for half a minute: one after the other they would not find it.
  const auto meet = [&](const std::string& own, const std::string& other) {
    return shell("cd " + folder.folder() + "; touch " + own + "; for k in $(seq 3000); do [ -e " + other +
                 " ] && exit 0; sleep 0.01; done; exit 1");
  };
  pool.start(1, meet("a", "b"));
  pool.start(2, meet("b", "a"));
  for (const EndedWorker& worker : all_ended(pool)) EXPECT_EQ(worker.exit_code, 0);
}

TEST(WorkerPool, WorkersEndWithTheirParentHoweverThatEnds) {
  const test::TemporaryFolder folder;
  const pid_t parent = fork();
  if (parent == 0) {
    WorkerPool pool(1);
    pool.start(1, shell("echo $$ > " + folder.path("new") + "; mv " + folder.path("new") + " " + folder.path("pid") +
                        "; exec sleep 1000"));
    for (;;) pause();
  }
  while (!is_there(folder.path("pid"))) std::this_thread::sleep_for(milliseconds(5));
  const auto worker = static_cast<pid_t>(std::stol(content_of_file(folder.path("pid"), 1 << 16)));
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  bool gone = false;
  for (int k = 0; k < 2000 && !gone; ++k) {
    gone = kill(worker, 0) != 0 || is_zombie(worker);
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_TRUE(gone);
  kill(worker, SIGKILL);
}

TEST(WorkerPool, LearnsHowAWorkerEndedWhereSignalsOfChildrenWereIgnored) {
  std::signal(SIGCHLD, SIG_IGN);
  WorkerPool pool(1);
  pool.start(1, shell("exit 3"));
  EXPECT_EQ(all_ended(pool).at(0).exit_code, 3);
}

TEST(WorkerPool, StopAsksThemToEnd) {
  WorkerPool pool(1);
  pool.start(1, shell("trap 'exit 75' TERM; " + saying(R"({"epoch":1})") + "while :; do sleep 0.01; done"));
  while (pool.workers()[0].epoch == 0) pool.wait(milliseconds(100));
  pool.stop();
  EXPECT_EQ(all_ended(pool).at(0).exit_code, 75);
}

TEST(WorkerPool, EmptyPlacesAreCounted) {
  WorkerPool pool(2);
  pool.start(1, shell("sleep 0.3"));
  all_ended(pool);
  EXPECT_GE(pool.idle_seconds(), 0.2);
  EXPECT_LE(pool.idle_seconds(), 2 * pool.seconds());
}

}  // namespace
}  // namespace pauc::compare
