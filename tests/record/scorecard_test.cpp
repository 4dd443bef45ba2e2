#include "pauc/record/scorecard.h"

#include <functional>
#include <nlohmann/json.hpp>

#include "support/refusals.h"

namespace pauc::record {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;
using Kind = ScorecardBin::Kind;

Scorecard some_scorecard() {
  Scorecard scorecard;
  scorecard.measure = "pAUC FPR <= 0.05 (mcclish)";
  scorecard.without_points = 2;
  scorecard.valid = {0.9, 0.85};
  scorecard.test = {0.8, 0.81};
  ScorecardFeature age{"age", 59.5, {{Kind::range, {}, 40, "", 0}, {Kind::range, 40, 60.5, "", 4}}};
  age.bins.push_back({Kind::range, 60.5, {}, "", 10});
  ScorecardFeature job{"job", {}, {{Kind::category, {}, {}, "nurse", 2}, {Kind::other, {}, {}, "", 0}}};
  ScorecardFeature dose{"dose", {}, {{Kind::range, {}, {}, "", 0}, {Kind::missing, {}, {}, "", 1}}};
  scorecard.features = {age, job, dose};
  return scorecard;
}

TEST(ScorecardRecord, IsReadBackToTheSameText) {
  const std::string text = scorecard_json(some_scorecard());
  EXPECT_EQ(scorecard_json(scorecard_from_json(text, "s")), text);
  const ordered_json json = ordered_json::parse(text);
  EXPECT_NEAR(json["valid"]["loss"].get<double>(), 0.05, 1e-15);
  EXPECT_NEAR(json["test"]["loss"].get<double>(), -0.01, 1e-15);
}

TEST(ScorecardRecord, AsCsvAndText) {
  EXPECT_EQ(scorecard_csv(some_scorecard()),
            "feature,kind,category,from,to,points\n"
            "age,range,,,40,0\nage,range,,40,60.5,4\nage,range,,60.5,,10\nage,missing,,,,4\n"
            "job,category,nurse,,,2\njob,other,,,,0\n"
            "dose,range,,,,0\ndose,missing,,,,1\n");
  std::vector<std::string> texts;
  for (const auto& feature : some_scorecard().features) {
    for (const auto& bin : feature.bins) texts.push_back(bin_text(bin));
  }
  EXPECT_THAT(texts, testing::ElementsAre("below 40", "40 to below 60.5", "60.5 or more", "nurse", "any other", "any",
                                          "missing"));
}

TEST(ScorecardRecord, DamagedFilesAreRefusedByPlace) {
  const auto refusal = [](const std::function<void(ordered_json&)>& damage) {
    ordered_json json = ordered_json::parse(scorecard_json(some_scorecard()));
    damage(json);
    return test::refusal_of([&] { scorecard_from_json(json.dump(), "s.json"); });
  };
  EXPECT_THAT(test::refusal_of([] { scorecard_from_json("", "s.json"); }), HasSubstr("s.json"));
  EXPECT_THAT(refusal([](auto& json) { json["largest"] = 0; }), HasSubstr("largest"));
  EXPECT_THAT(refusal([](auto& json) { json.erase("measure"); }), HasSubstr("measure"));
  EXPECT_THAT(refusal([](auto& json) { json["valid"]["model"] = 1.5; }), HasSubstr("model"));
  const auto bin = [](ordered_json& json, int k) -> ordered_json& { return json["features"][0]["bins"][k]; };
  EXPECT_THAT(refusal([&](auto& json) { bin(json, 0)["kind"] = "row"; }),
              HasSubstr("expected range, category, other or missing"));
  EXPECT_THAT(refusal([&](auto& json) { bin(json, 0)["points"] = 1.5; }), HasSubstr("points"));
  EXPECT_THAT(refusal([&](auto& json) { bin(json, 0)["points"] = -1; }), HasSubstr("points"));
  EXPECT_THAT(refusal([&](auto& json) { bin(json, 1)["to"] = 30; }), HasSubstr("end is above its start"));
  EXPECT_THAT(refusal([&](auto& json) { bin(json, 0)["to"] = 39; }), HasSubstr("without gaps"));
  EXPECT_THAT(refusal([&](auto& json) { bin(json, 2)["to"] = 100; }), HasSubstr("without gaps"));
}

}  // namespace
}  // namespace pauc::record
