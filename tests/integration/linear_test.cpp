// `pauc train --model linear`: full-batch training, coefficients, intervals and scorecards as a user meets them.
#include <cmath>
#include <filesystem>
#include <sstream>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Linear : public TrainingTest {};

std::string logistic_table() {
  Random random(21);
  std::string text = "a,b,c,y,part\n";
  for (int k = 0; k < 900; ++k) {
    // Quarters: exact in float, in which tables are held.
    const double a = std::round(4 * (50 + 20 * random.normal())) / 4;
    const double b = std::round(4 * (3 * random.normal())) / 4;
    const double c = std::round(64 * random.normal()) / 64;
    const double score = (a - 60) / 15 - 0.4 * b + 0.8 * c + random.normal();
    const char* part = k % 6 == 4 ? "valid" : k % 6 == 5 ? "test" : "train";
    text += joined(a, ",", b, ",", c, ",", score > 1 ? 1 : 0, ",", part, "\n");
  }
  return text;
}

TEST_F(Linear, CrossEntropyIsScikitLearnsLogisticRegression) {
  const std::string table = folder_.file("logistic.csv", logistic_table());
  for (const char* decay : {"0.1", "0.001"}) {
    const auto result = pauc(joined("train logistic.csv --label y --split part --model linear --objective ce ",
                                    "--weight-decay ", decay, " --quiet --overwrite --out run"));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto answer = run_shell(joined(PAUC_PYTHON, " tests/oracle/logistic_answers.py ", table, " ", decay));
    ASSERT_EQ(answer.exit_code, 0) << answer.err;
    std::istringstream numbers(answer.out);
    const json coefficients = read("run/coefficients.json");
    std::vector<double> found = {coefficients["intercept"]["value"]};
    for (const json& term : coefficients["coefficients"]) found.push_back(term["per_unit"]);
    ASSERT_EQ(found.size(), 4U);
    for (const double number : found) {
      double expected = 0;
      numbers >> expected;
      EXPECT_NEAR(number, expected, 1e-6 * (1 + std::abs(expected))) << decay;
    }
    EXPECT_EQ(coefficients["weight_decay"], std::stod(decay));
    EXPECT_EQ(lines_of(content_of(folder_.path("run/log.jsonl"))).size(), 1U);
  }
}

TEST_F(Linear, ValidationChoosesThePenaltyAndTheLogHasIt) {
  trained("--model linear --objective sopa --fpr-max 0.3 --out run");
  const std::string config = content_of(folder_.path("run/config.yaml"));
  EXPECT_THAT(config, HasSubstr("name: lbfgs"));
  EXPECT_THAT(config, HasSubstr("weight_decay: auto"));
  EXPECT_THAT(config, HasSubstr("numeric: standard"));
  EXPECT_THAT(config, Not(HasSubstr("batch_size")));
  double best = -1;
  double penalty = 0;
  int pretraining = 0;
  for (const std::string& text : lines_of(content_of(folder_.path("run/log.jsonl")))) {
    const json line = json::parse(text);
    pretraining += line.contains("phase") ? 1 : 0;
    if (line.contains("phase") || line["valid"].get<double>() <= best) continue;
    best = line["valid"];
    penalty = line["weight_decay"];
  }
  EXPECT_EQ(pretraining, 10);
  EXPECT_EQ(read("run/coefficients.json")["weight_decay"], penalty);
  EXPECT_EQ(read("run/model.json")["training"]["valid"], best);
}

TEST_F(Linear, AutoTriesItsCandidatesByFullBatchesAndDescribesTheKeptOne) {
  trained("--model linear --fpr-max 0.3 --intervals 20 --scorecard 10 --out run");
  for (const char* name : {"ce", "sopa", "sopa-4x", "sopa-s"}) {
    const std::string candidate = std::string("run/candidates/") + name;
    EXPECT_THAT(content_of(folder_.path(candidate + "/config.yaml")), HasSubstr("name: lbfgs")) << name;
    EXPECT_TRUE(exists(candidate + "/coefficients.json"));
    EXPECT_EQ(read(candidate + "/coefficients.json")["replicates"], 0);
    EXPECT_FALSE(exists(candidate + "/scorecard.json"));
  }
  const json coefficients = read("run/coefficients.json");
  EXPECT_EQ(coefficients["replicates"], 20);
  for (const json& term : coefficients["coefficients"]) {
    if (term["ci"].is_null()) continue;  // the same in every refit
    EXPECT_LE(term["ci"][0].get<double>(), term["ci"][1].get<double>());
  }
  const json card = read("run/scorecard.json");
  for (const char* part : {"valid", "test"}) {
    EXPECT_EQ(card[part]["model"], read("run/metrics.json")[part]["scores"]["score"]["one_way"]["mcclish"]) << part;
    EXPECT_NEAR(card[part]["loss"].get<double>(),
                card[part]["model"].get<double>() - card[part]["scorecard"].get<double>(), 1e-15);
  }
  const std::string page = content_of(folder_.path("run/report.html"));
  EXPECT_THAT(page, HasSubstr("id=\"coefficients\""));
  EXPECT_THAT(page, HasSubstr("id=\"scorecard\""));
}

