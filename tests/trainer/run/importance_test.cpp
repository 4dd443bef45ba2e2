// What a model looks at: permuted columns, their effects, and the parts of molecules and images.
#include "pauc/trainer/run/importance.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "pauc/batch/flat_numbers.h"
#include "pauc/core/random.h"
#include "pauc/data/inputs.h"
#include "pauc/metric/partial_auc.h"
#include "pauc/trainer/run/effects.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using record::Bin;
using record::Permuted;

constexpr std::int64_t kRows = 300;
const Region kTarget = fpr_at_most(0.3);

// a and b tell the classes apart, job (with missing ones) a little, idle not at all.
std::shared_ptr<Examples> some_examples() {
  const auto examples = std::make_shared<Examples>();
  Table table = dense_table({{"a", Column::Kind::number, {}},
                             {"job", Column::Kind::category, {"nurse", "clerk", "pilot"}},
                             {"b", Column::Kind::number, {}},
                             {"idle", Column::Kind::number, {}}});
  auto& columns = std::get<DenseValues>(table.values).columns;
  Random random(11);
  for (std::int64_t row = 0; row < kRows; ++row) {
    const bool positive = row % 3 == 0;
    examples->facts.labels.push_back(positive ? 1 : 0);
    examples->facts.numbers.push_back(row + 1);
    columns[0].push_back(static_cast<float>(random.normal() + (positive ? 1.5 : 0)));
    columns[1].push_back(row % 7 == 0 ? std::numeric_limits<float>::quiet_NaN()
                                      : static_cast<float>(random.below(positive ? 2 : 3)));
    columns[2].push_back(row % 5 == 0 ? std::numeric_limits<float>::quiet_NaN()
                                      : static_cast<float>(random.normal() + (positive ? 0.7 : 0)));
    columns[3].push_back(static_cast<float>(random.normal()));
  }
  table.rows = kRows;
  examples->content.table = std::move(table);
  return examples;
}

