// What `pauc predict` writes, in which order, and how it judges rows: as a user types it.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <thread>

#include "pauc/core/error.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  if (!line.empty() && line.back() == ',') fields.emplace_back();
  return fields;
}

class PredictOutput : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    if (IsSkipped()) return;
    trained("--objective ce --model linear --id id --label y --drop part,w,g --fpr-max 0.3 --quiet --out run");
  }
  std::vector<std::string> lines(const std::string& arguments) const {
    const auto result = pauc("predict run " + arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return lines_of(result.out);
  }
};

TEST_F(PredictOutput, DecidesByAThreshold) {
  const auto result = pauc("predict run t.csv --threshold -0.7 --out s.csv --json --quiet");
  const json page = json::parse(result.out);
  EXPECT_EQ(page["threshold"], -0.7);
  EXPECT_EQ(page["thresholds"], json::array());
  int positive = 0;
  const auto written = lines_of(content_of(folder_.path("s.csv")));
  for (std::size_t k = 1; k < written.size(); ++k) {
    const auto fields = fields_of(written[k]);  // row,id,score,decision
    EXPECT_EQ(fields[3], std::stod(fields[2]) >= -0.7 ? "1" : "0");
    positive += fields[3] == "1" ? 1 : 0;
  }
  EXPECT_GT(positive, 0);
  EXPECT_LT(positive, 180);
  EXPECT_EQ(page["called"], positive);
  EXPECT_THAT(pauc("predict run t.csv --threshold -0.7 --top 3 --out s3.csv").err,
              HasSubstr(joined("called positive: ", positive, " of 180 (")));
  // The rates are those on the validation part.
  double found[2] = {0, 0}, all[2] = {0, 0};
  for (const std::string& line : lines_of(content_of(folder_.path("run/predictions-valid.csv")))) {
    const auto fields = fields_of(line);  // row,id,label,score
    if (fields[0] == "row") continue;
    const int label = fields[2] == "1" ? 1 : 0;
    ++all[label];
    found[label] += std::stod(fields[3]) >= -0.7 ? 1 : 0;
  }
  ASSERT_GT(found[0] * found[1], 0);
  EXPECT_EQ(page["realised_fpr"], found[0] / all[0]);
  EXPECT_EQ(page["realised_tpr"], found[1] / all[1]);
  EXPECT_THAT(pauc("predict run t.csv --threshold -0.7 --out s.csv").err,
              HasSubstr("score >= -0.7 is called positive; on the held-out rows of the run it was "));
  std::filesystem::remove(folder_.path("run/predictions-valid.csv"));
  EXPECT_THAT(pauc("predict run t.csv --threshold -0.7 --out s.csv").err, HasSubstr("what to expect is unknown"));
  refused("predict run t.csv --threshold 0.25 --at-fpr 0.1 --quiet", 2, "threshold: expected --threshold or rates");
  refused("predict run t.csv --threshold inf --quiet", 2, "threshold: expected a finite");
  refused("predict run t.csv --threshold high --quiet", 2, "threshold");
}

TEST_F(PredictOutput, SortsByScoreAndKeepsTheTop) {
  folder_.file("n.csv", "id,a,b,c\n1,0.1,0.5,red\n2,oops,0.5,red\n3,1.2,0.1,red\n4,0.1,0.5,red\n5,0.6,0.5,red\n");
  const auto rows_of = [&](const std::string& options) {
    std::vector<std::string> rows;
    for (const std::string& line : lines("n.csv --quiet " + options)) rows.push_back(fields_of(line)[0]);
    return rows;
  };
  EXPECT_THAT(rows_of("--sort"), ElementsAre("row", "3", "5", "1", "4", "2"));  // ties as in the file, unscored last
  EXPECT_THAT(rows_of("--top 3"), ElementsAre("row", "3", "5", "1"));
  EXPECT_THAT(rows_of("--top 3 --sort"), ElementsAre("row", "3", "5", "1"));
  EXPECT_THAT(rows_of("--top 99"), ElementsAre("row", "3", "5", "1", "4"));
  const auto said = pauc("predict run n.csv --top 2 --out s.csv --json");
  EXPECT_THAT(said.err, HasSubstr("1 of 5 rows could not be scored; they are left out"));
  EXPECT_EQ(json::parse(said.out)["written"], 2);
  EXPECT_EQ(json::parse(said.out)["rows"], 5);
  refused("predict run n.csv --top 0", 2, "top: expected at least 1 row, got 0");
  refused("predict run n.csv --top 2.5", 2, "--top");
}

