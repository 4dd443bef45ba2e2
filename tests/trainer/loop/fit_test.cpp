#include "pauc/trainer/loop/fit.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <set>

#include "pauc/objective/pair/score_scale.h"
#include "pauc/trainer/loop/collapse.h"
#include "pauc/trainer/loop/score.h"
#include "support/refusals.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

using test::outcome_of;
using test::refusal_of;
using test::Training;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

struct Trained {
  Trainee trainee;
  Progress progress;
  FitEnd end;
};

Trained run_of(const Training& training, const FitHooks& hooks) {
  Trained run{training.fresh(), {}, FitEnd::interrupted};
  run.end = training.run(run.trainee, run.progress, hooks);
  return run;
}
Trained run_of(const Training& training) { return run_of(training, training.hooks()); }

// Rows whose features are NaN while training.
void spoil(Dataset& dataset, std::int64_t bad_example) {
  dataset.gather = [gather = dataset.gather, bad_example](Span<const std::int64_t> examples, Random* noise) {
    Batch batch = gather(examples, noise);
    for (std::int64_t k = 0; noise != nullptr && k < examples.size(); ++k) {
      if (examples[k] == bad_example) batch.features[k].fill_(std::numeric_limits<float>::quiet_NaN());
    }
    return batch;
  };
}

// Where the sampler first gives this example, from 1.
std::int64_t batch_with(const Training& training, std::int64_t example) {
  Sampler sampler(training.data.train.labels, training.phase.sampler);
  for (std::int64_t batch = 1;; ++batch) {
    const auto examples = sampler.next();
    if (std::find(examples.begin(), examples.end(), example) != examples.end()) return batch;
  }
}

TEST(Fit, LearnsWhatThereIsToLearn) {
  for (const char* objective : {"ce", "sopa", "sopa-s"}) {
    const Training training({joined("objective.name=", objective), "trainer.epochs=20", "model.name=linear",
                             "optimiser.lr=0.02", "target.fpr_max=0.3"});
    const Trained run = run_of(training);
    EXPECT_GT(run.progress.best.valid, 0.65) << objective;
    EXPECT_LT(run.progress.log.back().objective, run.progress.log.front().objective) << objective;
  }
}

TEST(Fit, LogsEveryEpochWithItsRate) {
  const Training training({"objective.name=sopa", "trainer.lr_decay=1", "optimiser.name=momentum", "optimiser.lr=0.1"});
  const Trained run = run_of(training);
  ASSERT_EQ(run.progress.log.size(), 3);
  EXPECT_DOUBLE_EQ(run.progress.log[0].lr, 0.1);
  EXPECT_DOUBLE_EQ(run.progress.log[1].lr, 0.01);
  EXPECT_DOUBLE_EQ(run.progress.log[2].lr, 0.01);
  EXPECT_EQ(run.progress.log[2].epoch, 3);
  EXPECT_TRUE(run.progress.log[0].realised_fraction.has_value());
}

TEST(Fit, TheLastRecordIsWhatTheModelScores) {
  const Training training({"objective.name=sopa", "target.fpr_max=0.2"});
  const Trained run = run_of(training);
  const auto valid = scores_of(run.trainee.model, training.data.valid);
  EXPECT_EQ(run.progress.log.back().valid, target_value(training.data.valid, valid, {0, 0.2, 0}));
  const auto train = scores_of(run.trainee.model, training.data.train);
  EXPECT_EQ(run.progress.log.back().train, target_value(training.data.train, train, {0, 0.2, 0}));
}

TEST(Fit, ComparesAFineTuningWithItsStart) {
  const Training training({"objective.name=sopa", "target.fpr_max=0.2", "trainer.init=elsewhere"});
  const Trainee start = training.fresh();
  const auto train = scores_of(start.model, training.data.train);
  const auto valid = scores_of(start.model, training.data.valid);
  const Trained run = run_of(training);
  const auto last_train = scores_of(run.trainee.model, training.data.train);
  const auto last_valid = scores_of(run.trainee.model, training.data.valid);
  const record::SinceStart since = *run.progress.log.back().since_start;
  EXPECT_NEAR(since.spread,
              std::min(score_deviation(last_train) / score_deviation(train),
                       score_deviation(last_valid) / score_deviation(valid)),
              1e-12);
  EXPECT_EQ(since.valid,
            run.progress.log.back().valid - target_value(training.data.valid, valid, training.phase.fit.target));
  EXPECT_FALSE(has_collapsed(run.progress.log.back()));
}

