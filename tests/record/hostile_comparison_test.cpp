// What `pauc compare` leaves is mailed about too: it is read or refused with the file's name.
#include <sys/stat.h>

#include <cmath>
#include <filesystem>

#include "pauc/record/finished_comparison.h"
#include "pauc/report/figure/convergence_svg.h"
#include "pauc/report/table/comparison_table.h"
#include "record/compared_methods.h"
#include "support/hostile_files.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

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

class HostileComparison : public testing::Test {
 protected:
  HostileComparison() { write(); }

  void write() const {
    fs::create_directories(folder_.path("out"));
    folder_.file("out/table.json", kTable);
    folder_.file("out/curves.csv", kHead + "one_way_0.3,ce,train,1,0.7,0.01\none_way_0.3,ce,train,2,0.8,0\n");
  }
  FinishedComparison read() const { return read_comparison(folder_.path("out")); }
  std::string refusal_with(const std::string& file, const std::string& content) const {
    write();
    folder_.file("out/" + file, content);
    return test::refusal_of([&] { read(); });
  }
  std::string refusal_at(const std::string& pointer, const std::string& value) const {
    return refusal_with("table.json", test::with_value(Json::parse(kTable), pointer, value));
  }
  std::string refusal_of_rows(const std::string& rows) const { return refusal_with("curves.csv", kHead + rows); }

  void expect_usable(const FinishedComparison& comparison) const {
    for (const ConvergencePlot& plot : comparison.plots) {
      EXPECT_THAT(report::convergence_svg(plot),
                  Not(testing::AnyOf(HasSubstr("\"nan"), HasSubstr(" nan"), HasSubstr("inf "))));
    }
    for (const auto& [method, cells] : comparison.methods) {
      for (const FinishedCell& cell : cells) {
        EXPECT_TRUE(std::isfinite(cell.mean) && cell.deviation.value_or(0) >= 0);
      }
    }
  }

  void expect_read_or_refused(const std::string& file, const std::string& good) const {
    Random random(21);
    for (int trial = 0; trial < 1000; ++trial) {
      const std::string bad = damaged(good, random);
      SCOPED_TRACE(bad);
      folder_.file(file, bad);
      try {
        expect_usable(read());
      } catch (const UserError& error) {
        EXPECT_EQ(error.fault(), Fault::data) << error.what();
        EXPECT_THAT(error.what(), HasSubstr(file));
      }
    }
  }

  const std::string kHead = "target,method,part,epoch,mean,std\n";
  const std::string kTable =
      R"({"config":{"model":"gin"},"methods":{"ce":{"one_way_0.3":{"mean":0.7,"std":0.1,"n":5,"chosen":{"lr":0.1}}}}})";
  test::TemporaryFolder folder_;
};

TEST_F(HostileComparison, IsReadWhereNothingIsWrong) {
  const FinishedComparison comparison = read();
  ASSERT_EQ(comparison.methods.size(), 1U);
  EXPECT_EQ(comparison.methods[0].cells.at(0).chosen, (Settings{{"lr", "0.1"}}));
  EXPECT_EQ(comparison.methods[0].cells.at(0).seeds, 5);
  EXPECT_EQ(comparison.plots.at(0).lines.at(0).epochs.size(), 2U);
  EXPECT_EQ(comparison.config, "{\n  \"model\": \"gin\"\n}");
}

TEST_F(HostileComparison, WrongCellsAreRefused) {
  const std::string cell = "/methods/ce/one_way_0.3";
  EXPECT_THAT(refusal_at(cell + "/mean", "null"),
              EndsWith("table.json: methods: ce: one_way_0.3: mean: expected a number, got \"null\""));
  EXPECT_THAT(refusal_at(cell + "/mean", "1e300"), HasSubstr("mean: expected a number from -1e+09 to 1e+09"));
  EXPECT_THAT(refusal_at(cell + "/std", "-0.1"), EndsWith("std: expected at least 0, got -0.1"));
  EXPECT_THAT(refusal_at(cell + "/n", "1e300"), HasSubstr("n: expected a whole number from 1 to"));
  EXPECT_THAT(refusal_at(cell + "/chosen", "{\"a\":[]}"), HasSubstr("chosen: a: expected a text, a number"));
  EXPECT_THAT(refusal_at("/methods", "[]"), HasSubstr("methods: expected an object, got a list"));
  EXPECT_THAT(refusal_at("/methods/ce", "4"), HasSubstr("methods: ce: expected an object, got \"4\""));
  EXPECT_THAT(refusal_with("table.json", "{}"), HasSubstr("expected the table of pauc compare with \"config\""));
}

