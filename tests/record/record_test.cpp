#include "pauc/record/record.h"

#include <gmock/gmock.h>

#include "support/refusals.h"

namespace pauc::record {
namespace {

using test::refusal_of;
using testing::HasSubstr;
using testing::Not;

EpochRecord record_with(std::vector<TargetValues> also) {
  EpochRecord record;
  record.epoch = 4;
  record.objective = 0.5;
  record.train = 0.75;
  record.valid = 0.7;
  record.also = std::move(also);
  return record;
}

TEST(EpochRecord, FurtherTargetsStandUnderTheirKeys) {
  const EpochRecord record = record_with({{"two_way_0.6_0.4", 0.1, 0.2}, {"one_way_0.5", 0.3, 0.4}});
  const std::string line = epoch_json(record);
  EXPECT_THAT(line, HasSubstr(R"("also":{"two_way_0.6_0.4":{"train":0.1,"valid":0.2},"one_way_0.5":{"train":0.3,)"));
  const EpochRecord back = epoch_from_json(line, "log");
  ASSERT_EQ(back.also.size(), 2);
  EXPECT_EQ(back.also[0].key, "two_way_0.6_0.4");
  EXPECT_EQ(back.also[0].train, 0.1);
  EXPECT_EQ(back.also[0].valid, 0.2);
  EXPECT_EQ(back.also[1].key, "one_way_0.5");
  EXPECT_EQ(epoch_json(back), line);
}

TEST(EpochRecord, WithoutFurtherTargetsTheLineSaysNothingOfThem) {
  const std::string line = epoch_json(record_with({}));
  EXPECT_THAT(line, Not(HasSubstr("also")));
  EXPECT_TRUE(epoch_from_json(line, "log").also.empty());
}

TEST(EpochRecord, FurtherTargetsThatMakeNoSenseAreRefused) {
  const auto refusal = [](const std::string& also) {
    std::string line = epoch_json(record_with({}));
    line.back() = ',';
    return refusal_of([&] { epoch_from_json(line + "\"also\":" + also + "}", "log: line 4"); });
  };
  EXPECT_THAT(refusal("3"), HasSubstr("log: line 4: also: expected"));
  EXPECT_THAT(refusal("[]"), HasSubstr("log: line 4: also: expected"));
  EXPECT_THAT(refusal(R"({"half":{"train":0,"valid":0}})"),
              HasSubstr("log: line 4: also: expected regions such as one_way_0.5, got \"half\""));
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
