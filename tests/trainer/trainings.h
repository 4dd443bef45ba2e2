#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/trainer/loop/fit.h"
#include "pauc/trainer/loop/plan.h"
#include "pauc/trainer/loop/saved_progress.h"

namespace pauc::test {

// Made data in memory: 96 rows to train on, a quarter of them positive, and 80 to validate.
struct SmallData {
  Dataset train;
  Dataset valid;
};
SmallData small_data(std::uint64_t seed = 1);

// Rows of features with these labels.
Dataset dataset_of_rows(const at::Tensor& features, const std::vector<std::uint8_t>& labels);

// "objective.name=sopa", "trainer.epochs=3", ...; the rest is chosen for small_data.
using Assignments = std::vector<std::string>;
Config config_of(const Assignments& assignments);

// A training of small_data that can be begun as often as one likes.
struct Training {
  explicit Training(const Assignments& assignments);

  // `seed` draws the first weights.
  Trainee fresh(std::uint64_t seed = 1) const;
  FitHooks hooks() const;  // what the objective needs
  FitEnd run(Trainee& trainee, Progress& progress, FitHooks hooks) const;
  FitEnd run(Trainee& trainee, Progress& progress) const { return run(trainee, progress, hooks()); }

  SmallData data = small_data();
  Config config;
  Phase phase;
};

// What must not depend on interruptions.
struct Outcome {
  NamedTensors weights;
  NamedTensors objective;
  NamedTensors optimiser;
  std::vector<BestEpoch> best;  // the target's, then the further ones'
  std::int64_t skipped = 0;
  std::string log;  // without seconds
};
Outcome outcome_of(const Trainee& trainee, const Progress& progress);
// Empty when all bits agree, else what differs.
std::string difference(const Outcome& a, const Outcome& b);

// Stops after so many batches.
FitHooks stopping_after(std::int64_t batches, FitHooks hooks);

}  // namespace pauc::test
