// What a run with folds records about its members, and what `pauc report` says about them.
#include <cmath>

#include "pauc/record/candidates.h"
#include "pauc/record/member_scores.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class BlendReport : public TrainingTest {
 protected:
  static const record::CandidateResult& named(const std::vector<record::CandidateResult>& list,
                                              const std::string& name) {
    for (const record::CandidateResult& candidate : list) {
      if (candidate.name == name) return candidate;
    }
    throw std::runtime_error("no candidate " + name);
  }
};

TEST_F(BlendReport, MembersAreRecordedWithWhatTheyAdd) {
  trained("--members linear,mlp --objective ce --folds 2 --epochs 5 --out run");
  const record::RunPaths paths(folder_.path("run"));
  const record::Blend blend = record::read_blend(paths);
  for (const char* part : {"valid", "test"}) {
    const record::ScoredPart whole = record::read_predictions(paths, part);
    const record::MemberScores members = record::read_member_scores(paths, part, blend);
    ASSERT_EQ(members.numbers, whole.numbers);
    EXPECT_EQ(members.folds, whole.folds);
    for (std::size_t i = 0; i < whole.scores.size(); ++i) {
      double sum = blend.intercept;
      const std::int64_t fold = whole.folds.empty() ? 0 : whole.folds[i];
      for (std::size_t m = 0; m < 2; ++m) sum += blend.members[m].weight_in(fold) * members.logits[m][i];
      EXPECT_NEAR(whole.scores[i], sum, 1e-9 * (1 + std::abs(sum)));
    }
  }
  // Without one of two members, the blend is the other one.
  const auto candidates = record::read_candidates(paths);
  const double all = named(candidates, "blend").valid;
  ASSERT_TRUE(blend.members[0].adds && blend.members[1].adds);
  EXPECT_NEAR(*blend.members[0].adds, all - named(candidates, "mlp").valid, 1e-12);
  EXPECT_NEAR(*blend.members[1].adds, all - named(candidates, "linear").valid, 1e-12);
  EXPECT_TRUE(blend.members[0].adds_ci);
}

TEST_F(BlendReport, TheCommandSaysWhatThePageShows) {
  trained("--members linear,mlp --objective ce --folds 2 --epochs 5 --out run");
  trained("--model linear --objective ce --out alone");
  const CommandResult text = pauc("report run alone --out page.html");
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("page: page.html\n"));
  EXPECT_THAT(text.out, HasSubstr("linear, mlp"));
  const json facts = json::parse(pauc("report run alone --out page.html --json").out);
  ASSERT_EQ(facts["blends"].size(), 1U);
  EXPECT_EQ(facts["blends"][0]["run"], "run");
  EXPECT_EQ(facts["blends"][0]["members"][1]["name"], "mlp");
  EXPECT_EQ(facts["blends"][0]["members"][1]["adds"], read("run/blend.json")["members"][1]["adds"]);
  EXPECT_FALSE(json::parse(pauc("report alone --out page.html --json").out).contains("blends"));
}

TEST_F(BlendReport, FoldsOfOneModelHaveNothingToAddTo) {
  trained("--model linear --objective ce --folds 2 --out run");
  EXPECT_TRUE(read("run/blend.json")["members"][0]["adds"].is_null());
  EXPECT_THAT(content_of(folder_.path("run/report.html")), HasSubstr("The folds"));
}

}  // namespace
}  // namespace pauc::test
