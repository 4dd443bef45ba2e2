// `pauc train --importance`: what the model looks at, as a user meets it.
#include <csignal>
#include <cstdlib>
#include <map>

#include "pauc/core/error.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class ImportanceOfRuns : public TrainingTest {
 protected:
  std::map<std::string, json> importance(const std::string& run) const {
    std::map<std::string, json> entries;
    for (const json& entry : read(run + "/importance.json")) entries[entry["column"]] = entry;
    return entries;
  }
};

TEST_F(ImportanceOfRuns, HasEveryColumnAndGroupWithItsInterval) {
  const auto result = trained("--model linear --objective ce --column-groups 'ab=a,b' --out run");
  auto entries = importance("run");
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries["ab"]["kind"], "group");
  EXPECT_EQ(entries["ab"]["columns"], (json{"a", "b"}));
  for (const auto& [name, entry] : entries) {
    const double drop = entry["drop"];
    EXPECT_LE(entry["ci"][0].get<double>(), drop) << name;
    EXPECT_GE(entry["ci"][1].get<double>(), drop) << name;
  }
  EXPECT_GT(entries["a"]["drop"].get<double>(), 0);
  const json effects = read("run/effects.json");
  EXPECT_EQ(effects["repeats"], 5);
  EXPECT_EQ(effects["rows"], effects["held_out"]);
  EXPECT_EQ(effects["value"], read("run/metrics.json")["valid"]["scores"]["score"]["one_way"]["mcclish"]);
  EXPECT_FALSE(effects["effects"].empty());
}

TEST_F(ImportanceOfRuns, OfFoldsIsAboutTheRowsThatEachModelHasNotSeen) {
  trained("--members linear,mlp --objective ce --epochs 2 --folds 3 --out run");
  const json effects = read("run/effects.json");
  const json valid = read("run/metrics.json")["valid"];
  EXPECT_EQ(effects["rows"], valid["n_positive"].get<int>() + valid["n_negative"].get<int>());
  EXPECT_NEAR(effects["value"].get<double>(), valid["scores"]["score"]["one_way"]["mcclish"].get<double>(), 1e-12);
  EXPECT_FALSE(exists("run/members/mlp/fold-1/importance.json"));
}

TEST_F(ImportanceOfRuns, OfAutoIsThatOfTheKeptCandidate) {
  trained("--epochs 2 --out run");
  EXPECT_TRUE(exists("run/importance.json"));
  EXPECT_FALSE(exists("run/candidates/ce/importance.json"));
  EXPECT_NEAR(read("run/effects.json")["value"].get<double>(),
              read("run/metrics.json")["valid"]["scores"]["score"]["one_way"]["mcclish"].get<double>(), 1e-12);
}

TEST_F(ImportanceOfRuns, IsOnThePageAndInTheJsonOfReport) {
  trained("--model linear --objective ce --out run");
  EXPECT_THAT(content_of(folder_.path("run/report.html")), HasSubstr("What the model looks at"));
  const auto result = pauc("report run --out page.html --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["importance"]["run"], read("run/importance.json"));
}

TEST_F(ImportanceOfRuns, IsLeftOutOnRequest) {
  trained("--model linear --objective ce --importance 0 --out run");
  EXPECT_FALSE(exists("run/importance.json"));
  EXPECT_THAT(content_of(folder_.path("run/report.html")), Not(HasSubstr("What the model looks at")));
}

TEST_F(ImportanceOfRuns, DoesNotDependOnTheNumberOfThreads) {
  trained("--members linear,mlp --objective ce --epochs 2 --folds 3 --threads 1 --out one");
  trained("--members linear,mlp --objective ce --epochs 2 --folds 3 --threads 3 --out three");
  for (const char* name : {"/importance.json", "/effects.json"}) {
    EXPECT_EQ(content_of(folder_.path(std::string("one") + name)),
              content_of(folder_.path(std::string("three") + name)));
  }
}

TEST_F(ImportanceOfRuns, RefusesWrongOptionsBeforeTraining) {
  refused("train t.csv --label y --split part --importance -1 --out run", 2, "importance: expected 0 to 1000");
  refused("train t.csv --label y --split part --column-groups x=a,nothing --out run", 2, "nothing");
  refused("train t.csv --label y --split part --importance 0 --column-groups x=a --out run", 2, "column_groups");
}

// A run that was killed after its training, before metrics.json, measures again what it looks at.
TEST_F(ImportanceOfRuns, IsTheSameAfterARunIsResumed) {
  trained("--model linear --objective ce --out straight");
  trained("--model linear --objective ce --out run");
  std::remove(folder_.path("run/metrics.json").c_str());
  std::remove(folder_.path("run/importance.json").c_str());
  const auto result = pauc("train --resume --out run --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bits("run"), bits("straight"));
}

}  // namespace
}  // namespace pauc::test