TEST(Fit, ComparesNothingWithDrawnWeights) {
  const Trained run = run_of(Training({"objective.name=sopa"}));
  for (const record::Epoch& epoch : run.progress.log) EXPECT_FALSE(epoch.since_start);
}

TEST(Fit, NoticesScoresThatCollapse) {
  // The weights shrink by 90 % in each step.
  const Training training({"objective.name=sopa", "trainer.init=elsewhere", "model.name=linear",
                           "optimiser.name=momentum", "optimiser.momentum_rate=1", "optimiser.lr=1e-4",
                           "optimiser.weight_decay=9000"});
  EXPECT_TRUE(has_collapsed(run_of(training).progress.log.back()));
}

TEST(Fit, GivesTheSigmoidSurrogateTheSpreadOfTheTrainingScores) {
  const Training training({"objective.name=auc-sh", "objective.surrogate=sigmoid"});
  const double expected = score_deviation(scores_of(training.fresh().model, training.data.train));
  EXPECT_EQ(run_of(training).trainee.objective.state.number(kScoreScale), expected);
}

TEST(Fit, KeepsTheFirstOfTheBestEpochs) {
  const Training training({"objective.name=ce", "trainer.epochs=12", "optimiser.lr=0.05", "trainer.lr_decay=none"});
  NamedTensors at_best;
  double best = -1;
  std::int64_t best_epoch = 0;
  Trainee trainee = training.fresh();
  Progress progress;
  FitHooks hooks = training.hooks();
  hooks.epoch_done = [&](const Progress& now) {
    if (now.log.back().valid <= best) return;
    best = now.log.back().valid;
    best_epoch = now.epoch;
    at_best = snapshot(trainee.model.weights());
  };
  training.run(trainee, progress, hooks);
  ASSERT_LT(best_epoch, 12) << "the case is to have its best epoch before the last";
  EXPECT_EQ(progress.best.epoch, best_epoch);
  EXPECT_EQ(progress.best.valid, best);
  for (const auto& [name, tensor] : at_best) EXPECT_TRUE(at::equal(tensor, progress.best.weights.at(name))) << name;
}

TEST(Fit, KeepsTheEpochWithTheSmallestLogLossIfItIsAskedTo) {
  const Training training({"objective.name=ce", "trainer.epochs=25", "optimiser.lr=0.05", "trainer.best_by=loss"});
  const Trained run = run_of(training);
  const auto& log = run.progress.log;
  const auto by_loss = [](const record::Epoch& a, const record::Epoch& b) { return *a.valid_loss < *b.valid_loss; };
  const auto best = std::min_element(log.begin(), log.end(), by_loss);
  EXPECT_EQ(run.progress.best.epoch, best->epoch);
  EXPECT_EQ(run.progress.best.loss, best->valid_loss);
  EXPECT_EQ(run.progress.best.valid, best->valid);
  const auto by_target = [](const record::Epoch& a, const record::Epoch& b) { return a.valid < b.valid; };
  EXPECT_NE(best, std::max_element(log.begin(), log.end(), by_target)) << "the case is to tell them apart";
}

TEST(Fit, PatienceEndsTrainingSoManyEpochsAfterTheBest) {
  const Training training({"objective.name=ce", "trainer.epochs=60", "trainer.patience=4", "optimiser.lr=0.05"});
  std::vector<std::int64_t> checkpoints;
  FitHooks hooks = training.hooks();
  hooks.checkpoint = [&](const Trainee&, const Progress& progress) { checkpoints.push_back(progress.epoch); };
  const Trained run = run_of(training, hooks);
  EXPECT_EQ(run.end, FitEnd::finished);
  EXPECT_EQ(run.progress.epoch, run.progress.best.epoch + 4);
  EXPECT_LT(run.progress.epoch, 60);
  EXPECT_EQ(checkpoints.back(), run.progress.epoch);
}