// Reads a line within a minute; a row that is held back would never come.
std::string line_from(int descriptor) {
  constexpr int kMinute = 60'000;
  std::string line;
  for (char c = 0; c != '\n'; line += c) {
    pollfd asked{descriptor, POLLIN, 0};
    if (poll(&asked, 1, kMinute) != 1 || read(descriptor, &c, 1) != 1) return line + " and then nothing";
  }
  return line;
}

void send_to(int descriptor, const std::string& text) {
  EXPECT_EQ(write(descriptor, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST_F(PredictOutput, RowsOfAPipeComeOutAsTheyComeIn) {
  folder_.file("n.csv", "id,a,b,c\nK1,0.1,0.5,red\nK2,1.2,0.1,blue\nK3,0.7,0.3,red\n");
  const auto expected = lines("n.csv --at-fpr 0.2 --quiet");
  for (const char* place : {"- < in", "in"}) {
    ASSERT_EQ(mkfifo(folder_.path("in").c_str(), 0600) + mkfifo(folder_.path("out").c_str(), 0600), 0);
    std::thread command([&] { pauc(joined("predict run ", place, " --at-fpr 0.2 --quiet > out")); });
    int in = 0, out = 0;
    if (place[0] == '-') {
      in = open(folder_.path("in").c_str(), O_WRONLY | O_CLOEXEC);
      out = open(folder_.path("out").c_str(), O_RDONLY | O_CLOEXEC);
    } else {
      out = open(folder_.path("out").c_str(), O_RDONLY | O_CLOEXEC);
      in = open(folder_.path("in").c_str(), O_WRONLY | O_CLOEXEC);
    }
    send_to(in, "id,a,b,c\nK1,0.1,0.5,red\n");
    EXPECT_EQ(line_from(out), expected.at(0) + "\n");
    EXPECT_EQ(line_from(out), expected.at(1) + "\n");
    send_to(in, "K2,1.2,0.1,blue\nK3,0.7");
    EXPECT_EQ(line_from(out), expected.at(2) + "\n");
    send_to(in, ",0.3,red\n");
    EXPECT_EQ(line_from(out), expected.at(3) + "\n");
    close(out);  // nobody reads on: the command ends although its input does not
    send_to(in, "K1,0.1,0.5,red\n");
    command.join();
    close(in);
    for (const char* fifo : {"in", "out"}) std::filesystem::remove(folder_.path(fifo));
  }
}

// A heap of the best equals the head of the sorted output, over several blocks.
TEST_F(PredictOutput, KeepsTheTopOfALongFile) {
  std::string text = "id,a,b,c\n";
  for (int k = 0; k < 10000; ++k) text += joined(k, ",", (k * 7919) % 1000 / 1000.0, ",0.5,red\n");
  folder_.file("long.csv", text);
  auto sorted = lines("long.csv --sort");
  ASSERT_EQ(sorted.size(), 10001U);
  sorted.resize(38);
  EXPECT_EQ(lines("long.csv --top 37"), sorted);
}

TEST_F(PredictOutput, CarriesTheColumnsThatAreAskedFor) {
  folder_.file("n.csv", "\"age, years\",a,b,c,score,id\n63,0.1,0.5,red,x,K1\n\"7,5\",1.2,,\"a \"\"b\"\"\",y,K2\n");
  const auto some = lines("n.csv --quiet --keep '\"age, years\",c'");
  EXPECT_EQ(some[0], "row,id,score,\"age, years\",c");
  EXPECT_THAT(some[1], testing::EndsWith(",63,red"));
  EXPECT_THAT(some[2], testing::EndsWith(",\"7,5\",\"a \"\"b\"\"\""));
  const auto all = pauc("predict run n.csv --keep all");
  EXPECT_EQ(lines_of(all.out)[0], "row,id,score,\"age, years\",a,b,c,input_score,input_id");
  EXPECT_THAT(all.err, HasSubstr("column score of the data is called input_score in the output"));
  EXPECT_THAT(all.err, Not(HasSubstr("does not use")));
  EXPECT_THAT(lines_of(all.out)[1], testing::EndsWith(",63,0.1,0.5,red,x,K1"));
  refused("predict run n.csv --keep agee --quiet", 65, "n.csv: no column \"agee\"");
  refused("predict run n.csv --keep a,a --quiet", 2, "keep: expected each column once, got a twice");
}

// The figures of --evaluate are those of `pauc evaluate` on the output.
TEST_F(PredictOutput, JudgesRowsWithLabelsAtOnce) {
  const auto result = pauc("predict run t.csv --label y --evaluate --at-fpr 0.3 --out s.csv --json --quiet");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const json page = json::parse(result.out);
  const auto written = lines_of(content_of(folder_.path("s.csv")));
  EXPECT_EQ(written[0], "row,id,label,score,decision");
  EXPECT_EQ(page["evaluation"], json::parse(pauc("evaluate s.csv --fpr-max 0.3 --json --quiet").out));
  int found = 0;
  int alarms = 0;
  for (std::size_t k = 1; k < written.size(); ++k) {
    const auto fields = fields_of(written[k]);
    EXPECT_EQ(fields[2], (k - 1) % 3 == 0 ? "1" : "0");
    found += fields[2] == "1" && fields[4] == "1" ? 1 : 0;
    alarms += fields[2] == "0" && fields[4] == "1" ? 1 : 0;
  }
  EXPECT_EQ(page["decided"], json({{"positives", 60}, {"found", found}, {"negatives", 120}, {"false_alarms", alarms}}));
  // The label of the training is the default; for people the figures stand below the scores or on standard output.
  const auto said = pauc("predict run t.csv --evaluate --out s2.csv");
  EXPECT_THAT(said.out, HasSubstr("AUC"));
  const auto piped = pauc("predict run t.csv --evaluate");
  EXPECT_THAT(piped.err, HasSubstr("AUC"));
  EXPECT_EQ(piped.out, content_of(folder_.path("s2.csv")));
}

TEST_F(PredictOutput, LeavesOutRowsWithoutALabel) {
  folder_.file("n.csv", "id,a,b,c,sick\n1,0.1,0.5,red,0\n2,0.5,0.5,red,\n3,1.2,0.1,red,1\n4,x,0.1,red,1\n");
  const auto result = pauc("predict run n.csv --label sick --evaluate --out s.csv --json --quiet");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["not_evaluated"], 2);
  EXPECT_EQ(json::parse(result.out)["evaluation"]["n_positive"], 1);
  EXPECT_EQ(fields_of(lines_of(content_of(folder_.path("s.csv")))[2])[2], "");
  folder_.file("one.csv", "id,a,b,c,sick\n1,0.1,0.5,red,0\n");
  refused("predict run one.csv --label sick --evaluate --out s3.csv --quiet", 65,
          "one.csv: evaluate: expected scored rows of both classes, got 0 positives among 1");
  refused("predict run one.csv --evaluate --out s3.csv --quiet", 65, "one.csv: no column \"y\"");
}

TEST_F(PredictOutput, SaysWhichColumnsAreUnlikeTheTraining) {
  EXPECT_THAT(pauc("predict run t.csv").err, Not(HasSubstr("unlike")));
  EXPECT_EQ(json::parse(pauc("predict run t.csv --out s.csv --json --quiet").out)["unlike"], json::array());
  folder_.file("n.csv", "id,a,b,c\n1,12.5,0.5,red\n2,9,,violet\n3,0.5,,violet\n4,0.5,0.5,blue\n");
  const auto result = pauc("predict run n.csv --out s.csv --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("n.csv: unlike the training rows: a: 2 of 4 rows are out of the range"));
  EXPECT_THAT(result.err, HasSubstr(": from 9 to 12.5"));
  EXPECT_THAT(result.err, HasSubstr("c: 2 of 4 rows have a category that training did not have, such as \"violet\""));
  const json page = json::parse(result.out);
  EXPECT_EQ(page["unlike_rows"], 3);
  ASSERT_EQ(page["unlike"].size(), 2U);  // b is missing in some training rows too
  EXPECT_EQ(page["unlike"][0]["column"], "a");
  EXPECT_EQ(page["unlike"][0]["outside"], 2);
  EXPECT_EQ(page["unlike"][1]["unknown"], 2);
  std::string empty = "id,a,b,c\n";
  for (int k = 0; k < 30; ++k) empty += joined(k, ",0.5,,red\n");
  folder_.file("empty.csv", empty);
  EXPECT_THAT(pauc("predict run empty.csv").err, HasSubstr("b: missing in 30 of 30 rows, in training in "));
}

TEST_F(PredictOutput, RefusesUnlikeRowsIfStrict) {
  folder_.file("n.csv", "id,a,b,c\n1,12.5,0.5,red\n2,0.5,0.5,violet\n");
  refused("predict run n.csv --strict --quiet", 65,
          "n.csv: strict: expected rows like those of the training, got a: 1 of 2 rows are out of the range");
  refused("predict run n.csv --strict --out s.csv --quiet", 65, "and 1 more columns like it");
  EXPECT_EQ(lines("t.csv --strict"), lines("t.csv"));
}

// A run of a version that kept no ranges still scores.
TEST_F(PredictOutput, ReadsCardsWithoutRanges) {
  const auto before = lines("t.csv");
  json card = read("run/model.json");
  for (json& column : card["preprocessing"]["columns"]) {
    if (!column.contains("dropped")) {
      EXPECT_EQ(column.erase("seen"), 1U) << column;
    }
  }
  folder_.file("run/model.json", card.dump());
  EXPECT_EQ(lines("t.csv"), before);
  const json page = json::parse(pauc("predict run t.csv --out s.csv --json --quiet").out);
  EXPECT_FALSE(page.contains("unlike"));
  refused("predict run t.csv --strict --quiet", 2, "strict: expected a run whose card has the ranges of its columns");
}

TEST_F(PredictOutput, LibsvmHasLabelsButNoColumns) {
  std::string text;
  for (int k = 0; k < 120; ++k) text += joined(k % 3 == 0 ? 1 : 0, " 1:", k % 3 == 0 ? 2 : k % 5, " 2:", k % 7, "\n");
  folder_.file("d.svm", text);
  EXPECT_EQ(pauc("train d.svm --model linear --objective ce --quiet --out sparse").exit_code, 0);
  const auto judged = pauc("predict sparse d.svm --evaluate --out s.csv --json --quiet");
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_EQ(json::parse(judged.out)["evaluation"]["n_positive"], 40);
  refused("predict sparse d.svm --keep all --quiet", 2, "keep: expected a CSV file");
  refused("predict sparse d.svm --strict --quiet", 2, "strict: expected a run whose card has the ranges");
}

TEST_F(PredictOutput, JudgingByTheRowsOfTheTrainingIsSaid) {
  const std::string words = "took part in the training";
  EXPECT_THAT(pauc("predict run t.csv --label y --evaluate --out scores.csv").err,
              HasSubstr("t.csv: 162 of 180 rows " + words));           // all but the test part
  std::filesystem::remove(folder_.path("run/seen-rows.safetensors"));  // as an earlier version left it
  EXPECT_THAT(pauc("predict run t.csv --label y --evaluate --out scores.csv").err, HasSubstr("t.csv " + words));
  folder_.file("new.csv", "a,b,c,y\n0.9,0.1,red,1\n0.2,0.3,blue,0\n");
  EXPECT_THAT(pauc("predict run new.csv --label y --evaluate --out scores.csv").err, Not(HasSubstr(words)));
}

TEST_F(PredictOutput, LabelsWrittenInAnotherWayAreSaid) {
  folder_.file("n.csv", "a,b,c,y\n0.9,0.1,red,yes\n0.2,0.3,blue,no\n");
  const auto result = pauc("predict run n.csv --label y --quiet");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(pauc("predict run n.csv --label y --out scores.csv").err,
              HasSubstr("warning: n.csv: no label is the positive one of the training, \"1\"; all count as negative, "
                        "such as \"yes\""));
}

}  // namespace
}  // namespace pauc::test
