// Coefficients, refits and scorecards of linear models.
#include <ATen/Functions.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "pauc/core/random.h"
#include "pauc/data/table/encoding.h"
#include "pauc/trainer/config/defaults.h"
#include "pauc/trainer/loop/full_batch.h"
#include "pauc/trainer/run/coefficients.h"
#include "pauc/trainer/run/refits.h"
#include "pauc/trainer/run/scorecard.h"
#include "support/near.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

using record::Coefficient;
using record::ScorecardBin;
using record::Term;
using testing::ElementsAre;

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t kRows = 400;

// age (some missing), job, dose (0, 1, 2), tail (outliers far beyond ten deviations), and a constant column.
Table some_table() {
  Column job{"job", Column::Kind::category, {"nurse", "clerk", "pilot"}};
  Table table = dense_table({{"age", Column::Kind::number, {}},
                             job,
                             {"dose", Column::Kind::number, {}},
                             {"tail", Column::Kind::number, {}},
                             {"same", Column::Kind::number, {}}});
  auto& columns = std::get<DenseValues>(table.values).columns;
  Random random(6);
  for (std::int64_t row = 0; row < kRows; ++row) {
    columns[0].push_back(row % 9 == 0 ? kMissing : static_cast<float>(60 + 12 * random.normal()));
    columns[1].push_back(row % 31 == 0 ? kMissing : static_cast<float>(random.below(3)));
    columns[2].push_back(static_cast<float>(random.below(3)));
    columns[3].push_back(row == 7 ? 1e3F : static_cast<float>(random.normal()));
    columns[4].push_back(4);
  }
  table.rows = kRows;
  return table;
}

