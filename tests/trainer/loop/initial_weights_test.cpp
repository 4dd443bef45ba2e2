#include "pauc/trainer/loop/initial_weights.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <cmath>

#include "pauc/batch/tensor_file.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The names of a residual network, and nothing else of it.
Model network() {
  Model model;
  model.parameters = {{"conv1.weight", at::full({4, 3, 3, 3}, 0.5)},
                      {"bn1.weight", at::full({4}, 0.5)},
                      {"fc.weight", at::full({1, 4}, 0.5)},
                      {"fc.bias", at::full({1}, 0.5)}};
  model.buffers = {{"bn1.running_mean", at::full({4}, 0.5)}};
  return model;
}

NamedTensors saved() {
  return {{"conv1.weight", at::full({4, 3, 3, 3}, 2)}, {"bn1.weight", at::full({4}, 3)},
          {"bn1.running_mean", at::full({4}, 4)},      {"bn1.num_batches_tracked", at::full({}, 100, at::kLong)},
          {"fc.weight", at::full({1000, 4}, 5)},       {"fc.bias", at::full({1000}, 6)}};
}

class InitialWeights : public testing::Test {
 protected:
  double value(const std::string& name) { return model_.weights().at(name).flatten()[0].item<double>(); }
  void take() { take_weights(saved_, "w.safetensors", model_, notes_); }
  std::string refusal() {
    return refusal_of([this] { take(); });
  }

  Model model_ = network();
  NamedTensors saved_ = saved();
  std::vector<std::string> notes_;
};

TEST_F(InitialWeights, AreTakenByNameAndTheLastLayerIsDrawn) {
  take();
  EXPECT_EQ(value("conv1.weight"), 2);
  EXPECT_EQ(value("bn1.weight"), 3);
  EXPECT_EQ(value("bn1.running_mean"), 4);
  EXPECT_EQ(value("fc.weight"), 0.5);
  EXPECT_EQ(value("fc.bias"), 0.5);
  EXPECT_THAT(notes_, ElementsAre("w.safetensors: the last layer is another there: it is drawn instead",
                                  "w.safetensors: 3 weights are taken"));
}

TEST_F(InitialWeights, ALastLayerOfTheSameShapeIsTakenWholeOrNotAtAll) {
  saved_["fc.weight"] = at::full({1, 4}, 5.0F);
  saved_["fc.bias"] = at::full({1}, 6.0F);
  take();
  EXPECT_EQ(value("fc.weight"), 5);
  EXPECT_EQ(value("fc.bias"), 6);
  model_ = network();
  saved_.erase("fc.bias");
  take();
  EXPECT_EQ(value("fc.weight"), 0.5);
  EXPECT_EQ(value("fc.bias"), 0.5);
}

TEST_F(InitialWeights, NumbersThatAreNoneAreRefusedByName) {
  saved_["bn1.weight"] = at::full({4}, std::nan(""));
  EXPECT_THAT(refusal(), HasSubstr("w.safetensors: bn1.weight: expected finite numbers"));
}

TEST_F(InitialWeights, AFirstLayerOfAnotherShapeIsDrawnAndSaidSo) {
  saved_["conv1.weight"] = at::full({4, 3, 7, 7}, 2);
  take();
  EXPECT_EQ(value("conv1.weight"), 0.5);
  EXPECT_EQ(value("bn1.weight"), 3);
  EXPECT_THAT(notes_, testing::Contains("w.safetensors: conv1.weight is [4, 3, 7, 7] there and [4, 3, 3, 3] in the "
                                        "model: it is drawn instead"));
}

TEST_F(InitialWeights, OtherNamesAreRefusedWithTheNearestFirst) {
  saved_["bn1.wight"] = saved_.at("bn1.weight");
  EXPECT_THAT(refusal(),
              HasSubstr("w.safetensors: the model has no \"bn1.wight\"; the nearest that it has is \"bn1.weight\""));
  saved_.erase("bn1.wight");
  saved_.erase("bn1.weight");
  EXPECT_THAT(refusal(), HasSubstr("w.safetensors: expected weights \"bn1.weight\", the nearest is \"conv1.weight\""));
  saved_.clear();
  EXPECT_THAT(refusal(), HasSubstr("w.safetensors: expected weights, got none"));
}

TEST_F(InitialWeights, AnotherShapeIsRefusedAndNothingIsTaken) {
  saved_["conv1.weight"] = at::full({4, 3, 3, 3}, 2);
  saved_["bn1.weight"] = at::full({5}, 3);
  EXPECT_THAT(refusal(), HasSubstr("w.safetensors: bn1.weight: expected shape [4], got [5]"));
  for (const char* name : {"conv1.weight", "bn1.running_mean"}) EXPECT_EQ(value(name), 0.5) << name;
}

TEST_F(InitialWeights, ComeFromAFileOrARun) {
  const test::TemporaryFolder folder;
  write_tensors(folder.path("w.safetensors"), saved_);
  write_tensors(folder.path("model.safetensors"), {{"a", at::ones({2})}});
  EXPECT_THAT(read_initial_weights(""), IsEmpty());
  EXPECT_EQ(read_initial_weights(folder.path("w.safetensors")).size(), saved_.size());
  EXPECT_EQ(read_initial_weights(folder.folder()).count("a"), 1U);
  EXPECT_THAT(refusal_of([&] { read_initial_weights(folder.path("none.safetensors")); }, Fault::no_input),
              HasSubstr("none.safetensors"));
}

}  // namespace
}  // namespace pauc
