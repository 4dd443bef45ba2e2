// Run folders are mailed about: whatever stands in their files is read or refused with the file's name.
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "pauc/record/run_paths.h"
#include "pauc/report/figure/training_svg.h"
#include "pauc/report/finished_run.h"
#include "pauc/report/report.h"
#include "support/hostile_files.h"
#include "support/problems.h"
#include "support/refusals.h"
#include "support/run_folders.h"

namespace pauc::record {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using test::damaged;
using test::nested;
using test::repeated;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

Picture small_picture() { return {"image/svg+xml", "<svg/>"}; }

class HostileRun : public testing::Test {
 protected:
  HostileRun() { write(); }

  void write() const {
    test::WrittenRun run;
    run.part = part_;
    test::write_auto_run(folder_, "run", run);
    const HardestExamples hardest = {{{0, 3, "P3", -1.5, small_picture()}}, {{0, 4, "P4", 2.5, {}}}};
    folder_.file(names_.hardest(), hardest_json(hardest, hardest));
  }

  std::string full(const std::string& file) const { return folder_.path(file); }
  std::string content(const std::string& file) const { return test::content_of(full(file)); }

  std::string refusal(Fault fault = Fault::data) const {
    return test::refusal_of([&] { report::report_on_runs({full("run")}, {}); }, fault);
  }
  std::string refusal_with(const std::string& file, const std::string& content) const {
    write();
    folder_.file(file, content);
    return refusal();
  }
  // The card, or another file, with one value changed; the new value is any text.
  std::string refusal_at(const std::string& pointer, const std::string& value) const {
    return refusal_in(names_.card(), pointer, value);
  }
  std::string refusal_in(const std::string& file, const std::string& pointer, const std::string& value) const {
    write();
    return refusal_with(file, test::with_value(Json::parse(content(file)), pointer, value));
  }
  std::string refusal_of_log(const std::string& field, const std::string& value) const {
    const Json line = Json::parse(epoch_log_text({{1, "pretrain", 0.7, 0.6, 0.55, 0.5, 0.1, 1}}));
    return refusal_with(names_.log(), "\n" + test::with_value(line, "/" + field, value) + "\n");
  }
  std::string linked(const std::string& file, const std::string& to) const {
    fs::remove_all(full("run"));  // lest links of before be written through
    write();
    fs::remove(full(file));
    fs::create_symlink(to, full(file));
    return refusal();
  }

