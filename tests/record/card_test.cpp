#include "pauc/record/card.h"

#include <gmock/gmock.h>

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
  card.thresholds = {{0.01, 1.0 / 3, 0.005, 0.25}, {0.3, -1e-300, 0.3, 1}};
  card.platt = {1.7976931348623157e308, -0.1};
  card.objective = "sopa-s";
  card.objective_options = {{"lambda", "auto"}};
  card.best_epoch = 7;
  card.epochs = 25;
  card.seed = -3;
  card.valid = 0.1 + 0.2;
  card.train_part = {800, 80};
  card.valid_part = {100, 10};
  card.test_part = {101, 11};
  card.files = {{"t.csv", {123456789012, 4294967295U}}};
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
  EXPECT_EQ(back.id, "patient \"x\"");
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
