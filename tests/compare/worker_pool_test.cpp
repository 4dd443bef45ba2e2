#include "pauc/compare/worker_pool.h"

#include <csignal>

namespace pauc {
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

TEST(WorkerPool, TellsHowAWorkerEndedAndWhatItComplainedOf) {
  WorkerPool pool(1);
  pool.start(7, shell("echo 'epoch 1/3  objective 1' >&2; echo 'epoch 2/3  x' >&2; echo out; echo 'pauc: d.csv: bad' "
                      ">&2; exit 65"));
  EXPECT_FALSE(pool.has_place());
  const auto ended = all_ended(pool);
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_EQ(ended[0].job, 7);
  EXPECT_EQ(ended[0].exit_code, 65);
  EXPECT_EQ(ended[0].complaint, "d.csv: bad");
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
  WorkerPool pool(2);
  // Each waits for the other's file: one after the other they would never end.
  pool.start(1, shell("d=/tmp/pauc-pool-$PPID; mkdir -p $d; touch $d/a; until [ -e $d/b ]; do sleep 0.01; done"));
  pool.start(2, shell("d=/tmp/pauc-pool-$PPID; mkdir -p $d; touch $d/b; until [ -e $d/a ]; do sleep 0.01; done"));
  for (const EndedWorker& worker : all_ended(pool)) EXPECT_EQ(worker.exit_code, 0);
  WorkerPool cleaning(1);
  cleaning.start(1, shell("rm -r /tmp/pauc-pool-$PPID"));
  all_ended(cleaning);
}

TEST(WorkerPool, StopAsksThemToEnd) {
  WorkerPool pool(1);
  pool.start(1, shell("trap 'exit 75' TERM; echo 'epoch 1/9 x' >&2; while :; do sleep 0.01; done"));
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
}  // namespace pauc
