// `pauc train` as a user types it: what a run leaves behind and what it says.
#include <algorithm>
#include <sstream>

#include "pauc/core/error.h"
#include "pauc/objective/registry.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

using Train = TrainingTest;

TEST_F(Train, PredictionsNameTheGroups) {
  std::string table = "patient,x,y\n";
  for (int k = 0; k < 120; ++k) table += joined("\"P, ", k / 2, "\",", k % 11, k % 3 == 0 ? ",1\n" : ",0\n");
  folder_.file("p.csv", table);
  const auto result = pauc("train p.csv --label y --group patient --objective ce --epochs 1 --quiet --out run");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto lines = lines_of(content_of(folder_.path("run/predictions-test.csv")));
  EXPECT_EQ(lines[0], "row,label,score,group");
  const int row = std::stoi(lines[1]);
  EXPECT_THAT(lines[1], testing::EndsWith(joined(",\"P, ", (row - 1) / 2, "\"")));
}

TEST_F(Train, MakesAllFilesOfARunOnTheExample) {
  const auto result = run_pauc(
      "train examples/patients.csv --label outcome --id patient --fpr-max 0.1 --epochs 1 --out " + folder_.path("run"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const char* name : {"config.yaml", "log.jsonl", "model.safetensors", "model.json", "metrics.json",
                           "predictions-valid.csv", "predictions-test.csv", "candidates.json"})
    EXPECT_TRUE(exists(std::string("run/") + name)) << name;
  for (const char* name : {"ce", "sopa", "sopa-4x", "sopa-s"}) {
    const std::string candidate = std::string("run/candidates/") + name;
    EXPECT_TRUE(exists(candidate + "/checkpoint")) << name;
    const json line = read(candidate + "/log.jsonl");
    for (const char* key : {"epoch", "objective", "train", "valid", "realised_fraction", "lr", "seconds"})
      EXPECT_TRUE(line.contains(key)) << name << " " << key;
    EXPECT_THAT(result.out, HasSubstr(name));
  }
  EXPECT_THAT(content_of(folder_.path("run/predictions-test.csv")),
              ContainsRegex("^row,id,label,score\n[0-9]+,P[0-9]+,"));
  const json card = read("run/model.json");
  std::vector<double> rates;
  for (const json& at : card["thresholds"]) rates.push_back(at["fpr"]);
  EXPECT_THAT(rates, testing::IsSubsetOf({0.001, 0.01, 0.05, 0.1}));
  EXPECT_THAT(rates, testing::Contains(0.1));
  EXPECT_THAT(result.err, HasSubstr("sick is taken as positive"));
}

TEST_F(Train, KeepsTheBestCandidateOnValidation) {
  trained("--epochs 1 --out run");
  double best = -1;
  double kept = -2;
  std::string name;
  for (const json& candidate : read("run/candidates.json")) {
    best = std::max(best, candidate["valid"].get<double>());
    if (!candidate["kept"].get<bool>()) continue;
    kept = candidate["valid"];
    name = candidate["name"];
  }
  EXPECT_EQ(kept, best);
  EXPECT_EQ(content_of(folder_.path("run/model.safetensors")),
            content_of(folder_.path("run/candidates/" + name + "/model.safetensors")));
}

struct EvaluatedCase {
  const char* name;
  const char* train;
  const char* evaluate;
};

std::ostream& operator<<(std::ostream& out, const EvaluatedCase& tested) { return out << tested.train; }

class EvaluatedAlike : public TrainingTest, public testing::WithParamInterface<EvaluatedCase> {};

// The predictions carry all that evaluate needs: the same figures to the last bit.
TEST_P(EvaluatedAlike, ByMetricsJsonAndByEvaluate) {
  const auto result = pauc(std::string("train t.csv --objective ce --epochs 2 --out run ") + GetParam().train);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const char* part : {"valid", "test"}) {
    const auto page = pauc(std::string("evaluate run/predictions-") + part +
                           ".csv --label label --score score --json " + GetParam().evaluate);
    ASSERT_EQ(page.exit_code, 0) << page.err;
    EXPECT_EQ(json::parse(page.out), read("run/metrics.json")[part]) << part;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Targets, EvaluatedAlike,
    testing::Values(
        EvaluatedCase{"one_way", "--drop id,part,w,g --fpr-max 0.2", "--fpr-max 0.2"},
        EvaluatedCase{"two_way", "--drop id,part,w,g --fpr-max 0.5 --tpr-min 0.4", "--fpr-max 0.5 --tpr-min 0.4"},
        EvaluatedCase{"range", "--drop id,part,w,g --fpr-min 0.1 --fpr-max 0.5", "--fpr-min 0.1 --fpr-max 0.5"},
        EvaluatedCase{"weighted", "--id id --split part --weight w --drop g --fpr-max 0.4",
                      "--fpr-max 0.4 --weight weight"},
        EvaluatedCase{"grouped", "--id id --split grouped --group g --drop w,part --fpr-max 0.4",
                      "--fpr-max 0.4 --group group"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(Train, PrintsOnlyJsonWithJson) {
  const auto result = trained("--objective ce --epochs 1 --json");
  const json page = json::parse(result.out);
  EXPECT_EQ(page["run"], "pauc-run");
  EXPECT_EQ(page["test"], read("pauc-run/metrics.json")["test"]);
  EXPECT_EQ(page["valid"], read("pauc-run/metrics.json")["valid"]);
}

TEST_F(Train, SaysNothingWithQuiet) {
  const auto result = trained("--objective ce --epochs 1 --quiet");
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_TRUE(exists("pauc-run/metrics.json"));
}

class EveryObjective : public TrainingTest, public testing::WithParamInterface<std::string> {};

TEST_P(EveryObjective, TrainsOneWayAndTwoWay) {
  const std::string objective = GetParam();
  trained("--epochs 2 --fpr-max 0.3 --model linear --out one --objective " + objective);
  trained("--epochs 2 --fpr-max 0.5 --tpr-min 0.3 --model mlp --out two --objective " + objective);
  EXPECT_TRUE(read("one/metrics.json")["test"]["scores"]["score"].contains("one_way"));
  EXPECT_TRUE(read("two/metrics.json")["test"]["scores"]["score"].contains("two_way"));
  EXPECT_EQ(read("one/model.json")["model"]["name"], "linear");
  EXPECT_EQ(read("two/model.json")["model"]["name"], "mlp");
}

std::vector<std::string> objective_names() {
  std::vector<std::string> names;
  for (const ObjectiveInfo& info : objective_registry()) names.push_back(info.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Names, EveryObjective, testing::ValuesIn(objective_names()), [](const auto& objective) {
  std::string name = objective.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST_F(Train, TakesSetOverFlagsOverTheConfigFile) {
  folder_.file("c.yaml",
               "trainer:\n  epochs: 3\nobjective:\n  name: sopa\noptimiser:\n  lr: 0.5\n  weight_decay: 0.25\n");
  trained("--config c.yaml --epochs 1 --lr 0.125 --set optimiser.lr=0.0625 --out run");
  const std::string config = content_of(folder_.path("run/config.yaml"));
  EXPECT_THAT(config, HasSubstr("epochs: 1\n"));
  EXPECT_THAT(config, HasSubstr("name: sopa\n"));
  EXPECT_THAT(config, HasSubstr("lr: 0.0625\n"));
  EXPECT_THAT(config, HasSubstr("weight_decay: 0.25\n"));
}

// The saved config makes the same run again, with a named objective and with auto.
TEST_F(Train, CanBeRepeatedFromItsConfig) {
  for (const char* objective : {"sopa-s", "auto"}) {
    const std::string name = objective;
    trained("--epochs 2 --fpr-max 0.2 --seed 5 --out " + name + " --objective " + objective);
    const auto again = pauc("train --config " + name + "/config.yaml --out again-" + name);
    EXPECT_EQ(again.exit_code, 0) << again.err;
    auto first = bits(name);
    EXPECT_GE(first.size(), 7U);
    EXPECT_EQ(first, bits("again-" + name));
  }
}

TEST_F(Train, GivesTheSameBitsForTheSameSeedOnly) {
  trained("--objective sopa --epochs 2 --seed 3 --out a");
  trained("--objective sopa --epochs 2 --seed 3 --out b");
  trained("--objective sopa --epochs 2 --seed 4 --out c");
  EXPECT_EQ(bits("a"), bits("b"));
  EXPECT_NE(bits("a")["model.safetensors"], bits("c")["model.safetensors"]);
}

TEST_F(Train, FindsAFreeFolderByItself) {
  EXPECT_THAT(trained("--objective ce --epochs 1").err, HasSubstr("run: pauc-run\n"));
  EXPECT_THAT(trained("--objective ce --epochs 1").err, HasSubstr("run: pauc-run-2\n"));
  EXPECT_TRUE(exists("pauc-run-2/metrics.json"));
}

TEST_F(Train, ReplacesARunOnlyWhenAsked) {
  trained("--objective ce --epochs 1 --out run");
  const auto before = bits("run");
  refused("train t.csv --drop id,part,w,g --objective sopa --epochs 1 --out run", 73,
          "run: holds another run; resume it, overwrite it or choose another folder");
  EXPECT_EQ(bits("run"), before);
  trained("--objective sopa --epochs 1 --out run --overwrite");
  EXPECT_EQ(read("run/model.json")["training"]["objective"]["name"], "sopa");
}

TEST_F(Train, KeepsTheOldRunWhenTheNewOneIsRefused) {
  trained("--objective ce --epochs 1 --out run");
  const auto before = bits("run");
  refused("train none.csv --epochs 1 --out run --overwrite", 66, "none.csv");
  refused("train t.csv --label nothing --out run --overwrite", 65, "nothing");
  EXPECT_EQ(bits("run"), before);
}

TEST_F(Train, StartsFromTheWeightsOfAnotherRun) {
  trained("--objective ce --epochs 3 --out first");
  trained("--objective sopa --epochs 1 --lr 1e-12 --init first --out second");
  const auto scores = [&](const char* name) { return content_of(folder_.path(name) + "/predictions-test.csv"); };
  const double first = read("first/metrics.json")["test"]["scores"]["score"]["auc"]["value"];
  EXPECT_DOUBLE_EQ(read("second/metrics.json")["test"]["scores"]["score"]["auc"]["value"].get<double>(), first);
  trained("--objective sopa --epochs 1 --lr 1e-12 --out fresh");
  EXPECT_NE(scores("second"), scores("fresh"));
  refused("train t.csv --drop id,part,w,g --init nowhere --out third", 66, "nowhere");
}

TEST_F(Train, PretrainsByCrossEntropyAndSaysSoInTheLog) {
  trained("--objective sopa --epochs 2 --pretrain-epochs 3 --out run");
  std::istringstream log(content_of(folder_.path("run/log.jsonl")));
  std::vector<std::string> phases;
  for (std::string line; std::getline(log, line);) phases.push_back(json::parse(line).value("phase", ""));
  EXPECT_THAT(phases, testing::ElementsAre("pretrain", "pretrain", "pretrain", "", ""));
}

TEST_F(Train, TakesRowsWhoseLabelIsNotANumberAsUnlabelled) {
  const std::string all = small_table(150);
  std::string some = all;
  for (const char* row : {"R7,", "R70,", "R100,"}) {
    const auto end = some.find('\n', some.find(row));
    some.replace(end - 1, 1, row == std::string("R70,") ? "NaN" : "nan");
  }
  folder_.file("t.csv", some);
  for (const char* positive : {"", "--positive 1"}) {
    trained(std::string("--objective ce --epochs 1 --id id --drop part,w,g --overwrite --out run ") + positive);
    std::istringstream lines(content_of(folder_.path("run/predictions-test.csv")));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      const int row = std::stoi(line);  // from 1
      EXPECT_EQ(line.substr(line.find(",R") + 1).find(",1,") != std::string::npos, (row - 1) % 3 == 0) << line;
    }
  }
}

}  // namespace
}  // namespace pauc::test
