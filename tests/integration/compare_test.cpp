// `pauc compare` as a user types it: what it chooses, what it writes, and that no kill changes the table.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include "pauc/core/random.h"
#include "support/training.h"

namespace pauc::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;

const char* const kConfig = R"(
data: {path: t.csv, label: y, drop: "id,part,w,g"}
model: linear
targets: [{fpr_max: 0.3}, {tpr_min: 0.4, fpr_max: 0.6}]
protocol: {epochs: 4, batch_size: 64, lr: 0.05, lr_decay: none, pretraining: {epochs: 2}}
methods:
  ce: {only: one_way}
  sopa-s: {lambda: [0.1, 10]}
tuning_seeds: [0]
tuning_epochs: 2
seeds: [0, 1]
)";

class Compare : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    folder_.file("c.yaml", kConfig);
  }

  CommandResult compared(const std::string& out) const {
    const auto result = pauc("compare c.yaml --out " + out);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result;
  }

  // With one piece of the config changed, so that runs fail.
  CommandResult failed_with(const std::string& piece, const std::string& instead) const {
    std::string config = kConfig;
    config.replace(config.find(piece), piece.size(), instead);
    folder_.file("c.yaml", config);
    const auto result = pauc("compare c.yaml --out out");
    EXPECT_EQ(result.exit_code, 1) << result.err;
    return result;
  }

  // Runs of a comparison whose name begins so.
  std::vector<std::string> runs(const std::string& out, const std::string& start) const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_.path(out + "/runs"))) {
      const std::string name = entry.path().filename().string();
      if (name.rfind(start, 0) == 0) found.push_back(out + "/runs/" + name);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  // The best validation value of a run's epochs for one of its two targets.
  double best_valid(const std::string& run, const std::string& also) const {
    double best = -1;
    for (const std::string& line : lines_of(content_of(folder_.path(run + "/log.jsonl")))) {
      const json epoch = json::parse(line);
      best = std::max(best, (also.empty() ? epoch : epoch.at("also").at(also)).at("valid").get<double>());
    }
    return best;
  }

  // The process that trains below this folder.
  static void kill_worker(const std::string& runs) {
    for (int tries = 0; tries < 1000; ++tries) {
      for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        std::ifstream file(entry.path() / "cmdline");
        const std::string line(std::istreambuf_iterator<char>(file), {});
        if (line.find(runs) == std::string::npos) continue;
        kill(static_cast<pid_t>(std::stol(name)), SIGKILL);
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    FAIL() << "no worker at " << runs;
  }

  std::string table(const std::string& out) const { return content_of(folder_.path(out + "/table.json")); }
};

// One comparison for what it says and leaves behind: it takes seconds.
TEST_F(Compare, ChoosesOnValidationAndShowsTheWinnersTestValues) {
  const auto first = compared("out");
  const json table = read("out/table.json");
  EXPECT_EQ(table.at("targets"), json({"one_way_0.3", "two_way_0.4_0.6"}));
  EXPECT_EQ(table.at("config"), kConfig);
  EXPECT_FALSE(table.at("methods").at("ce").contains("two_way_0.4_0.6"));
  for (const std::string target : {"one_way_0.3", "two_way_0.4_0.6"}) {
    const bool own = target == "one_way_0.3";
    const std::string low = runs("out", "sopa-s,lambda=0.1,epochs=2,seed=0-").at(0);
    const std::string high = runs("out", "sopa-s,lambda=10,epochs=2,seed=0-").at(0);
    const std::string also = own ? "" : target;
    const bool takes_high = best_valid(high, also) > best_valid(low, also);
    const json& cell = table.at("methods").at("sopa-s").at(target);
    EXPECT_EQ(cell.at("chosen"), json({{"lambda", takes_high ? 10 : 0.1}})) << target;
    const auto winners = runs("out", takes_high ? "sopa-s,lambda=10,epochs=4" : "sopa-s,lambda=0.1,epochs=4");
    ASSERT_EQ(winners.size(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string folder = winners[k] + (own ? "" : "/targets/" + target);
      const json score = read(folder + "/metrics.json").at("test").at("scores").at("score");
      EXPECT_EQ(cell.at("values")[k], own ? score.at("one_way").at("mcclish") : score.at("two_way").at("normalised"));
    }
  }
  // Every run is an ordinary one, and starts from its seed's pre-training.
  const std::string run = runs("out", "ce,epochs=4,seed=0").at(0);
  EXPECT_EQ(pauc("report " + run + " out --out page.html").exit_code, 0);
  EXPECT_EQ(pauc("predict " + run + " t.csv --out scores.csv").exit_code, 0);
  const json asked = read(run + "/run.json").at("asked");
  EXPECT_THAT(asked.at("trainer.init"), HasSubstr("/out/runs/pretraining,seed=0-"));
  EXPECT_EQ(asked.at("trainer.init_last_layer"), "drawn");
  EXPECT_FALSE(exists(run + "/checkpoint"));
  EXPECT_EQ(runs("out", "pretraining").size(), 2U);
  // A finished run is not repeated; another seed asks for that seed's runs only.
  const std::string metrics = folder_.path(run + "/metrics.json");
  const auto written = fs::last_write_time(metrics);
  const std::string record = content_of(folder_.path("out/record.json"));
  EXPECT_EQ(compared("out").out, first.out);
  EXPECT_EQ(content_of(folder_.path("out/record.json")), record);
  std::string more = kConfig;
  more.replace(more.find("seeds: [0, 1]"), 13, "seeds: [0, 1, 2]");
  folder_.file("c.yaml", more);
  compared("out");
  EXPECT_EQ(fs::last_write_time(metrics), written);
  EXPECT_EQ(read("out/table.json").at("methods").at("ce").at("one_way_0.3").at("n"), 3);
}

TEST_F(Compare, KillsAtAnyMomentLeaveNoTraceInTheTable) {
  const auto begin = std::chrono::steady_clock::now();
  compared("straight");
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
  Random random(2024, 1);
  int kills = 0;
  for (int k = 0; k < 6; ++k) {
    BegunCommand command(folder_.folder(), "compare c.yaml --out killed");
    std::this_thread::sleep_for(whole * (k == 0 ? 0.01 : random.uniform() / 4));
    command.send(SIGKILL);
    if (command.wait().exit_code != 0) ++kills;
  }
  EXPECT_GE(kills, 4);
  std::map<std::string, fs::file_time_type> finished;
  for (const std::string& run : exists("killed/runs") ? runs("killed", "") : std::vector<std::string>()) {
    const std::string metrics = folder_.path(run + "/metrics.json");
    if (fs::exists(metrics)) finished[metrics] = fs::last_write_time(metrics);
  }
  compared("killed");
  for (const auto& [metrics, time] : finished) EXPECT_EQ(fs::last_write_time(metrics), time) << metrics;
  EXPECT_EQ(table("killed"), table("straight"));
  EXPECT_EQ(content_of(folder_.path("killed/curves.csv")), content_of(folder_.path("straight/curves.csv")));
}

TEST_F(Compare, StopsInGoodOrderAndGoesOn) {
  BegunCommand command(folder_.folder(), "compare c.yaml --out out --workers 1");
  EXPECT_TRUE(command.wait_until_it_says("2 of"));
  command.send(SIGTERM);
  const auto stopped = command.wait();
  EXPECT_EQ(stopped.exit_code, 75) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("The same command resumes the comparison"));
  EXPECT_FALSE(read("out/table.json").at("missing").empty());
  compared("out");
  EXPECT_TRUE(read("out/table.json").at("missing").empty());
}

TEST_F(Compare, ABudgetEndsItAndTheNextGoesOn) {
  folder_.file("c.yaml", std::string(kConfig) + "budget_minutes: 0.02\n");
  const auto result = pauc("compare c.yaml --out out --workers 1");
  EXPECT_EQ(result.exit_code, 75) << result.err;
  EXPECT_THAT(result.err, HasSubstr("the time budget is used up"));
  EXPECT_FALSE(read("out/table.json").at("missing").empty());
  folder_.file("c.yaml", kConfig);
  compared("out");
  EXPECT_TRUE(read("out/table.json").at("missing").empty());
  // Where nothing is left to do, no time is too short.
  folder_.file("c.yaml", std::string(kConfig) + "budget_minutes: 0.0001\n");
  compared("out");
}

TEST_F(Compare, GoesOnWhereTheFolderHasMoved) {
  BegunCommand command(folder_.folder(), "compare c.yaml --out out --workers 1");
  EXPECT_TRUE(command.wait_until_it_says("3 of"));
  command.send(SIGKILL);
  command.wait();
  fs::rename(folder_.path("out"), folder_.path("moved"));
  compared("moved");
  compared("straight");
  EXPECT_EQ(table("moved"), table("straight"));
}

TEST_F(Compare, ABeginningThatWasKilledIsBegunAgain) {
  fs::create_directory(folder_.path("out"));
  folder_.file("out/.pauc-123.tmp", "{");
  BegunCommand command(folder_.folder(), "compare c.yaml --out out");
  EXPECT_TRUE(command.wait_until_it_says("comparison: "));
  command.send(SIGKILL);
  command.wait();
  EXPECT_FALSE(exists("out/.pauc-123.tmp"));
  compared("out");
}

TEST_F(Compare, WithoutACheckpointThatCanBeReadARunBeginsAgain) {
  compared("out");
  const std::string before = table("out");
  const std::string run = runs("out", "ce").at(0);
  fs::remove(folder_.path(run + "/metrics.json"));
  fs::create_directory(folder_.path(run + "/checkpoint"));
  folder_.file(run + "/checkpoint/00000002.json", "damaged");
  const auto result = compared("out");
  EXPECT_THAT(result.err, ContainsRegex("ce.* cannot be resumed: .*; it starts again"));
  EXPECT_EQ(table("out"), before);
}

TEST_F(Compare, ARunWhoseBeginningIsDamagedBeginsAgain) {
  compared("out");
  const std::string before = table("out");
  const std::string run = runs("out", "ce").at(0);
  fs::remove(folder_.path(run + "/metrics.json"));
  folder_.file(run + "/run.json", "");
  EXPECT_THAT(compared("out").err, ContainsRegex("ce.* starts again: .*run.json: expected the start of a run"));
  EXPECT_EQ(table("out"), before);
  fs::remove(folder_.path(run + "/metrics.json"));
  fs::remove(folder_.path(run + "/run.json"));
  EXPECT_THAT(compared("out").err, ContainsRegex("ce.* starts again: .*found no run.json in it"));
  EXPECT_EQ(table("out"), before);
  // A finished one is not thrown away.
  folder_.file(run + "/log.jsonl", "");
  const auto result = pauc("compare c.yaml --out out");
  EXPECT_EQ(result.exit_code, 65) << result.err;
  EXPECT_THAT(result.err, ContainsRegex("runs/ce.*: expected at least one epoch, got none; remove this run, and it is "
                                        "done again"));
}

// As completion by the shell writes it.
TEST_F(Compare, ASlashBehindTheFolderChangesNothing) {
  BegunCommand command(folder_.folder(), "compare c.yaml --out out/ --workers 1");
  EXPECT_TRUE(command.wait_until_it_says("3 of"));
  command.send(SIGTERM);
  EXPECT_EQ(command.wait().exit_code, 75);
  EXPECT_THAT(compared("out").err, testing::Not(HasSubstr("starts again")));
}

// The pre-trained weights are of another shape: that method cannot be done, the others can.
TEST_F(Compare, AModelThatThePretrainingDoesNotFitIsThatMethodsMatter) {
  folder_.file("c.yaml",
               "data: {path: t.csv, label: y, drop: \"id,part,w,g\"}\nmodel: {name: mlp, hidden: 4}\n"
               "targets: one_way_0.3\nprotocol: {epochs: 1, batch_size: 64, lr_decay: none, pretraining: {epochs: 1}}\n"
               "methods: {sopa-s: {lambda: 1, hidden: 8}, ce: }\n");
  const auto result = pauc("compare c.yaml --out out --workers 1");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const json table = read("out/table.json");
  EXPECT_EQ(table.at("methods").at("ce").at("one_way_0.3").at("n"), 1);
  EXPECT_THAT(table.at("missing").dump(), HasSubstr("has failed: init: the weights of"));
}

TEST_F(Compare, APageOfATableThatIsNotThereYetIsRefused) {
  fs::create_directory(folder_.path("begun"));
  folder_.file("begun/compare.json", "{}");
  refused("report begun", 66, "begun: expected a comparison's table, got none yet");
}

TEST_F(Compare, TakesNoRunOnOtherData) {
  compared("out");
  const std::string path = runs("out", "ce").at(0) + "/run.json";
  json beginning = read(path);
  beginning.at("data")[0]["crc32"] = 1;
  folder_.file(path, beginning.dump());
  const auto result = pauc("compare c.yaml --out out");
  EXPECT_EQ(result.exit_code, 65) << result.err;
  EXPECT_THAT(result.err, ContainsRegex("runs/ce.*: was trained on other data than .*t.csv has now; remove this run"));
}

// Whoever ends a worker from outside, as systems do that are short of memory, changes nothing.
TEST_F(Compare, AWorkerThatWasKilledIsTriedOnceMore) {
  BegunCommand command(folder_.folder(), "compare c.yaml --out out --workers 1");
  EXPECT_TRUE(command.wait_until_it_says("1 of"));
  kill_worker(folder_.path("out/runs/"));
  const auto result = command.wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("was ended by signal 9; it is tried once more"));
  compared("straight");
  EXPECT_EQ(table("out"), table("straight"));
}

