// The kernels of directed edges by hand, and each backward against finite differences of its forward, in double.
#include "pauc/model/graph/edge_kernels.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <cmath>

#include "model/graph/differences.h"
#include "pauc/model/graph/edge_layers.h"
#include "support/random_graphs.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::dot;
using test::expect_differences;
using test::Numbers;
using test::random_numbers;
using testing::ElementsAre;

constexpr std::int64_t kWidth = 3;

struct Problem {
  DirectedGraphs graphs;
  GraphView view;
  const std::int32_t* reverse = nullptr;
  std::int64_t edges = 0;
};

Problem some_graphs(std::uint64_t seed) {
  Random random(seed);
  Problem problem{directed(test::random_graphs(random, {5, 1, 0, 12, 20}), ModelRoute::kernels), {}};
  problem.view = view_of(problem.graphs.routed.graphs);
  problem.reverse = problem.graphs.reverse.data_ptr<std::int32_t>();
  problem.edges = problem.graphs.reverse.size(0);
  return problem;
}

TEST(EdgeKernels, TheReverseOfAnEdgeLeadsBack) {
  const Problem problem = some_graphs(1);
  std::vector<std::int64_t> targets;
  for (std::int64_t atom = 0; atom < problem.view.atoms; ++atom) {
    for (auto edge = problem.view.edge_begins[atom]; edge < problem.view.edge_begins[atom + 1]; ++edge)
      targets.push_back(atom);
  }
  for (std::int64_t edge = 0; edge < problem.edges; ++edge) {
    const auto back = static_cast<std::size_t>(problem.reverse[edge]);
    EXPECT_EQ(problem.view.edge_sources[back], targets[static_cast<std::size_t>(edge)]);
    EXPECT_EQ(targets[back], problem.view.edge_sources[edge]);
  }
}

TEST(EdgeKernels, BothRoutesFindTheSameReverseEdges) {
  Random random(2);
  for (int k = 0; k < 20; ++k) {
    const GraphBatch graphs = test::random_graphs(random, {5, 1, 0, 12, 20});
    EXPECT_TRUE(at::equal(directed(graphs, ModelRoute::kernels).reverse.to(at::kLong),
                          directed(graphs, ModelRoute::tensors).reverse));
  }
}

// Atoms 0 and 1 with the bonds that the edges say: those that lead to atom 0, then those that lead to atom 1.
struct TwoAtoms {
  std::vector<std::int32_t> edge_begins;
  std::vector<std::int32_t> sources;
  std::vector<std::int32_t> reverse;

  std::vector<std::int32_t> found() {
    GraphView view;
    view.atoms = 2;
    view.edge_begins = edge_begins.data();
    view.edge_sources = sources.data();
    reverse.assign(sources.size(), -1);
    find_reverse_edges(view, reverse.data());
    return reverse;
  }
};

TEST(EdgeKernels, EachOfSeveralBondsHasAReverseEdgeOfItsOwn) {
  EXPECT_THAT((TwoAtoms{{0, 2, 4}, {1, 1, 0, 0}, {}}).found(), ElementsAre(2, 3, 0, 1));
}

TEST(EdgeKernels, ABondOfOneDirectionIsRefused) {
  EXPECT_THAT(test::refusal_of([] {
                TwoAtoms{{0, 0, 1}, {0}, {}}.found();
              }),
              testing::HasSubstr("expected each bond in both directions, got only the edge from atom 0 to 1"));
}

std::vector<std::uint8_t> random_bytes(Random& random, std::int64_t size) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(2));
  return bytes;
}

