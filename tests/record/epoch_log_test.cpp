#include "pauc/record/epoch_log.h"

#include <gmock/gmock.h>

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc::record {
namespace {

using test::refusal_of;
using testing::HasSubstr;
using testing::Not;

Epoch epoch_with(std::vector<TargetValues> also) {
  Epoch epoch;
  epoch.epoch = 4;
  epoch.objective = 0.5;
  epoch.train = 0.75;
  epoch.valid = 0.7;
  epoch.also = std::move(also);
  return epoch;
}

class EpochLog : public testing::Test {
 protected:
  std::vector<Epoch> read(const std::string& log) const {
    folder_.file("log.jsonl", log);
    return read_epoch_log(RunPaths(folder_.folder()));
  }

  test::TemporaryFolder folder_;
};

TEST_F(EpochLog, ReadsBackToTheSameText) {
  Epoch pretraining = epoch_with({});
  pretraining.phase = "pretrain";
  Epoch sopa = epoch_with({});
  sopa.objective = 1.0 / 3;
  sopa.realised_fraction = 0.1;
  sopa.lr = 1e-3;
  sopa.seconds = 2.5;
  sopa.since_start = SinceStart{0.25, -0.125};
  const std::string text = epoch_log_text({pretraining, sopa});
  const std::vector<Epoch> back = read(text);
  ASSERT_EQ(back.size(), 2U);
  EXPECT_EQ(back[0].phase, "pretrain");
  EXPECT_FALSE(back[0].realised_fraction);
  EXPECT_EQ(back[1].objective, 1.0 / 3);
  EXPECT_EQ(back[1].realised_fraction, 0.1);
  EXPECT_FALSE(back[0].since_start);
  EXPECT_EQ(back[1].since_start->spread, 0.25);
  EXPECT_EQ(back[1].since_start->valid, -0.125);
  EXPECT_EQ(epoch_log_text(back), text);
}

TEST_F(EpochLog, BlankLinesAreSkippedAndCounted) {
  const std::string line = epoch_log_text({epoch_with({})});
  EXPECT_EQ(read("\n" + line + "\r\n" + line + "\n").size(), 2U);
  EXPECT_TRUE(read("").empty());
  EXPECT_THAT(refusal_of([&] { read("\n" + line + "\n{}\n"); }), HasSubstr("log.jsonl: line 4: expected a line of"));
}

TEST_F(EpochLog, FurtherTargetsStandUnderTheirKeys) {
  const std::string text = epoch_log_text({epoch_with({{"two_way_0.6_0.4", 0.1, 0.2}, {"one_way_0.5", 0.3, 0.4}})});
  EXPECT_THAT(text, HasSubstr(R"("also":{"two_way_0.6_0.4":{"train":0.1,"valid":0.2},"one_way_0.5":{"train":0.3,)"));
  const std::vector<Epoch> back = read(text);
  ASSERT_EQ(back.at(0).also.size(), 2U);
  EXPECT_EQ(back[0].also[0].key, "two_way_0.6_0.4");
  EXPECT_EQ(back[0].also[0].train, 0.1);
  EXPECT_EQ(back[0].also[0].valid, 0.2);
  EXPECT_EQ(back[0].also[1].key, "one_way_0.5");
  EXPECT_EQ(epoch_log_text(back), text);
}

TEST_F(EpochLog, WithoutFurtherTargetsALineSaysNothingOfThem) {
  const std::string text = epoch_log_text({epoch_with({})});
  EXPECT_THAT(text, Not(HasSubstr("also")));
  EXPECT_TRUE(read(text).at(0).also.empty());
}

TEST_F(EpochLog, FurtherTargetsThatMakeNoSenseAreRefused) {
  const auto refusal = [&](const std::string& also) {
    std::string line = epoch_log_text({epoch_with({})});
    line.erase(line.size() - 2);
    return refusal_of([&] { read(line + ",\"also\":" + also + "}"); });
  };
  EXPECT_THAT(refusal("3"), HasSubstr("log.jsonl: line 1: also: expected"));
  EXPECT_THAT(refusal("[]"), HasSubstr("log.jsonl: line 1: also: expected"));
  EXPECT_THAT(refusal(R"({"half":{"train":0,"valid":0}})"),
              HasSubstr("log.jsonl: line 1: also: expected regions such as one_way_0.5, got \"half\""));
  EXPECT_THAT(refusal(R"({"one_way_0.5":{"train":0}})"),
              HasSubstr("also: one_way_0.5: expected an object with \"valid\""));
  EXPECT_THAT(refusal(R"({"one_way_0.5":{"train":0,"valid":"high"}})"),
              HasSubstr("one_way_0.5: valid: expected a number"));
  std::string many = "{";
  for (std::size_t k = 0; k <= kMostFurtherTargets; ++k) {
    many += (k > 0 ? ",\"one_way_0.1" : "\"one_way_0.1") + std::to_string(k) + R"(":{"train":0,"valid":0})";
  }
  EXPECT_THAT(refusal(many + "}"), HasSubstr("also: expected at most 16 members, got 17"));
}

}  // namespace
}  // namespace pauc::record
