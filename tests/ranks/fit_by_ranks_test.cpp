// Several ranks, here threads that talk over loopback, train as one process does.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <mutex>

#include "pauc/model/make_model.h"
#include "pauc/objective/registry.h"
#include "pauc/trainer/loop/score.h"
#include "support/rank_threads.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

using test::as_ranks;
using test::Assignments;
using test::difference;
using test::Outcome;
using test::outcome_of;
using test::Training;

// Rank 0 holds more rows than the others.
void share(const Ranks& ranks, Dataset& dataset) {
  for (std::int64_t k = 0; k < dataset.size(); ++k) {
    dataset.owners.push_back(static_cast<std::int32_t>(k % 5 == 0 ? 0 : k % ranks.size()));
  }
}

// In double, so that only rounding separates one process from several.
void make_double(Training& training) {
  for (Dataset* dataset : {&training.data.train, &training.data.valid}) {
    dataset->gather = [gather = dataset->gather](Span<const std::int64_t> examples, Random* noise) {
      Batch batch = gather(examples, noise);
      batch.features = batch.features.to(at::kDouble);
      return batch;
    };
  }
}

Trainee fresh_in_double(const Training& training) {
  Trainee trainee = training.fresh();
  const c10::NoGradGuard no_graph;
  for (const auto& entry : trainee.model.weights()) entry.second.set_data(entry.second.to(at::kDouble));
  trainee.optimiser = make_optimiser(training.phase.optimiser, trainee.model.parameter_list());
  return trainee;
}

enum class Norm { over_ranks, by_rank };

struct Trained {
  Outcome outcome;
  Progress progress;
  FitEnd end = FitEnd::interrupted;
};

Trained trained(Training training, const Ranks& ranks, Norm norm = Norm::over_ranks, const FitHooks* hooks = nullptr) {
  make_double(training);
  if (!ranks.is_alone()) {
    share(ranks, training.data.train);
    share(ranks, training.data.valid);
  }
  Trainee trainee = fresh_in_double(training);
  if (!ranks.is_alone() && norm == Norm::over_ranks) {
    *trainee.model.batch_sums = [&](const at::Tensor& tensor) { ranks.sum(tensor); };
  }
  Trained result;
  result.end = fit(trainee, result.progress, training.data.train, training.data.valid, training.phase.fit,
                   hooks != nullptr ? *hooks : training.hooks(), ranks);
  result.outcome = outcome_of(trainee, result.progress);
  return result;
}

// What each rank has trained.
std::vector<Trained> trained_by(int count, const Training& training, Norm norm = Norm::over_ranks) {
  std::vector<Trained> results(static_cast<std::size_t>(count));
  as_ranks(count, [&](const Ranks& ranks) {
    results[static_cast<std::size_t>(ranks.rank())] = trained(training, ranks, norm);
  });
  return results;
}

void expect_near(const NamedTensors& expected, const NamedTensors& found, double relative, const std::string& what) {
  ASSERT_EQ(expected.size(), found.size()) << what;
  for (const auto& [name, tensor] : expected) {
    if (tensor.numel() == 0) continue;
    const at::Tensor a = tensor.to(at::kDouble);
    const double largest = 1 + a.abs().max().item<double>();
    EXPECT_LE((a - found.at(name).to(at::kDouble)).abs().max().item<double>(), relative * largest) << what << name;
  }
}

// Plain steps: Adam makes whole steps of gradients that are nothing but rounding, such as that of a bias before a norm.
Assignments steps_of(const ObjectiveInfo& info) {
  Assignments assignments = {
      "objective.name=" + info.name, "trainer.epochs=2",  "trainer.lr_decay=1", "model.name=mlp", "model.hidden=8,8",
      "model.batch_norm=on",         "model.dropout=0.2", "optimiser.lr=0.05"};
  if (info.range != Range::no_region) assignments.emplace_back("target.fpr_max=0.5");
  if (info.optimiser.empty()) assignments.emplace_back("optimiser.name=momentum");
  return assignments;
}

void expect_equal(const Trained& alone, const Trained& rank, const std::string& what) {
  expect_near(alone.outcome.weights, rank.outcome.weights, 1e-12, what);
  expect_near(alone.outcome.objective, rank.outcome.objective, 1e-12, what);
  ASSERT_EQ(alone.progress.log.size(), rank.progress.log.size());
  for (std::size_t epoch = 0; epoch < alone.progress.log.size(); ++epoch) {
    const double expected = alone.progress.log[epoch].objective;
    EXPECT_NEAR(rank.progress.log[epoch].objective, expected, 1e-12 * (1 + std::abs(expected))) << what;
  }
}

