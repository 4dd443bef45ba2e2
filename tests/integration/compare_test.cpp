// `pauc compare` as a user types it: what it chooses, what it writes, and that no kill changes the table.
#include <csignal>
#include <filesystem>
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
  ce:
  sopa: {only: one_way, fpr_max: [0.1, 0.5]}
  sopa-s: {lambda: [0.1, 10], lr: [0.05, 0.5]}
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

  std::string table(const std::string& out) const { return content_of(folder_.path(out + "/table.json")); }
};

TEST_F(Compare, CellsAreTheTestValuesOfTheWinnersRuns) {
  compared("out");
  const json table = read("out/table.json");
  EXPECT_EQ(table.at("targets"), json({"one_way_0.3", "two_way_0.4_0.6"}));
  EXPECT_EQ(table.at("config"), kConfig);
  EXPECT_FALSE(table.at("methods").at("sopa").contains("two_way_0.4_0.6"));
  const auto ce = runs("out", "ce,epochs=4");
  ASSERT_EQ(ce.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    const json& cells = table.at("methods").at("ce");
    const json one_way = read(ce[k] + "/metrics.json").at("test").at("scores").at("score").at("one_way");
    EXPECT_EQ(cells.at("one_way_0.3").at("values")[k], one_way.at("mcclish"));
    const json other = read(ce[k] + "/targets/two_way_0.4_0.6/metrics.json").at("test").at("scores").at("score");
    EXPECT_EQ(cells.at("two_way_0.4_0.6").at("values")[k], other.at("two_way").at("normalised"));
    EXPECT_EQ(other.at("two_way").at("tpr_min"), 0.4);
  }
}

TEST_F(Compare, ValidationChoosesForEachTarget) {
  compared("out");
  const json cells = read("out/table.json").at("methods").at("sopa-s");
  for (const std::string target : {"one_way_0.3", "two_way_0.4_0.6"}) {
    json best;
    double value = -1;
    for (const char* lambda : {"0.1", "10"}) {
      for (const char* lr : {"0.05", "0.5"}) {
        const auto found = runs("out", std::string("sopa-s,lambda=") + lambda + ",lr=" + lr + ",epochs=2,seed=0-");
        ASSERT_EQ(found.size(), 1U);
        const double here = best_valid(found[0], target == "one_way_0.3" ? "" : target);
        if (here <= value) continue;
        value = here;
        best = {{"lambda", lambda}, {"lr", lr}};
      }
    }
    EXPECT_EQ(cells.at(target).at("chosen"), best) << target;
  }
}

TEST_F(Compare, EveryRunIsAnOrdinaryRun) {
  compared("out");
  const std::string run = runs("out", "sopa,fpr_max").at(0);
  EXPECT_EQ(pauc("report " + run + " --out page.html").exit_code, 0);
  EXPECT_EQ(pauc("predict " + run + " t.csv --out scores.csv").exit_code, 0);
  const json beginning = read(run + "/run.json");
  EXPECT_THAT(beginning.at("asked").at("trainer.init"), HasSubstr("/out/runs/pretraining,seed=0-"));
  EXPECT_EQ(beginning.at("asked").at("trainer.init_last_layer"), "drawn");
  EXPECT_FALSE(exists(run + "/checkpoint"));
  EXPECT_EQ(runs("out", "pretraining").size(), 2U);
  EXPECT_EQ(pauc("report out --out comparison.html").exit_code, 0);
}

TEST_F(Compare, AFinishedRunIsNotRepeated) {
  const auto first = compared("out");
  const std::string run = folder_.path(runs("out", "ce,epochs=4").at(0) + "/metrics.json");
  const auto written = fs::last_write_time(run);
  const std::string record = content_of(folder_.path("out/record.json"));
  const auto again = compared("out");
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(fs::last_write_time(run), written);
  EXPECT_EQ(content_of(folder_.path("out/record.json")), record);
  // Another seed asks for that seed's runs only.
  std::string more = kConfig;
  more.replace(more.find("seeds: [0, 1]"), 13, "seeds: [0, 1, 2]");
  folder_.file("c.yaml", more);
  const auto third = compared("out");
  EXPECT_EQ(fs::last_write_time(run), written);
  EXPECT_EQ(read("out/table.json").at("methods").at("ce").at("one_way_0.3").at("n"), 3);
}