TEST(Fit, ARunThatHasLostPatienceStaysAsItIs) {
  const Training training({"objective.name=ce", "trainer.epochs=60", "trainer.patience=2", "optimiser.lr=0.05"});
  Trained run = run_of(training);
  const auto before = outcome_of(run.trainee, run.progress);
  EXPECT_EQ(training.run(run.trainee, run.progress), FitEnd::finished);
  EXPECT_EQ(test::difference(outcome_of(run.trainee, run.progress), before), "");
}

TEST(Fit, CheckpointsComeAsOftenAsAskedForAndAtTheEnd) {
  const Training training({"objective.name=ce", "trainer.epochs=7", "trainer.checkpoint_every=3"});
  std::vector<std::int64_t> epochs;
  FitHooks hooks;
  hooks.checkpoint = [&](const Trainee&, const Progress& progress) { epochs.push_back(progress.epoch); };
  run_of(training, hooks);
  EXPECT_THAT(epochs, ElementsAre(3, 6, 7));
}

TEST(Fit, AStopWritesACheckpointOfTheEpochAtHand) {
  const Training training({"objective.name=ce"});
  std::vector<std::int64_t> places;
  FitHooks hooks = test::stopping_after(8, training.hooks());
  hooks.checkpoint = [&](const Trainee&, const Progress& progress) {
    places.push_back(100 * progress.epoch + progress.batch);
  };
  EXPECT_EQ(run_of(training, hooks).end, FitEnd::interrupted);
  EXPECT_THAT(places, ElementsAre(100, 102));
}

TEST(Fit, NumbersThatAreNoneStopItWithEpochAndBatch) {
  for (const char* objective : {"ce", "sopa", "sopa-s", "auc-m"}) {
    Training training({joined("objective.name=", objective)});
    spoil(training.data.train, 5);
    const std::int64_t batch = batch_with(training, 5);
    const std::int64_t batches = training.fresh().sampler.batches_per_epoch();
    EXPECT_THAT(
        refusal_of([&] { run_of(training); }, Fault::failed_run),
        AllOf(HasSubstr(joined("epoch ", 1 + (batch - 1) / batches, ", batch ", 1 + (batch - 1) % batches, ": ")),
              HasSubstr("nan")))
        << objective;
  }
}

TEST(Fit, ScoresThatAreNoneAfterTheLastBatchStopItToo) {
  const Training training({"objective.name=ce", "optimiser.name=momentum", "optimiser.momentum_rate=1",
                           "sampler.batch_size=96", "optimiser.lr=1e38"});
  EXPECT_THAT(refusal_of([&] { run_of(training); }, Fault::failed_run),
              HasSubstr("epoch 1, after its last batch: expected finite scores"));
}

TEST(Fit, AnErrorOfTheDataComesThrough) {
  Training training({"objective.name=ce"});
  training.data.train.gather = [](Span<const std::int64_t>, Random*) -> Batch { fail(Fault::io, "cannot read"); };
  EXPECT_EQ(refusal_of([&] { run_of(training); }, Fault::io), "cannot read");
}

TEST(Fit, BatchesOfOneClassArePassedOverAndCounted) {
  const Training training({"objective.name=auc-sh", "sampler.batch_size=2", "sampler.batch_positives=0"});
  Sampler sampler(training.data.train.labels, training.phase.sampler);
  std::int64_t one_class = 0;
  for (std::int64_t k = 0; k < 3 * sampler.batches_per_epoch(); ++k) {
    const auto rows = sampler.next();
    const auto& labels = training.data.train.labels;
    one_class += labels[rows[0]] == labels[rows.back()] ? 1 : 0;
  }
  ASSERT_GT(one_class, 50);
  EXPECT_EQ(run_of(training).progress.skipped, one_class);
  const Training natural({"objective.name=ce", "sampler.batch_size=2"});
  EXPECT_EQ(run_of(natural).progress.skipped, 0);
}

