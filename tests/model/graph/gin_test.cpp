#include "pauc/model/graph/gin.h"

#include <ATen/Functions.h>
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
  EXPECT_THAT(refusal({{"bonds", "yes"}}), HasSubstr("model.bonds: expected on or off, got \"yes\""));
}

}  // namespace
}  // namespace pauc
