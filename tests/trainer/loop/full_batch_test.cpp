// Full-batch training of linear models against minima found by other means.
#include "pauc/trainer/loop/full_batch.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>

#include "pauc/core/random.h"
#include "pauc/model/make_model.h"
#include "pauc/objective/full_batch.h"
#include "pauc/trainer/config/defaults.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

constexpr std::int64_t kRows = 120;

struct Points {
  at::Tensor features = at::empty({kRows, 2}, at::kFloat);
  std::vector<std::uint8_t> labels;
};

Points some_points() {
  Random random(8);
  Points points;
  for (std::int64_t row = 0; row < kRows; ++row) {
    points.labels.push_back(row % 5 == 0 ? 1 : 0);
    const double shift = points.labels.back() == 1 ? 1.5 : 0;
    points.features[row][0] = random.normal() + shift;
    points.features[row][1] = random.normal() - shift / 2;
  }
  return points;
}

// The objective by definition: squared hinge of raw gaps between each positive and the highest fifth of the negatives,
// plus the penalty. Convex in the weights.
double by_definition(const Points& points, double w0, double w1, double penalty) {
  std::vector<double> positives, negatives;
  for (std::int64_t row = 0; row < kRows; ++row) {
    const float* x = points.features.data_ptr<float>() + 2 * row;
    (points.labels[row] == 1 ? positives : negatives).push_back(w0 * x[0] + w1 * x[1]);
  }
  std::sort(negatives.begin(), negatives.end(), std::greater<>());
  const double wanted = 0.2 * static_cast<double>(negatives.size());  // 19.2
  double sum = 0;
  for (const double positive : positives) {
    for (std::size_t j = 0; static_cast<double>(j) < wanted; ++j) {
      const double reach = std::max(0.0, 1 - positive + negatives[j]);
      sum += std::min(1.0, wanted - static_cast<double>(j)) * reach * reach;
    }
  }
  return sum / (wanted * static_cast<double>(positives.size())) + penalty / 2 * (w0 * w0 + w1 * w1);
}

// Looks around with ever smaller steps: needs values only.
struct Found {
  double w0 = 0, w1 = 0, value = 0;
};
Found pattern_search(const Points& points, double penalty) {
  Found best{0, 0, by_definition(points, 0, 0, penalty)};
  for (double step = 1; step > 1e-9; step /= 2) {
    for (bool moved = true; moved;) {
      moved = false;
      for (int k = 0; k < 64; ++k) {
        const double angle = 2 * 3.14159265358979323846 * k / 64;
        const double w0 = best.w0 + step * std::cos(angle);
        const double w1 = best.w1 + step * std::sin(angle);
        const double value = by_definition(points, w0, w1, penalty);
        if (value >= best.value) continue;
        best = {w0, w1, value};
        moved = true;
      }
    }
  }
  return best;
}

TEST(FullBatchTraining, ReachesTheMinimumOfTheConvexObjective) {
  const Points points = some_points();
  const Dataset train = test::dataset_of_rows(points.features, points.labels);
  for (const double penalty : {0.01, 0.3}) {
    const Found expected = pattern_search(points, penalty);
    Config config;
    for (const auto& assignment :
         {std::string("data.path=made"), std::string("model.name=linear"), std::string("objective.name=sopa"),
          std::string("objective.fpr_max=0.2"), std::string("objective.link=raw"),
          "optimiser.weight_decay=" + std::to_string(penalty)}) {
      config.set_assignment(assignment);
    }
    const Phase phase = phases_of(resolved(config, {kRows, kRows / 5, 2})).back();
    Random random(3, 1);
    Model model = make_model("linear", {}, {InputKind::table, {2}}, random);
    Trainee trainee{model, objective_of(phase, kRows), make_optimiser(phase.optimiser, model.parameter_list()),
                    Sampler(train.labels, phase.sampler)};
    Progress progress;
    EXPECT_EQ(fit(trainee, progress, train, train, phase.fit), FitEnd::finished);
    const auto weights = trainee.optimiser.search->weights();
    const double reached = by_definition(points, weights[1], weights[2], penalty);
    EXPECT_LE(reached, expected.value + 1e-9) << penalty;
    EXPECT_NEAR(reached, expected.value, 1e-6) << penalty;
    EXPECT_NEAR(weights[1], expected.w0, 1e-3) << penalty;
    EXPECT_NEAR(weights[2], expected.w1, 1e-3) << penalty;
    const double unpenalised = by_definition(points, weights[1], weights[2], 0);
    EXPECT_NEAR(progress.log.back().objective, unpenalised, 1e-12);  // the log has the objective itself
    EXPECT_EQ(progress.log.back().weight_decay, penalty);
  }
}

// Rows that are drawn twice count twice: as in a dataset that holds them twice.
TEST(FullBatchLoss, ChosenRowsAreADatasetOfThem) {
  const Points points = some_points();
  const Dataset train = test::dataset_of_rows(points.features, points.labels);
  const LinearRows rows = linear_rows_of(train, 2);
  const std::vector<std::int64_t> chosen = {0, 0, 1, 2, 5, 7, 7, 7, 10};
  const at::Tensor places = at::empty({static_cast<std::int64_t>(chosen.size())}, at::kLong);
  std::copy(chosen.begin(), chosen.end(), places.data_ptr<std::int64_t>());
  std::vector<std::uint8_t> labels;
  for (const std::int64_t row : chosen) labels.push_back(points.labels[row]);
  const Dataset written_out = test::dataset_of_rows(points.features.index_select(0, places), labels);
  const LinearRows written_rows = linear_rows_of(written_out, 2);
  const std::vector<double> weights = {0.1, 0.7, -0.4};
  for (const char* name : {"ce", "sopa", "sopa-s"}) {
    std::vector<double> one(3), other(3);
    Objective objective = make_full_batch_objective(name, {}, kRows);
    const Loss drawn = FullBatchLoss(rows, train, chosen).at(weights, objective, one).loss;
    const Loss written = FullBatchLoss(written_rows, written_out).at(weights, objective, other).loss;
    EXPECT_DOUBLE_EQ(drawn.value, written.value) << name;
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(one[k], other[k], 1e-15) << name;
  }
}

}  // namespace
}  // namespace pauc