TEST(EdgeKernels, Activation) {
  for (const bool adds : {false, true}) {
    for (const bool drops : {false, true}) {
      Random random(3);
      const Problem problem = some_graphs(4);
      Numbers atoms = random_numbers(random, problem.view.atoms * kWidth);
      Numbers bonds = random_numbers(random, kBondCodes * kWidth);
      Numbers added = random_numbers(random, problem.edges * kWidth);
      const Numbers outer = random_numbers(random, problem.edges * kWidth);
      const auto kept = random_bytes(random, problem.edges * kWidth);
      std::vector<std::uint8_t> passes(kept.size());
      const double factor = drops ? 2 : 1;
      const auto value = [&] {
        Numbers output(outer.size(), 7);
        activate_edges(EdgeStep<double>{problem.view, kWidth, atoms.data(), bonds.data(), adds ? added.data() : nullptr,
                                        drops ? kept.data() : nullptr, factor},
                       passes.data(), output.data());
        return dot(output, outer);
      };
      value();
      Numbers to_atoms(atoms.size(), 7);
      Numbers to_bonds(bonds.size(), 7);
      Numbers to_added(added.size(), 7);
      activate_edges_back(
          EdgeBackStep<double>{problem.view, problem.reverse, kWidth, passes.data(), outer.data(), factor},
          EdgeGradients<double>{to_atoms.data(), to_bonds.data(), adds ? to_added.data() : nullptr});
      expect_differences(atoms, to_atoms, value);
      expect_differences(bonds, to_bonds, value);
      if (adds) expect_differences(added, to_added, value);
    }
  }
}

TEST(EdgeKernels, SumsOfOtherEdges) {
  Random random(5);
  const Problem problem = some_graphs(6);
  Numbers edges = random_numbers(random, problem.edges * kWidth);
  const Numbers outer = random_numbers(random, problem.edges * kWidth);
  const auto summed = [&](const Numbers& input, Direction direction) {
    Numbers output(input.size(), 7);
    sum_other_edges(MessageSumStep<double>{problem.view, problem.reverse, kWidth, direction, input.data()},
                    output.data());
    return output;
  };
  expect_differences(edges, summed(outer, Direction::back),
                     [&] { return dot(summed(edges, Direction::forward), outer); });
}

TEST(EdgeKernels, SumsOverTheEdgesOfAnAtom) {
  Random random(7);
  const Problem problem = some_graphs(8);
  Numbers edges = random_numbers(random, problem.edges * kWidth);
  const Numbers outer = random_numbers(random, problem.view.atoms * kWidth);
  Numbers to_edges(edges.size(), 7);
  sum_edges_back(problem.view, kWidth, outer.data(), to_edges.data());
  expect_differences(edges, to_edges, [&] {
    Numbers sums(outer.size(), 7);
    sum_edges(problem.view, kWidth, edges.data(), sums.data());
    return dot(sums, outer);
  });
}

TEST(EdgeKernels, ActivationOfASum) {
  Random random(9);
  constexpr std::int64_t kRows = 9;
  Numbers first = random_numbers(random, kRows * kWidth);
  Numbers second = random_numbers(random, kRows * kWidth);
  const Numbers outer = random_numbers(random, kRows * kWidth);
  const auto kept = random_bytes(random, kRows * kWidth);
  std::vector<std::uint8_t> passes(kept.size());
  for (const bool drops : {false, true}) {
    const auto value = [&] {
      Numbers output(outer.size(), 7);
      activate_sum(
          SumStep<double>{kRows, kWidth, first.data(), second.data(), drops ? kept.data() : nullptr, drops ? 2.0 : 1.0},
          passes.data(), output.data());
      return dot(output, outer);
    };
    value();
    Numbers to_terms(outer.size(), 7);
    activate_sum_back<double>(kRows, kWidth, drops ? 2 : 1, passes.data(), outer.data(), to_terms.data());
    expect_differences(first, to_terms, value);
    expect_differences(second, to_terms, value);
  }
}

// NaN in a diverged network must reach its scores.
TEST(EdgeKernels, NotANumberIsNotHidden) {
  const Numbers first = {std::nan(""), -1, 2};
  const Numbers second = {0, 0, 1};
  std::vector<std::uint8_t> passes(3);
  Numbers output(3);
  activate_sum(SumStep<double>{1, 3, first.data(), second.data(), nullptr, 1}, passes.data(), output.data());
  EXPECT_TRUE(std::isnan(output[0]));
  EXPECT_EQ(output[1], 0);
  EXPECT_EQ(output[2], 3);
}

}  // namespace
}  // namespace pauc