std::vector<std::int64_t> all_rows() {
  std::vector<std::int64_t> rows(kRows);
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

TableEncoding encoding_with(NumericEncoding numeric) {
  EncodingOptions options;
  options.numeric = numeric;
  options.bins = 4;
  std::vector<std::string> notes;
  return fit_encoding(some_table(), all_rows(), options, notes);
}

std::vector<double> some_weights(const TableEncoding& encoding) {
  Random random(2);
  std::vector<double> weights(static_cast<std::size_t>(encoding.width() + 1));
  for (double& weight : weights) weight = random.normal();
  return weights;
}

// A score from the table itself, by what record/coefficients.h promises.
double score_from_raw(const record::Coefficients& coefficients, const Table& table, std::int64_t row) {
  const auto& values = std::get<DenseValues>(table.values).columns;
  double score = coefficients.intercept;
  double median = 0;
  for (const Coefficient& term : coefficients.terms) {
    std::size_t c = 0;
    while (table.columns[c].name != term.feature) ++c;
    const float raw = values[c][row];
    const bool missing = std::isnan(raw);
    if (term.term == Term::value) median = term.median;
    const double number = std::clamp(missing ? median : double{raw}, std::min(term.from, term.to), term.to);
    if (term.term == Term::value) score += term.per_unit * number;
    if (term.term == Term::ramp) score += term.per_unit * (number - term.from);
    if (term.term == Term::missing && missing) score += term.per_unit;
    if (term.term == Term::category) {
      const std::string text = missing ? "" : table.columns[c].categories[static_cast<std::size_t>(raw)];
      if (text == term.category) score += term.per_unit;
    }
  }
  return score;
}

// The encoder rounds standardised numbers to float; the same in double differs by no more than that.
TEST(CoefficientsOf, GiveTheScoreFromTheDataAsTheyAre) {
  const Table table = some_table();
  for (const auto numeric : {NumericEncoding::standard, NumericEncoding::piecewise}) {
    const TableEncoding encoding = encoding_with(numeric);
    const auto weights = some_weights(encoding);
    const record::Coefficients coefficients = coefficients_of(encoding, weights, {});
    EXPECT_EQ(static_cast<std::int64_t>(coefficients.terms.size()), encoding.width());
    const TableEncoder encoder(encoding, table);
    std::vector<float> inputs(static_cast<std::size_t>(kRows * encoding.width()));
    encoder.encode(all_rows(), inputs.data());
    for (std::int64_t row = 0; row < kRows; ++row) {
      double score = weights[0];
      for (std::int64_t k = 0; k < encoding.width(); ++k) {
        score += weights[k + 1] * double{inputs[row * encoding.width() + k]};
      }
      EXPECT_NEAR(score_from_raw(coefficients, table, row), score, 1e-5) << row;
    }
  }
}

// Without the rounding of the encoder: one number, standardised in double.
TEST(CoefficientsOf, UndoTheStandardisationExactly) {
  const TableEncoding encoding = encoding_with(NumericEncoding::standard);
  const auto weights = some_weights(encoding);
  const record::Coefficients coefficients = coefficients_of(encoding, weights, {});
  const ColumnEncoding& age = encoding.columns[0];
  const Coefficient& term = coefficients.terms[0];
  EXPECT_EQ(term.feature, "age");
  EXPECT_EQ(term.per_deviation, weights[1]);
  EXPECT_NEAR(term.from, age.mean - 10 * age.deviation, 1e-9);
  double intercept = weights[0];
  std::int64_t at = 1;
  for (const ColumnEncoding& column : encoding.columns) {
    if (column.kind == Column::Kind::number && !column.dropped()) {
      intercept -= weights[at] * column.mean / column.deviation;
    }
    at += column.width();
  }
  EXPECT_NEAR(coefficients.intercept, intercept, 1e-9);
  for (const double x : {20.0, 61.5, 99.0}) {
    EXPECT_NEAR(term.per_unit * x - weights[1] * age.mean / age.deviation, weights[1] * (x - age.mean) / age.deviation,
                1e-9);
  }
}

TEST(CoefficientsOf, IndicatorsHaveTheDeviationOfTheirShare) {
  const TableEncoding encoding = encoding_with(NumericEncoding::standard);
  const auto weights = some_weights(encoding);
  const std::vector<double> means(static_cast<std::size_t>(encoding.width()), 0.2);
  const record::Coefficients coefficients = coefficients_of(encoding, weights, means);
  for (const Coefficient& term : coefficients.terms) {
    const double unit = term.term == Term::value ? 0 : 0.4;  // sqrt(.2 x .8)
    if (unit > 0) {
      EXPECT_NEAR(term.per_deviation, unit * term.per_unit, 1e-15) << term_text(term);
    }
  }
}

Phase linear_phase(const std::string& objective, std::int64_t rows, std::int64_t positives) {
  Config config;
  for (const std::string& assignment : {std::string("data.path=made"), std::string("model.name=linear"),
                                        "objective.name=" + objective, std::string("target.fpr_max=0.3")}) {
    config.set_assignment(assignment);
  }
  return phases_of(resolved(config, {rows, positives, 4})).back();
}

struct RefitCase {
  test::SmallData data = test::small_data();
  LinearRows rows = linear_rows_of(data.train, 4);
  Phase phase;

  explicit RefitCase(const std::string& objective)
      : phase(linear_phase(objective, data.train.size(), data.train.size() / 4)) {}

  std::vector<std::vector<double>> weights(int threads, std::vector<std::uint32_t> groups = {},
                                           NamedTensors state = {}) const {
    return *refitted_weights(
        {phase, data.train, rows, 0.01, {0, 0.1, 0.1, 0.1, 0.1}, std::move(state), std::move(groups), 24, 5, threads});
  }
};

TEST(RefittedWeights, DoNotDependOnThreadsAndDifferByReplicate) {
  for (const char* objective : {"ce", "sopa", "sopa-s"}) {
    const RefitCase one(objective);
    const auto weights = one.weights(1);
    EXPECT_EQ(weights, one.weights(3)) << objective;
    ASSERT_EQ(weights.size(), 24U);
    EXPECT_NE(weights[0], weights[1]);
  }
}

// A single group per class is drawn as a whole: every replicate with both classes is the data, or copies of it.
TEST(RefittedWeights, DrawWholeGroups) {
  const RefitCase one("ce");
  std::vector<std::uint32_t> groups;
  for (const std::uint8_t label : one.data.train.labels) groups.push_back(label == 1 ? 7 : 2);
  const auto weights = one.weights(2, groups);
  for (const auto& replicate : weights) test::expect_near(replicate, weights[0], 1e-6);
}

// The memory of recent scores is that of the training rows: a refit has other rows and begins with none.
TEST(RefittedWeights, TakeTheScaleOfTheTrainingAndNothingElse) {
  for (const char* name : {"sopa", "top-push", "sota", "sopa-s"}) {
    const RefitCase one(name);
    Objective objective = objective_of(one.phase, one.data.train.size());
    std::vector<double> gradient(5);
    FullBatchLoss(one.rows, one.data.train).at(std::vector<double>{0, 0.1, 0.1, 0.1, 0.1}, objective, gradient);
    NamedTensors numbers;
    for (const char* number : {"score_scale", "lambda"}) {
      if (objective.state.has(number)) numbers[number] = objective.state.tensors().at(number);
    }
    EXPECT_EQ(one.weights(1, {}, objective.state.tensors()), one.weights(1, {}, numbers)) << name;
  }
}

// Under a penalty that leaves nothing of the weights, all of them; under a mild one, none.
TEST(RefittedWeights, AreCountedWhereTheyCollapse) {
  const RefitCase one("ce");
  for (const double penalty : {0.01, 1e6}) {
    const Refits refits{one.phase, one.data.train, one.rows, penalty, {0, 0.1, 0.1, 0.1, 0.1}, {}, {}, 20, 5, 1};
    EXPECT_EQ(count_collapsed(refits, *refitted_weights(refits)), penalty > 1 ? 20 : 0);
  }
}

TEST(RefittedWeights, StopWhenAsked) {
  const RefitCase one("ce");
  int asked = 0;
  const Refits refits{
      one.phase, one.data.train, one.rows, 0.01, {0, 0, 0, 0, 0}, {}, {}, 24, 5, 1, [&] { return ++asked == 3; }};
  EXPECT_FALSE(refitted_weights(refits).has_value());
  EXPECT_EQ(asked, 24);
}

TEST(AddIntervals, ArePercentilesOnTheScaleOfTheData) {
  const TableEncoding encoding = encoding_with(NumericEncoding::standard);
  const auto weights = some_weights(encoding);
  std::vector<std::vector<double>> replicates;
  for (int k = 0; k <= 100; ++k) {
    replicates.push_back(weights);
    replicates.back()[1] = k;
  }
  record::Coefficients coefficients = coefficients_of(encoding, weights, {});
  add_intervals(encoding, replicates, coefficients);
  EXPECT_EQ(coefficients.replicates, 101);
  const double deviation = encoding.columns[0].deviation;
  ASSERT_TRUE(coefficients.terms[0].ci.has_value());
  // Ranks 0.025 x 102 = 2.55 and 0.975 x 102 = 99.45, counted from 1, of 0, 1, ... 100.
  EXPECT_NEAR(coefficients.terms[0].ci->lower * deviation, 1.55, 1e-9);
  EXPECT_NEAR(coefficients.terms[0].ci->upper * deviation, 98.45, 1e-9);
}

const std::vector<double>& quantiles() { return kScorecardQuantiles[1]; }

// The points of a value as somebody reads them from the card.
std::int64_t points_read(const record::ScorecardFeature& feature, const Column& column, double raw) {
  const bool missing = std::isnan(raw);
  std::int64_t other = 0;
  for (const ScorecardBin& bin : feature.bins) {
    if (bin.kind == ScorecardBin::Kind::missing && missing) return bin.points;
    if (bin.kind == ScorecardBin::Kind::other) other = bin.points;
    if (bin.kind == ScorecardBin::Kind::category) {
      const std::string text = missing ? "" : column.categories[static_cast<std::size_t>(raw)];
      if (text == bin.category) return bin.points;
    }
    if (bin.kind != ScorecardBin::Kind::range) continue;
    const double number = missing ? feature.if_missing.value_or(raw) : raw;
    if ((!bin.from || number >= *bin.from) && (!bin.to || number < *bin.to)) return bin.points;
  }
  return other;
}

TEST(Scorecard, PointsAddUpAsTheCardSays) {
  const Table table = some_table();
  const TableEncoding encoding = encoding_with(NumericEncoding::standard);
  const MadeScorecard made = make_scorecard(table, all_rows(), encoding, some_weights(encoding), 10, quantiles());
  const auto totals = total_points(made, table, all_rows());
  for (std::int64_t row = 0; row < kRows; ++row) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < made.columns.size(); ++k) {
      const std::size_t c = made.columns[k];
      EXPECT_EQ(made.card.features[k].feature, table.columns[c].name);
      const float raw = std::get<DenseValues>(table.values).columns[c][row];
      sum += points_read(made.card.features[k], table.columns[c], raw);
    }
    ASSERT_EQ(totals[row], static_cast<double>(sum)) << row;
  }
}

