// A clinician's table as it comes out of a hospital, against the same table cleaned by hand.
#include "pauc/core/io/csv.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Messy : public TrainingTest {
 protected:
  void SetUp() override {
    TrainingTest::SetUp();
    const auto made = run_shell(PAUC_PYTHON " tests/support/messy_patients.py '" + folder_.path(".") + "'");
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  CommandResult train(const std::string& file, const std::string& out) const {
    const auto result = pauc(
        "train " + file + " --label outcome --fpr-max 0.1 --model linear --objective ce --importance 0 --out " + out);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result;
  }
  double auc(const std::string& run) const {
    return read(run + "/metrics.json")["test"]["scores"]["score"]["auc"]["value"].get<double>();
  }
};

TEST_F(Messy, TrainsAsWellAsTheCleanedTable) {
  const auto messy = train("messy.csv", "messy");
  train("clean.csv", "clean");
  EXPECT_GT(auc("clean"), 0.7);
  EXPECT_NEAR(auc("messy"), auc("clean"), 0.005);
  EXPECT_THAT(messy.err, HasSubstr("positive: outcome = 2 (156 of 6000 rows, 2.6 %)"));
  EXPECT_THAT(messy.err, HasSubstr("messy.csv: read as Windows-1252 (Latin-1), since it is not UTF-8"));
  EXPECT_THAT(messy.err, HasSubstr("warning: column sepsis date is filled for 100 % of the positives"));
  EXPECT_THAT(messy.err, HasSubstr("column case is left out: long whole numbers of one length look like ids"));
  EXPECT_THAT(messy.err, HasSubstr("column hospital is dropped: in training it is constant"));
  EXPECT_THAT(messy.err, HasSubstr("with a bound (\"<5\" is read as 5)"));
  EXPECT_THAT(content_of(folder_.path("messy/report.html")), HasSubstr("Warning: column sepsis date is filled"));
}

TEST_F(Messy, IsScoredAlikeInEveryEncodingAndAsInTraining) {
  train("messy.csv", "messy");
  const auto scores = [&](const std::string& file) {
    const auto result = pauc("predict messy " + file);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.err, Not(HasSubstr("could not be scored")));
    return result.out;
  };
  const std::string latin = scores("messy.csv");
  EXPECT_EQ(scores("messy-utf8.csv"), latin);
  const auto converted = run_shell("iconv -f UTF-8 -t UTF-16 '" + folder_.path("messy-utf8.csv") + "' > '" +
                                   folder_.path("messy-16.csv") + "'");
  ASSERT_EQ(converted.exit_code, 0) << converted.err;
  EXPECT_EQ(scores("messy-16.csv"), latin);
  // The first test row has the score that training gave it.
  CsvReader test(folder_.path("messy/predictions-test.csv"), {});
  test.next();
  const auto lines = lines_of(latin);
  const std::string line = lines.at(static_cast<std::size_t>(test.number(test.column("row"))));
  EXPECT_NEAR(std::stod(line.substr(line.find(',') + 1)), test.number(test.column("score")), 1e-6);
}

// The way of a newcomer: from the file to decisions on next month's, with the outcome known later.
TEST_F(Messy, LeadsToDecisionsOnTheFileOfTheNextMonth) {
  const auto begun = pauc("start messy.csv --yes --effort quick --out run");
  ASSERT_EQ(begun.exit_code, 0) << begun.err;
  EXPECT_THAT(begun.err,
              testing::AllOf(HasSubstr("[outcome] outcome"), HasSubstr("positive: outcome = 2 (156 of 6000")));
  EXPECT_TRUE(exists("run/report.html"));
  // Without the columns that are known later, in another order, ages in months, a new ward in every third row.
  CsvReader before(folder_.path("messy-utf8.csv"), {});
  std::string drifted = "ward,platelets,lactate,crp,spo2,pulse,temperature,age,case\n";
  std::string known = "ward,platelets,lactate,crp,spo2,pulse,temperature,age,case,outcome\n";
  for (int row = 0; row < 1000 && before.next(); ++row) {
    const auto field = [&](const char* name) { return std::string(before.field(before.column(name))); };
    std::string rest;
    for (const char* name : {"platelets", "lactate", "crp", "spo2", "pulse", "temperature"}) {
      rest += csv_field(field(name)) + ",";
    }
    const std::string age = field("age");
    const bool digits = age.find_first_not_of("0123456789") == std::string::npos && !age.empty();
    drifted +=
        (row % 3 == 0 ? "New" : field("ward")) + "," + rest + (digits ? age + "0" : age) + "," + field("case") + "\n";
    known += field("ward") + "," + rest + age + "," + field("case") + "," + field("outcome") + "\n";
  }
  folder_.file("next.csv", drifted);
  folder_.file("known.csv", known);
  const auto unlike = pauc("predict run next.csv --at-fpr 0.1 --out next-scores.csv");
  EXPECT_EQ(unlike.exit_code, 0) << unlike.err;
  EXPECT_THAT(unlike.err, testing::AllOf(HasSubstr("unlike the training rows: age: "), HasSubstr("such as \"New\""),
                                         HasSubstr("called positive: ")));
  EXPECT_EQ(pauc("predict run next.csv --strict --out strict.csv").exit_code, 65);
  const auto list = pauc("predict run known.csv --at-fpr 0.1 --top 5 --keep age,ward");
  EXPECT_THAT(lines_of(list.out), testing::SizeIs(6));
  EXPECT_THAT(list.out, testing::StartsWith("row,id,score,decision,age,ward\n"));
  const auto judged = pauc("predict run known.csv --evaluate --at-fpr 0.1 --out known-scores.csv");
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_THAT(judged.err, HasSubstr("decided: "));
  EXPECT_EQ(pauc("calibrate run known.csv --quiet").exit_code, 0);
  EXPECT_THAT(pauc("monitor run known.csv").out, HasSubstr("drift of"));
}

}  // namespace
}  // namespace pauc::test