// A loss of differences of raw scores leaves the intercept where ce put it.
TEST_F(Linear, TheInterceptHasAnIntervalOnlyWhereTheObjectiveSetsIt) {
  const auto interval = [&](const std::string& options) {
    trained("--model linear --weight-decay 0.001 --intervals 20 --overwrite --out run --fpr-max 0.3 " + options);
    return read("run/coefficients.json")["intercept"]["ci"];
  };
  EXPECT_TRUE(interval("--objective ce").is_array());
  EXPECT_TRUE(interval("--objective sopa --link sigmoid").is_array());
  EXPECT_TRUE(interval("--objective sopa").is_null());
  EXPECT_TRUE(interval("--objective svm-pauc").is_null());
}

// The refits share the scale of the training's loss.
TEST_F(Linear, IntervalsAreRefusedWithoutTheStateOfTheTraining) {
  trained("--model linear --fpr-max 0.3 --epochs 2 --intervals 20 --out run");
  for (const char* name : {"ce", "sopa", "sopa-4x", "sopa-s"}) {
    std::filesystem::remove_all(folder_.path(joined("run/candidates/", name, "/checkpoint")));
  }
  std::filesystem::remove(folder_.path("run/metrics.json"));
  refused("train --resume --quiet --out run", 76, "intervals: expected the checkpoint of the training");
}

TEST_F(Linear, TheSameBitsOnAnyNumberOfThreads) {
  trained("--model linear --fpr-max 0.3 --intervals 20 --scorecard 5 --threads 1 --out one");
  trained("--model linear --fpr-max 0.3 --intervals 20 --scorecard 5 --threads 3 --out three");
  auto one = bits("one");
  auto three = bits("three");
  EXPECT_EQ(one["coefficients.json"], three["coefficients.json"]);
  EXPECT_EQ(one["scorecard.json"], three["scorecard.json"]);
  EXPECT_EQ(one["model.safetensors"], three["model.safetensors"]);
  EXPECT_NE(one["coefficients.json"], "");
}

TEST_F(Linear, PredictsLikeAnyRun) {
  trained("--model linear --objective ce --out run");
  const auto result = pauc("predict run t.csv --out scores.csv --at-fpr 0.05 --probability");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(lines_of(content_of(folder_.path("scores.csv")))[0], "row,score,decision,probability");
}

TEST_F(Linear, AskingForBatchesMeansBatches) {
  trained("--model linear --objective ce --batch-size 32 --epochs 2 --out run");
  EXPECT_THAT(content_of(folder_.path("run/config.yaml")), HasSubstr("name: adam"));
  EXPECT_TRUE(exists("run/coefficients.json"));
  EXPECT_TRUE(read("run/coefficients.json")["weight_decay"].is_null());
  trained("--model linear --objective sota --thresholds own --epochs 2 --tpr-min 0.3 --fpr-max 0.5 --out two-way");
  EXPECT_THAT(content_of(folder_.path("two-way/config.yaml")), HasSubstr("name: proximal"));
}

TEST_F(Linear, RefusesWhatDoesNotFit) {
  const std::string train = "train t.csv --label y --quiet --out run ";
  refused(train + "--model mlp --optimiser lbfgs --objective ce", 2, "optimiser: lbfgs is for linear models, got mlp");
  refused(train + "--model linear --optimiser lbfgs --batch-size 8", 2,
          "sampler.batch_size: lbfgs uses all rows at once, got 8");
  refused(train + "--model linear --optimiser lbfgs --objective sota --thresholds own", 2,
          "optimiser: sota needs proximal, got lbfgs");
  refused(train + "--model linear --optimiser lbfgs --objective sopa --thresholds own", 2,
          "thresholds: expected shared for lbfgs, got own");
  refused(train + "--model linear --optimiser lbfgs --objective staco", 2,
          "objective: expected one that lbfgs can minimise, got staco: its own variables need many steps");
  refused(train + "--model linear --intervals 5", 2, "intervals: expected 20 to 100000, got 5");
  refused(train + "--model linear --intervals many", 2, "--intervals: expected a whole number, got \"many\"");
  refused(train + "--intervals 20 --model mlp", 2, "intervals: expected a linear model trained by lbfgs, got mlp");
  refused(train + "--intervals 20 --model linear --optimiser adam", 2,
          "intervals: expected a linear model trained by lbfgs, got linear trained by another optimiser");
  refused(train + "--model linear --scorecard 0", 2, "scorecard: expected 1 to 1000, got 0");
  refused(train + "--model mlp --scorecard 10", 2, "scorecard: expected a linear model, got mlp");
  refused(train + "--model linear --objective ce --weight-decay -1", 2,
          "weight_decay: expected a number from 0 on, got -1");
}

}  // namespace
}  // namespace pauc::test
