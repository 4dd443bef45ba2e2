// The loop on images, with a model of one weight a pixel.
#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include "pauc/data/inputs.h"
#include "pauc/objective/make_objective.h"
#include "trainer/trainings.h"

namespace pauc::test {
namespace {

constexpr ImageSize kSize{3, 6, 5};
constexpr std::int64_t kCount = 160;

// Positives are brighter in the middle.
Examples some_images() {
  Random random(1);
  std::vector<std::uint8_t> bytes;
  Examples examples;
  examples.files = {"images"};
  for (std::int64_t row = 0; row < kCount; ++row) {
    const bool positive = row % 4 == 0;
    examples.facts.labels.push_back(positive ? 1 : 0);
    for (std::int64_t place = 0; place < kSize.bytes(); ++place) {
      const std::int64_t y = place / 15, x = place / 3 % 5;
      const bool middle = y > 0 && y < 5 && x > 0 && x < 4;
      bytes.push_back(static_cast<std::uint8_t>(random.below(200) + (positive && middle ? 55 : 0)));
    }
  }
  examples.content.kind = InputKind::image;
  examples.content.images = images_in_memory(kSize, std::move(bytes));
  return examples;
}

Model pixel_model() {
  Model model;
  const at::Tensor weight = at::zeros({kSize.bytes()}).set_requires_grad(true);
  model.parameters = {{"weight", weight}};
  model.forward = [weight](const Batch& batch, Random* /*noise*/) {
    return at::matmul(batch.images.reshape({batch.images.size(0), -1}), weight);
  };
  model.reset_last_layer = [](Random&) {};
  return model;
}

class ImageTraining : public testing::Test {
 protected:
  ImageTraining() {
    std::vector<std::int64_t> rows[2];
    for (std::int64_t row = 0; row < kCount; ++row) rows[row < 96 ? 0 : 1].push_back(row);
    std::vector<std::string> notes;
    inputs_ = fit_inputs(examples_, rows[0], {{}, {{true, true}, 1}}, notes);
    train_ = dataset_of(examples_, inputs_, rows[0]);
    valid_ = dataset_of(examples_, inputs_, rows[1]);
  }
  Trainee fresh() const {
    Model model = pixel_model();
    return {model, make_objective("ce", {}, train_.size()), make_optimiser(phase_.optimiser, model.parameter_list()),
            Sampler(train_.labels, phase_.sampler)};
  }
  FitEnd run(Trainee& trainee, Progress& progress, const FitHooks& hooks = {}) const {
    return fit(trainee, progress, train_, valid_, phase_.fit, hooks);
  }

  Examples examples_ = some_images();
  Inputs inputs_;
  Dataset train_, valid_;
  Phase phase_ = Training({"objective.name=ce", "trainer.epochs=6", "optimiser.lr=0.02"}).phase;
};

TEST_F(ImageTraining, LearnsFromVariedImages) {
  Trainee trainee = fresh();
  Progress progress;
  EXPECT_EQ(run(trainee, progress), FitEnd::finished);
  EXPECT_GT(progress.best.valid, 0.7);
}

TEST_F(ImageTraining, StoppedAndResumedGivesTheSameBits) {
  Trainee straight = fresh();
  Progress done;
  run(straight, done);
  Trainee again = fresh();
  Progress same;
  run(again, same);
  EXPECT_EQ(difference(outcome_of(straight, done), outcome_of(again, same)), "");
  std::optional<Checkpoint> kept;
  FitHooks hooks = stopping_after(15, {});
  hooks.checkpoint = [&](const Trainee& at, const Progress& progress) { kept = saved_progress(at, progress, 0); };
  Trainee stopped = fresh();
  Progress progress;
  ASSERT_EQ(run(stopped, progress, hooks), FitEnd::interrupted);
  ASSERT_TRUE(kept.has_value());
  Trainee resumed = fresh();
  Progress restored;
  restore_progress(*kept, resumed, restored);
  resumed.sampler.restore(restored.sampler_at_epoch);
  EXPECT_EQ(run(resumed, restored), FitEnd::finished);
  EXPECT_EQ(difference(outcome_of(straight, done), outcome_of(resumed, restored)), "");
}

}  // namespace
}  // namespace pauc::test