// Tables hold floats, people read decimals: 0.7 in the file must count as 0.7 on the card.
TEST(Scorecard, PointsAddUpForDecimalsAsTheyStandInTheFile) {
  Table table = dense_table({{"many", Column::Kind::number, {}}, {"few", Column::Kind::number, {}}});
  auto& columns = std::get<DenseValues>(table.values).columns;
  Random random(8);
  std::vector<std::array<double, 2>> written;
  for (std::int64_t row = 0; row < kRows; ++row) {
    written.push_back({(static_cast<double>(random.below(60)) - 20) / 10, (1.0 + random.below(4)) / 10});
    for (std::size_t c = 0; c < 2; ++c) columns[c].push_back(static_cast<float>(written.back()[c]));
  }
  table.rows = kRows;
  std::vector<std::string> notes;
  EncodingOptions options;
  options.numeric = NumericEncoding::standard;
  const TableEncoding encoding = fit_encoding(table, all_rows(), options, notes);
  const std::vector<double> weights = {0, 1, 0.7};
  const MadeScorecard made = make_scorecard(table, all_rows(), encoding, weights, 100, quantiles());
  ASSERT_EQ(made.columns.size(), 2U);
  const auto totals = total_points(made, table, all_rows());
  for (std::int64_t row = 0; row < kRows; ++row) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      sum += points_read(made.card.features[k], table.columns[made.columns[k]], written[row][made.columns[k]]);
    }
    ASSERT_EQ(totals[row], static_cast<double>(sum)) << written[row][0] << " " << written[row][1];
  }
  for (const auto& feature : made.card.features) {
    for (const ScorecardBin& bin : feature.bins) EXPECT_LE(joined(bin.from.value_or(0)).size(), 4U) << *bin.from;
  }
}