// Tables before these keys were there, and this one, have none of them.
TEST_F(HostileComparison, WhatATableNeedNotSayIsRead) {
  const FinishedComparison comparison = read();
  EXPECT_EQ(comparison.part, "");
  EXPECT_TRUE(comparison.missing.empty());
  EXPECT_EQ(comparison.methods[0].cells.at(0).standing, Standing::unsaid);
}

TEST_F(HostileComparison, OnlyOneSeedHasNoDeviation) {
  const std::string cell = "/methods/ce/one_way_0.3";
  EXPECT_THAT(refusal_at(cell + "/std", "null"), EndsWith("std: expected a number, got \"null\""));
  EXPECT_EQ(refusal_at(cell, R"({"mean":0.7,"std":null,"n":1})"), "");
  EXPECT_FALSE(read().methods[0].cells.at(0).deviation);
  EXPECT_EQ(refusal_at(cell, R"({"mean":0.7,"std":0,"n":1})"), "");
  EXPECT_EQ(read().methods[0].cells.at(0).deviation, 0.0);
  EXPECT_THAT(refusal_at(cell, R"({"mean":0.7,"n":1})"), HasSubstr("expected an object with \"std\""));
  EXPECT_THAT(refusal_at(cell, R"({"mean":0.7,"std":"null","n":1})"), HasSubstr("std: expected a number, got"));
}

TEST_F(HostileComparison, WrongStandingsAreRefused) {
  const auto refusal = [&](const std::string& keys) {
    return refusal_at("/methods/ce/one_way_0.3", R"({"mean":0.7,"std":0.1,"n":5,)" + keys + "}");
  };
  const auto standing = [&] { return read().methods[0].cells.at(0).standing; };
  EXPECT_EQ(refusal(R"("best":true,"to_best":null)"), "");
  EXPECT_EQ(standing(), Standing::best);
  EXPECT_EQ(refusal(R"("best":false,"to_best":{"beyond_noise":true,"difference":-0.1})"), "");
  EXPECT_EQ(standing(), Standing::apart);
  EXPECT_EQ(refusal(R"("best":false,"to_best":{"beyond_noise":true,"difference":0.1})"), "");
  EXPECT_EQ(standing(), Standing::like_best);
  EXPECT_EQ(refusal(R"("best":false,"to_best":{"beyond_noise":false})"), "");
  EXPECT_EQ(standing(), Standing::like_best);
  EXPECT_EQ(refusal(R"("best":false,"to_best":null)"), "");
  EXPECT_EQ(standing(), Standing::like_best);
  EXPECT_THAT(refusal(R"("best":1)"), EndsWith("one_way_0.3: best: expected true or false, got \"1\""));
  EXPECT_THAT(refusal(R"("best":false)"), HasSubstr("expected an object with \"to_best\""));
  EXPECT_THAT(refusal(R"("best":false,"to_best":[])"), HasSubstr("to_best: expected an object with \"beyond_noise\""));
  EXPECT_THAT(refusal(R"("best":false,"to_best":{"beyond_noise":null})"),
              EndsWith("to_best: beyond_noise: expected true or false, got \"null\""));
}

TEST_F(HostileComparison, WrongPartsAndSentencesAreRefused) {
  EXPECT_THAT(refusal_at("/part", "3"), EndsWith("table.json: part: expected a text, got \"3\""));
  EXPECT_THAT(refusal_at("/part", "\"valid\""), EndsWith("part: expected test or train, got \"valid\""));
  EXPECT_THAT(refusal_at("/part", "\"" + std::string(257, 'x') + "\""), HasSubstr("part: expected a text of at most"));
  EXPECT_THAT(refusal_at("/missing", "\"x\""), EndsWith("missing: expected a list of sentences, got \"x\""));
  EXPECT_THAT(refusal_at("/missing", "[\"x\",{}]"), EndsWith("missing: 2: expected a text, got an object"));
  EXPECT_EQ(refusal_at("/missing", "[" + repeated("\"\",", 99999) + "\"\"]"), "");
  EXPECT_THAT(refusal_at("/missing", "[" + repeated("\"\",", 100000) + "\"\"]"),
              EndsWith("missing: expected at most 100000 sentences, got 100001"));
}

