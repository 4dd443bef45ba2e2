#include "pauc/record/metrics.h"

#include <gmock/gmock.h>

#include "pauc/record/evaluation_json.h"
#include "pauc/record/predictions.h"
#include "support/hostile_files.h"
#include "support/refusals.h"
#include "support/run_folders.h"

namespace pauc::record {
namespace {

using Json = nlohmann::ordered_json;
using testing::EndsWith;
using testing::HasSubstr;

Evaluation evaluation_in(const Region& region, std::uint64_t seed) {
  EvaluationOptions options;
  set_region(region, options);
  return evaluate_part(test::random_part(seed, 20, 80), options);
}

class Metrics : public testing::Test {
 protected:
  std::string text(const Region& region) const {
    return metrics_json(evaluation_in(region, 1), evaluation_in(region, 2), evaluation_in(region, 3));
  }
  std::vector<PartMetrics> read(const std::string& content) const {
    folder_.file("metrics.json", content);
    return read_metrics(RunPaths(folder_.folder()));
  }
  std::string refusal_at(const std::string& pointer, const std::string& value) const {
    return test::refusal_of([&] { read(test::with_value(Json::parse(text({0, 0.3, 0})), pointer, value)); });
  }

  test::TemporaryFolder folder_;
};

TEST_F(Metrics, HoldTheEvaluationOfEachPart) {
  const Json json = Json::parse(text({0, 0.3, 0}));
  EXPECT_EQ(json.size(), 3U);
  EXPECT_EQ(json.at("train").dump(2) + "\n", evaluation_json(evaluation_in({0, 0.3, 0}, 1)));
  EXPECT_EQ(json.at("valid").dump(2) + "\n", evaluation_json(evaluation_in({0, 0.3, 0}, 2)));
  EXPECT_EQ(json.at("test").dump(2) + "\n", evaluation_json(evaluation_in({0, 0.3, 0}, 3)));
}

TEST_F(Metrics, OfAOneWayTargetAreReadBack) {
  const std::vector<PartMetrics> parts = read(text({0, 0.3, 0}));
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].part, "train");
  EXPECT_EQ(parts[1].part, "valid");
  EXPECT_EQ(parts[2].part, "test");
  EXPECT_EQ(parts[2].positives, 20);
  EXPECT_EQ(parts[2].negatives, 80);
  const Evaluation test = evaluation_in({0, 0.3, 0}, 3);
  EXPECT_EQ(parts[2].one_way, on_shown_scale(test.areas[test.headline], test.scores[0].areas[test.headline]).value);
}

TEST_F(Metrics, OfATwoWayTargetAreReadBack) {
  const std::vector<PartMetrics> parts = read(text({0, 0.5, 0.4}));
  const Evaluation valid = evaluation_in({0, 0.5, 0.4}, 2);
  EXPECT_EQ(parts.at(1).two_way, valid.scores[0].areas[valid.headline].value);
}

TEST_F(Metrics, WrongValuesAreRefusedByName) {
  EXPECT_THAT(refusal_at("/test", "4"),
              EndsWith("metrics.json: test: expected an object with \"n_positive\", got \"4\""));
  EXPECT_THAT(refusal_at("/train/n_positive", "-1"), HasSubstr("train: n_positive: expected a whole number"));
  EXPECT_THAT(refusal_at("/valid/n_negative", "9007199254740992"), HasSubstr("valid: n_negative: expected a whole"));
  EXPECT_THAT(refusal_at("/test/scores/score/one_way/mcclish", "null"),
              EndsWith("test: scores: score: one_way: mcclish: expected a number, got \"null\""));
  EXPECT_THAT(refusal_at("/test/scores", "{}"), EndsWith("scores: expected an object with \"score\", got an object"));
  EXPECT_THAT(test::refusal_of([&] { read("{"); }), HasSubstr("metrics.json: expected the metrics of a run, got"));
  EXPECT_THAT(test::refusal_of([&] { read("{}"); }),
              EndsWith("metrics.json: expected the metrics of a run with \"train\", got an object"));
}

}  // namespace
}  // namespace pauc::record
