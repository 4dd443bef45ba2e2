#include "pauc/record/blend.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc::record {
namespace {

using testing::HasSubstr;

class BlendFile : public testing::Test {
 protected:
  Blend read(const std::string& content) const {
    for (const char* model : {"mlp/fold-1", "mlp/fold-2", "trees/fold-1", "trees/fold-2"}) {
      std::filesystem::create_directories(folder_.path(joined("members/", model)));
    }
    folder_.file("blend.json", content);
    return read_blend(RunPaths(folder_.folder()));
  }

  test::TemporaryFolder folder_;
};

TEST_F(BlendFile, ReadsBackToTheSameBits) {
  Blend blend{"stack", {{"mlp", 0.25, 1.5, -0.1, 2}, {"trees", 0.1 + 0.2, 1, 0, 2}}, 0.7};
  blend.members[0].adds = 1.0 / 3;
  blend.members[0].adds_ci = Interval{-0.1, 0.7};
  blend.members[1].adds = -0.002;
  blend.left_out = {{"forest", "the time is up"}};
  blend.notes = {"mlp is weak"};
  const Blend back = read(blend_json(blend));
  EXPECT_EQ(back.method, "stack");
  EXPECT_EQ(back.intercept, 0.7);
  ASSERT_EQ(back.members.size(), 2U);
  EXPECT_EQ(back.members[1].weight, 0.1 + 0.2);
  EXPECT_EQ(back.members[0].adds, 1.0 / 3);
  EXPECT_EQ(back.members[0].adds_ci->upper, 0.7);
  EXPECT_EQ(back.members[1].adds, -0.002);
  EXPECT_FALSE(back.members[1].adds_ci);
  ASSERT_EQ(back.left_out.size(), 1U);
  EXPECT_EQ(back.left_out[0].name, "forest");
  EXPECT_EQ(back.left_out[0].why, "the time is up");
  EXPECT_EQ(back.notes, std::vector<std::string>{"mlp is weak"});
}

TEST_F(BlendFile, HasAMethodThatExists) {
  EXPECT_THAT(test::refusal_of([&] {
                read(R"({"method":"foo","members":[{"name":"mlp","weight":1,"slope":1,"offset":0,"folds":2}],)"
                     R"("intercept":0})");
              }),
              HasSubstr("stack, greedy, equal or single"));
}

TEST_F(BlendFile, WhatMembersAddMayBeMissing) {
  const char* member = R"("name":"mlp","weight":1,"slope":1,"offset":0,"folds":2)";
  const auto with = [&](const std::string& more) {
    return joined(R"({"method":"single","members":[{)", member, more, R"(}],"intercept":0})");
  };
  EXPECT_FALSE(read(with("")).members[0].adds);
  EXPECT_FALSE(read(with(R"(,"adds":null,"adds_ci":null)")).members[0].adds);
  EXPECT_THAT(test::refusal_of([&] { read(with(R"(,"adds":"much")")); }), HasSubstr("adds"));
  EXPECT_THAT(test::refusal_of([&] { read(with(R"(,"adds":1,"adds_ci":[2,1])")); }), HasSubstr("adds_ci"));
  EXPECT_THAT(test::refusal_of([&] { read(with(R"(,"adds":1e301)")); }), HasSubstr("adds"));
}

}  // namespace
}  // namespace pauc::record
