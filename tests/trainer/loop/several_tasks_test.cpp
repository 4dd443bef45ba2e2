// Several labels in the training loop.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <gmock/gmock.h>

#include "pauc/model/make_model.h"
#include "pauc/objective/tasks.h"
#include "pauc/trainer/loop/collapse.h"
#include "support/refusals.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

using test::refusal_of;
using test::Training;
using testing::ElementsAre;
using testing::HasSubstr;

// The labels of the data, and as the second label those of the row behind.
std::shared_ptr<const TaskLabels> two_labels(const std::vector<std::uint8_t>& labels) {
  auto tasks = std::make_shared<TaskLabels>(2);
  for (std::size_t row = 0; row < labels.size(); ++row) {
    (*tasks)[0].push_back(static_cast<std::int8_t>(labels[row]));
    (*tasks)[1].push_back(static_cast<std::int8_t>(labels[(row + 1) % labels.size()]));
  }
  return tasks;
}

struct TwoLabels : Training {
  explicit TwoLabels(const test::Assignments& assignments) : Training(assignments) {
    for (Dataset* dataset : {&data.train, &data.valid}) dataset->tasks = two_labels(dataset->labels);
  }
  // The second output is far from the first.
  Trainee begun() const {
    Random random(1, 1);
    Model model = make_model("linear", {}, InputShape{InputKind::table, {4}, {}, 2}, random);
    model.forward = [forward = model.forward](const Batch& batch, Random* noise) {
      return forward(batch, noise) + at::arange(2, at::kFloat) * 50;
    };
    Optimiser optimiser = make_optimiser(phase.optimiser, model.parameter_list());
    return {std::move(model), objective_of(phase, data.train, {1, 1}), std::move(optimiser),
            Sampler(data.train.tasks, phase.sampler)};
  }
};

// Every label becomes constant, each at another number.
TEST(SeveralTasks, AreComparedWithTheirStartLabelByLabel) {
  const TwoLabels training({"objective.name=sopa", "trainer.init=elsewhere", "model.name=linear",
                            "optimiser.name=momentum", "optimiser.momentum_rate=1", "optimiser.lr=1e-4",
                            "optimiser.weight_decay=9000"});
  Trainee trainee = training.begun();
  Progress progress;
  training.run(trainee, progress, FitHooks());
  EXPECT_TRUE(has_collapsed(progress.log.back()));
}

TEST(SeveralTasks, AreNamedInNotesOnOptionsThatCannotBeMatched) {
  const TwoLabels training({"objective.name=sopa-s", "model.name=linear", "optimiser.name=adam"});
  Trainee trainee = training.begun();
  std::vector<std::string> notes;
  const auto retune = retuning(training.phase, training.data.train, {"late", "early"},
                               [&](const std::string& note) { notes.push_back(note); });
  ASSERT_TRUE(bool{retune});
  retune(trainee, std::vector<double>(2 * training.data.train.labels.size(), 0.0));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("label late: lambda auto: all losses are equal"),
                                 HasSubstr("label early: lambda auto: all losses are equal")));
}

TEST(SeveralTasks, HaveTheWeightsOfTheirPlacesInTheList) {
  const TaskLabels labels = {{1, 0, 1}, {0, 1, 0}};
  const ListedTasks first_and_third{{0, 2}, 3};
  EXPECT_THAT(task_weights("4,5,6", labels, first_and_third), ElementsAre(4, 6));
  EXPECT_THAT(task_weights("", labels, first_and_third), ElementsAre(1, 1));
  EXPECT_THAT(task_weights("positives", labels, first_and_third), ElementsAre(2, 1));
  EXPECT_THAT(refusal_of([&] { task_weights("4,6", labels, first_and_third); }, Fault::usage),
              HasSubstr("expected a number for each of 3 labels, got 2"));
}

}  // namespace
}  // namespace pauc
