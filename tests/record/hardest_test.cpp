#include "pauc/record/hardest.h"

#include <limits>

#include "support/refusals.h"

namespace pauc::record {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::int64_t> rows_of(const std::vector<HardExample>& examples) {
  std::vector<std::int64_t> rows;
  for (const HardExample& example : examples) rows.push_back(example.row);
  return rows;
}

// The rows of the file are 10, 20, ...
ScoredPart part_of(const std::vector<std::uint8_t>& labels, const std::vector<double>& scores) {
  ScoredPart part;
  part.labels = labels;
  part.scores = scores;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    part.numbers.push_back(10 * static_cast<std::int64_t>(k + 1));
    part.ids.push_back("P" + std::to_string(k));
  }
  return part;
}

TEST(HardestExamples, RowsOfNoWeightDoNotCount) {
  ScoredPart part;
  part.numbers = {1, 2, 3, 4};
  part.labels = {1, 1, 0, 0};
  part.scores = {-5, 1, 9, 2};
  part.weights = {0, 1, 0, 1};
  const HardestExamples hardest = hardest_of(part);
  ASSERT_EQ(hardest.positives.size(), 1U);
  EXPECT_EQ(hardest.positives[0].row, 2);
  ASSERT_EQ(hardest.negatives.size(), 1U);
  EXPECT_EQ(hardest.negatives[0].row, 4);
}

TEST(Hardest, ArePositivesWithLowAndNegativesWithHighScores) {
  const ScoredPart part = part_of({1, 0, 1, 0, 1, 0}, {0.9, 0.1, -2, 5, 0.3, 0.4});
  const HardestExamples hardest = hardest_of(part, 2);
  EXPECT_THAT(rows_of(hardest.positives), ElementsAre(30, 50));
  EXPECT_THAT(rows_of(hardest.negatives), ElementsAre(40, 60));
  EXPECT_EQ(hardest.positives[0].place, 2U);
  EXPECT_EQ(hardest.positives[0].id, "P2");
  EXPECT_EQ(hardest.positives[0].score, -2);
  EXPECT_EQ(hardest.negatives[0].score, 5);
  EXPECT_EQ(hardest.negatives[1].place, 5U);
  EXPECT_THAT(hardest.positives[0].picture.bytes, IsEmpty());
}

TEST(Hardest, OfEqualScoresAreTheEarlierRows) {
  ScoredPart part = part_of({1, 1, 1, 1, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 1, 1, 1});
  part.numbers = {7, 3, 5, 1, 8, 2, 6, 4};
  const HardestExamples hardest = hardest_of(part, 3);
  EXPECT_THAT(rows_of(hardest.positives), ElementsAre(1, 3, 5));
  EXPECT_THAT(rows_of(hardest.negatives), ElementsAre(2, 4, 6));
}

TEST(Hardest, AreAllWhereThereAreFew) {
  const HardestExamples hardest = hardest_of(part_of({1, 0, 0}, {1, 2, 3}));
  EXPECT_THAT(rows_of(hardest.positives), ElementsAre(10));
  EXPECT_THAT(rows_of(hardest.negatives), ElementsAre(30, 20));
  EXPECT_EQ(hardest_of(part_of(std::vector<std::uint8_t>(100, 1), std::vector<double>(100, 0))).positives.size(),
            kShownExamples);
  EXPECT_THAT(hardest_of({}).positives, IsEmpty());
}

HardExample example(std::int64_t row, const std::string& id, double score, const Picture& picture = {}) {
  return {0, row, id, score, picture};
}

TEST(Hardest, AreReadBackToTheBit) {
  const std::string bytes("\x89PNG\r\n\0\xff", 8);
  const HardestExamples valid = {
      {example(1, "a \"b\" \xc3\xa4", 0.1, {"image/png", bytes}), example(2, "", -0.0)},
      {example(std::numeric_limits<std::int64_t>::max(), "x", 1.0 / 3, {"image/svg+xml", "<svg/>"}),
       example(4, "y", 5e-324), example(5, "z", 1.7976931348623157e308, {"image/jpeg", "\xff\xd8"})}};
  HardestExamples test = {{example(9, "", 3)}, {}};
  test.positives[0].values = {{"age, years", "63"}, {"ward", "missing"}};
  const std::string text = hardest_json(valid, test);
  const auto expect_same = [](const std::vector<HardExample>& found, const std::vector<HardExample>& known) {
    ASSERT_EQ(found.size(), known.size());
    for (std::size_t k = 0; k < known.size(); ++k) {
      EXPECT_EQ(found[k].row, known[k].row);
      EXPECT_EQ(found[k].id, known[k].id);
      EXPECT_EQ(found[k].score, known[k].score);
      EXPECT_EQ(found[k].picture.type, known[k].picture.type);
      EXPECT_EQ(found[k].picture.bytes, known[k].picture.bytes);
      EXPECT_EQ(found[k].values, known[k].values);
    }
  };
  const HardestExamples valid_again = hardest_from_json(text, "valid", "h");
  expect_same(valid_again.positives, valid.positives);
  expect_same(valid_again.negatives, valid.negatives);
  const HardestExamples test_again = hardest_from_json(text, "test", "h");
  expect_same(test_again.positives, test.positives);
  expect_same(test_again.negatives, test.negatives);
  EXPECT_EQ(hardest_json(valid_again, test_again), text);
}

