#include "pauc/record/run_start.h"

#include <gmock/gmock.h>

#include "support/hostile_files.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc::record {
namespace {

using Json = nlohmann::ordered_json;
using testing::EndsWith;
using testing::HasSubstr;

class RunStartFile : public testing::Test {
 protected:
  RunStart read(const std::string& text) const {
    folder_.file("run.json", text);
    return read_run_start(paths_);
  }
  std::string refusal_at(const std::string& pointer, const std::string& value) const {
    const std::string text = test::with_value(Json::parse(run_start_json(start_)), pointer, value);
    return test::refusal_of([&] { read(text); });
  }

  test::TemporaryFolder folder_;
  RunPaths paths_{folder_.folder()};
  RunStart start_ = {"1.0",
                     "pauc train d.csv --lr 0.1",
                     {{"data.path", "d.csv"}, {"optimiser.lr", "0.1"}},
                     {{"d.csv", {123456789012, 4294967295U}}, {"more.csv", {0, 0}}}};
};

TEST_F(RunStartFile, ReadsBackToTheSameText) {
  const std::string text = run_start_json(start_);
  const RunStart back = read(text);
  EXPECT_EQ(back.version, "1.0");
  EXPECT_EQ(back.command, start_.command);
  EXPECT_EQ(back.asked, start_.asked);
  ASSERT_EQ(back.files.size(), 2U);
  EXPECT_EQ(back.files[0].path, "d.csv");
  EXPECT_TRUE(back.files[0].fingerprint == start_.files[0].fingerprint);
  EXPECT_EQ(run_start_json(back), text);
}

TEST_F(RunStartFile, KeepsTheChecksumOfTheRows) {
  EXPECT_FALSE(read(run_start_json(start_)).rows_crc);  // as old versions wrote it
  start_.rows_crc = 4294967295U;
  EXPECT_EQ(read(run_start_json(start_)).rows_crc, 4294967295U);
  EXPECT_THAT(refusal_at("/rows_crc32", "4294967296"), HasSubstr("rows_crc32"));
}

TEST_F(RunStartFile, OfAnOldVersionHasNoCommand) {
  Json json = Json::parse(run_start_json(start_));
  json.erase("command");
  EXPECT_EQ(read(json.dump()).command, "");
}

TEST_F(RunStartFile, WrongValuesAreRefusedByName) {
  EXPECT_THAT(refusal_at("/format", "2"), HasSubstr("expected a run folder of format 1, got \"2\"; it belongs to an"));
  EXPECT_THAT(refusal_at("/version", "3"), EndsWith("run.json: version: expected a text, got \"3\""));
  EXPECT_THAT(refusal_at("/asked", "[]"), EndsWith("run.json: asked: expected an object, got a list"));
  EXPECT_THAT(refusal_at("/asked/data.path", "4"), EndsWith("asked: data.path: expected a text, got \"4\""));
  EXPECT_THAT(refusal_at("/data/0/bytes", "-1"), HasSubstr("data: 1: bytes: expected a whole number"));
  EXPECT_THAT(refusal_at("/data/1/crc32", "4294967296"), HasSubstr("data: 2: crc32: expected a whole number"));
  EXPECT_THAT(test::refusal_of([&] { read("{}"); }),
              EndsWith("run.json: expected the start of a run with \"format\", got an object"));
  EXPECT_THAT(test::refusal_of([&] { read_run_start(RunPaths(folder_.path("none"))); }, Fault::no_input),
              EndsWith("none: expected the folder of a run, found no run.json in it"));
}

}  // namespace
}  // namespace pauc::record
