#include "pauc/data/synthetic.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "pauc/core/error.h"
#include "pauc/metric/cases.h"
#include "pauc/metric/partial_auc.h"
#include "support/problems.h"

namespace pauc {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

SyntheticOptions large(SyntheticShape shape) {
  SyntheticOptions options;
  options.shape = shape;
  options.rows = 200000;
  options.features = 4;
  options.positive_share = 0.5;
  options.seed = 3;
  return options;
}

const std::vector<std::vector<float>>& columns_of(const SyntheticData& data) {
  return std::get<DenseValues>(data.table.values).columns;
}

double area_of(const SyntheticData& data, const std::vector<double>& scores, const Region& region) {
  return partial_auc({data.labels, scores, {}}, region, Scale::normalised);
}

std::vector<double> as_doubles(const std::vector<float>& values) { return {values.begin(), values.end()}; }

std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const UserError& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "";
}

std::string making_refused(const std::string& text) {
  return refusal([&] { make_synthetic(synthetic_named(text)); });
}

TEST(Synthetic, ReadsNamesWithOptions) {
  EXPECT_EQ(synthetic_named("synthetic:binormal").shape, SyntheticShape::binormal);
  EXPECT_EQ(synthetic_named("synthetic:binormal").rows, 10000);
  const auto options =
      synthetic_named("synthetic:nonlinear,rows=5000,separation=2,features=3,positive_share=0.25,seed=9");
  EXPECT_EQ(options.shape, SyntheticShape::nonlinear);
  EXPECT_EQ(options.rows, 5000);
  EXPECT_EQ(options.separation, 2);
  EXPECT_EQ(options.features, 3);
  EXPECT_EQ(options.positive_share, 0.25);
  EXPECT_EQ(options.seed, 9);
}

TEST(Synthetic, RefusesNamesThatAreNone) {
  EXPECT_EQ(making_refused("binormal"), "expected synthetic:SHAPE, got \"binormal\"");
  EXPECT_EQ(making_refused("synthetic:nonlinar"), "synthetic: no \"nonlinar\"; expected one of nonlinear, binormal");
  EXPECT_THAT(making_refused("synthetic:"), StartsWith("synthetic: no \"\""));
  EXPECT_THAT(making_refused("synthetic:binormal,separations=2"),
              StartsWith("synthetic:binormal: no option \"separations\"; expected one of separation, "));
  EXPECT_EQ(making_refused("synthetic:binormal,rows"), "synthetic:binormal: expected option=value, got \"rows\"");
  EXPECT_EQ(making_refused("synthetic:binormal,"), "synthetic:binormal: expected option=value, got \"\"");
  EXPECT_EQ(making_refused("synthetic:binormal,rows=1.5"),
            "synthetic:binormal.rows: expected a whole number, got \"1.5\"");
}

TEST(Synthetic, RefusesOptionsOutOfRange) {
  EXPECT_EQ(making_refused("synthetic:binormal,rows=1"), "synthetic:binormal.rows: expected at least 2, got 1");
  EXPECT_EQ(making_refused("synthetic:binormal,features=0"), "synthetic:binormal.features: expected at least 1, got 0");
  EXPECT_EQ(making_refused("synthetic:nonlinear,features=1"),
            "synthetic:nonlinear.features: expected at least 2, got 1");
  EXPECT_THAT(making_refused("synthetic:binormal,rows=1000000,features=2000"),
              EndsWith("rows: expected at most 1073741824 values in all, got 1000000 rows of 2000"));
  for (const char* separation : {"-1", "21", "nan"}) {
    EXPECT_THAT(making_refused("synthetic:binormal,separation=" + std::string(separation)),
                HasSubstr("separation: expected a number from 0 to 20, got "));
  }
  for (const char* share : {"0", "1", "nan"}) {
    EXPECT_THAT(making_refused("synthetic:binormal,positive_share=" + std::string(share)),
                HasSubstr("positive_share: expected a number between 0 and 1, got "));
  }
  EXPECT_THAT(making_refused("synthetic:binormal,rows=10,positive_share=0.01"),
              EndsWith("positive_share: expected rows of both classes, got 0 positive rows of 10"));
  EXPECT_THAT(making_refused("synthetic:binormal,rows=10,positive_share=0.99"), EndsWith("got 10 positive rows of 10"));
}

TEST(Synthetic, HasTheShapeAndTheSharesAskedFor) {
  for (const char* name : {"synthetic:binormal,rows=1001,features=5,positive_share=0.0333",
                           "synthetic:nonlinear,rows=1001,features=5,positive_share=0.0333"}) {
    const auto data = make_synthetic(synthetic_named(name));
    EXPECT_EQ(data.table.rows, 1001);
    ASSERT_EQ(data.table.columns.size(), 5U);
    EXPECT_EQ(data.table.columns[4].name, "x5");
    EXPECT_EQ(data.table.columns[4].kind, Column::Kind::number);
    for (const auto& column : columns_of(data)) EXPECT_EQ(column.size(), 1001U);
    EXPECT_EQ(data.best_scores.size(), 1001U);
    EXPECT_EQ(std::count(data.labels.begin(), data.labels.end(), 1), 33);
  }
}

TEST(Synthetic, PutsPositivesAtRandomPlaces) {
  std::vector<int> counts(10);
  for (int seed = 0; seed < 2000; ++seed) {
    const auto data = make_synthetic({SyntheticShape::binormal, 10, 1, 0.3, 1, seed});
    for (std::size_t i = 0; i < 10; ++i) counts[i] += data.labels[i];
  }
  for (const int count : counts) EXPECT_NEAR(count, 600, 5 * std::sqrt(2000 * 0.3 * 0.7));
}

