#include "pauc/model/graph/gin.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>
#include <gmock/gmock.h>

#include <cmath>

#include "model/graph/graph_cases.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::HasSubstr;

Model made(const Settings& settings, std::int64_t columns = 0) {
  return test::made({"gin", settings, columns, {}}, ModelRoute::kernels);
}

TEST(Gin, AMoleculeWithoutAtomsHasTheScoreOfNothing) {
  Random random(6);
  const Model model = made({});
  const at::Tensor scores = model.forward({{}, test::random_graphs(random, {4, 0, 5})}, nullptr);
  EXPECT_EQ(scores[1].item<float>(), model.parameters.at("output.bias").item<float>());
}

TEST(Gin, WeightsHaveNames) {
  const Model model = made({{"layers", "2"}}, 3);
  EXPECT_EQ(model.parameters.at("atom.weight").sizes(), at::IntArrayRef({174, 64}));
  EXPECT_EQ(model.parameters.at("layer.1.bond.1").sizes(), at::IntArrayRef({6, 64}));
  EXPECT_EQ(model.parameters.at("layer.1.mlp.0.weight").sizes(), at::IntArrayRef({128, 64}));
  EXPECT_EQ(model.parameters.at("layer.0.epsilon").item<float>(), 0);
  EXPECT_EQ(model.parameters.at("output.weight").sizes(), at::IntArrayRef({1, 67}));
  EXPECT_EQ(model.buffers.count("layer.0.mlp.0.norm.running_mean"), 1);
  const Model plain = made({{"layers", "2"}, {"epsilon", "zero"}, {"bonds", "off"}});
  EXPECT_EQ(plain.parameters.count("layer.0.epsilon") + plain.parameters.count("layer.0.bond.0"), 0);
}

TEST(Gin, OptionsAddWeightsAndLeaveTheOthersAsTheyWere) {
  const Model plain = made({{"layers", "3"}});
  const Model full = made({{"layers", "3"}, {"virtual_node", "on"}, {"residual", "on"}, {"jumping", "concat"}});
  EXPECT_EQ(full.parameters.at("virtual.weight").sizes(), at::IntArrayRef({64}));
  EXPECT_EQ(full.parameters.at("virtual.1.mlp.0.weight").sizes(), at::IntArrayRef({128, 64}));
  EXPECT_EQ(full.parameters.at("virtual.1.mlp.1.weight").sizes(), at::IntArrayRef({64, 128}));
  EXPECT_EQ(full.parameters.count("virtual.2.mlp.0.weight"), 0);
  EXPECT_EQ(full.parameters.at("output.weight").sizes(), at::IntArrayRef({1, 4 * 64}));
  for (const auto& [name, tensor] : plain.parameters) {
    const bool differs = name.rfind("output", 0) == 0;
    EXPECT_TRUE(differs || at::equal(tensor, full.parameters.at(name))) << name;
  }
  EXPECT_EQ(made({{"jumping", "sum"}}).parameters.at("output.weight").sizes(), at::IntArrayRef({1, 64}));
}

// Two atoms without a bond know of each other by the virtual node only.
TEST(Gin, AVirtualNodeConnectsWhatNoBondConnects) {
  const c10::NoGradGuard no_graph;
  Random random(2);
  const GraphBatch apart = test::random_graphs(random, {1, 1});
  GraphBatch together = apart;
  together.molecule_begins = at::tensor({0, 2}, at::kInt);
  for (const bool connected : {false, true}) {
    const Model model = made({{"pooling", "sum"}, {"virtual_node", connected ? "on" : "off"}});
    const double bias = model.parameters.at("output.bias").item<double>();
    const double one_by_one = model.forward({{}, apart}, nullptr).sum().item<double>() - bias;
    const double both = model.forward({{}, together}, nullptr).item<double>();
    EXPECT_EQ(std::abs(both - one_by_one) > 1e-3, connected) << both << ' ' << one_by_one;
  }
}

TEST(Gin, EmbeddingsStartWithinTheBoundOfTheirFeature) {
  const Model model = made({});
  const at::Tensor elements = model.parameters.at("atom.weight").slice(0, 0, 119).abs();
  const at::Tensor rings = model.parameters.at("atom.weight").slice(0, 172, 174).abs();
  EXPECT_NEAR(elements.max().item<double>(), std::sqrt(6.0 / (119 + 64)), 1e-3);
  EXPECT_NEAR(rings.max().item<double>(), std::sqrt(6.0 / (2 + 64)), 1e-2);
}

TEST(Gin, BadOptionsAreRefused) {
  const auto refusal = [](const Settings& settings) { return refusal_of([&] { made(settings); }, Fault::usage); };
  EXPECT_THAT(refusal({{"epsilon", "one"}}), HasSubstr("model.epsilon: no \"one\"; expected one of learnt, zero"));
  EXPECT_THAT(refusal({{"jumping", "max"}}), HasSubstr("model.jumping: no \"max\"; expected one of "));
  EXPECT_THAT(refusal({{"bonds", "yes"}}), HasSubstr("model.bonds: expected on or off, got \"yes\""));
}

}  // namespace
}  // namespace pauc