TEST_F(HostileComparison, LongTablesAreRefused) {
  const auto objects = [](int count, const std::string& value) {
    std::string members;
    for (int k = 0; k < count; ++k) members += (k > 0 ? ",\"m" : "\"m") + std::to_string(k) + "\":" + value;
    return "{" + members + "}";
  };
  EXPECT_EQ(refusal_at("/methods", objects(256, "{}")), "");
  EXPECT_THAT(refusal_at("/methods", objects(257, "{}")), EndsWith("methods: expected at most 256 members, got 257"));
  const std::string cell = R"({"mean":0.7,"std":0.1,"n":5})";
  EXPECT_EQ(refusal_at("/methods/ce", objects(64, cell)), "");
  EXPECT_THAT(refusal_at("/methods/ce", objects(65, cell)), EndsWith("expected at most 64 members, got 65"));
  EXPECT_THAT(refusal_at("/methods/other", objects(64, cell)),
              EndsWith("table.json: expected at most 64 targets, got more"));
}

TEST_F(HostileComparison, WrongSizesAndTargetsAreRefused) {
  EXPECT_EQ(refusal_at("/splits", R"({"train":{"n":3,"positive":3},"test":{"n":3,"positive":0}})"), "");
  EXPECT_THAT(refusal_at("/splits", R"({"rest":{"n":3,"positive":1}})"),
              EndsWith("splits: expected train, valid and test, got \"rest\""));
  EXPECT_THAT(refusal_at("/splits", R"({"train":{"n":3,"positive":4}})"),
              HasSubstr("splits: train: positive: expected"));
  EXPECT_THAT(refusal_at("/splits", R"({"train":{"n":-1,"positive":0}})"), HasSubstr("splits: train: n: expected"));
  EXPECT_THAT(refusal_at("/targets", "3"), HasSubstr("targets: expected a list of targets"));
  EXPECT_THAT(refusal_at("/targets", "[\"" + std::string(257, 'x') + "\"]"), HasSubstr("expected a text of at most"));
  EXPECT_THAT(refusal_at("/targets", "[" + repeated("\"x\",", 64) + "\"x\"]"),
              EndsWith("targets: expected at most 64 targets, got 65"));
}

TEST_F(HostileComparison, AConfigThatIsDeepOrLongIsRefused) {
  EXPECT_THAT(refusal_at("/config", nested(20000)), HasSubstr("lists and objects inside each other"));
  const std::string too_long = "table.json: config: expected ";
  EXPECT_THAT(refusal_at("/config", "[" + repeated("0,", 1 << 18) + "0]"),
              HasSubstr(too_long + "at most 262144 bytes"));
  const std::string indented = repeated("[", 28) + repeated("0,", 1 << 14) + "0" + repeated("]", 28);
  EXPECT_THAT(refusal_at("/config", indented), HasSubstr(too_long + "at most 262144 bytes"));
  EXPECT_THAT(refusal_at("/config", "\"" + std::string((1 << 18) + 1, 'x') + "\""),
              HasSubstr(too_long + "a text of at most"));
}

TEST_F(HostileComparison, LinksAndPipesAreRefused) {
  folder_.file("secret", kTable);
  for (const std::string file : {"out/table.json", "out/curves.csv"}) {
    write();
    fs::remove(folder_.path(file));
    fs::create_symlink(folder_.path("secret"), folder_.path(file));
    EXPECT_THAT(test::refusal_of([&] { read(); }), HasSubstr(file + ": expected something in"));
    fs::remove(folder_.path(file));
    ASSERT_EQ(mkfifo(folder_.path(file).c_str(), 0600), 0);
    EXPECT_TRUE(ComparisonPaths(folder_.path("out")).has_table());
    EXPECT_THAT(test::refusal_of([&] { read(); }), EndsWith(file + ": expected a file, got a pipe"));
    fs::remove(folder_.path(file));
  }
}

