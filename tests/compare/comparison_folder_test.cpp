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

DataFile file_with(const std::string& path, std::uint32_t crc) { return {path, {3, crc}}; }

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

// Writing nested values is recursive: the stack would not hold them.
TEST_F(ComparisonFolder, RefusesVeryDeepLists) {
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  folder_.file("out/compare.json", "{\"format\": " + deep + "}");
  EXPECT_THAT(refusal_of([&] {
                begin_comparison(out_, {kVersion, {}});
              }),
              HasSubstr("lists and objects inside each other"));
  folder_.file("out/compare.json", "{\"format\": 1, \"version\": 7, \"data\": {}}");
  EXPECT_THAT(refusal_of([&] {
                begin_comparison(out_, {kVersion, {}});
              }),
              HasSubstr("compare.json: version: expected a text, got \"7\""));
  folder_.file("out/record.json", "{\"sessions\": [" + deep + "]}");
  append_session(out_, {"c", 0, 1, 1, 1, 0});
  EXPECT_EQ(read("record.json").at("sessions").size(), 1);
}

TEST_F(ComparisonFolder, BeginsADamagedRecordAnew) {
  folder_.file("out/record.json", "{\"sessions\": 7");
  append_session(out_, {"c", 0, 1, 1, 1, 0});
  EXPECT_EQ(read("record.json").at("sessions").size(), 1);
}

TEST_F(ComparisonFolder, NamesDataTheSameHoweverTheRootIsWritten) {
  const std::string file = folder_.file("x.csv", "abc");
  for (const char* way : {"", "/out/..", "/."}) {
    const ComparisonStart start = comparison_start({{file, {3, 7}}}, folder_.folder() + way);
    EXPECT_EQ(start.version, kVersion);
    ASSERT_EQ(start.files.size(), 1U);
    EXPECT_EQ(start.files[0].path, "x.csv") << way;
    EXPECT_EQ(start.files[0].fingerprint, (Fingerprint{3, 7}));
  }
}

TEST_F(ComparisonFolder, MixesNeitherVersionsNorData) {
  begin_comparison(out_, {kVersion, {file_with("a.csv", 1)}});
  begin_comparison(out_, {kVersion, {file_with("b.csv", 2)}});
  EXPECT_EQ(read("compare.json").at("data").size(), 2);
  EXPECT_THAT(refusal_of([&] {
                begin_comparison(out_, {kVersion, {file_with("a.csv", 3)}});
              }),
              HasSubstr("a.csv has changed since the comparison began"));
  EXPECT_THAT(refusal_of([&] {
                begin_comparison(out_, {"9.9", {}});
              }),
              HasSubstr("the comparison was started by pauc " + std::string(kVersion)));
  EXPECT_EQ(read("compare.json").at("data").at("a.csv"), (json{{"bytes", 3}, {"crc32", 1}}));
}

TEST_F(ComparisonFolder, KeepsAwayFromWhatIsNotItsOwn) {
  folder_.file("out/mine", "x");
  EXPECT_THAT(refusal_of(
                  [&] {
                    begin_comparison(out_, {kVersion, {}});
                  },
                  Fault::cannot_create),
              HasSubstr("holds something else"));
  EXPECT_FALSE(std::filesystem::exists(out_ + "/compare.json"));
}

TEST_F(ComparisonFolder, IsForgottenWhereNothingWasDone) {
  begin_comparison(out_, {kVersion, {}});
  folder_.file("out/table.md", "x");
  forget_start(out_);
  EXPECT_TRUE(std::filesystem::exists(out_ + "/compare.json"));
  std::filesystem::remove(out_ + "/table.md");
  forget_start(out_);
  EXPECT_FALSE(std::filesystem::exists(out_));
}

}  // namespace
}  // namespace pauc::compare
