#include "pauc/compare/comparison_folder.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "pauc/core/version.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc::compare {
namespace {

using nlohmann::json;
using test::content_of;
using test::refusal_of;
using testing::HasSubstr;

std::string beginning(const std::string& version, const json& data) {
  return json{{"format", 1}, {"version", version}, {"data", data}}.dump();
}

json file_with(std::int64_t crc) { return {{"bytes", 3}, {"crc32", crc}}; }

class ComparisonFolder : public testing::Test {
 protected:
  ComparisonFolder() { std::filesystem::create_directories(out_); }

  json read(const std::string& name) const { return json::parse(content_of(out_ + "/" + name)); }

  test::TemporaryFolder folder_;
  std::string out_ = folder_.path("out");
};

TEST(RecordedCommand, NamesNoFolderOfTheMachine) {
  EXPECT_EQ(logged_command("experiments/a.yaml"), "pauc compare experiments/a.yaml --data-root DATA --out OUT");
  EXPECT_EQ(logged_command("./experiments/../a.yaml"), "pauc compare a.yaml --data-root DATA --out OUT");
  EXPECT_EQ(logged_command("/home/me/a.yaml"), "pauc compare a.yaml --data-root DATA --out OUT");
  EXPECT_EQ(logged_command("../me/a.yaml", "--estimator "),
            "pauc compare --estimator a.yaml --data-root DATA --out OUT");
}

TEST_F(ComparisonFolder, RecordsEverySession) {
  EXPECT_FALSE(has_session_log(out_));
  append_session(out_, {"first", 0, 3, 12.34, 2, 0.012345});
  append_session(out_, {"second", 3, 4, 1, 1, 0});
  EXPECT_TRUE(has_session_log(out_));
  const json record = read("record.json");
  EXPECT_EQ(record.at("command"), "second");
  EXPECT_EQ(record.at("version"), kVersion);
  ASSERT_EQ(record.at("sessions").size(), 2);
  EXPECT_EQ(record.at("sessions")[0].at("runs"), 3);
  EXPECT_EQ(record.at("sessions")[1].at("found"), 3);
  EXPECT_EQ(record.at("sessions")[0].at("seconds"), 12.3);
  EXPECT_EQ(record.at("sessions")[0].at("idle"), 0.0123);
  EXPECT_EQ(record.at("sessions")[0].at("date").get<std::string>().size(), 10);
}

TEST_F(ComparisonFolder, BeginsADamagedRecordAnew) {
  folder_.file("out/record.json", "{\"sessions\": 7");
  append_session(out_, {"c", 0, 1, 1, 1, 0});
  EXPECT_EQ(read("record.json").at("sessions").size(), 1);
}

TEST_F(ComparisonFolder, NamesDataTheSameHoweverTheRootIsWritten) {
  const std::string file = folder_.file("x.csv", "abc");
  const std::string plain = comparison_beginning({{file, {3, 7}}}, folder_.folder());
  EXPECT_EQ(json::parse(plain).at("data").at("x.csv"), (json{{"bytes", 3}, {"crc32", 7}}));
  EXPECT_EQ(comparison_beginning({{file, {3, 7}}}, folder_.folder() + "/out/.."), plain);
  EXPECT_EQ(comparison_beginning({{file, {3, 7}}}, folder_.folder() + "/."), plain);
}

TEST_F(ComparisonFolder, MixesNeitherVersionsNorData) {
  begin_comparison(out_, beginning(kVersion, {{"a.csv", file_with(1)}}));
  begin_comparison(out_, beginning(kVersion, {{"b.csv", file_with(2)}}));
  EXPECT_EQ(read("compare.json").at("data").size(), 2);
  EXPECT_THAT(refusal_of([&] {
                begin_comparison(out_, beginning(kVersion, {{"a.csv", file_with(3)}}));
              }),
              HasSubstr("a.csv has changed since the comparison began"));
  EXPECT_THAT(refusal_of([&] { begin_comparison(out_, beginning("9.9", json::object())); }),
              HasSubstr("the comparison was started by pauc " + std::string(kVersion)));
  EXPECT_EQ(read("compare.json").at("data").at("a.csv"), file_with(1));
}

TEST_F(ComparisonFolder, KeepsAwayFromWhatIsNotItsOwn) {
  folder_.file("out/mine", "x");
  EXPECT_THAT(refusal_of([&] { begin_comparison(out_, beginning(kVersion, json::object())); }, Fault::cannot_create),
              HasSubstr("holds something else"));
  EXPECT_FALSE(std::filesystem::exists(out_ + "/compare.json"));
}

TEST_F(ComparisonFolder, IsForgottenWhereNothingWasDone) {
  begin_comparison(out_, beginning(kVersion, json::object()));
  folder_.file("out/table.md", "x");
  forget_beginning(out_);
  EXPECT_TRUE(std::filesystem::exists(out_ + "/compare.json"));
  std::filesystem::remove(out_ + "/table.md");
  forget_beginning(out_);
  EXPECT_FALSE(std::filesystem::exists(out_));
}

}  // namespace
}  // namespace pauc::compare