TEST_F(Compare, WithoutItsPretrainingAMethodIsNotDone) {
  const auto result = failed_with("pretraining: {epochs: 2}", "pretraining: {epochs: 2, lr: 1e38}");
  const std::string missing = read("out/table.json").at("missing").dump();
  EXPECT_THAT(result.err, HasSubstr("pauc: failed runs: 2; table.md lists them"));
  EXPECT_THAT(missing, AllOf(HasSubstr("ce: 2 runs not done, since the pre-training has failed"),
                             HasSubstr("pretraining,seed=0"), testing::Not(HasSubstr("to be done"))));
}

TEST_F(Compare, AFailedRunIsReportedAndTheRestGoesOn) {
  const auto result = failed_with("lambda: [0.1, 10]", "lambda: 1, lr: [0.05, 1e38]");
  EXPECT_THAT(result.err, ContainsRegex("lr=1e38.* has failed: training by sopa-s has failed: epoch 1"));
  EXPECT_THAT(result.out, ContainsRegex("\nMissing:\n  sopa-s,lambda=1,lr=1e38.* has failed"));
  const json table = read("out/table.json");
  EXPECT_EQ(table.at("methods").at("sopa-s").at("one_way_0.3").at("n"), 2);
  EXPECT_EQ(table.at("methods").at("sopa-s").at("one_way_0.3").at("chosen").at("lr"), 0.05);
  EXPECT_THAT(table.at("missing").dump(), AllOf(HasSubstr("lr=1e38"), testing::Not(HasSubstr(folder_.folder()))));
}

