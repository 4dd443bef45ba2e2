#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/data/molecule/molecules.h"

namespace pauc {

// A Morgan fingerprint of radius 2, folded to 2048 bits (ECFP4).
struct MorganBits {
  static constexpr int kBits = 2048;
  std::array<std::uint64_t, kBits / 64> words = {};
  std::int32_t count = 0;  // of bits that are set
};

// Shared bits as a share of all bits that one of them has, from 0 to 1; 0 if neither has a bit.
double tanimoto(const MorganBits& a, const MorganBits& b);

// Those of some rows, in their order, from their graphs. Rows that RDKit cannot build have no bits, nor has any in a
// build without RDKit.
std::vector<MorganBits> morgan_bits(const Molecules& molecules, Span<const std::int64_t> rows, int threads);

// Clusters of fingerprints by Taylor and Butina: the molecule with the most neighbours, at least as similar as
// `similarity`, takes them as its cluster; of the others the next one does; and so on. Returns a number for each,
// counted in the order of the clusters. Those without bits are clusters of their own.
//
// Nothing is kept for pairs: neighbours are counted in a first pass over all pairs and found again in a second one, so
// that memory grows with the molecules. Beyond kMostCounted molecules, neighbours are counted among as many of them,
// taken at equal distances. Seconds for ten thousand molecules, minutes for a hundred thousand.
constexpr std::int64_t kMostCounted = 20000;
std::vector<std::uint32_t> butina_clusters(const std::vector<MorganBits>& fingerprints, double similarity, int threads);

// The similarity of each row to the most similar of the others; 0 if there are none.
std::vector<double> nearest_similarities(const std::vector<MorganBits>& rows, const std::vector<MorganBits>& others,
                                         int threads);

}  // namespace pauc
