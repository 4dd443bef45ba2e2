#include <DataStructs/ExplicitBitVect.h>
#include <GraphMol/Fingerprints/MorganFingerprints.h>
#include <GraphMol/RWMol.h>

#include <memory>
#include <new>

#include "pauc/core/parallel.h"
#include "pauc/data/molecule/fingerprints.h"
#include "pauc/data/molecule/from_graph.h"
#include "pauc/data/molecule/silent_rdkit.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostAtoms = 5000;  // as for fingerprints that models read
constexpr unsigned kRadius = 2;

MorganBits bits_of(const Molecules& molecules, std::int64_t row) {
  MorganBits bits;
  if (molecules.atom_begins[row + 1] - molecules.atom_begins[row] > kMostAtoms) return bits;
  try {
    const auto molecule = molecule_from_graph(molecules, row);
    if (molecule == nullptr) return bits;
    const std::unique_ptr<ExplicitBitVect> found(
        RDKit::MorganFingerprints::getFingerprintAsBitVect(*molecule, kRadius, MorganBits::kBits));
    IntVect set;
    found->getOnBits(set);
    for (const int bit : set) bits.words[bit / 64] |= std::uint64_t{1} << (bit % 64);
    bits.count = static_cast<std::int32_t>(set.size());
    return bits;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {  // whatever RDKit throws means that it cannot tell
    return {};
  }
}

}  // namespace

std::vector<MorganBits> morgan_bits(const Molecules& molecules, Span<const std::int64_t> rows, int threads) {
  const SilentRdkit silence;
  std::vector<MorganBits> all(rows.size());
  parallel_for(static_cast<std::int64_t>(rows.size()), threads,
               [&](std::int64_t k) { all[k] = bits_of(molecules, rows[k]); });
  return all;
}

}  // namespace pauc
