// `pauc train --folds`: several models whose scores are averaged, and blends of families.
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "pauc/core/error.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Folds : public TrainingTest {
 protected:
  // Columns of a small CSV file without quotes, by name.
  std::map<std::string, std::vector<std::string>> columns_of(const std::string& name) const {
    const auto lines = lines_of(content_of(folder_.path(name)));
    std::map<std::string, std::vector<std::string>> columns;
    const auto names = fields_of(lines.at(0));
    for (std::size_t k = 1; k < lines.size(); ++k) {
      const auto fields = fields_of(lines[k]);
      for (std::size_t c = 0; c < names.size(); ++c) columns[names[c]].push_back(fields.at(c));
    }
    return columns;
  }

  static std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream text(line);
    for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
    return fields;
  }
};

TEST_F(Folds, EachRowIsScoredByTheModelThatHasNotSeenIt) {
  trained("--model linear --objective ce --folds 3 --out run");
  auto valid = columns_of("run/predictions-valid.csv");
  EXPECT_EQ(std::set<std::string>(valid["fold"].begin(), valid["fold"].end()), (std::set<std::string>{"1", "2", "3"}));
  std::map<std::string, std::string> held_out;  // by row
  for (int fold = 1; fold <= 3; ++fold) {
    auto of_fold = columns_of(joined("run/members/linear/fold-", fold, "/predictions-test.csv"));
    for (std::size_t k = 0; k < of_fold["row"].size(); ++k) held_out[of_fold["row"][k]] = of_fold["score"][k];
  }
  ASSERT_EQ(held_out.size(), valid["row"].size());
  for (std::size_t k = 0; k < valid["row"].size(); ++k) EXPECT_EQ(valid["score"][k], held_out.at(valid["row"][k]));
  // The test part is that of a run without folds, scored by the mean of the models.
  trained("--model linear --objective ce --out single");
  EXPECT_EQ(columns_of("run/predictions-test.csv")["row"], columns_of("single/predictions-test.csv")["row"]);
  EXPECT_EQ(pauc("predict run t.csv --out scores.csv --quiet").exit_code, 0);
  auto scores = columns_of("scores.csv");
  auto test = columns_of("run/predictions-test.csv");
  for (std::size_t k = 0; k < test["row"].size(); ++k) {
    EXPECT_EQ(scores["score"].at(std::stoul(test["row"][k]) - 1), test["score"][k]);
    double mean = 0;
    for (int fold = 1; fold <= 3; ++fold) {
      const std::string name = joined("of-", fold, ".csv");
      if (k == 0) {
        ASSERT_EQ(pauc(joined("predict run/members/linear/fold-", fold, " t.csv --quiet --out ", name)).exit_code, 0);
      }
      mean += std::stod(columns_of(name)["score"].at(std::stoul(test["row"][k]) - 1)) / 3;
    }
    EXPECT_NEAR(std::stod(test["score"][k]), mean, 1e-9 * (1 + std::abs(mean)));
    if (k == 5) break;
  }
}

TEST_F(Folds, ABlendIsACandidateBesideItsMembers) {
  trained("--members linear,trees --objective ce --folds 2 --epochs 15 --out run");
  const json blend = read("run/blend.json");
  ASSERT_EQ(blend["members"].size(), 2U);
  EXPECT_EQ(blend["members"][0]["name"], "linear");
  EXPECT_EQ(blend["members"][1]["folds"], 2);
  const json candidates = read("run/candidates.json");
  ASSERT_EQ(candidates.size(), 3U);
  EXPECT_EQ(candidates[2]["name"], "blend");
  double best = 0;
  for (const json& candidate : candidates) best = std::max(best, candidate["valid"].get<double>());
  for (const json& candidate : candidates) {
    if (candidate["kept"]) {
      EXPECT_EQ(candidate["valid"], best);
    }
  }
  // The score is what blend.json says.
  ASSERT_EQ(pauc("predict run t.csv --members --out scores.csv --quiet").exit_code, 0);
  auto scores = columns_of("scores.csv");
  for (std::size_t k = 0; k < scores["row"].size(); ++k) {
    double sum = blend["intercept"];
    for (const json& member : blend["members"]) {
      sum += member["weight"].get<double>() * std::stod(scores[member["name"]][k]);
    }
    EXPECT_NEAR(std::stod(scores["score"][k]), sum, 1e-9 * (1 + std::abs(sum)));
  }
  EXPECT_EQ(pauc("report run --out page.html").exit_code, 0);
}

TEST_F(Folds, TheNumberOfThreadsChangesNoBitAndAFinishedRunIsLeftAlone) {
  trained("--members linear,trees --objective ce --folds 2 --epochs 10 --threads 1 --out one");
  trained("--members linear,trees --objective ce --folds 2 --epochs 10 --threads 2 --out two");
  for (const char* file : {"/predictions-valid.csv", "/predictions-test.csv", "/blend.json", "/metrics.json"}) {
    EXPECT_EQ(content_of(folder_.path(std::string("one") + file)), content_of(folder_.path(std::string("two") + file)));
  }
  const auto before = bits("one");
  trained("--members linear,trees --objective ce --folds 2 --epochs 10 --threads 1 --resume --out one");
  EXPECT_EQ(bits("one"), before);
}

TEST_F(Folds, AKilledRunResumesToTheSameBits) {
  const std::string line =
      "train t.csv --label y --split part --drop w,g --members mlp,trees --objective ce --folds 2 "
      "--epochs 40 --patience 0 --threads 1 --no-report ";
  ASSERT_EQ(pauc(line + "--out straight --quiet").exit_code, 0);
  {
    BegunCommand begun(folder_.path(""), line + "--out killed");
    ASSERT_TRUE(begun.wait_until_it_says("mlp: fold 1 of 2 is trained"));
    begun.send(9);
    begun.wait();
  }
  ASSERT_EQ(pauc(line + "--resume --out killed --quiet").exit_code, 0);
  for (const char* file : {"/predictions-valid.csv", "/predictions-test.csv", "/blend.json", "/metrics.json"}) {
    EXPECT_EQ(content_of(folder_.path(std::string("straight") + file)),
              content_of(folder_.path(std::string("killed") + file)));
  }
}

TEST_F(Folds, RefuseWhatTheDataDoNotAllow) {
  const std::string line = "train t.csv --label y --split part --drop w,g --objective ce --out run ";
  refused(line + "--model linear --folds 1", 2, "folds: expected 2 to 100, got 1");
  refused(line + "--model linear --folds 90", 2, "got no positive in fold");
  refused(line + "--members linear,nosuch --folds 2", 2, "nosuch");
  refused(line + "--members linear,linear --folds 2", 2, "members: expected each once, got linear twice");
  refused(line + "--members linear,trees", 2, "members: expected folds, got none");
}

}  // namespace
}  // namespace pauc::test