TEST_F(Compare, KillsAtAnyMomentLeaveNoTraceInTheTable) {
  compared("straight");
  Random random(2024, 1);
  int kills = 0;
  for (int k = 0; k < 8; ++k) {
    BegunCommand command(folder_.folder(), "compare c.yaml --out killed");
    std::this_thread::sleep_for(std::chrono::milliseconds(100 + static_cast<int>(1500 * random.uniform())));
    command.send(SIGKILL);
    if (command.wait().exit_code != 0) ++kills;
  }
  EXPECT_GE(kills, 5);
  compared("killed");
  EXPECT_EQ(table("killed"), table("straight"));
  EXPECT_EQ(content_of(folder_.path("killed/curves.csv")), content_of(folder_.path("straight/curves.csv")));
}

TEST_F(Compare, StopsInGoodOrderAndGoesOn) {
  BegunCommand command(folder_.folder(), "compare c.yaml --out out --workers 1");
  EXPECT_TRUE(command.wait_until_it_says("2 of"));
  command.send(SIGTERM);
  const auto stopped = command.wait();
  EXPECT_EQ(stopped.exit_code, 75) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("The same command goes on"));
  EXPECT_FALSE(read("out/table.json").at("missing").empty());
  compared("out");
  EXPECT_TRUE(read("out/table.json").at("missing").empty());
}

TEST_F(Compare, ABudgetEndsItAndTheNextGoesOn) {
  folder_.file("c.yaml", std::string(kConfig) + "budget_minutes: 0.02\n");
  const auto result = pauc("compare c.yaml --out out --workers 1");
  EXPECT_EQ(result.exit_code, 75) << result.err;
  EXPECT_THAT(result.err, HasSubstr("the time is over"));
}

TEST_F(Compare, AFailedRunIsReportedAndTheRestGoesOn) {
  std::string config = kConfig;
  config.replace(config.find("lr: [0.05, 0.5]"), 15, "lr: [0.05, 1e38]");
  folder_.file("c.yaml", config + "  \n");
  const auto result = pauc("compare c.yaml --out out");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.err, ContainsRegex("lr=1e38.* has failed: training by sopa-s has failed: epoch 1"));
  const json table = read("out/table.json");
  EXPECT_EQ(table.at("methods").at("sopa-s").at("one_way_0.3").at("n"), 2);
  EXPECT_EQ(table.at("methods").at("sopa-s").at("one_way_0.3").at("chosen").at("lr"), "0.05");
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
  EXPECT_THAT(pauc("compare d.yaml --out new").err, HasSubstr("nowhere.csv"));
  changed("methods:", "method:");
  refused("compare d.yaml --out new", 2, "no key \"method\"; expected one of methods");
  refused("compare nothing.yaml --out new", 66, "nothing.yaml");
  changed("label: y", "label: z");
  const auto column = pauc("compare d.yaml --out column");
  EXPECT_EQ(column.exit_code, 65);
  EXPECT_THAT(column.err, HasSubstr("\"z\""));
  folder_.file("full/other.txt", "mine");
  EXPECT_THAT(pauc("compare c.yaml --out full").err, HasSubstr("holds something else"));
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
  // 2 pre-trainings, 2 + 4 tunings, 2 of ce; then of sopa 2, of sopa-s 2 x 2.
  EXPECT_EQ(result.out,
            "10 runs that are known, at most 6 more of settings that have to be chosen; at most 48 epochs in all\n");
}

}  // namespace
}  // namespace pauc::test
