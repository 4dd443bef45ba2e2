#include "pauc/report/table/estimator_report.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "pauc/core/version.h"
#include "pauc/report/figure/estimator_svg.h"
#include "record/estimators.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc::report {
namespace {

using test::bound_at;
using test::content_of;
using test::refusal_of;
using test::some_accuracy;
using testing::HasSubstr;
using testing::StartsWith;

TEST(SpreadOf, FollowsItsDefinition) {
  const record::Spread spread = record::spread_of({5, 1, 2, 10});
  EXPECT_DOUBLE_EQ(spread.mean, 4.5);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt((0.25 + 12.25 + 6.25 + 30.25) / 3));
  EXPECT_DOUBLE_EQ(spread.least, 1);
  EXPECT_DOUBLE_EQ(spread.lower_quartile, 1.75);
  EXPECT_DOUBLE_EQ(spread.median, 3.5);
  EXPECT_DOUBLE_EQ(spread.upper_quartile, 6.25);
  EXPECT_DOUBLE_EQ(spread.largest, 10);
}

TEST(SpreadOf, OneValueIsNone) {
  const record::Spread spread = record::spread_of({3});
  EXPECT_EQ(spread.mean, 3);
  EXPECT_EQ(spread.deviation, 0);
  EXPECT_EQ(spread.upper_quartile, 3);
  EXPECT_THAT(refusal_of([] { record::spread_of({}); }), HasSubstr("at least one value"));
}

TEST(BestLambda, HasTheSmallestMean) {
  EXPECT_EQ(record::best_lambda(bound_at(0.3)).lambda, 1);
  EXPECT_THAT(refusal_of([] { record::best_lambda({}); }), HasSubstr("at least one lambda"));
}

TEST(EstimatorReport, HasARowForEveryLambdaAsCsv) {
  const std::string csv = estimator_csv(some_accuracy());
  EXPECT_THAT(csv, StartsWith("fpr_max,lambda,draws,mean,std,min,q25,median,q75,max\n"
                              "0.3,0.1,4,0.25,0.12909944487358055,0.1,0.17500000000000002,0.25,0.325,0.4\n"));
  EXPECT_THAT(csv, HasSubstr("\n0.3,10,4,0.25,0,0.25,0.25,0.25,0.25,0.25\n0.5,0.1,4,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
}

TEST(EstimatorReport, HoldsEveryNumberAsJson) {
  const auto json = nlohmann::json::parse(estimator_json(some_accuracy()));
  EXPECT_EQ(json.at("version"), kVersion);
  EXPECT_EQ(json.at("config"), "data:\n  label: y\n");
  EXPECT_EQ(json.at("draws"), 4);
  EXPECT_EQ(json.at("seed"), 7);
  EXPECT_EQ(json.at("n_positive"), 12);
  EXPECT_EQ(json.at("n_negative"), 340);
  EXPECT_EQ(json.at("last_layer_scale"), 2);
  EXPECT_EQ(json.at("score_std"), nlohmann::json({0.1, 0.2, 0.3, 0.4}));
  EXPECT_EQ(json.at("model"), nlohmann::json::parse(R"({"name":"gin","options":{"hidden":"64","layers":"5"}})"));
  EXPECT_EQ(json.at("pairs").at("link"), "sigmoid");
  ASSERT_EQ(json.at("bounds").size(), 2);
  const auto& bound = json.at("bounds")[1];
  EXPECT_EQ(bound.at("fpr_max"), 0.5);
  EXPECT_EQ(bound.at("exact"), nlohmann::json({1.0, 2.0, 3.0, 4.0}));
  EXPECT_EQ(bound.at("best").at("lambda"), 1);
  EXPECT_DOUBLE_EQ(bound.at("best").at("mean"), 0.03);
  EXPECT_DOUBLE_EQ(bound.at("best").at("std"), 0.02);
  EXPECT_EQ(bound.at("lambdas").size(), 3);
  EXPECT_EQ(bound.at("lambdas")[0].at("errors"), nlohmann::json({0.4, 0.1, 0.2, 0.3}));
  EXPECT_DOUBLE_EQ(bound.at("lambdas")[0].at("q75"), 0.325);
  EXPECT_EQ(bound.at("lambda_for").at("lambdas"), nlohmann::json({0.5, 0.7, 0.6, 0.05}));
  EXPECT_EQ(bound.at("lambda_for").at("errors"), nlohmann::json({0.0, 0.0, 0.0, 0.004}));
  EXPECT_DOUBLE_EQ(bound.at("lambda_for").at("lambda").at("median"), 0.55);
  EXPECT_DOUBLE_EQ(bound.at("lambda_for").at("error").at("max"), 0.004);
}

TEST(EstimatorReport, IsAShortTableInMarkdown) {
  record::EstimatorAccuracy accuracy = some_accuracy();
  accuracy.bounds[1].lambdas.erase(accuracy.bounds[1].lambdas.begin());
  const std::string text = estimator_markdown(accuracy);
  EXPECT_THAT(text, HasSubstr("over 4 vectors of parameters of gin drawn at random; 12 positives, 340 negatives; raw "
                              "scores have a standard deviation of 0.25 (median of the draws).\n\n| FPR up to |"));
  EXPECT_THAT(text, HasSubstr("\n| 0.3 | 1 | 0.0300 (0.0200) | 0.2500 (0.1291) | 0.0300 (0.0200) | 0.2500 (0.0000) | "
                              "0.55 (0.05 to 0.7) | 0.0010 (0.0020) |\n"));
  EXPECT_THAT(text, HasSubstr("\n| 0.5 | 1, an end of the grid | 0.0300 (0.0200) | - | 0.0300"));
}

TEST(WriteEstimator, WritesOneFileAFormatAndAFigureABound) {
  const test::TemporaryFolder folder;
  const std::string out = folder.path("made/here");
  const record::EstimatorAccuracy accuracy = some_accuracy();
  write_estimator(out, accuracy);
  EXPECT_EQ(content_of(out + "/estimator.json"), estimator_json(accuracy));
  EXPECT_EQ(content_of(out + "/estimator.csv"), estimator_csv(accuracy));
  EXPECT_EQ(content_of(out + "/estimator.md"), estimator_markdown(accuracy));
  EXPECT_EQ(content_of(out + "/estimator-0.3.svg"), estimator_svg(bound_at(0.3), FigureUse::file));
  EXPECT_EQ(content_of(out + "/estimator-0.5.svg"), estimator_svg(bound_at(0.5), FigureUse::file));
  const std::filesystem::directory_iterator files(out);
  EXPECT_EQ(std::distance(begin(files), end(files)), 5);
}

TEST(WriteEstimator, LeavesNoFigureOfAnotherBound) {
  const test::TemporaryFolder folder;
  record::EstimatorAccuracy accuracy = some_accuracy();
  write_estimator(folder.path("out"), accuracy);
  folder.file("out/mine.svg", "x");
  accuracy.bounds.pop_back();
  write_estimator(folder.path("out"), accuracy);
  EXPECT_TRUE(std::filesystem::exists(folder.path("out/estimator-0.3.svg")));
  EXPECT_FALSE(std::filesystem::exists(folder.path("out/estimator-0.5.svg")));
  EXPECT_TRUE(std::filesystem::exists(folder.path("out/mine.svg")));
}

TEST(WriteEstimator, RefusesAFolderThatIsAFile) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("out", "x");
  EXPECT_THAT(refusal_of([&] { write_estimator(file, some_accuracy()); }, Fault::cannot_create),
              StartsWith(file + ": cannot create: "));
  EXPECT_EQ(content_of(file), "x");
}

}  // namespace
}  // namespace pauc::report
