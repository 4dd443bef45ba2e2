// The network against dmpnn_oracle.py, which is written on its own in plain PyTorch.
#include <ATen/Functions.h>

#include "model/graph/graph_cases.h"
#include "support/batches.h"

namespace pauc {
namespace {

using test::GraphCase;

constexpr std::uint64_t kNoise = 12;

// Each atom's stream gives the numbers of all edges that lead to it.
at::Tensor mask_of_edges(const GraphBatch& graphs, double rate, std::int64_t width, Random& noise) {
  const std::uint64_t seed = noise.next();
  std::vector<double> all;
  for (std::int64_t atom = 0; atom < graphs.atoms.size(0); ++atom) {
    Random own(seed, static_cast<std::uint64_t>(atom));
    const auto edges = at::diff(graphs.edge_begins)[atom].item<std::int64_t>();
    for (const double value : test::dropout_mask(rate, own, edges * width)) all.push_back(value);
  }
  return test::numbers(all).reshape({-1, width});
}

NamedTensors dropout_masks(const GraphCase& graph_case) {
  NamedTensors masks;
  const double rate = graph_case.number("dropout");
  if (rate == 0) return masks;
  Random noise(kNoise);
  const GraphBatch& graphs = graph_case.batch.graphs;
  const auto width = static_cast<std::int64_t>(graph_case.number("hidden"));
  for (int layer = 1; layer < graph_case.number("layers"); ++layer) {
    masks[joined("edges.", layer)] = mask_of_edges(graphs, rate, width, noise);
  }
  const auto atoms = test::dropout_mask(rate, noise, graphs.atoms.size(0) * width);
  masks["atoms"] = test::numbers(atoms).reshape({-1, width});
  masks["molecules"] = test::dropout_mask_of_molecules(rate, noise, graphs, width);
  return masks;
}

TEST(DmpnnOracle, AgreesWithPlainPyTorch) {
  Random random(32);
  std::vector<test::OracleQuestion> questions;
  for (int k = 0; k < 24; ++k) {
    const GraphCase graph_case = test::random_case("dmpnn", random);
    questions.push_back({graph_case, dropout_masks(graph_case)});
  }
  test::expect_answers("dmpnn_oracle.py", questions, kNoise);
}

}  // namespace
}  // namespace pauc