TEST_F(Compare, SelectTrainShowsTheTrainingPart) {
  folder_.file("c.yaml", std::string(kConfig) + "select: train\n");
  compared("out");
  const json table = read("out/table.json");
  EXPECT_EQ(table.at("part"), "train");
  double best = -1;
  for (const std::string& line : lines_of(content_of(folder_.path(runs("out", "ce,epochs=4").at(0) + "/log.jsonl")))) {
    best = std::max(best, json::parse(line).at("train").get<double>());
  }
  EXPECT_EQ(table.at("methods").at("ce").at("one_way_0.3").at("values")[0], best);
}

TEST_F(Compare, RefusesWhatCannotBeCompared) {
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string config = kConfig;
    config.replace(config.find(from), from.size(), to);
    folder_.file("d.yaml", config);
  };
  changed("t.csv", "nowhere.csv");
  refused("compare d.yaml --out new", 66, "nowhere.csv");
  changed("methods:", "method:");
  refused("compare d.yaml --out new", 2, "no key \"method\"; expected one of methods");
  refused("compare nothing.yaml --out new", 66, "nothing.yaml");
  changed("label: y", "label: z");
  const auto column = pauc("compare d.yaml --out new");
  EXPECT_EQ(column.exit_code, 65);
  EXPECT_THAT(column.err, HasSubstr("\"z\""));
  EXPECT_FALSE(exists("new"));
  fs::create_directory(folder_.path("full"));
  folder_.file("full/other.txt", "mine");
  EXPECT_THAT(pauc("compare c.yaml --out full").err, HasSubstr("holds something else"));
  refused("compare c.yaml --out new --seed 3", 2, "seed: expected it in the file");
  refused("compare c.yaml --out new --threads 3", 2, "threads: a worker has one");
}