TEST(Synthetic, IsTheSameForTheSameSeedOnly) {
  for (const SyntheticShape shape : {SyntheticShape::binormal, SyntheticShape::nonlinear}) {
    const SyntheticOptions options{shape, 100, 3, 0.3, 1, 5};
    const auto data = make_synthetic(options);
    EXPECT_EQ(columns_of(data), columns_of(make_synthetic(options)));
    EXPECT_EQ(data.labels, make_synthetic(options).labels);
    SyntheticOptions other = options;
    other.seed = 6;
    EXPECT_NE(columns_of(data), columns_of(make_synthetic(other)));
    EXPECT_NE(data.labels, make_synthetic(other).labels);
  }
}

TEST(Synthetic, BestScoresReachTheBestArea) {
  for (const SyntheticShape shape : {SyntheticShape::binormal, SyntheticShape::nonlinear}) {
    const auto options = large(shape);
    const auto data = make_synthetic(options);
    const auto scores = as_doubles(data.best_scores);
    EXPECT_NEAR(area_of(data, scores, {0, 1, 0}), best_area(options, 0, 1, 0), 0.005);
    EXPECT_NEAR(area_of(data, scores, {0, 0.1, 0}), best_area(options, 0, 0.1, 0), 0.01);
    EXPECT_NEAR(area_of(data, scores, {0, 0.5, 0.5}), best_area(options, 0, 0.5, 0.5), 0.01);
  }
}

TEST(Synthetic, BinormalIsLinearAndSpreadEvenly) {
  const auto options = large(SyntheticShape::binormal);
  const auto data = make_synthetic(options);
  for (std::size_t i = 0; i < 100; ++i) {
    double sum = 0;
    for (const auto& column : columns_of(data)) sum += column[i];
    EXPECT_FLOAT_EQ(data.best_scores[i], static_cast<float>(sum / 2));
  }
  const SyntheticOptions one_feature{SyntheticShape::binormal, 2, 1, 0.5, options.separation / 2, 0};
  for (const auto& column : columns_of(data)) {
    EXPECT_NEAR(area_of(data, as_doubles(column), {0, 1, 0}), best_area(one_feature, 0, 1, 0), 0.005);
  }
}

TEST(Synthetic, NonlinearIsHiddenFromLinearScoresButNotFromTheRadius) {
  const auto options = large(SyntheticShape::nonlinear);
  const auto data = make_synthetic(options);
  const auto& x = columns_of(data);
  std::vector<double> radius_scores;
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    radius_scores.push_back(-2 * std::log(std::hypot(x[0][i], x[1][i])));
    ASSERT_NEAR(radius_scores[i], data.best_scores[i], 1e-5);
  }
  for (const double angle : {0.0, 1.0, 2.0, 4.0}) {
    std::vector<double> scores;
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
      scores.push_back(std::cos(angle) * x[0][i] + std::sin(angle) * x[1][i] + 0.1 * x[2][i]);
    }
    EXPECT_NEAR(area_of(data, scores, {0, 1, 0}), 0.5, 0.01);
    EXPECT_LT(area_of(data, scores, {0, 0.1, 0}), 0.05);  // chance: half of fpr_max
  }
  EXPECT_NEAR(area_of(data, as_doubles(x[2]), {0, 1, 0}), 0.5, 0.01);
}

TEST(BestArea, IsTheAreaUnderTheBinormalCurve) {
  for (const double separation : {0.0, 0.7, 1.5, 4.0}) {
    const SyntheticOptions options{SyntheticShape::binormal, 100, 2, 0.1, separation, 0};
    for (const Region& region : {Region{0, 1, 0}, fpr_at_most(0.1), fpr_between(0.05, 0.3), two_way(0.5, 0.5),
                                 two_way(0.9, 0.3), fpr_at_most(0.001)}) {
      EXPECT_NEAR(best_area(options, region.fpr_min, region.fpr_max, region.tpr_min),
                  test::true_binormal_area(separation, region), 1e-7);
    }
    const double whole = 0.5 * std::erfc(-separation / 2);  // Phi(separation / sqrt 2)
    EXPECT_NEAR(best_area(options, 0, 1, 0), whole, 1e-10);
  }
}

TEST(BestArea, IsZeroWhereTheCurveStaysBelow) {
  EXPECT_EQ(best_area({SyntheticShape::binormal, 100, 2, 0.1, 0, 0}, 0, 0.1, 0.5), 0);
}

TEST(BestArea, RefusesRegionsThatAreNone) {
  const SyntheticOptions options;
  const auto refused = [&](double fpr_min, double fpr_max, double tpr_min) {
    return refusal([&] { best_area(options, fpr_min, fpr_max, tpr_min); });
  };
  EXPECT_EQ(refused(0.3, 0.3, 0), "expected 0 <= fpr_min < fpr_max <= 1, got 0.3 and 0.3");
  EXPECT_NE(refused(-0.1, 0.3, 0), "");
  EXPECT_NE(refused(0, 1.1, 0), "");
  EXPECT_EQ(refused(0, 1, 1), "tpr_min: expected a number from 0 to less than 1, got 1");
  EXPECT_NE(refused(0, 1, -0.1), "");
}

}  // namespace
}  // namespace pauc
