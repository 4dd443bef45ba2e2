#include "pauc/data/molecule/graph_batch.h"

#include <gmock/gmock.h>

#include <vector>

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

template <class Number>
std::vector<int> numbers(const at::Tensor& tensor) {
  const auto* first = tensor.data_ptr<Number>();
  return std::vector<int>(first, first + tensor.numel());
}

AtomFeatures atom(std::uint8_t number) { return {number, 0, 1, 5, 0, 0, 2, 0, 0}; }

// A chain of three, nothing (it could not be read), a single atom, a pair.
Molecules four_molecules() {
  Molecules molecules;
  molecules.atoms = {atom(1), atom(2), atom(3)};
  molecules.bond_ends = {{0, 1}, {2, 1}};
  molecules.bond_codes = {7, 9};
  molecules.end_molecule();
  molecules.end_molecule();
  molecules.atoms.push_back(atom(4));
  molecules.end_molecule();
  molecules.atoms.push_back(atom(5));
  molecules.atoms.push_back(atom(6));
  molecules.bond_ends.push_back({0, 1});
  molecules.bond_codes.push_back(11);
  molecules.end_molecule();
  return molecules;
}

TEST(GraphBatch, PutsMoleculesSideBySideWithEdgesBothWaysSortedByTarget) {
  const std::vector<std::int64_t> rows = {3, 0, 2};
  const GraphBatch batch = graph_batch(four_molecules(), rows);
  ASSERT_EQ(batch.atoms.sizes(), at::IntArrayRef({6, kAtomFeatures}));
  EXPECT_THAT(numbers<std::int32_t>(batch.molecule_begins), ElementsAre(0, 2, 5, 6));
  EXPECT_THAT(numbers<std::int32_t>(batch.edge_begins), ElementsAre(0, 1, 2, 3, 5, 6, 6));
  EXPECT_THAT(numbers<std::int32_t>(batch.edge_sources), ElementsAre(1, 0, 3, 2, 4, 3));
  EXPECT_THAT(numbers<std::uint8_t>(batch.edge_bonds), ElementsAre(11, 11, 7, 7, 9, 9));
  const auto features = numbers<std::uint8_t>(batch.atoms);
  for (const auto& [place, number] : {std::pair(0, 5), std::pair(1, 6), std::pair(2, 1), std::pair(5, 4)}) {
    EXPECT_EQ(features[place * kAtomFeatures], number);
    EXPECT_EQ(features[place * kAtomFeatures + 3], 5);
  }
}

TEST(GraphBatch, AMoleculeThatCouldNotBeReadHasNoAtoms) {
  const std::vector<std::int64_t> rows = {1, 2, 1};
  const GraphBatch batch = graph_batch(four_molecules(), rows);
  EXPECT_THAT(numbers<std::int32_t>(batch.molecule_begins), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(numbers<std::int32_t>(batch.edge_begins), ElementsAre(0, 0));
  const std::vector<std::int64_t> none = {1};
  const GraphBatch empty = graph_batch(four_molecules(), none);
  EXPECT_THAT(numbers<std::int32_t>(empty.edge_begins), ElementsAre(0));
  EXPECT_THAT(numbers<std::int32_t>(empty.edge_sources), IsEmpty());
}

TEST(GraphBatch, TheSameMoleculeMayComeTwice) {
  const std::vector<std::int64_t> rows = {0, 0};
  const GraphBatch batch = graph_batch(four_molecules(), rows);
  EXPECT_THAT(numbers<std::int32_t>(batch.edge_sources), ElementsAre(1, 0, 2, 1, 4, 3, 5, 4));
}

}  // namespace
}  // namespace pauc
