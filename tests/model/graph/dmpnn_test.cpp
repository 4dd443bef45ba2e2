#include "pauc/model/graph/dmpnn.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>
#include <gmock/gmock.h>

#include "model/graph/graph_cases.h"

namespace pauc {
namespace {

Model made(const Settings& settings, std::int64_t columns = 0, ModelRoute route = ModelRoute::kernels) {
  return test::made({"dmpnn", settings, columns, {}}, route);
}

TEST(Dmpnn, WeightsHaveNames) {
  const Model model = made({}, 3);
  const auto sizes = [&](const char* name) { return model.parameters.at(name).sizes(); };
  EXPECT_EQ(sizes("edge.atom.weight"), at::IntArrayRef({174, 128}));
  EXPECT_EQ(sizes("edge.bond.1"), at::IntArrayRef({6, 128}));
  EXPECT_EQ(sizes("update.weight"), at::IntArrayRef({128, 128}));
  EXPECT_EQ(sizes("atom.weight"), at::IntArrayRef({174, 128}));
  EXPECT_EQ(sizes("collecting.bias"), at::IntArrayRef({128}));
  EXPECT_EQ(sizes("hidden.weight"), at::IntArrayRef({128, 131}));
  EXPECT_EQ(sizes("output.weight"), at::IntArrayRef({1, 128}));
  EXPECT_EQ(model.parameters.size(), 12U);
  EXPECT_TRUE(model.buffers.empty());
  EXPECT_EQ(made({{"layers", "1"}}).parameters.count("update.weight"), 0);
}

// A chain a - b: with messages that returned, b would learn about itself from a.
TEST(Dmpnn, AMessageDoesNotReturn) {
  const c10::NoGradGuard no_graph;
  Random random(1);
  const GraphBatch pair = test::random_graphs(random, {2});
  for (const ModelRoute route : {ModelRoute::kernels, ModelRoute::tensors}) {
    const Model model = made({{"layers", "2"}, {"hidden", "8"}}, 0, route);
    const at::Tensor before = model.forward({{}, pair}, nullptr);
    model.parameters.at("update.weight").mul_(5);
    EXPECT_TRUE(at::equal(model.forward({{}, pair}, nullptr), before));
  }
}

// Only that far does an atom see: layers bonds.
TEST(Dmpnn, AnAtomSeesAsFarAsThereAreLayers) {
  const c10::NoGradGuard no_graph;
  Random random(1);
  const GraphBatch chain = test::random_graphs(random, {3});
  const Model model = made({{"layers", "3"}, {"hidden", "8"}});
  const at::Tensor before = model.forward({{}, chain}, nullptr).clone();
  model.parameters.at("update.weight").mul_(5);
  EXPECT_FALSE(at::equal(model.forward({{}, chain}, nullptr), before));
}

TEST(Dmpnn, DropoutIsForTrainingOnly) {
  Random random(5);
  const Batch batch{{}, test::random_graphs(random, {5, 9, 14})};
  const Model model = made({{"dropout", "0.4"}});
  EXPECT_TRUE(at::equal(model.forward(batch, nullptr), model.forward(batch, nullptr)));
  Random first(1);
  Random again(1);
  const at::Tensor noisy = model.forward(batch, &first);
  EXPECT_TRUE(at::equal(noisy, model.forward(batch, &again)));
  EXPECT_FALSE(at::equal(noisy, model.forward(batch, &again)));
  const Model without = made({{"dropout", "0"}});
  Random unused(1);
  EXPECT_TRUE(at::allclose(without.forward(batch, &unused), without.forward(batch, nullptr), 1e-5, 1e-6));
  EXPECT_EQ(unused.next(), Random(1).next());
}

}  // namespace
}  // namespace pauc
