// `pauc train --like`: training again on new data, and old and new on the same rows.
#include <filesystem>
#include <set>
#include <sstream>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Like : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    trained("--objective ce --model linear --id id --drop part,w,g --fpr-max 0.2 --quiet --out jan");
    // A month later: other rows, another order of the columns, and a column that nobody knew.
    std::string text = "y,extra,c,b,a,id\n";
    Random random(99);
    for (int k = 0; k < 300; ++k) {
      const bool positive = k % 4 == 0;
      text += joined(positive ? 1 : 0, ",", random.uniform(), ",", k % 3 == 0 ? "red" : "blue", ",", random.uniform(),
                     ",", random.uniform() + (positive ? 0.5 : 0), ",N", k, "\n");
    }
    folder_.file("feb.csv", text);
  }
};

TEST_F(Like, TakesOverOptionsColumnsAndLabel) {
  const auto result = pauc("train feb.csv --like jan --out feb --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json before = read("jan/model.json");
  const json now = read("feb/model.json");
  EXPECT_EQ(now["target"], before["target"]);
  EXPECT_EQ(now["model"]["name"], "linear");
  EXPECT_EQ(now["data"]["id"], "id");
  EXPECT_EQ(now["data"]["label"], "y");  // in January it was the last column
  EXPECT_EQ(now["data"]["positive"], before["data"]["positive"]);
  std::vector<std::string> columns;
  for (const json& column : now["preprocessing"]["columns"]) columns.push_back(column["name"]);
  EXPECT_THAT(columns, testing::UnorderedElementsAre("a", "b", "c"));
  const json asked = read("feb/run.json")["asked"];
  EXPECT_EQ(asked["trainer.like"], "jan");
  EXPECT_EQ(asked["data.path"], "feb.csv");
}

TEST_F(Like, OtherFlagsOverride) {
  ASSERT_EQ(pauc("train feb.csv --like jan --fpr-max 0.4 --drop id,extra,b --out feb --quiet").exit_code, 0);
  const json card = read("feb/model.json");
  EXPECT_EQ(card["target"]["fpr_max"], 0.4);
  ASSERT_EQ(card["preprocessing"]["columns"].size(), 2U);
}

// The old model's scores of the new test rows are those of `pauc predict`, and the page compares both.
TEST_F(Like, ComparesOldAndNewOnTheSameRows) {
  ASSERT_EQ(pauc("train feb.csv --like jan --out feb --quiet").exit_code, 0);
  const auto scored = lines_of(pauc("predict jan feb.csv --quiet").out);
  const auto kept = lines_of(content_of(folder_.path("feb/predictions-test-like.csv")));
  const auto own = lines_of(content_of(folder_.path("feb/predictions-test.csv")));
  ASSERT_EQ(kept.size(), own.size());
  for (std::size_t k = 1; k < kept.size(); ++k) {
    const std::string row = kept[k].substr(0, kept[k].find(','));
    EXPECT_EQ(own[k].substr(0, own[k].rfind(',')), kept[k].substr(0, kept[k].rfind(',')));
    EXPECT_THAT(scored[std::stoul(row)], testing::EndsWith(kept[k].substr(kept[k].rfind(','))));
  }
  const std::string page = content_of(folder_.path("feb/report.html"));
  EXPECT_THAT(page, HasSubstr("Compared fairly"));
  EXPECT_THAT(page, HasSubstr("<bdi>jan</bdi>"));
  EXPECT_THAT(page, Not(HasSubstr("not compared with it")));
  ASSERT_EQ(pauc("report feb jan --out both.html --quiet").exit_code, 0);
  EXPECT_THAT(content_of(folder_.path("both.html")), Not(HasSubstr("not compared with it")));
}

TEST_F(Like, DoesNotJudgeAModelByRowsThatItWasTrainedOn) {
  const auto same = pauc("train t.csv --like jan --out same --seed 1");
  ASSERT_EQ(same.exit_code, 0) << same.err;
  EXPECT_TRUE(exists("same/predictions-test-like.csv"));               // the same test part
  std::filesystem::remove(folder_.path("jan/seen-rows.safetensors"));  // as an earlier version left it
  const auto other = pauc("train t.csv --like jan --out other --split-seed 5");
  ASSERT_EQ(other.exit_code, 0) << other.err;
  EXPECT_THAT(other.err, HasSubstr("jan is not compared on the test rows: it was trained on rows of t.csv"));
  EXPECT_FALSE(exists("other/predictions-test-like.csv"));
}

// January's file with February's rows behind it, in one file or in two.
TEST_F(Like, RowsOfTheOldTrainingAreLeftOutOfTheComparison) {
  folder_.file("t.csv", small_table(600));  // with fewer rows, two numbers do not tell them apart for certain
  trained("--objective ce --model linear --id id --drop part,w,g --fpr-max 0.2 --quiet --overwrite --out jan");
  std::string text = "y,c,b,a,id\n";
  const auto old_rows = lines_of(content_of(folder_.path("t.csv")));
  std::set<std::string> trained;  // its ids
  const auto field = [](const std::string& line, int place) {
    std::istringstream stream(line);
    std::string one;
    for (int k = 0; k <= place; ++k) std::getline(stream, one, ',');
    return one;
  };
  const auto place = [&](const std::string& name) {
    int k = 0;
    while (field(old_rows[0], k) != name) ++k;
    return k;
  };
  std::set<std::string> old_test;
  for (const std::string& line : lines_of(content_of(folder_.path("jan/predictions-test.csv")))) {
    old_test.insert(field(line, 1));
  }
  for (std::size_t k = 1; k < old_rows.size(); ++k) {
    const std::string id = field(old_rows[k], place("id"));
    if (old_test.count(id) == 0) trained.insert(id);
    for (const char* name : {"y", "c", "b", "a"}) text += field(old_rows[k], place(name)) + ",";
    text += id + "\n";
  }
  const auto new_rows = lines_of(content_of(folder_.path("feb.csv")));
  for (std::size_t k = 1; k < new_rows.size(); ++k) {
    text += joined(field(new_rows[k], 0), ",", field(new_rows[k], 2), ",", field(new_rows[k], 3), ",",
                   field(new_rows[k], 4), ",", field(new_rows[k], 5), "\n");
  }
  folder_.file("both.csv", text);
  const auto result = pauc("train both.csv --like jan --out both");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::size_t seen = 0, all = 0;
  for (const std::string& line : lines_of(content_of(folder_.path("both/predictions-test.csv")))) {
    seen += trained.count(field(line, 1));
    ++all;
  }
  ASSERT_GT(seen, 0U);
  const auto kept = lines_of(content_of(folder_.path("both/predictions-test-like.csv")));
  EXPECT_EQ(kept.size(), all - seen);
  for (const std::string& line : kept) EXPECT_EQ(trained.count(field(line, 1)), 0U) << line;
  const std::string words = joined(seen, " of the ", all - 1, " test rows");
  EXPECT_THAT(result.err, HasSubstr("warning: jan was trained on " + words + ": they are left out of the comparison"));
  const std::string page = content_of(folder_.path("both/report.html"));
  EXPECT_THAT(page, HasSubstr(words + ", on which jan was trained, are left out"));
  EXPECT_THAT(page, Not(HasSubstr("not compared with it")));
  // The old model judged on this file.
  const auto judged = pauc("predict jan both.csv --label y --evaluate --out s.csv --json");
  EXPECT_THAT(judged.err,
              HasSubstr(joined("warning: both.csv: ", trained.size(), " of 900 rows took part in the training")));
  EXPECT_EQ(json::parse(judged.out)["known_rows"], trained.size());
  EXPECT_THAT(pauc("predict jan feb.csv --label y --evaluate --out s.csv").err, Not(HasSubstr("took part")));
}

TEST_F(Like, IsRefusedWhereThereIsNoRun) {
  refused("train feb.csv --like nowhere --out feb --quiet", 66,
          "like: expected the folder of a trained run, got nowhere");
  folder_.file("few.csv", "id,y,a,c\n1,1,2,red\n2,0,1,red\n");
  refused("train few.csv --like jan --out feb --quiet", 65, "few.csv: no column \"b\"");
}

}  // namespace
}  // namespace pauc::test
