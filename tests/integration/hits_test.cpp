// SDF files, standard forms and pages of hits, as a user types them.
#include <set>

#include "pauc/data/molecule/smiles.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

class HitsRuns : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
    folder_.file("m.csv", content_of(PAUC_SOURCE_DIR "/examples/molecules.csv"));
  }
  void train(const std::string& arguments) const {
    const auto result = pauc("train m.csv --label activity --id name --quiet --objective ce --out run " + arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
};

TEST_F(HitsRuns, HaveAPageWithTheRowsThatAreWritten) {
  train("--hidden 16 --layers 2 --epochs 2");
  const auto plain = pauc("predict run m.csv --top 5 --keep activity");
  const auto paged = pauc("predict run m.csv --top 5 --keep activity --page hits.html --budget 50 --label activity");
  ASSERT_EQ(paged.exit_code, 0) << paged.err;
  std::vector<std::string> rows, paged_rows;
  for (const std::string& line : lines_of(plain.out)) rows.push_back(line.substr(0, line.find(',')));
  for (const std::string& line : lines_of(paged.out)) paged_rows.push_back(line.substr(0, line.find(',')));
  EXPECT_EQ(paged_rows, rows);
  EXPECT_THAT(paged.err, AllOf(HasSubstr("Of the 50 rows with the highest scores"), HasSubstr("By the labels")));
  const std::string html = content_of(folder_.path("hits.html"));
  EXPECT_EQ(count_of(html, "<li class=\"hit\""), 5U);
  EXPECT_THAT(html,
              AllOf(HasSubstr("Nearest actives of the training"), HasSubstr("Red atoms raise the score"),
                    HasSubstr("What testing more finds"), HasSubstr(">activity</bdi>"), Not(HasSubstr("<script"))));
}

TEST_F(HitsRuns, SayWhichMoleculesHaveBeenMeasured) {
  train("--hidden 16 --layers 2 --epochs 1");
  folder_.file("new.csv", "smiles\nCc1cc(ccc1)C(=O)[O-].[Na+]\nCCCCCCCCCCCCCCCCCCC\n");
  folder_.file("m2.csv", content_of(folder_.path("m.csv")) + "known,OC(=O)c1cccc(C)c1,inactive\n");
  const auto result = pauc(
      "train m2.csv --label activity --id name --quiet --objective ce --out run2 --hidden 16 "
      "--layers 2 --epochs 1");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  ASSERT_EQ(pauc("predict run2 new.csv --top 2 --page hits.html --out s.csv").exit_code, 0);
  const std::string html = content_of(folder_.path("hits.html"));
  EXPECT_THAT(html, AllOf(HasSubstr("<strong>1</strong> of these is in the data of the run already"),
                          HasSubstr("negative in the data of the run (<bdi>known</bdi>)")));
  folder_.file("m3.csv", content_of(folder_.path("m2.csv")) + "again,OC(=O)c1cccc(C)c1,active\n" +
                             "third,OC(=O)c1cccc(C)c1,inactive\n");
  ASSERT_EQ(pauc("train m3.csv --label activity --id name --quiet --objective ce --out run3 --hidden 16 "
                 "--layers 2 --epochs 1")
                .exit_code,
            0);
  ASSERT_EQ(pauc("predict run3 new.csv --top 2 --page hits.html --out s.csv").exit_code, 0);
  EXPECT_THAT(content_of(folder_.path("hits.html")),
              HasSubstr("contradictory in the data of the run: 1 positive, 2 negative (first: <bdi>known</bdi>)"));
  ASSERT_EQ(pauc("predict run new.csv --top 2 --page hits.html --out s.csv").exit_code, 0);
  EXPECT_THAT(content_of(folder_.path("hits.html")), Not(HasSubstr("in the data of the run")));
}

TEST_F(HitsRuns, SayWhichBitsCarryTheScoreOfAFingerprint) {
  train("--features-from morgan:2:256 --model linear --epochs 3");
  const auto result = pauc("predict run m.csv --top 3 --page hits.html --out s.csv --budget 20 --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json summary = json::parse(result.out);
  EXPECT_EQ(summary["written"], 3);
  EXPECT_EQ(summary["budget"]["tested"], 20);
  EXPECT_EQ(summary["budget"]["rows"], 500);
  EXPECT_EQ(summary["budget"]["found"], nullptr);
  EXPECT_GE(summary["budget"]["expected"], summary["budget"]["by_chance"]);
  EXPECT_THAT(content_of(folder_.path("hits.html")),
              AllOf(HasSubstr("Bits that carry the score"), HasSubstr("morgan_")));
}

TEST_F(HitsRuns, CanBePickedByScaffold) {
  train("--hidden 16 --layers 2 --epochs 1");
  const auto result = pauc("predict run m.csv --top 8 --diverse --keep smiles");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 9U);
  std::vector<std::string> smiles;
  for (std::size_t k = 1; k < lines.size(); ++k) smiles.push_back(lines[k].substr(lines[k].rfind(',') + 1));
  const auto scaffolds = scaffolds_of(smiles, {});
  EXPECT_EQ(std::set<std::uint32_t>(scaffolds.begin(), scaffolds.end()).size(), scaffolds.size());
}

TEST_F(HitsRuns, WithoutTheDataOfTheTrainingDoWithoutNearestActives) {
  train("--hidden 16 --layers 2 --epochs 1");
  folder_.file("new.csv", content_of(folder_.path("m.csv")));
  folder_.file("m.csv", "smiles,activity\nC,active\nCC,inactive\n");
  const auto result = pauc("predict run new.csv --top 2 --page hits.html");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("which has changed since run was trained: hits are shown without the nearest"));
  EXPECT_THAT(content_of(folder_.path("hits.html")), Not(HasSubstr("Nearest actives of")));
}

TEST_F(HitsRuns, RefuseWhatDoesNotGoTogether) {
  train("--hidden 16 --layers 2 --epochs 1");
  refused("predict run m.csv --page hits.html", 2, "page: expected --top N");
  refused("predict run m.csv --page hits.html --top 501", 2, "page: expected at most 500 hits on it, got top 501");
  refused("predict run m.csv --diverse", 2, "diverse: expected --top N");
  refused("predict run m.csv --budget 0", 2, "budget: expected at least 1 row, got 0");
}

TEST_F(HitsRuns, StandardFormsAreThoseOfTheTraining) {
  train("--hidden 16 --layers 2 --epochs 1");
  EXPECT_EQ(read("run/model.json")["preprocessing"]["molecule"]["standardise"], "on");
  folder_.file("salts.csv", "smiles\nCC(=O)O\n[Na+].CC(=O)[O-]\nCC(=O)[O-]\n");
  const auto scores = [&](const std::string& run) {
    std::set<std::string> found;
    const auto lines = lines_of(pauc("predict " + run + " salts.csv").out);
    for (std::size_t k = 1; k < lines.size(); ++k) found.insert(lines[k].substr(lines[k].find(',') + 1));
    return found.size();
  };
  EXPECT_EQ(scores("run"), 1U);
  const auto result = pauc(
      "train m.csv --label activity --id name --quiet --objective ce --out raw --hidden 16 "
      "--layers 2 --epochs 1 --standardise off");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_FALSE(read("raw/model.json")["preprocessing"]["molecule"].contains("standardise"));
  EXPECT_EQ(scores("raw"), 3U);
  const auto like = pauc("train m.csv --like raw --out again --quiet");
  ASSERT_EQ(like.exit_code, 0) << like.err;
  EXPECT_FALSE(read("again/model.json")["preprocessing"]["molecule"].contains("standardise"));
}

}  // namespace
}  // namespace pauc::test
