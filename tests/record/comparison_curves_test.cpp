#include "pauc/record/comparison_curves.h"

#include "pauc/report/figure/convergence_svg.h"
#include "record/compared_methods.h"

namespace pauc::record {
namespace {

using test::cell_with;
using test::epochs_with;
using test::three_methods;
using testing::ElementsAre;
using testing::HasSubstr;
using Numbers = std::vector<double>;

Comparison with_epochs() {
  Comparison comparison = three_methods();
  // The second run was stopped by patience after two epochs.
  comparison.methods[0].cells[0].epochs = {epochs_with({0.5, 0.6, 0.9}), epochs_with({0.7, 0.8})};
  comparison.methods[2].cells[0].epochs = {epochs_with({0.25, 0.75})};
  return comparison;
}

TEST(ComparisonCurves, AreMeansOverTheRunsThatAreThere) {
  const auto files = convergence_files(with_epochs());
  ASSERT_EQ(files.size(), 2U);
  const ConvergenceLine& line = files[0].plot.lines.at(0);
  EXPECT_EQ(line.name, "sopa-s");
  EXPECT_EQ(line.epochs, (Numbers{1, 2, 3}));
  EXPECT_THAT(line.means, ElementsAre(testing::DoubleNear(0.6, 1e-15), testing::DoubleNear(0.7, 1e-15), 0.9));
  EXPECT_THAT(line.deviations,
              ElementsAre(testing::DoubleNear(0.141421356, 1e-9), testing::DoubleNear(0.141421356, 1e-9), 0));
}

TEST(ComparisonCurves, HaveAFileForEachPartOfATargetWithEpochs) {
  const auto files = convergence_files(with_epochs());
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].name, "convergence-one_way_0.3-train.svg");
  EXPECT_EQ(files[0].plot.title, "FPR <= 0.3, train part");
  EXPECT_EQ(files[1].name, "convergence-one_way_0.3-valid.svg");
  EXPECT_EQ(files[1].plot.title, "FPR <= 0.3, valid part");
  EXPECT_NEAR(files[1].plot.lines.at(1).means.at(1), 0.65, 1e-15);
}

TEST(ComparisonCurves, AMethodWithoutEpochsHasNoLineAndTheOthersKeepTheirLooks) {
  const auto lines = convergence_files(with_epochs()).at(0).plot.lines;
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1].name, "mb");
  EXPECT_EQ(lines[0].look, 0U);
  EXPECT_EQ(lines[1].look, 2U);
}

TEST(ComparisonCurves, StandInACsvFile) {
  Comparison comparison = with_epochs();
  comparison.methods[0].cells[0].epochs = {epochs_with({0.5, 0.75}), epochs_with({0.5})};
  comparison.methods[2].cells[0].epochs = {epochs_with({0.25})};
  const std::string csv = comparison_curves_csv(comparison);
  EXPECT_EQ(csv.substr(0, csv.find("one_way_0.3,sopa-s,valid")),
            "target,method,part,epoch,mean,std\n"
            "one_way_0.3,sopa-s,train,1,0.5,0\n"
            "one_way_0.3,sopa-s,train,2,0.75,0\n"
            "one_way_0.3,mb,train,1,0.25,0\n");
  EXPECT_THAT(csv, HasSubstr("\none_way_0.3,sopa-s,valid,2,0.65,0\n"));
}

TEST(ComparisonCurves, LongTrainingsHaveWholeEpochs) {
  Comparison comparison = three_methods();
  comparison.methods[0].cells[0].epochs = {epochs_with({0.5})};
  comparison.methods[0].cells[0].epochs[0][0].epoch = 100000000;
  EXPECT_THAT(comparison_curves_csv(comparison), HasSubstr(",train,100000000,0.5,0\n"));
}

TEST(ComparisonCurves, ATargetsNameLeadsToNoOtherFolder) {
  Comparison comparison = three_methods();
  comparison.targets = {"../x/y"};
  comparison.methods[0].cells[0] = cell_with("../x/y", {});
  comparison.methods[0].cells[0].epochs = {epochs_with({0.5})};
  EXPECT_EQ(convergence_files(comparison).at(0).name, "convergence-.._x_y-train.svg");
}

TEST(ConvergenceFile, IsKnownByItsName) {
  EXPECT_TRUE(is_convergence_file("convergence-one_way_0.3-train.svg"));
  EXPECT_FALSE(is_convergence_file("convergence.svg"));
  EXPECT_FALSE(is_convergence_file("my-convergence-a.svg"));
  EXPECT_FALSE(is_convergence_file("convergence-a.svg.bak"));
}

}  // namespace
}  // namespace pauc::record
