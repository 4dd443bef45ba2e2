// Each kernel's backward against finite differences of its forward, in double.
#include "pauc/model/graph/kernels.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <cmath>

#include "model/graph/differences.h"
#include "pauc/model/graph/layers.h"
#include "support/random_graphs.h"

namespace pauc {
namespace {

using test::dot;
using test::expect_differences;
using test::Numbers;
using test::random_numbers;

struct Problem {
  GraphBatch graphs;
  GraphView view;
};

Problem some_graphs(std::uint64_t seed) {
  Random random(seed);
  Problem problem{test::random_graphs(random, {5, 1, 0, 12, 20}), {}};
  problem.view = view_of(problem.graphs);
  return problem;
}

TEST(GraphKernels, AtomEmbeddings) {
  for (const std::int64_t width : {3, 64}) {
    Random random(1);
    const Problem problem = some_graphs(width);
    Numbers table = random_numbers(random, kAtomTableRows * width);
    Numbers values(problem.view.atoms * width);
    const Numbers outer = random_numbers(random, problem.view.atoms * width);
    Numbers gradient(table.size(), 7);
    embed_atoms_back(problem.view, width, outer.data(), gradient.data());
    expect_differences(table, gradient, [&] {
      embed_atoms(problem.view, width, table.data(), values.data());
      return dot(values, outer);
    });
  }
}

TEST(GraphKernels, BondCombinations) {
  constexpr std::int64_t kWidth = 3;
  Random random(2);
  std::vector<Numbers> tables;
  std::vector<Numbers> gradients;
  for (const int size : kBondFeatureSizes) {
    tables.push_back(random_numbers(random, size * kWidth));
    gradients.emplace_back(size * kWidth, 7);
  }
  const Numbers outer = random_numbers(random, kBondCodes * kWidth);
  double* gradient_tables[] = {gradients[0].data(), gradients[1].data(), gradients[2].data()};
  combine_bonds_back(kWidth, outer.data(), gradient_tables);
  for (int f = 0; f < kBondFeatures; ++f) {
    expect_differences(tables[f], gradients[f], [&] {
      const double* parts[] = {tables[0].data(), tables[1].data(), tables[2].data()};
      Numbers bonds(kBondCodes * kWidth);
      combine_bonds(kWidth, parts, bonds.data());
      return dot(bonds, outer);
    });
  }
}

TEST(GraphKernels, Messages) {
  for (const std::int64_t width : {3, 64}) {
    Random random(3);
    const Problem problem = some_graphs(width);
    Numbers values = random_numbers(random, problem.view.atoms * width);
    Numbers bonds = random_numbers(random, kBondCodes * width);
    Numbers self_weight = {1.3};
    const Numbers outer = random_numbers(random, problem.view.atoms * width);
    const auto step = [&] {
      return MessageStep<double>{problem.view, width, self_weight[0], values.data(), bonds.data()};
    };
    Numbers to_values(values.size(), 7);
    Numbers to_bonds(bonds.size(), 7);
    Numbers to_self = {7};
    pass_messages_back(step(), outer.data(), {to_values.data(), to_bonds.data(), to_self.data()});
    const auto value = [&] {
      Numbers sums(values.size());
      pass_messages(step(), sums.data());
      return dot(sums, outer);
    };
    expect_differences(values, to_values, value);
    expect_differences(bonds, to_bonds, value);
    expect_differences(self_weight, to_self, value);
  }
}

// The messages between two atoms with one value each, joined by a bond of code 0 whose embedding is 0.5.
Numbers messages_of_pair(const Numbers& values, double self_weight) {
  const std::int32_t molecule_begins[] = {0, 2};
  const std::int32_t edge_begins[] = {0, 1, 2};
  const std::int32_t sources[] = {1, 0};
  const std::uint8_t codes[] = {0, 0};
  const std::uint8_t features[18] = {};
  const GraphView view{2, 1, features, molecule_begins, edge_begins, sources, codes};
  Numbers bonds(kBondCodes);
  bonds[0] = 0.5;
  Numbers sums(2);
  pass_messages(MessageStep<double>{view, 1, self_weight, values.data(), bonds.data()}, sums.data());
  return sums;
}

TEST(GraphKernels, MessagesAreSumsOfRectifiedNeighbours) {
  EXPECT_THAT(messages_of_pair({2, -3}, 1.5), testing::ElementsAre(1.5 * 2 + 0, 1.5 * -3 + 2.5));
}

// NaN in a diverged network must reach its scores.
TEST(GraphKernels, ANeighboursNotANumberIsNotHidden) {
  EXPECT_TRUE(std::isnan(messages_of_pair({std::nan(""), 1}, 1)[1]));
}

TEST(GraphKernels, Pooling) {
  for (const Pooling pooling : {Pooling::mean, Pooling::sum}) {
    constexpr std::int64_t kWidth = 3;
    Random random(4);
    const Problem problem = some_graphs(5);
    Numbers values = random_numbers(random, problem.view.atoms * kWidth);
    const Numbers outer = random_numbers(random, problem.view.molecules * kWidth);
    Numbers gradient(values.size(), 7);
    pool_atoms_back(problem.view, kWidth, pooling, outer.data(), gradient.data());
    expect_differences(values, gradient, [&] {
      Numbers pooled(outer.size(), 7);
      pool_atoms(problem.view, kWidth, pooling, values.data(), pooled.data());
      return dot(pooled, outer);
    });
  }
}

}  // namespace
}  // namespace pauc
