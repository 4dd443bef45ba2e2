// With constant steps and a start at 1, staco against staco_oracle.py: LibAUC's STACO written on its own in numpy.
#include <ATen/Functions.h>

#include <algorithm>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/objective/make_objective.h"
#include "pauc/optimiser/optimiser.h"
#include "support/batches.h"
#include "support/command.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

constexpr std::int64_t kPositives = 10;
constexpr std::int64_t kNegatives = 30;
constexpr int kFeatures = 3;
constexpr int kSteps = 60;

std::vector<double> some_features(Random& random) {
  std::vector<double> features;
  for (std::int64_t row = 0; row < kPositives + kNegatives; ++row) {
    for (int d = 0; d < kFeatures; ++d)
      features.push_back(0.4 * random.normal() + (row < kPositives && d == 0 ? 0.4 : 0));
  }
  return features;
}

// Four positives and nine negatives, none twice.
std::vector<std::int64_t> some_slots(Random& random) {
  std::vector<std::int64_t> slots;
  const auto draw = [&](std::int64_t begin, std::int64_t count, std::size_t wanted) {
    while (wanted > 0) {
      const std::int64_t slot = begin + random.below(static_cast<std::uint32_t>(count));
      if (std::find(slots.begin(), slots.end(), slot) != slots.end()) continue;
      slots.push_back(slot);
      --wanted;
    }
  };
  draw(0, kPositives, 4);
  draw(kPositives, kNegatives, 9);
  return slots;
}

std::string as_csv(const std::vector<double>& features, const std::vector<std::vector<std::int64_t>>& batches) {
  std::string text = "step,slot,label,x0,x1,x2\n";
  for (std::size_t step = 0; step < batches.size(); ++step) {
    for (const std::int64_t slot : batches[step]) {
      text += joined(step, ',', slot, ',', slot < kPositives ? 1 : 0);
      for (int d = 0; d < kFeatures; ++d) text += joined(',', features[slot * kFeatures + d]);
      text += '\n';
    }
  }
  return text;
}

TEST(StacoOracle, AgreesWithLibAucsStepInNumpy) {
  Random random(81);
  const auto features = some_features(random);
  std::vector<std::vector<std::int64_t>> batches(kSteps);
  for (auto& slots : batches) slots = some_slots(random);
  const test::TemporaryFolder folder;
  const auto question = folder.file("question.csv", as_csv(features, batches));
  const auto asked = test::run_shell(PAUC_PYTHON " tests/objective/method/staco_oracle.py " + question + ' ' +
                                     folder.path("answer.csv"));
  ASSERT_EQ(asked.exit_code, 0) << asked.err;

  Objective staco = make_objective("staco",
                                   {{"tpr_min", "0.5"},
                                    {"fpr_max", "0.4"},
                                    {"threshold_start", "one"},
                                    {"weight_step", "0.05"},
                                    {"threshold_step", "0.03"},
                                    {"level_step", "0.02"}},
                                   kPositives + kNegatives);
  OptimiserOptions options;
  options.name = OptimiserName::momentum;
  options.momentum_rate = 1;
  options.lr = 0.5;
  options.weight_decay = 0;
  const at::Tensor weights = at::zeros({kFeatures}, at::kDouble).set_requires_grad(true);
  Optimiser optimiser = make_optimiser(options, {weights});
  const at::Tensor table = test::numbers(features).view({-1, kFeatures});
  CsvReader answer(folder.path("answer.csv"), {});
  std::set<std::string> moved;
  for (int step = 0; step < kSteps; ++step) {
    SCOPED_TRACE(step);
    const at::Tensor slots = at::tensor(batches[step], at::kLong);
    const at::Tensor labels = slots.lt(kPositives).to(at::kLong);
    staco(make_scored_batch(table.index_select(0, slots).mv(weights), labels, slots)).differentiable.backward();
    weights.mutable_grad().clamp_(-1, 1);  // as LibAUC's optimiser does
    optimiser.step();
    weights.mutable_grad().reset();
    ASSERT_TRUE(answer.next());
    std::size_t column = 0;
    for (int d = 0; d < kFeatures; ++d) {
      EXPECT_NEAR(weights.data_ptr<double>()[d], answer.number(column++), 1e-12) << "weight " << d;
    }
    EXPECT_NEAR(staco.state.number("level"), answer.number(column++), 1e-12);
    for (const char* name : {"weight", "threshold"}) {
      for (std::int64_t slot = 0; slot < kPositives; ++slot) {
        // Slots not yet seen are 1 in the script, and undefined here.
        const double expected = answer.number(column + slot);
        if (staco.state.flags("visited")[slot] != 0) {
          EXPECT_NEAR(staco.state.doubles(name)[slot], expected, 1e-12) << name << ' ' << slot;
        }
        if (expected != 1 && expected != 0) moved.insert(name);
      }
      column += kPositives + kNegatives;
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(moved.size(), 2);  // weights and thresholds have left their bounds and their start
}

}  // namespace
}  // namespace pauc