TEST(Scorecard, TheWidestFeatureHasAllPointsAndNoneIsNegative) {
  const TableEncoding encoding = encoding_with(NumericEncoding::standard);
  for (const std::int64_t largest : {1, 10, 100}) {
    const MadeScorecard made =
        make_scorecard(some_table(), all_rows(), encoding, some_weights(encoding), largest, quantiles());
    std::int64_t most = 0;
    for (const auto& feature : made.card.features) {
      std::int64_t least = largest;
      for (const ScorecardBin& bin : feature.bins) {
        most = std::max(most, bin.points);
        least = std::min(least, bin.points);
      }
      EXPECT_EQ(least, 0) << feature.feature;
    }
    EXPECT_EQ(most, largest);
  }
}

// Only dose has an effect: 2 per unit of the data.
TEST(Scorecard, FeaturesWithoutEffectAreLeftOut) {
  const TableEncoding encoding = encoding_with(NumericEncoding::standard);
  std::vector<double> weights(static_cast<std::size_t>(encoding.width() + 1));
  const std::int64_t place = 1 + encoding.columns[0].width() + encoding.columns[1].width();
  weights[place] = 2 * encoding.columns[2].deviation;
  const MadeScorecard made = make_scorecard(some_table(), all_rows(), encoding, weights, 10, quantiles());
  ASSERT_EQ(made.card.features.size(), 1U);
  EXPECT_EQ(made.card.without_points, 3);
  EXPECT_THAT(made.columns, ElementsAre(2U));
  std::vector<std::int64_t> points;
  for (const ScorecardBin& bin : made.card.features[0].bins) points.push_back(bin.points);
  EXPECT_THAT(points, ElementsAre(0, 5, 10));
  EXPECT_EQ(made.card.features[0].bins[1].from, 1.0);
  EXPECT_EQ(made.card.features[0].bins[1].to, 2.0);
  weights[place] = 0;
  EXPECT_TRUE(make_scorecard(some_table(), all_rows(), encoding, weights, 10, quantiles()).card.features.empty());
}

}  // namespace
}  // namespace pauc