std::vector<std::int64_t> all_rows() {
  std::vector<std::int64_t> rows(kRows);
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

// Linear in the encoded inputs, with weights of 0 for those of column `idle`.
Model linear_model(const TableEncoding& encoding, std::uint64_t seed) {
  Random random(seed);
  at::Tensor weights = at::zeros({encoding.width()});
  std::int64_t next = 0;
  for (const ColumnEncoding& column : encoding.columns) {
    for (std::int64_t k = 0; k < column.width(); ++k, ++next) {
      if (column.name != "idle") weights[next] = 0.5 + random.uniform();
    }
  }
  Model model;
  model.forward = [weights](const Batch& batch, Random* /*noise*/) { return at::matmul(batch.features, weights); };
  return model;
}

// Two folds of two members each, fitted on other rows: their encodings differ.
ScoringModels two_folds(const std::shared_ptr<Examples>& examples) {
  ScoringModels scoring;
  scoring.rows = all_rows();
  scoring.fixed.assign(kRows, 0.25);
  for (std::int64_t row = 0; row < kRows; ++row) scoring.folds.push_back(row % 2 + 1);
  for (std::uint64_t member = 0; member < 2; ++member) {
    for (std::int64_t fold = 1; fold <= 2; ++fold) {
      ScoringModel model;
      std::vector<std::int64_t> others;
      for (std::int64_t row = 0; row < kRows; ++row) {
        (scoring.folds[static_cast<std::size_t>(row)] == fold ? model.places : others).push_back(row);
      }
      EncodingOptions options;
      options.numeric = member == 0 ? NumericEncoding::standard : NumericEncoding::piecewise;
      options.bins = 4;
      std::vector<std::string> notes;
      model.preprocessing =
          std::make_shared<const Preprocessing>(fit_preprocessing(examples->content, others, options, notes));
      model.examples = examples;
      model.scale = member == 0 ? 0.7 : 0.2;
      model.model = linear_model(model.preprocessing->table, 10 * member + static_cast<std::uint64_t>(fold));
      scoring.models.push_back(std::move(model));
    }
  }
  return scoring;
}

// The scores when the raw values of the columns are moved in the table itself and encoded again.
std::vector<double> brute_force_scores(const ScoringModels& scoring, const std::set<std::size_t>& columns,
                                       const std::vector<std::int64_t>& donors) {
  Content content = scoring.models.front().examples->content;
  auto& values = std::get<DenseValues>(content.table.values).columns;
  for (const std::size_t column : columns) {
    const std::vector<float> before = values[column];
    for (std::size_t row = 0; row < before.size(); ++row) {
      values[column][row] = before[static_cast<std::size_t>(donors[row])];
    }
  }
  std::vector<double> scores = scoring.fixed;
  for (const ScoringModel& model : scoring.models) {
    const Batch batch = gather_from(*model.preprocessing, content)(model.places, nullptr);
    const FlatNumbers<double> own(model.model.forward(batch, nullptr));
    for (std::size_t k = 0; k < model.places.size(); ++k) {
      scores[static_cast<std::size_t>(model.places[k])] += model.scale * own[static_cast<std::int64_t>(k)];
    }
  }
  return scores;
}

double brute_force_drop(const ScoringModels& scoring, const std::set<std::size_t>& columns, const Donors& donors) {
  const std::vector<std::int8_t>& facts = scoring.models.front().examples->facts.labels;
  const std::vector<std::uint8_t> labels(facts.begin(), facts.end());
  const auto value = [&](const std::vector<double>& scores) {
    return partial_auc({labels, scores}, kTarget, Scale::mcclish);
  };
  const double before = value(brute_force_scores(scoring, {}, donors[0]));
  double drop = 0;
  for (const auto& one : donors) {
    drop += (before - value(brute_force_scores(scoring, columns, one))) / static_cast<double>(donors.size());
  }
  return drop;
}

ImportanceOptions some_options() {
  ImportanceOptions options;
  options.repeats = 3;
  options.column_groups = "both=a,b;one=job";
  options.seed = 5;
  return options;
}

const record::ImportanceEntry& entry_of(const record::Importance& importance, const std::string& name) {
  for (const record::ImportanceEntry& entry : importance.entries) {
    if (entry.column == name) return entry;
  }
  ADD_FAILURE() << name;
  return importance.entries.front();
}

TEST(Importance, EqualsBruteForceForColumnsAndGroupsOverFoldsAndMembers) {
  const ScoringModels scoring = two_folds(some_examples());
  const auto importance = importance_of(scoring, kTarget, some_options(), {});
  ASSERT_TRUE(importance.has_value());
  ASSERT_EQ(importance->entries.size(), 6U);
  const Donors donors = drawn_donors(scoring.folds, 3, 5);
  EXPECT_NEAR(entry_of(*importance, "a").drop, brute_force_drop(scoring, {0}, donors), 1e-9);
  EXPECT_NEAR(entry_of(*importance, "job").drop, brute_force_drop(scoring, {1}, donors), 1e-9);
  EXPECT_NEAR(entry_of(*importance, "b").drop, brute_force_drop(scoring, {2}, donors), 1e-9);
  EXPECT_NEAR(entry_of(*importance, "both").drop, brute_force_drop(scoring, {0, 2}, donors), 1e-9);
  EXPECT_EQ(entry_of(*importance, "one").drop, entry_of(*importance, "job").drop);
  EXPECT_EQ(entry_of(*importance, "both").kind, Permuted::group);
  EXPECT_GT(entry_of(*importance, "a").ci->lower, 0);
  EXPECT_TRUE(std::is_sorted(importance->entries.begin(), importance->entries.end(),
                             [](const auto& x, const auto& y) { return x.drop > y.drop; }));
}

TEST(Importance, OfAColumnThatTheModelIgnoresIsExactlyZero) {
  const auto importance = importance_of(two_folds(some_examples()), kTarget, some_options(), {});
  const auto idle = entry_of(*importance, "idle");
  EXPECT_EQ(idle.drop, 0);
  EXPECT_EQ(idle.ci->lower, 0);
  EXPECT_EQ(idle.ci->upper, 0);
}

TEST(Importance, DoesNotDependOnTheNumberOfThreads) {
  const ScoringModels scoring = two_folds(some_examples());
  const auto one = importance_of(scoring, kTarget, some_options(), {1, {}});
  const auto three = importance_of(scoring, kTarget, some_options(), {3, {}});
  EXPECT_EQ(record::importance_json(*one), record::importance_json(*three));
  EXPECT_EQ(record::effects_json(*one), record::effects_json(*three));
}

TEST(Importance, StopsWhenItIsAskedTo) {
  EXPECT_FALSE(importance_of(two_folds(some_examples()), kTarget, some_options(), {1, [] { return true; }}));
}

TEST(Importance, PermutesWithinFolds) {
  const std::vector<std::int64_t> folds = {1, 2, 1, 2, 1, 2, 1, 1};
  for (const auto& donors : drawn_donors(folds, 20, 3)) {
    std::set<std::int64_t> seen(donors.begin(), donors.end());
    EXPECT_EQ(seen.size(), folds.size());
    for (std::size_t k = 0; k < folds.size(); ++k) EXPECT_EQ(folds[k], folds[static_cast<std::size_t>(donors[k])]);
  }
}

TEST(Importance, KeepsTheColumnsThatChangeScoresMostAndCountsTheOthers) {
  ImportanceOptions options = some_options();
  options.column_groups.clear();
  options.most_columns = 2;
  const auto importance = importance_of(two_folds(some_examples()), kTarget, options, {});
  EXPECT_EQ(importance->left_out, 2);
  ASSERT_EQ(importance->entries.size(), 2U);
  for (const auto& entry : importance->entries) EXPECT_NE(entry.column, "idle");
}

TEST(Importance, DrawsRowsAtTheRatesOfTheClassesButEnoughOfEach) {
  const auto examples = some_examples();
  const ScoringModels scoring = two_folds(examples);
  const auto positives = [&](const std::vector<std::int64_t>& places) {
    return std::count_if(places.begin(), places.end(), [&](std::int64_t k) { return examples->facts.labels[k] == 1; });
  };
  EXPECT_EQ(drawn_places(scoring, 1000, 1).size(), 300U);
  const auto some = drawn_places(scoring, 270, 1);
  EXPECT_TRUE(std::is_sorted(some.begin(), some.end()));
  EXPECT_EQ(positives(some), 100);  // 90 by their rate
  EXPECT_EQ(some.size(), 100U + 180U);
  EXPECT_EQ(drawn_places(scoring, 270, 1), some);
  EXPECT_NE(drawn_places(scoring, 270, 2), some);
  examples->facts.weights.assign(kRows, 1);
  examples->facts.weights[0] = 0;
  EXPECT_EQ(drawn_places(scoring, 1000, 1).front(), 1);
}

// By hand: rows 0 .. 3 have the values 1, 1, 2, missing; each repeat gives them away.
TEST(Effects, AreTheMeanScorePlusTheMeanChangeByTheValueThatWasGiven) {
  const Column column{"x", Column::Kind::number, {}};
  const ColumnValues values{column, {1, 1, 2, std::numeric_limits<float>::quiet_NaN()}};
  const std::vector<std::uint8_t> labels = {0, 1, 1, 0};
  const std::vector<double> scores = {0, 1, 2, 5};
  const Donors donors = {{1, 0, 3, 2}, {2, 3, 0, 1}};
  const std::vector<std::vector<double>> permuted = {{0.5, 1, 4, 1}, {2, 3, 1, 3}};
  const record::Effect effect = effect_of(values, labels, scores, permuted, donors, 0.95);
  ASSERT_EQ(effect.bins.size(), 3U);
  // Given 1: row 0 (+0.5), row 1 (0), row 2 (-1), row 3 (-2); mean -0.625.
  EXPECT_NEAR(effect.bins[0].score, 2 - 0.625, 1e-12);
  EXPECT_EQ(effect.bins[0].rows, 2);
  EXPECT_EQ(effect.bins[0].positives, 1);
  EXPECT_NEAR(effect.bins[0].own_score, 0.5, 1e-12);
  // Given 2: row 3 (-4), row 0 (+2); each deviates by 3 from the mean -1.
  EXPECT_NEAR(effect.bins[1].score, 2 - 1, 1e-12);
  EXPECT_NEAR(effect.bins[1].ci->upper - effect.bins[1].score, 1.959963985 * std::sqrt(18 * 2.0) / 2, 1e-6);
  EXPECT_EQ(effect.bins[2].kind, Bin::missing);
  EXPECT_NEAR(effect.bins[2].score, 2 + (2.0 + 2.0) / 2, 1e-12);
}

TEST(Effects, CutNumbersIntoAtMostTenRangesAndNameCategories) {
  const auto examples = some_examples();
  const auto importance = importance_of(two_folds(examples), kTarget, some_options(), {});
  for (const record::Effect& effect : importance->effects) {
    std::int64_t rows = 0;
    for (const record::EffectBin& bin : effect.bins) rows += bin.rows;
    EXPECT_EQ(rows, kRows) << effect.column;
    if (effect.column == "a") {
      ASSERT_EQ(effect.bins.size(), 10U);
      for (std::size_t k = 1; k < 10; ++k) {
        EXPECT_GT(effect.bins[k].from, effect.bins[k - 1].to);
        EXPECT_GT(effect.bins[k].score, effect.bins[k - 1].score);  // all weights of a are positive
      }
    }
    EXPECT_EQ(effect.bins.back().kind == Bin::missing, effect.column != "a") << effect.column;
    EXPECT_EQ(effect.bins.front().kind == Bin::category, effect.column == "job") << effect.column;
  }
  EXPECT_EQ(importance->effects.front().column, "a");
}

}  // namespace
}  // namespace pauc
