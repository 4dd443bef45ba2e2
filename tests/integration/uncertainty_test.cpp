// `pauc predict --uncertainty` and `--nearest`.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  if (!line.empty() && line.back() == ',') fields.emplace_back();
  return fields;
}

class Uncertainty : public TrainingTest {};

// With one member of slope s, the spread is the deviation of the models' own scores over the folds.
TEST_F(Uncertainty, IsTheDeviationOfTheScoreOverTheModels) {
  trained("--objective ce --model linear --label y --folds 3 --quiet --out run");
  folder_.file("n.csv", "a,b,c\n0.9,0.1,red\n0.2,,blue\n");
  const auto lines = lines_of(pauc("predict run n.csv --uncertainty --quiet").out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "row,score,spread,unlike");
  const json blend = read("run/blend.json");
  ASSERT_EQ(blend["members"].size(), 1U);
  const json& member = blend["members"][0];
  const double scale = member["weight"].get<double>() * member["slope"].get<double>();
  const std::string folds = "run/members/" + member["name"].get<std::string>() + "/fold-";
  for (std::size_t row = 1; row <= 2; ++row) {
    double sum = 0;
    double squares = 0;
    for (int fold = 1; fold <= 3; ++fold) {
      const auto scored = lines_of(pauc("predict " + folds + std::to_string(fold) + " n.csv --quiet").out);
      const double score = scale * std::stod(fields_of(scored[row])[1]);
      sum += score;
      squares += score * score;
    }
    const double deviation = std::sqrt(squares / 3 - sum / 3 * (sum / 3));
    EXPECT_GT(deviation, 0);
    EXPECT_NEAR(std::stod(fields_of(lines[row])[2]), deviation, 1e-6 * (1 + std::abs(deviation)));
  }
}

TEST_F(Uncertainty, FlagsRowsUnlikeAnyTrainingRow) {
  trained("--objective ce --model linear --label y --id id --drop part,w,g --quiet --out run");
  folder_.file("n.csv", "id,a,b,c\n1,0.5,0.5,red\n2,77,0.5,red\n3,0.5,0.5,violet\n4,oops,0.5,red\n");
  const auto result = pauc("predict run n.csv --uncertainty");
  EXPECT_THAT(result.err, HasSubstr("one model scores these rows: there is no spread"));
  std::vector<std::string> flags;
  for (const std::string& line : lines_of(result.out)) flags.push_back(fields_of(line).back());
  EXPECT_THAT(flags, ElementsAre("unlike", "0", "1", "1", ""));
}

TEST_F(Uncertainty, NamesTheNearestTrainingRows) {
  trained("--objective ce --model linear --label y --id id --split part --drop w,g --quiet --out run");
  // A training row is nearest to itself; test rows are not among them.
  const auto rows = lines_of(content_of(folder_.path("t.csv")));
  const auto lines = lines_of(pauc("predict run t.csv --nearest 2 --quiet").out);
  EXPECT_EQ(lines[0], "row,id,score,nearest_1,nearest_2");
  int of_training = 0;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const std::string part = fields_of(rows[k])[6];
    const auto fields = fields_of(lines[k]);
    if (part == "train") {
      EXPECT_EQ(fields[3], fields[1]);
      ++of_training;
    } else {
      EXPECT_NE(fields[3], fields[1]);
    }
    EXPECT_NE(fields[3], fields[4]);
  }
  EXPECT_EQ(of_training, 108);
  folder_.file("t.csv", content_of(folder_.path("t.csv")) + "X,0.1,0.1,red,1,1,train,0\n");
  folder_.file("n.csv", "id,a,b,c\n1,0.5,0.5,red\n");
  refused("predict run n.csv --nearest 2 --quiet", 65,
          "nearest: expected the data of the training, got t.csv, which has changed");
  refused("predict run n.csv --nearest 0 --quiet", 2, "nearest: expected at least 1 row, got 0");
}

// Lines keep what belongs to them when their order changes.
TEST_F(Uncertainty, GoesWithTheRowWhenRowsAreOrdered) {
  trained("--objective ce --model linear --label y --id id --drop part,w,g --folds 2 --quiet --out run");
  const std::string options = "predict run t.csv --uncertainty --nearest 1 --quiet";
  auto lines = lines_of(pauc(options).out);
  const std::string heading = lines.front();
  EXPECT_EQ(heading, "row,id,score,spread,unlike,nearest_1");
  lines.erase(lines.begin());
  std::stable_sort(lines.begin(), lines.end(), [](const std::string& a, const std::string& b) {
    return std::stod(fields_of(a)[2]) > std::stod(fields_of(b)[2]);
  });
  lines.insert(lines.begin(), heading);
  EXPECT_EQ(lines_of(pauc(options + " --sort").out), lines);
  lines.resize(6);
  EXPECT_EQ(lines_of(pauc(options + " --top 5").out), lines);
}

}  // namespace
}  // namespace pauc::test