TEST(Hardest, HaveIdsThatAreNotUtf8Replaced) {
  const std::string text = hardest_json({{example(1, "a\xff", 0)}, {}}, {});
  EXPECT_EQ(hardest_from_json(text, "valid", "h").positives.at(0).id, "a\xef\xbf\xbd");
}

std::string refusal(const std::string& text) {
  return refusal_of([&] { hardest_from_json(text, "test", "h.json"); });
}
std::string refusal_of_first(const std::string& first) {
  return refusal(R"({"test": {"positives": [)" + first + R"(], "negatives": []}})");
}
std::string refusal_of_picture(const std::string& type, const std::string& data) {
  return refusal_of_first(R"({"row": 1, "score": 2, "picture": {"type": ")" + type + R"(", "data": ")" + data +
                          R"("}})");
}

TEST(Hardest, OfAnotherShapeAreRefused) {
  EXPECT_THAT(refusal("nonsense"), HasSubstr("h.json: expected the hardest examples of a run, got "));
  EXPECT_EQ(refusal("[]"), "h.json: expected the hardest examples of a run with \"test\", got a list");
  EXPECT_EQ(refusal("{}"), "h.json: expected the hardest examples of a run with \"test\", got an object");
  EXPECT_EQ(refusal(R"({"test": 5})"), "h.json: test: expected an object with \"positives\", got \"5\"");
  EXPECT_EQ(refusal(R"({"test": {"positives": []}})"),
            "h.json: test: expected an object with \"negatives\", got an object");
  EXPECT_EQ(refusal(R"({"test": {"positives": {}, "negatives": []}})"),
            "h.json: test: positives: expected a list of examples, got an object");
  EXPECT_EQ(refusal_of_first("7"), "h.json: test: positives: 1: expected an object with \"row\", got \"7\"");
  EXPECT_EQ(refusal_of_first(R"({"row": 3})"),
            "h.json: test: positives: 1: expected an object with \"score\", got an object");
}

TEST(Hardest, WithWrongValuesAreRefused) {
  for (const char* row : {"0", "-1", "1.5", "\"1\"", "null", "9223372036854775808"}) {
    EXPECT_THAT(
        refusal_of_first(std::string(R"({"score": 1, "row": )") + row + "}"),
        HasSubstr("h.json: test: positives: 1: row: expected a whole number from 1 to 9223372036854775807, got "))
        << row;
  }
  for (const char* score : {"null", "\"1\"", "true", "[1]"}) {
    EXPECT_THAT(refusal_of_first(std::string(R"({"row": 1, "score": )") + score + "}"),
                HasSubstr("h.json: test: positives: 1: score: expected a number, got "))
        << score;
  }
  EXPECT_EQ(refusal_of_first(R"({"row": 1, "score": 1, "id": 4})"),
            "h.json: test: positives: 1: id: expected a text, got \"4\"");
}

TEST(Hardest, WithPicturesOfAnotherKindAreRefused) {
  EXPECT_EQ(refusal_of_picture("image/png", "Zg=="), "");
  for (const char* type : {"text/html", "image/svg", "IMAGE/PNG", "image/png ", ""}) {
    EXPECT_THAT(refusal_of_picture(type, "Zg=="),
                HasSubstr("picture: type: expected image/png, image/jpeg or image/svg+xml, got "))
        << type;
  }
  for (const char* data : {"", "Zg", "Zh==", "<script>"}) {
    EXPECT_THAT(refusal_of_picture("image/png", data), HasSubstr("picture: data: expected a picture as base64, got "))
        << data;
  }
  EXPECT_THAT(refusal_of_first(R"({"row": 1, "score": 2, "picture": "image/png"})"),
              HasSubstr("picture: expected an object with \"type\""));
}

TEST(Hardest, ThatAreTooManyOrTooLargeAreRefused) {
  const std::string four_bytes = "AAAA";
  std::string large;
  for (int k = 0; k < (1 << 20) / 3 + 1; ++k) large += four_bytes;
  EXPECT_THAT(refusal_of_picture("image/png", large),
              HasSubstr("picture: data: expected a picture of at most 1048576 bytes, got 1048578"));
  EXPECT_EQ(refusal_of_picture("image/png", large.substr(4)), "");
  std::string many = R"({"row": 1, "score": 2})";
  for (int k = 1; k < 64; ++k) many += R"(, {"row": 1, "score": 2})";
  EXPECT_EQ(refusal_of_first(many), "");
  EXPECT_EQ(refusal_of_first(many + R"(, {"row": 1, "score": 2})"),
            "h.json: test: positives: expected at most 64 examples, got 65");
}

}  // namespace
}  // namespace pauc::record
