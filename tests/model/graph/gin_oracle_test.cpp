// The network against gin_oracle.py, which is written on its own in plain PyTorch.
#include <ATen/Functions.h>

#include "model/graph/graph_cases.h"
#include "support/batches.h"

namespace pauc {
namespace {

using test::GraphCase;

constexpr std::uint64_t kNoise = 12;

NamedTensors dropout_masks(const GraphCase& graph_case) {
  NamedTensors masks;
  const double rate = graph_case.number("dropout");
  if (rate == 0) return masks;
  Random noise(kNoise);
  const auto width = static_cast<std::int64_t>(graph_case.number("hidden"));
  const GraphBatch& graphs = graph_case.batch.graphs;
  for (int layer = 0; layer < graph_case.number("layers"); ++layer) {
    const auto mask = test::dropout_mask(rate, noise, graphs.atoms.size(0) * width);
    masks[joined(layer)] = test::numbers(mask).reshape({-1, width});
    if (graph_case.option("virtual_node") == "on" && layer + 1 < graph_case.number("layers")) {
      masks[joined("virtual.", layer)] = test::dropout_mask_of_molecules(rate, noise, graphs, width);
    }
  }
  return masks;
}

TEST(GinOracle, AgreesWithPlainPyTorch) {
  Random random(31);
  std::vector<test::OracleQuestion> questions;
  for (int k = 0; k < 40; ++k) {
    const GraphCase graph_case = test::random_case("gin", random);
    questions.push_back({graph_case, dropout_masks(graph_case)});
  }
  test::expect_answers("gin_oracle.py", questions, kNoise);
}

}  // namespace
}  // namespace pauc
