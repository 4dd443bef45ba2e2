#include "pauc/record/card.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc::record {
namespace {

using test::refusal_of;
using testing::HasSubstr;

ModelCard some_card() {
  ModelCard card;
  card.kind = "csv";
  card.header = "yes";
  card.id = "patient \"x\"";
  card.label = "y";
  card.positive = ">=8";
  card.input = {InputKind::table, {17}};
  card.preprocessing = R"({"columns":[{"name":"a","mean":0.1}]})";
  card.model = "mlp";
  card.model_options = {{"hidden", "8,8"}, {"dropout", "0.1"}};
  card.target = {0, 0.3, 0.1};
  card.thresholds = {{0.01, 1.0 / 3, 0.005, 0.25, 0.95, std::nullopt, 0, 0, "too few negatives"},
                     {0.3, -1e-300, 0.3, 1, 0.95, 0.1 + 0.7, 0.2, 0.9, ""}};
  card.guarantee_basis = GuaranteeBasis::approximate;
  card.probabilities.platt_loss = 0.25;
  card.probabilities.isotonic_loss = 0.2;
  card.probabilities.isotonic = Isotonic{{-1, 0.1, 2}, {0.1, 0.1, 0.9}};
  card.calibration = CardCalibration{3, {"fresh.csv", {77, 99}}, {50, 5}};
  card.probabilities.platt = {1.7976931348623157e308, -0.1};
  card.objective = "sopa-s";
  card.objective_options = {{"lambda", "auto"}};
  card.best_epoch = 7;
  card.epochs = 25;
  card.seed = -3;
  card.valid = 0.1 + 0.2;
  card.train_part = {800, 80};
  card.valid_part = {100, 10};
  card.test_part = {101, 11};
  card.files = {{"t.csv", {123456789012, 4294967295U}, std::string(64, 'a')}};
  card.test = CardTest{0.25, Interval{0.125, 0.5}, 0.75, std::nullopt};
  card.version = "0.3.0";
  card.libtorch = "1.13.1";
  return card;
}

TEST(ModelCard, ReadsBackToTheSameText) {
  const test::TemporaryFolder folder;
  const std::string text = card_json(some_card());
  folder.file("model.json", text);
  const ModelCard back = read_card(RunPaths(folder.folder()));
  EXPECT_EQ(card_json(back), text);
  EXPECT_EQ(back.thresholds[0].threshold, 1.0 / 3);
  EXPECT_EQ(back.thresholds[1].threshold, -1e-300);
  EXPECT_EQ(back.valid, 0.1 + 0.2);
  EXPECT_EQ(back.input.sizes, std::vector<std::int64_t>{17});
  EXPECT_EQ(back.model_options, some_card().model_options);
  EXPECT_EQ(back.files[0].fingerprint.crc, 4294967295U);
  EXPECT_EQ(back.files[0].sha256, std::string(64, 'a'));
  ASSERT_TRUE(back.test);
  EXPECT_EQ(back.test->target_ci->lower, 0.125);
  EXPECT_EQ(back.test->auc, 0.75);
  EXPECT_FALSE(back.test->auc_ci);
  EXPECT_EQ(back.id, "patient \"x\"");
}

// As versions without guaranteed thresholds wrote it.
TEST(ModelCard, OfAnEarlierVersionStillReads) {
  const test::TemporaryFolder folder;
  auto json = nlohmann::ordered_json::parse(card_json(some_card()));
  for (auto& at : json["thresholds"]) {
    for (const char* key : {"confidence", "guaranteed_threshold", "guaranteed_fpr", "guaranteed_tpr"}) at.erase(key);
    at.erase("guarantee_reason");
  }
  for (const char* key : {"guarantee_basis", "probabilities", "isotonic", "calibration"}) json.erase(key);
  json["training"].erase("test");
  json["data"]["files"][0].erase("sha256");
  folder.file("model.json", json.dump());
  const ModelCard card = read_card(RunPaths(folder.folder()));
  EXPECT_FALSE(card.test);
  EXPECT_EQ(card.files.at(0).sha256, "");
  ASSERT_EQ(card.thresholds.size(), 2U);
  EXPECT_EQ(card.thresholds[1].threshold, -1e-300);
  EXPECT_EQ(card.thresholds[1].confidence, 0);
  EXPECT_FALSE(card.thresholds[1].guaranteed_threshold);
  EXPECT_FALSE(card.probabilities.isotonic);
  EXPECT_EQ(card.probabilities.platt.shift, -0.1);
  EXPECT_FALSE(card.calibration);
}

TEST(ModelCard, RefusesWhatContradictsItself) {
  const test::TemporaryFolder folder;
  const auto refused = [&](const std::string& place, const nlohmann::ordered_json& value, const std::string& sentence) {
    auto json = nlohmann::ordered_json::parse(card_json(some_card()));
    json[nlohmann::ordered_json::json_pointer(place)] = value;
    folder.file("model.json", json.dump());
    EXPECT_THAT(refusal_of([&] { read_card(RunPaths(folder.folder())); }), HasSubstr(sentence)) << place;
  };
  refused("/thresholds/1/confidence", 1, "a confidence between 0 and 1");
  refused("/thresholds/1/guaranteed_threshold", "1", "thresholds");
  refused("/isotonic/scores", {2, 1, 0}, "rising");
  refused("/isotonic/probabilities", {0.1, 0.2}, "as many probabilities as scores");
  refused("/probabilities/method", "platt", "the method of its curve, isotonic");
  refused("/guarantee_basis", "sure", "guarantee_basis");
  refused("/calibration/version", 1, "calibration");
}

// The parser takes 16 bytes and more for a value of two; commas in texts are none.
TEST(ModelCard, OfVeryManyValuesIsRefusedBeforeItTakesMemory) {
  const test::TemporaryFolder folder;
  std::string text = "[";
  for (int k = 0; k < 1 << 24; ++k) text += "0,";
  folder.file("model.json", text + "0]");
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  EXPECT_THAT(refusal_of([&] { read_card(RunPaths(folder.folder())); }),
              HasSubstr("model.json: expected a model card, got more than 16777216 values"));
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 200'000);  // kB
  folder.file("model.json", "{\"a\": \"\\\"" + std::string(1 << 25, ',') + "\"}");
  EXPECT_THAT(refusal_of([&] { read_card(RunPaths(folder.folder())); }), testing::Not(HasSubstr("values")));
}

TEST(ModelCard, WhatIsNoneIsRefused) {
  const test::TemporaryFolder folder;
  for (const char* text : {"", "{", "[]", "{\"format\": 1}", "null"}) {
    folder.file("model.json", text);
    EXPECT_THAT(refusal_of([&] { read_card(RunPaths(folder.folder())); }),
                HasSubstr("model.json: expected a model card"))
        << text;
  }
  folder.file("model.json", "{\"format\": 2}");
  EXPECT_THAT(refusal_of([&] { read_card(RunPaths(folder.folder())); }), HasSubstr("another version of pauc"));
  EXPECT_THAT(refusal_of([&] { read_card(RunPaths(folder.path("none"))); }, Fault::no_input),
              HasSubstr("no model card"));
}

}  // namespace
}  // namespace pauc::record
