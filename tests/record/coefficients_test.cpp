#include "pauc/record/coefficients.h"

#include <functional>
#include <nlohmann/json.hpp>

#include "support/refusals.h"

namespace pauc::record {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

Coefficients some_coefficients() {
  Coefficients coefficients;
  coefficients.intercept = -1.0 / 3;
  coefficients.intercept_ci = Interval{-1, 0.1};
  coefficients.weight_decay = 1e-4;
  coefficients.replicates = 200;
  coefficients.collapsed = 3;
  Coefficient age{"age, \"years\"", Term::value, "", -60, 180, 59.5, 0.1, 1.2, Interval{0.05, 0.15}};
  Coefficient ramp{"age", Term::ramp, "", 40, 60, 0, -0.01, -0.1, std::nullopt};
  Coefficient missing{"age", Term::missing, "", 0, 0, 0, 0.7, 0.2, std::nullopt};
  Coefficient job{"job", Term::category, "n\u00fcrse", 0, 0, 0, 1.1, 0.4, std::nullopt};
  Coefficient other{"job", Term::other, "", 0, 0, 0, 0, 0, std::nullopt};
  coefficients.terms = {age, ramp, missing, job, other};
  return coefficients;
}

TEST(Coefficients, AreReadBackToTheSameText) {
  const std::string text = coefficients_json(some_coefficients());
  const Coefficients back = coefficients_from_json(text, "coefficients.json");
  EXPECT_EQ(coefficients_json(back), text);
  ASSERT_EQ(back.terms.size(), 5U);
  EXPECT_EQ(back.terms[0].per_unit, 0.1);
  EXPECT_EQ(back.terms[0].median, 59.5);
  EXPECT_EQ(back.collapsed, 3);
  EXPECT_EQ(back.terms[3].category, "n\u00fcrse");
  Coefficients bare;
  EXPECT_FALSE(coefficients_from_json(coefficients_json(bare), "c").weight_decay.has_value());
}

TEST(Coefficients, HaveTextsForPeople) {
  std::vector<std::string> texts;
  for (const Coefficient& term : some_coefficients().terms) texts.push_back(term_text(term));
  EXPECT_THAT(texts, testing::ElementsAre("age, \"years\"", "age from 40 to 60", "age: missing", "job: n\u00fcrse",
                                          "job: any other"));
}

TEST(Coefficients, AsCsv) {
  EXPECT_EQ(coefficients_csv(some_coefficients()),
            "feature,term,category,from,to,per_unit,per_deviation,lower,upper\n"
            "(intercept),intercept,,,,-0.3333333333333333,,-1,0.1\n"
            "\"age, \"\"years\"\"\",value,,-60,180,0.1,1.2,0.05,0.15\n"
            "age,ramp,,40,60,-0.01,-0.1,,\n"
            "age,missing,,,,0.7,0.2,,\n"
            "job,category,n\u00fcrse,,,1.1,0.4,,\n"
            "job,other,,,,0,0,,\n");
}

TEST(Coefficients, DamagedFilesAreRefusedByPlace) {
  const auto refusal = [](const std::function<void(ordered_json&)>& damage) {
    ordered_json json = ordered_json::parse(coefficients_json(some_coefficients()));
    damage(json);
    return test::refusal_of([&] { coefficients_from_json(json.dump(), "c.json"); });
  };
  EXPECT_THAT(test::refusal_of([] { coefficients_from_json("{\"intercept\":", "c.json"); }), HasSubstr("c.json"));
  EXPECT_THAT(refusal([](auto& json) { json.erase("intercept"); }), HasSubstr("intercept"));
  EXPECT_THAT(refusal([](auto& json) { json["intercept"]["value"] = "x"; }), HasSubstr("intercept"));
  EXPECT_THAT(refusal([](auto& json) { json["confidence"] = 2; }), HasSubstr("confidence"));
  EXPECT_THAT(refusal([](auto& json) { json["replicates"] = -1; }), HasSubstr("replicates"));
  EXPECT_THAT(refusal([](auto& json) { json["coefficients"][0]["term"] = "slope"; }),
              HasSubstr("expected value, ramp, missing, category or other"));
  EXPECT_THAT(refusal([](auto& json) { json["coefficients"][0]["to"] = -61; }), HasSubstr("above \"from\""));
  EXPECT_THAT(refusal([](auto& json) { json["coefficients"][0]["ci"] = {2, 1}; }), HasSubstr("smaller one first"));
  EXPECT_THAT(refusal([](auto& json) { json["coefficients"][0]["ci"] = {1}; }), HasSubstr("two numbers"));
  EXPECT_THAT(refusal([](auto& json) { json["coefficients"][3].erase("category"); }), HasSubstr("category"));
  EXPECT_THAT(refusal([](auto& json) { json["coefficients"] = 3; }), HasSubstr("coefficients"));
}

}  // namespace
}  // namespace pauc::record
