#include "pauc/record/importance.h"

#include <functional>
#include <nlohmann/json.hpp>

#include "pauc/record/contributions.h"
#include "support/refusals.h"

namespace pauc::record {
namespace {

using nlohmann::ordered_json;
using test::refusal_of;
using testing::HasSubstr;

Importance some_importance() {
  Importance importance;
  importance.measure = "pAUC FPR <= 0.1 (mcclish)";
  importance.value = 0.8;
  importance.mean_score = -1.25;
  importance.held_out = 900;
  importance.rows = 400;
  importance.positives = 40;
  importance.repeats = 5;
  importance.left_out = 3;
  importance.entries = {{"n\u00e4me \"x\"", Permuted::column, {}, 0.125, Interval{0.1, 0.15}},
                        {"vitals", Permuted::group, {"pulse", "pressure"}, 0.1, std::nullopt},
                        {"morgan:2:2048", Permuted::features, {}, -0.01, Interval{-0.02, 0}},
                        {"smiles", Permuted::molecule, {}, 0, Interval{0, 0}}};
  EffectBin range{Bin::range, 1, 2.5, "", 100, 7, -1.0 / 3, Interval{-0.5, 0.1}, 0.25};
  EffectBin category{Bin::category, 0, 0, "nurse", 30, 0, 0.5, std::nullopt, 0.5};
  EffectBin other{Bin::other, 0, 0, "", 3, 1, 0.1, std::nullopt, 0.1};
  EffectBin missing{Bin::missing, 0, 0, "", 1, 1, 0.2, std::nullopt, 0.3};
  importance.effects = {{"n\u00e4me \"x\"", {range, missing}}, {"job", {category, other}}};
  return importance;
}

Importance read_back(const std::string& entries, const std::string& effects) {
  return importance_from_json(entries, "importance.json", effects, "effects.json");
}

TEST(Importance, IsReadBackToTheSameText) {
  const std::string entries = importance_json(some_importance());
  const std::string effects = effects_json(some_importance());
  const Importance back = read_back(entries, effects);
  EXPECT_EQ(importance_json(back), entries);
  EXPECT_EQ(effects_json(back), effects);
  EXPECT_EQ(back.entries[0].drop, 0.125);
  EXPECT_EQ(back.entries[1].columns, (std::vector<std::string>{"pulse", "pressure"}));
  EXPECT_EQ(back.effects[0].bins[0].score, -1.0 / 3);
}

TEST(Importance, IsAListOfColumnsWithTheirDropsAndIntervals) {
  const auto json = ordered_json::parse(importance_json(some_importance()));
  ASSERT_TRUE(json.is_array());
  EXPECT_EQ(json[0]["column"], "n\u00e4me \"x\"");
  EXPECT_EQ(json[0]["drop"], 0.125);
  EXPECT_EQ(json[0]["ci"], (ordered_json{0.1, 0.15}));
  EXPECT_TRUE(json[1]["ci"].is_null());
}

TEST(Importance, HasTextsForTheBinsOfAnEffect) {
  const Importance importance = some_importance();
  EXPECT_EQ(bin_text(importance.effects[0].bins[0]), "1 to 2.5");
  EXPECT_EQ(bin_text(importance.effects[0].bins[1]), "missing");
  EXPECT_EQ(bin_text(importance.effects[1].bins[0]), "nurse");
  EXPECT_EQ(bin_text(importance.effects[1].bins[1]), "other");
  EXPECT_EQ(bin_text({Bin::range, 4, 4, "", 1, 0, 0, std::nullopt, 0}), "4");
}

std::string refused_entries(const std::function<void(ordered_json&)>& change) {
  ordered_json json = ordered_json::parse(importance_json(some_importance()));
  change(json);
  return refusal_of([&] { read_back(json.dump(), effects_json(some_importance())); });
}

std::string refused_effects(const std::function<void(ordered_json&)>& change) {
  ordered_json json = ordered_json::parse(effects_json(some_importance()));
  change(json);
  return refusal_of([&] { read_back(importance_json(some_importance()), json.dump()); });
}

TEST(Importance, RefusesOtherFiles) {
  EXPECT_THAT(refusal_of([] { read_back("{}", "{}"); }), HasSubstr("importance.json"));
  EXPECT_THAT(refusal_of([] { read_back("[", "{}"); }), HasSubstr("importance.json"));
  EXPECT_THAT(refusal_of([] { read_back("[]", "[]"); }), HasSubstr("effects.json"));
}

TEST(Importance, RefusesEntriesThatCannotBe) {
  EXPECT_THAT(refused_entries([](auto& json) { json[0]["drop"] = 1.5; }), HasSubstr("drop"));
  EXPECT_THAT(refused_entries([](auto& json) { json[0]["drop"] = "much"; }), HasSubstr("drop"));
  EXPECT_THAT(refused_entries([](auto& json) { json[0]["ci"] = {1, 0}; }), HasSubstr("ci"));
  EXPECT_THAT(refused_entries([](auto& json) { json[0]["ci"] = {0, 1e301}; }), HasSubstr("ci"));
  EXPECT_THAT(refused_entries([](auto& json) { json[0]["kind"] = "row"; }), HasSubstr("kind"));
  EXPECT_THAT(refused_entries([](auto& json) { json[1].erase("columns"); }), HasSubstr("columns"));
  EXPECT_THAT(refused_entries([](auto& json) { json[1] = json[0]; }), HasSubstr("twice"));
}

TEST(Importance, RefusesEffectsThatCannotBe) {
  EXPECT_THAT(refused_effects([](auto& json) { json["value"] = 1.5; }), HasSubstr("value"));
  EXPECT_THAT(refused_effects([](auto& json) { json["rows"] = 901; }), HasSubstr("rows"));
  EXPECT_THAT(refused_effects([](auto& json) { json["positives"] = 401; }), HasSubstr("positives"));
  EXPECT_THAT(refused_effects([](auto& json) { json["repeats"] = 0; }), HasSubstr("repeats"));
  const auto first_bin = [](auto& json) -> auto& { return json["effects"][0]["bins"][0]; };
  EXPECT_THAT(refused_effects([&](auto& json) { first_bin(json)["to"] = 0; }), HasSubstr("to"));
  EXPECT_THAT(refused_effects([&](auto& json) { first_bin(json)["kind"] = "all"; }), HasSubstr("kind"));
  EXPECT_THAT(refused_effects([&](auto& json) { first_bin(json)["score"] = 1e301; }), HasSubstr("score"));
  EXPECT_THAT(refused_effects([&](auto& json) { first_bin(json)["positives"] = 101; }), HasSubstr("positives"));
}

std::vector<Contributions> some_contributions() {
  return {{3, 0, {0.5, -1.0 / 3}, {"image/svg+xml", "<svg/>"}}, {7, 2, {1, 2, 3, 4}, {}}};
}

TEST(Contributions, AreReadBackToTheSameText) {
  const std::string text = contributions_json(some_contributions(), {});
  const auto valid = contributions_from_json(text, "valid", "c");
  EXPECT_EQ(contributions_json(valid, {}), text);
  ASSERT_EQ(valid.size(), 2U);
  EXPECT_EQ(valid[0].values[1], -1.0 / 3);
  EXPECT_EQ(valid[0].picture.bytes, "<svg/>");
  EXPECT_EQ(valid[1].across, 2);
  EXPECT_TRUE(contributions_from_json(text, "test", "c").empty());
}

TEST(Contributions, RefuseWhatCannotBe) {
  const auto refused = [](const std::function<void(ordered_json&)>& change) {
    ordered_json json = ordered_json::parse(contributions_json(some_contributions(), {}));
    change(json["valid"]);
    return refusal_of([&] { contributions_from_json(json.dump(), "valid", "c"); });
  };
  EXPECT_THAT(refused([](auto& list) { list[0]["row"] = 0; }), HasSubstr("row"));
  EXPECT_THAT(refused([](auto& list) { list[0]["parts"] = "bonds"; }), HasSubstr("atoms or patches"));
  EXPECT_THAT(refused([](auto& list) { list[1]["across"] = 3; }), HasSubstr("across"));
  EXPECT_THAT(refused([](auto& list) { list[0]["contributions"][0] = "x"; }), HasSubstr("contributions"));
  EXPECT_THAT(refused([](auto& list) { list[0]["picture"]["type"] = "text/html"; }), HasSubstr("type"));
}

}  // namespace
}  // namespace pauc::record
