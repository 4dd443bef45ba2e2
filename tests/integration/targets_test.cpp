// `pauc train --also` as a user types it: one training, a run folder for each further target.
#include <set>

#include "pauc/core/error.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

struct FurtherTarget {
  const char* key;
  const char* options;  // of evaluate
};

const FurtherTarget kTargets[] = {{"one_way_1", "--fpr-max 1"},
                                  {"two_way_0.3_0.6", "--fpr-max 0.6 --tpr-min 0.3"},
                                  {"one_way_0.1-0.5", "--fpr-min 0.1 --fpr-max 0.5"}};
const char* const kAlso = " --also one_way_1,two_way_0.3_0.6,one_way_0.1-0.5";

class Targets : public TrainingTest {
 protected:
  static std::string folder_of(const FurtherTarget& target) { return joined("run/targets/", target.key); }
  void train() const { trained(joined("--objective sopa --epochs 12 --lr 0.03 --fpr-max 0.2 --out run", kAlso)); }
  std::vector<json> log_of(const std::string& run) const {
    std::vector<json> lines;
    for (const std::string& line : lines_of(content_of(folder_.path(run + "/log.jsonl")))) {
      lines.push_back(json::parse(line));
    }
    return lines;
  }
};

TEST_F(Targets, AreJudgedAsEvaluateJudgesTheirPredictions) {
  train();
  for (const FurtherTarget& target : kTargets) {
    for (const char* part : {"valid", "test"}) {
      const auto page = pauc(joined("evaluate ", folder_of(target), "/predictions-", part,
                                    ".csv --label label --score score --json ", target.options));
      ASSERT_EQ(page.exit_code, 0) << page.err;
      EXPECT_EQ(json::parse(page.out), read(folder_of(target) + "/metrics.json")[part]) << target.key << " " << part;
    }
  }
}

TEST_F(Targets, HaveTheFirstEpochThatIsBestInTheLog) {
  train();
  const auto log = log_of("run");
  std::set<int> epochs = {read("run/model.json")["training"]["best_epoch"].get<int>()};
  for (const FurtherTarget& target : kTargets) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < log.size(); ++k) {
      if (log[k]["also"][target.key]["valid"] > log[best]["also"][target.key]["valid"]) best = k;
    }
    const json training = read(folder_of(target) + "/model.json")["training"];
    EXPECT_EQ(training["best_epoch"], log[best]["epoch"]) << target.key;
    EXPECT_EQ(training["valid"], log[best]["also"][target.key]["valid"]) << target.key;
    epochs.insert(training["best_epoch"].get<int>());
    const auto own = log_of(folder_of(target));
    ASSERT_EQ(own.size(), log.size());
    for (std::size_t k = 0; k < log.size(); ++k) {
      EXPECT_FALSE(own[k].contains("also"));
      EXPECT_EQ(own[k]["train"], log[k]["also"][target.key]["train"]);
      EXPECT_EQ(own[k]["valid"], log[k]["also"][target.key]["valid"]);
      EXPECT_EQ(own[k]["objective"], log[k]["objective"]);
    }
  }
  EXPECT_GE(epochs.size(), 2U) << "the case is to have different best epochs";
}

TEST_F(Targets, LeaveTheRunItselfAsItWouldBe) {
  train();
  trained("--objective sopa --epochs 12 --lr 0.03 --fpr-max 0.2 --out alone");
  auto with = bits("run");
  const auto alone = bits("alone");
  for (const auto& [name, content] : alone) {
    if (name == "config.yaml" || name == "log.jsonl") continue;
    EXPECT_TRUE(with[name] == content) << name;
  }
  // run.json is not compared in the run itself; importance.json and effects.json are about the run's own target.
  EXPECT_EQ(with.size(), alone.size() + 3 * (alone.size() + 1 - 2));
}

TEST_F(Targets, CanBeUsedLikeAnyRun) {
  train();
  for (const FurtherTarget& target : kTargets) {
    const std::string folder = folder_of(target);
    const auto page = pauc("report " + folder);
    EXPECT_EQ(page.exit_code, 0) << page.err;
    EXPECT_TRUE(exists(folder + "/report.html"));
    const auto scores = pauc("predict " + folder + " t.csv --at-fpr 0.1 --probability --out s.csv");
    EXPECT_EQ(scores.exit_code, 0) << scores.err;
    EXPECT_EQ(lines_of(content_of(folder_.path("s.csv"))).size(), 181U);
    // The scores that it has written itself.
    const auto lines = lines_of(content_of(folder_.path(folder + "/predictions-test.csv")));
    const std::string score = lines[1].substr(lines[1].rfind(',') + 1);
    EXPECT_THAT(content_of(folder_.path("s.csv")), HasSubstr(joined("\n", std::stoi(lines[1]), ",", score, ",")));
    const auto again = pauc("train --resume --out " + folder);
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_THAT(again.err, HasSubstr("the run is already finished"));
    const auto next = pauc(
        "train t.csv --drop id,part,w,g --objective ce --epochs 1 --quiet --overwrite --out next --init " + folder);
    EXPECT_EQ(next.exit_code, 0) << next.err;
  }
}

TEST_F(Targets, AreRefusedInOneSentence) {
  const std::string line = "train t.csv --drop id,part,w,g --out run --epochs 1 --objective ";
  refused(line + "ce --also half", 2, "also: expected regions such as one_way_0.5,two_way_0.6_0.4, got \"half\"");
  refused(line + "ce --also one_way_0.3", 2,
          "also: expected regions other than the target, got the target, one_way_0.3");
  refused(line + "ce --also one_way_0.5,one_way_0.5", 2, "also: expected each region once, got one_way_0.5 twice");
  refused(line + "ce --also one_way_1.5", 2, "also: one_way_1.5: fpr_max: expected 0 < fpr_max <= 1, got 1.5");
  refused(line + "auto --also one_way_0.5", 2, "also: objective auto chooses its candidate by one target");
}

TEST_F(Targets, StandInTheHelpAndInTheCommandOfTheRun) {
  EXPECT_THAT(pauc("train --help").out, HasSubstr("--also"));
  trained("--objective ce --epochs 1 --out run --also one_way_0.5");
  EXPECT_THAT(read("run/run.json")["command"].get<std::string>(), HasSubstr(" --also one_way_0.5"));
}

}  // namespace
}  // namespace pauc::test
