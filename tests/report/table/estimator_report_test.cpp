#include "pauc/report/table/estimator_report.h"

#include <filesystem>

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

TEST(EstimatorReport, HasARowForEveryLambdaAsCsv) {
  const std::string csv = estimator_csv(some_accuracy());
  EXPECT_THAT(csv, StartsWith("fpr_max,lambda,draws,mean,std,min,q25,median,q75,max\n"
                              "0.3,0.1,4,0.25,0.12909944487358055,0.1,0.17500000000000002,0.25,0.325,0.4\n"));
  EXPECT_THAT(csv, HasSubstr("\n0.3,10,4,0.25,0,0.25,0.25,0.25,0.25,0.25\n0.5,0.1,4,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
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
  EXPECT_EQ(content_of(out + "/estimator.json"), record::estimator_json(accuracy));
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