TEST_F(Compare, RefusesChangedData) {
  compared("out");
  const std::string before = table("out");
  folder_.file("t.csv", small_table(170));
  const auto result = pauc("compare c.yaml --out out");
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_THAT(result.err, HasSubstr("t.csv has changed since the comparison began; give another --out"));
  EXPECT_EQ(table("out"), before);
}

TEST_F(Compare, DatasetsHaveFoldersOfTheirOwn) {
  folder_.file("c.yaml",
               "data: {label: y, drop: \"id,part,w,g\"}\nmodel: linear\ntargets: one_way_0.3\n"
               "protocol: {epochs: 1, batch_size: 64, lr_decay: none}\nmethods: [ce]\n"
               "datasets: {a: {data: {path: t.csv}}, b: {data: {path: t.csv, split_seed: 1}}}\n");
  const auto result = compared("out");
  EXPECT_THAT(result.out, AllOf(HasSubstr("a\n"), HasSubstr("b\n")));
  EXPECT_NE(table("out/a"), table("out/b"));
}

TEST_F(Compare, PlanOnlySaysHowMuchThereIs) {
  const auto result = pauc("compare c.yaml --plan");
  EXPECT_EQ(result.exit_code, 0);
  // 2 pre-trainings and 2 tunings of 2 epochs, 2 of ce; then of sopa-s one a target and seed.
  EXPECT_EQ(result.out,
            "6 runs are known, at most 4 more follow for the settings that win; at most 32 epochs in all\n");
}

}  // namespace
}  // namespace pauc::test