TEST_F(HostileComparison, CurvesRiseByWholeEpochs) {
  for (const char* epoch : {"-1", "1.5", "1e10", "1e300"}) {
    EXPECT_THAT(refusal_of_rows(std::string("t,ce,train,") + epoch + ",0.5,0\n"),
                HasSubstr("curves.csv: line 2, column 4 (epoch): expected a whole number from 0 to 1000000000, got"));
  }
  EXPECT_THAT(refusal_of_rows("t,ce,train,2,0.5,0\nt,ce,valid,1,0.5,0\nt,ce,train,2,0.5,0\n"),
              EndsWith("curves.csv: line 4, column 4 (epoch): expected an epoch after 2, got \"2\""));
  EXPECT_THAT(refusal_of_rows("t,ce,train,1,0.5,-0.1\n"),
              EndsWith("column 6 (std): expected a deviation of at least 0, got \"-0.1\""));
  EXPECT_THAT(refusal_of_rows("t,ce,train,1,nan,0\n"), HasSubstr("column 5 (mean): expected a finite number"));
  EXPECT_THAT(refusal_of_rows("t,ce,train,1,-1.7e308,0\n"), HasSubstr("column 5 (mean): expected a number that can"));
  EXPECT_THAT(refusal_of_rows("t,ce,train,1,0,1.7e308\n"), HasSubstr("column 6 (std): expected"));
  EXPECT_THAT(refusal_of_rows("t," + std::string(257, 'x') + ",train,1,0,0\n"),
              HasSubstr("a name of at most 256 bytes"));
}

TEST_F(HostileComparison, CurvesAreFew) {
  const auto rows = [](int count, const std::string& before, const std::string& behind) {
    std::string text;
    for (int k = 0; k < count; ++k) text += before + std::to_string(k) + behind;
    return text;
  };
  EXPECT_EQ(refusal_of_rows(rows(128, "t", ",ce,train,1,0.5,0\n")), "");
  EXPECT_THAT(refusal_of_rows(rows(129, "t", ",ce,train,1,0.5,0\n")), EndsWith("expected at most 128 plots, got more"));
  EXPECT_EQ(refusal_of_rows(rows(256, "t,m", ",train,1,0.5,0\n")), "");
  EXPECT_THAT(refusal_of_rows(rows(257, "t,m", ",train,1,0.5,0\n")),
              EndsWith("expected at most 256 lines in a plot, got more"));
}

TEST_F(HostileComparison, LinesKeepTheirOwnRows) {
  folder_.file("out/curves.csv",
               kHead + "a,x,train,1,1,0\nb,x,train,5,2,0\na,y,train,1,3,0\na,x,train,2,4,0\nb,x,valid,1,5,0\n");
  const auto plots = read().plots;
  ASSERT_EQ(plots.size(), 3U);
  EXPECT_EQ(plots[0].title, "a, train part");
  ASSERT_EQ(plots[0].lines.size(), 2U);
  EXPECT_EQ(plots[0].lines[0].means, (std::vector<double>{1, 4}));
  EXPECT_EQ(plots[0].lines[1].means, (std::vector<double>{3}));
  EXPECT_EQ(plots[1].lines.at(0).epochs, (std::vector<double>{5}));
  // ce of the table looks first, then whoever else comes.
  EXPECT_EQ(plots[0].lines[0].look, 1U);
  EXPECT_EQ(plots[0].lines[1].look, 2U);
  EXPECT_EQ(plots[1].lines[0].look, 1U);
  EXPECT_EQ(plots[2].lines.at(0).means, (std::vector<double>{5}));
}

TEST_F(HostileComparison, DamagedFilesAreReadOrRefused) {
  for (const std::string file : {"out/table.json", "out/curves.csv"}) {
    write();
    expect_read_or_refused(file, test::content_of(folder_.path(file)));
  }
}

TEST_F(HostileComparison, DamagedTablesWithEveryKeyAreReadOrRefused) {
  expect_read_or_refused("out/table.json", comparison_json(test::three_methods()));
}

}  // namespace
}  // namespace pauc::record