TEST(Fit, RetunesBeforeTheFirstEpochAndAfterEachButTheLast) {
  const Training training({"objective.name=sopa-s"});
  std::vector<std::vector<double>> seen;
  FitHooks hooks;
  hooks.retune = [&](Trainee&, const std::vector<double>& scores) { seen.push_back(scores); };
  run_of(training, hooks);
  EXPECT_EQ(seen.size(), 3);
  EXPECT_EQ(seen[0], scores_of(training.fresh().model, training.data.train));
  EXPECT_NE(seen[0], seen[1]);
}

TEST(Fit, EveryBatchHasNoiseOfItsOwn) {
  Training training({"objective.name=ce"});
  std::set<std::uint64_t> augmentation;
  training.data.train.gather = [&, gather = training.data.train.gather](Span<const std::int64_t> rows, Random* noise) {
    if (noise != nullptr) augmentation.insert(Random(*noise).next());
    return gather(rows, noise);
  };
  Trainee trainee = training.fresh();
  std::set<std::uint64_t> dropout;
  trainee.model.forward = [&, forward = trainee.model.forward](const Batch& batch, Random* noise) {
    if (noise != nullptr) dropout.insert(Random(*noise).next());
    return forward(batch, noise);
  };
  Progress progress;
  training.run(trainee, progress);
  const auto batches = static_cast<std::size_t>(3 * trainee.sampler.batches_per_epoch());
  EXPECT_EQ(augmentation.size(), batches);
  EXPECT_EQ(dropout.size(), batches);
  dropout.merge(augmentation);
  EXPECT_EQ(dropout.size(), 2 * batches);
}

TEST(Fit, TunesLambdaWhereItIsLeftOpenOnly) {
  const Training open({"objective.name=sopa-s"});
  const Training fixed({"objective.name=sopa-s", "objective.lambda=0.5"});
  const Training both({"objective.name=sota-s", "target.tpr_min=0.5", "objective.lambda=0.5"});
  EXPECT_TRUE(open.hooks().retune);
  EXPECT_FALSE(fixed.hooks().retune);
  EXPECT_EQ(run_of(fixed).trainee.objective.state.number("lambda"), 0.5);
  EXPECT_NE(run_of(open).trainee.objective.state.number("lambda"), open.fresh().objective.state.number("lambda"));
  EXPECT_EQ(run_of(both).trainee.objective.state.number("lambda"), 0.5);
}

TEST(Fit, BadNumbersAreRefused) {
  const auto refusal = [](const std::string& assignment) {
    return refusal_of([&] { run_of(Training({"objective.name=ce", assignment})); }, Fault::usage);
  };
  EXPECT_THAT(refusal("trainer.epochs=0"), HasSubstr("epochs: expected 1 to 1000000"));
  EXPECT_THAT(refusal("trainer.patience=-1"), HasSubstr("patience"));
  EXPECT_THAT(refusal("trainer.checkpoint_every=0"), HasSubstr("checkpoint_every"));
  EXPECT_THAT(refusal("trainer.lr_decay=20,10"), HasSubstr("lr_decay: expected ascending epochs"));
  EXPECT_THAT(refusal("trainer.pretrain_epochs=-1"), HasSubstr("pretrain_epochs"));
}

TEST(Fit, TheScoreOfARowDoesNotDependOnTheRowsAroundIt) {
  const Training training({"objective.name=ce"});
  const Model model = training.fresh().model;
  const auto all = scores_of(model, training.data.train);
  std::vector<std::uint8_t> labels(10000);
  Dataset many = test::dataset_of_rows(at::Tensor(), labels);
  many.gather = [&](Span<const std::int64_t> examples, Random*) {
    std::vector<std::int64_t> rows;
    for (const std::int64_t example : examples) rows.push_back(example % 96);
    return training.data.train.gather(rows, nullptr);
  };
  const auto scores = scores_of(model, many);
  ASSERT_EQ(scores.size(), 10000);
  for (std::size_t k = 0; k < scores.size(); ++k) ASSERT_EQ(scores[k], all[k % 96]);
}

}  // namespace
}  // namespace pauc