TEST(FitByRanks, EqualsOneProcessForEveryObjective) {
  std::vector<Training> trainings;
  std::vector<Trained> alone;
  for (const ObjectiveInfo& info : objective_registry()) {
    Assignments assignments = steps_of(info);
    if (!info.optimiser.empty() && !info.optimiser_when.empty()) assignments.emplace_back("optimiser.name=momentum");
    if (!info.optimiser.empty()) assignments.erase(assignments.begin() + 2);  // these have stages of their own
    trainings.emplace_back(assignments);
    alone.push_back(trained(trainings.back(), Ranks()));
  }
  for (const int count : {2, 3, 4}) {
    as_ranks(count, [&](const Ranks& ranks) {
      for (std::size_t k = 0; k < trainings.size(); ++k) {
        expect_equal(alone[k], trained(trainings[k], ranks), joined(objective_registry()[k].name, " by ", count, ": "));
      }
    });
  }
}

TEST(FitByRanks, AllRanksHaveTheSameBitsAndRepeatThem) {
  const Training training({"objective.name=sopa", "model.batch_norm=on", "model.dropout=0.3"});
  for (const Norm norm : {Norm::over_ranks, Norm::by_rank}) {
    const std::vector<Trained> first = trained_by(3, training, norm);
    const std::vector<Trained> second = trained_by(3, training, norm);
    for (const Trained& rank : first) EXPECT_EQ(difference(first[0].outcome, rank.outcome), "");
    EXPECT_EQ(difference(first[0].outcome, second[0].outcome), "");
  }
}

TEST(FitByRanks, StatisticsByRankAreAnotherTraining) {
  const Training training({"objective.name=ce", "model.batch_norm=on", "model.dropout=0"});
  const auto over_ranks = trained_by(2, training, Norm::over_ranks);
  const auto by_rank = trained_by(2, training, Norm::by_rank);
  EXPECT_NE(difference(over_ranks[0].outcome, by_rank[0].outcome), "");
}

TEST(FitByRanks, ARankMayHoldNoRow) {
  Training training({"objective.name=sopa-s", "model.batch_norm=on", "optimiser.name=momentum", "optimiser.lr=0.05"});
  const Trained alone = trained(training, Ranks());
  for (Dataset* dataset : {&training.data.train, &training.data.valid}) {
    dataset->owners.assign(static_cast<std::size_t>(dataset->size()), 0);
  }
  make_double(training);
  as_ranks(2, [&](const Ranks& ranks) {
    Trainee trainee = fresh_in_double(training);
    *trainee.model.batch_sums = [&](const at::Tensor& tensor) { ranks.sum(tensor); };
    Progress progress;
    fit(trainee, progress, training.data.train, training.data.valid, training.phase.fit, training.hooks(), ranks);
    expect_near(alone.outcome.weights, trainee.model.weights(), 1e-12, "");
  });
}

TEST(FitByRanks, AllStopBeforeTheSameBatchAndResumeToTheSameBits) {
  const Training training({"objective.name=sopa", "model.dropout=0.3", "model.batch_norm=on"});
  const Trained undisturbed = trained_by(3, training)[0];
  std::vector<Progress> stopped(3);
  std::vector<Outcome> resumed(3);
  as_ranks(3, [&](const Ranks& ranks) {
    Training own = training;
    make_double(own);
    share(ranks, own.data.train);
    share(ranks, own.data.valid);
    const auto k = static_cast<std::size_t>(ranks.rank());
    const auto fresh = [&] {
      Trainee trainee = fresh_in_double(own);
      *trainee.model.batch_sums = [&](const at::Tensor& tensor) { ranks.sum(tensor); };
      return trainee;
    };
    Trainee trainee = fresh();
    FitHooks hooks = own.hooks();
    std::int64_t batches = 0;
    hooks.stop_requested = [&] { return ranks.rank() == 2 && ++batches > 8; };  // in the second epoch, on one rank
    EXPECT_EQ(fit(trainee, stopped[k], own.data.train, own.data.valid, own.phase.fit, hooks, ranks),
              FitEnd::interrupted);
    Trainee again = fresh();
    Progress progress;
    restore_progress(saved_progress(trainee, stopped[k], 0), again, progress);
    EXPECT_EQ(fit(again, progress, own.data.train, own.data.valid, own.phase.fit, own.hooks(), ranks),
              FitEnd::finished);
    resumed[k] = outcome_of(again, progress);
  });
  for (const Progress& progress : stopped) {
    EXPECT_EQ(progress.epoch, stopped[0].epoch);
    EXPECT_EQ(progress.batch, stopped[0].batch);
  }
  EXPECT_EQ(stopped[0].epoch, 1);
  for (const Outcome& outcome : resumed) EXPECT_EQ(difference(undisturbed.outcome, outcome), "");
}

TEST(FitByRanks, AllKnowTheScoresOfAllRows) {
  const Training training({"objective.name=ce"});
  const Trainee trainee = training.fresh();
  const std::vector<double> alone = scores_of(trainee.model, training.data.valid);
  as_ranks(3, [&](const Ranks& ranks) {
    Dataset valid = training.data.valid;
    share(ranks, valid);
    EXPECT_EQ(scores_of(trainee.model, valid, ranks), alone);
  });
}

}  // namespace
}  // namespace pauc