  test::TemporaryFolder folder_;
  RunPaths names_{"run"};
  ScoredPart part_ = test::random_part(5, 10, 40);
};

TEST_F(HostileRun, IsReadWhereNothingIsWrong) { EXPECT_EQ(refusal(), ""); }

TEST_F(HostileRun, DeepNestingIsRefusedInEveryFile) {
  const std::string deep = "lists and objects inside each other";
  for (const std::size_t depth : {std::size_t{33}, std::size_t{300000}}) {
    EXPECT_THAT(refusal_at("/model/options/x", nested(depth)),
                HasSubstr("model.json: expected a model card, got more"));
    EXPECT_THAT(refusal_at("/training/seed", nested(depth)), EndsWith(deep));
    EXPECT_THAT(refusal_at("/training/seed", repeated("[", depth)), EndsWith(deep));
    EXPECT_THAT(refusal_at("/elsewhere", repeated("{\"a\":", depth) + "1" + repeated("}", depth)), EndsWith(deep));
    EXPECT_THAT(refusal_with(names_.hardest(), nested(depth)), EndsWith(deep));
    EXPECT_THAT(refusal_in(names_.hardest(), "/test/positives", nested(depth)), HasSubstr("hardest.json: expected"));
    EXPECT_THAT(refusal_in(names_.candidates_table(), "/0/ci", nested(depth)), HasSubstr("candidates.json: expected"));
    EXPECT_THAT(refusal_in(names_.start(), "/command", nested(depth)), HasSubstr("run.json: expected"));
  }
  EXPECT_THAT(refusal_of_log("phase", nested(100)), EndsWith(deep));
  EXPECT_EQ(refusal_at("/elsewhere", nested(31)), "");
  EXPECT_EQ(refusal_at("/elsewhere", "\"" + repeated("[\\\"{", 100) + "\""), "");
}

TEST_F(HostileRun, ManyMembersAreRefused) {
  std::string members = "{\"0\":0";
  for (int k = 1; k < 1025; ++k) members += ",\"" + std::to_string(k) + "\":0";
  EXPECT_THAT(refusal_at("/elsewhere", members + "}"), HasSubstr("got an object of more than 1024 members"));
  EXPECT_EQ(refusal_at("/elsewhere", "[" + repeated("{\"a\":1},", 2000) + "{}]"), "");
  EXPECT_EQ(refusal_at("/elsewhere", "[" + repeated("\"a:b\",", 2000) + "{}]"), "");
}

TEST_F(HostileRun, OptionsArePlain) {
  EXPECT_THAT(refusal_at("/model/options/x", "[1]"),
              EndsWith("model.json: model: options: x: expected a text, a number, true or false, got a list"));
  EXPECT_THAT(refusal_at("/training/objective/options", "[]"), HasSubstr("options: expected an object, got a list"));
  EXPECT_THAT(refusal_at("/versions/pauc", "{}"), HasSubstr("versions: pauc: expected a text"));
  EXPECT_THAT(refusal_at("/model/options", "{\"" + repeated("x", 257) + "\": 1}"), HasSubstr("at most 256 bytes"));
  EXPECT_EQ(refusal_at("/model/options/x", "true"), "");
}

TEST_F(HostileRun, LinksOutOfTheFolderAreRefused) {
  folder_.file("secret", "of somebody else");
  for (const std::string& file :
       {names_.config(), names_.card(), names_.log(), names_.hardest(), names_.start(), names_.candidates_table(),
        names_.predictions("test"), RunPaths(names_.candidate("ce")).config()}) {
    EXPECT_THAT(linked(file, full("secret")), HasSubstr("got a link that leads out of it")) << file;
    EXPECT_THAT(linked(file, full("secret")), HasSubstr(full(file) + ": expected something in ")) << file;
  }
  EXPECT_THAT(linked(names_.config(), "../secret"), HasSubstr("got a link that leads out of it"));
  EXPECT_THAT(linked(names_.config(), "/dev/zero"), HasSubstr("got a link that leads out of it"));
  // A folder whose name begins as that of the run.
  fs::create_directories(full("run-2"));
  folder_.file("run-2/config.yaml", "");
  EXPECT_THAT(linked(names_.config(), "../run-2/config.yaml"), HasSubstr("got a link that leads out of it"));
  EXPECT_EQ(linked(names_.config(), "candidates/ce/config.yaml"), "");
}

TEST_F(HostileRun, ARunThatIsALinkItselfIsRead) {
  fs::create_directory_symlink(full("run"), full("link"));
  EXPECT_EQ(test::refusal_of([&] { report::report_on_runs({full("link")}, {}); }), "");
  EXPECT_EQ(test::refusal_of([&] { report::report_on_runs({full("run/")}, {}); }), "");
}

TEST_F(HostileRun, ACandidateElsewhereIsRefused) {
  fs::rename(full(names_.candidate("ce")), full("elsewhere"));
  fs::create_directory_symlink(full("elsewhere"), full(names_.candidate("ce")));
  EXPECT_THAT(refusal(), HasSubstr("candidates/ce: expected something in "));
}

TEST_F(HostileRun, PipesAndFoldersAreRefusedAtOnce) {
  for (const std::string& file :
       {names_.config(), names_.card(), names_.log(), names_.hardest(), names_.predictions("test")}) {
    write();
    fs::remove(full(file));
    ASSERT_EQ(mkfifo(full(file).c_str(), 0600), 0);
    EXPECT_THAT(refusal(), EndsWith(file + ": expected a file, got a pipe"));
    fs::remove(full(file));
    fs::create_directory(full(file));
    EXPECT_THAT(refusal(), EndsWith(file + ": expected a file, got a folder"));
    fs::remove(full(file));
  }
}

TEST_F(HostileRun, LargeFilesAreRefused) {
  EXPECT_EQ(refusal_with(names_.config(), std::string(1 << 18, 'x')), "");
  EXPECT_THAT(refusal_with(names_.config(), std::string((1 << 18) + 1, 'x')),
              EndsWith("config.yaml: expected at most 262144 bytes, got more"));
  write();
  fs::resize_file(full(names_.card()), (1 << 28) + 1);
  EXPECT_THAT(refusal(), EndsWith("model.json: expected at most 268435456 bytes, got more"));
  EXPECT_THAT(refusal_with(names_.start(), std::string((1 << 24) + 1, ' ')), HasSubstr("run.json: expected at most"));
  EXPECT_THAT(refusal_with(names_.hardest(), std::string((1 << 26) + 1, ' ')),
              HasSubstr("hardest.json: expected at most 67108864"));
  EXPECT_THAT(refusal_with(names_.log(), "\n" + std::string(5000, ' ')),
              EndsWith("log.jsonl: line 2: expected at most 4096 bytes, got 5000"));
  EXPECT_THAT(refusal_in(names_.start(), "/command", "\"" + std::string(70000, 'x') + "\""),
              EndsWith("run.json: command: expected a text of at most 65536 bytes, got 70000"));
}

TEST_F(HostileRun, ASparseFileOfATerabyteIsRefused) {
  fs::resize_file(full(names_.config()), std::uintmax_t{1} << 40);
  EXPECT_THAT(refusal(), HasSubstr("config.yaml: expected at most 262144 bytes"));
}

TEST_F(HostileRun, CompressedFilesAreRefused) {
  folder_.gzipped(names_.predictions("test"), predictions_csv(part_));
  EXPECT_THAT(refusal(), EndsWith("predictions-test.csv: expected a text, got a compressed file"));
}

TEST_F(HostileRun, MessagesStayShort) {
  EXPECT_LT(refusal_with(names_.card(), "{\"" + std::string(1 << 20, 'x') + "\" 5}").size(), 1000U);
  EXPECT_LT(refusal_at("/target", "\"" + std::string(1 << 20, 'x') + "\"").size(), 1000U);
}

TEST_F(HostileRun, CountsOfTheCardAreChecked) {
  for (const char* rows :
       {"1e300", "-1", "1.5", "\"3\"", "null", "true", "[]", "18446744073709551615", "9007199254740993"}) {
    EXPECT_THAT(refusal_at("/data/train/rows", rows),
                HasSubstr("model.json: data: train: rows: expected a whole number from 0 to 9007199254740992, got"))
        << rows;
  }
  EXPECT_THAT(refusal_at("/data/test/positive", "51"),
              EndsWith("data: test: positive: expected a whole number from 0 to 50, got \"51\""));
  EXPECT_THAT(refusal_at("/data/files/0/bytes", "-4"), HasSubstr("files: 1: bytes: expected a whole number"));
  EXPECT_THAT(refusal_at("/data/files/0/crc32", "4294967296"), HasSubstr("crc32: expected a whole number from 0 to"));
  for (const char* epoch : {"-1", "3", "1e300", "-9223372036854775808", "18446744073709551615"}) {
    EXPECT_THAT(refusal_at("/training/best_epoch", epoch),
                HasSubstr("best_epoch: expected a whole number from 0 to 2,"));
  }
  EXPECT_THAT(refusal_at("/training/epochs", "1000000001"), HasSubstr("epochs: expected a whole number"));
  for (const char* seed : {"1.5", "18446744073709551615", "{}", "\"x\""}) {
    EXPECT_THAT(refusal_at("/training/seed", seed), HasSubstr("training: seed: expected a whole number")) << seed;
  }
}

TEST_F(HostileRun, TheTargetIsBadDataRatherThanAWrongOption) {
  EXPECT_THAT(refusal_at("/target/fpr_max", "2"),
              EndsWith("model.json: target: fpr_max: expected a number from 0 to 1, got \"2\""));
  EXPECT_THAT(refusal_at("/target/fpr_max", "0"), HasSubstr("model.json: target: fpr_max: expected 0 < fpr_max"));
  EXPECT_THAT(refusal_at("/target/fpr_min", "0.5"), HasSubstr("model.json: target: fpr_min: expected less than"));
  EXPECT_THAT(refusal_at("/target/tpr_min", "1e999"), HasSubstr("model.json: expected a model card, got"));
}

TEST_F(HostileRun, ThresholdsAreFewRates) {
  EXPECT_THAT(refusal_at("/thresholds/0/fpr", "1.01"),
              EndsWith("thresholds: 1: fpr: expected a number from 0 to 1, got \"1.01\""));
  EXPECT_THAT(refusal_at("/thresholds/0/fpr", "-0.1"), HasSubstr("fpr: expected a number from 0 to 1"));
  EXPECT_THAT(refusal_at("/thresholds/0/threshold", "null"), EndsWith("threshold: expected a number, got \"null\""));
  const std::string one = R"({"fpr":0.1,"threshold":1,"realised_fpr":0.1,"tpr":0.5})";
  EXPECT_EQ(refusal_at("/thresholds", "[" + repeated(one + ",", 63) + one + "]"), "");
  EXPECT_THAT(refusal_at("/thresholds", "[" + repeated(one + ",", 64) + one + "]"),
              EndsWith("model.json: thresholds: expected at most 64 thresholds, got 65"));
}

TEST_F(HostileRun, ACardOfAnotherFormatIsRefused) {
  for (const char* format : {"2", "\"1\"", "true", "null"}) {
    EXPECT_THAT(refusal_at("/format", format), HasSubstr("model.json: expected a model card of format 1, got "));
    EXPECT_THAT(refusal_at("/format", format), EndsWith("it belongs to another version of pauc"));
  }
  EXPECT_THAT(refusal_with(names_.card(), "{}"),
              EndsWith("model.json: expected a model card with \"format\", got an object"));
}

TEST_F(HostileRun, EpochsOfTheLogAreSensible) {
  for (const char* epoch : {"1e300", "-1", "18446744073709551615", "-9223372036854775808", "1.5", "1000000001"}) {
    EXPECT_THAT(refusal_of_log("epoch", epoch),
                HasSubstr("log.jsonl: line 2: epoch: expected a whole number from 0 to 1000000000, got"))
        << epoch;
  }
  for (const char* field : {"objective", "train", "valid", "lr", "seconds"}) {
    EXPECT_THAT(refusal_of_log(field, "null"), HasSubstr(std::string(field) + ": expected a number, got \"null\""));
    EXPECT_THAT(refusal_of_log(field, "1e999"), HasSubstr("line 2: expected a line of a training log, got"));
  }
  for (const char* field : {"objective", "train", "valid", "realised_fraction"}) {
    EXPECT_THAT(refusal_of_log(field, "-1.7e308"), HasSubstr("line 2: expected numbers from -1e+300 to 1e+300, got"));
  }
  EXPECT_THAT(refusal_of_log("realised_fraction", "\"x\""), HasSubstr("realised_fraction: expected a number"));
  EXPECT_THAT(refusal_of_log("phase", "4"), HasSubstr("phase: expected a text"));
  EXPECT_EQ(refusal_of_log("epoch", "1000000000"), "");
}

TEST_F(HostileRun, CandidatesHaveNamesOfTheirOwnAndOneWasKept) {
  const std::string file = names_.candidates_table();
  EXPECT_THAT(refusal_in(file, "/0/name", "\"sopa\""),
              EndsWith("candidates.json: 2: expected candidates of different names, got \"sopa\" twice"));
  EXPECT_THAT(refusal_in(file, "/0/kept", "true"),
              EndsWith("candidates.json: expected one candidate that was kept, got 2"));
  EXPECT_THAT(refusal_in(file, "/1/kept", "false"), EndsWith("expected one candidate that was kept, got 0"));
  EXPECT_THAT(refusal_with(file, "[]"), EndsWith("expected one candidate that was kept, got 0"));
  EXPECT_THAT(refusal_with(file, "{}"), EndsWith("candidates.json: expected a list of candidates, got an object"));
  EXPECT_THAT(refusal_in(file, "/1/kept", "1"),
              EndsWith("candidates.json: 2: kept: expected true or false, got \"1\""));
  for (const char* name : {"\"\"", "\"..\"", "\"a/b\"", "\"ce\\u0000x\"", "\"a\\nb\""}) {
    EXPECT_THAT(refusal_in(file, "/0/name", name), HasSubstr("1: name: expected the name of a candidate, got")) << name;
  }
  for (const char* ci : {"[]", "[0.5]", "[0.5,0.6,0.7]", "[0.7,0.6]", "[null,1]", "{}", "1"}) {
    EXPECT_THAT(refusal_in(file, "/1/ci", ci), HasSubstr("candidates.json: 2: ci: ")) << ci;
  }
  EXPECT_THAT(refusal_in(file, "/1/valid", "null"), HasSubstr("2: valid: expected a number"));
  EXPECT_THAT(refusal_in(file, "/1/best_epoch", "1e300"), HasSubstr("2: best_epoch: expected a whole number"));
  std::string many;
  for (int k = 0; k < 65; ++k) {
    many +=
        (k > 0 ? "," : "") + std::string("{\"name\":\"c") + std::to_string(k) +
        "\",\"objective\":\"ce\",\"best_epoch\":1,\"valid\":0.5,\"ci\":null,\"kept\":" + (k == 0 ? "true" : "false") +
        "}";
  }
  EXPECT_THAT(refusal_with(file, "[" + many + "]"), EndsWith("expected at most 64 candidates, got 65"));
}

TEST_F(HostileRun, PredictionsOfOneClassAreRefusedByName) {
  const std::string file = names_.predictions("test");
  EXPECT_THAT(refusal_with(file, "row,label,score\n"),
              EndsWith("run/predictions-test.csv: expected both classes, got no positive"));
  EXPECT_THAT(refusal_with(file, "row,label,score\n1,1,0.5\n"),
              EndsWith("run/predictions-test.csv: expected both classes, got no negative"));
  EXPECT_THAT(refusal_with(file, "row,label,score,weight\n1,1,0.5,0\n2,0,1,1\n"),
              EndsWith("predictions-test.csv: expected both classes, got no positive of weight above 0"));
  EXPECT_THAT(refusal_with(file, "row,label,score\n1.5,1,0.5\n"),
              HasSubstr("line 2, column 1 (row): expected the number"));
  EXPECT_THAT(refusal_with(file, "row,label,score\n1,1,1e999\n"), HasSubstr("expected a finite number"));
}

void expect_finite(const report::FinishedRun& run) {
  for (const CardThreshold& kept : run.card.thresholds) {
    EXPECT_TRUE(kept.fpr >= 0 && kept.fpr <= 1 && std::isfinite(kept.threshold));
  }
  EXPECT_TRUE(run.card.target.fpr_max > run.card.target.fpr_min && run.card.target.fpr_max <= 1);
  for (const Epoch& epoch : run.epochs) {
    EXPECT_TRUE(epoch.epoch >= 0 && std::isfinite(epoch.objective + epoch.train + epoch.valid + epoch.lr));
  }
  for (const CandidateResult& candidate : run.candidates) EXPECT_TRUE(std::isfinite(candidate.valid));
  for (const auto* examples : {&run.hardest.positives, &run.hardest.negatives}) {
    for (const HardExample& example : *examples) EXPECT_TRUE(example.row >= 1 && std::isfinite(example.score));
  }
  const report::TrainingFigures figures = report::training_svg({"pAUC", run.card.best_epoch, run.epochs});
  EXPECT_THAT(figures.target + figures.objective, Not(testing::AnyOf(HasSubstr("nan"), HasSubstr("inf"))));
}

TEST_F(HostileRun, DamagedFilesAreReadOrRefused) {
  Random random(20);
  for (const std::string& file : {names_.card(), names_.log(), names_.hardest(), names_.start(),
                                  names_.candidates_table(), names_.predictions("test")}) {
    write();
    const std::string good = content(file);
    int read = 0;
    constexpr int kTrials = 400;
    for (int trial = 0; trial < kTrials; ++trial) {
      const std::string bad = damaged(good, random);
      SCOPED_TRACE(bad);
      folder_.file(file, bad);
      try {
        expect_finite(report::read_run(full("run"), "test"));
        ++read;
      } catch (const UserError& error) {
        EXPECT_EQ(error.fault(), Fault::data) << error.what();
        EXPECT_THAT(error.what(), HasSubstr(file));
      }
    }
    EXPECT_GT(read, 0) << file;
    EXPECT_LT(read, kTrials) << file;
  }
}

}  // namespace
}  // namespace pauc::record
