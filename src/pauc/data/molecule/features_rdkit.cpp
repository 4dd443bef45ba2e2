#include <DataStructs/ExplicitBitVect.h>
#include <DataStructs/SparseIntVect.h>
#include <GraphMol/Fingerprints/MACCS.h>
#include <GraphMol/Fingerprints/MorganFingerprints.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SmilesParse/SmilesParse.h>

#include <limits>
#include <memory>
#include <new>

#include "pauc/data/molecule/feature_values.h"

namespace pauc {

namespace {

// RDKit's time grows with the square of the atoms and more: a second or so for these.
unsigned most_atoms(MoleculeFeatures::Kind kind) { return kind == MoleculeFeatures::Kind::descriptors ? 1000 : 5000; }

void append(std::int32_t column, float value, SparseValues& values) {
  values.columns.push_back(column);
  values.values.push_back(value);
}

void append_morgan(const RDKit::ROMol& molecule, const MoleculeFeatures& features, SparseValues& values) {
  const std::unique_ptr<RDKit::SparseIntVect<std::uint32_t>> counts(RDKit::MorganFingerprints::getHashedFingerprint(
      molecule, static_cast<unsigned>(features.radius), static_cast<unsigned>(features.bits)));
  for (const auto& [bit, count] : counts->getNonzeroElements()) {  // in ascending order
    append(static_cast<std::int32_t>(bit), static_cast<float>(count), values);
  }
}

void append_maccs(const RDKit::ROMol& molecule, SparseValues& values) {
  const std::unique_ptr<ExplicitBitVect> keys(RDKit::MACCSFingerprints::getFingerprintAsBitVect(molecule));
  IntVect set;
  keys->getOnBits(set);
  for (const int key : set) append(key - 1, 1, values);  // bit 0 is not a key
}

void append_missing(std::int32_t width, SparseValues& values) {
  for (std::int32_t column = 0; column < width; ++column) {
    append(column, std::numeric_limits<float>::quiet_NaN(), values);
  }
}

void append_known(const RDKit::ROMol& molecule, const MoleculeFeatures& features, SparseValues& values) {
  switch (features.kind) {
    case MoleculeFeatures::Kind::morgan:
      return append_morgan(molecule, features, values);
    case MoleculeFeatures::Kind::descriptors:
      return append_descriptors(molecule, values);
    case MoleculeFeatures::Kind::maccs:
      return append_maccs(molecule, values);
  }
}

}  // namespace

void append_features(const RDKit::ROMol& molecule, const MoleculeFeatures& features, SparseValues& values) {
  if (molecule.getNumAtoms() > most_atoms(features.kind)) return append_missing(features.width(), values);
  const std::size_t before = values.values.size();
  try {
    append_known(molecule, features, values);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    values.columns.resize(before);
    values.values.resize(before);
    append_missing(features.width(), values);
  }
}

void prepare_features(const std::vector<MoleculeFeatures>& features) {
  if (features.empty()) return;
  const std::unique_ptr<RDKit::RWMol> ethanol(RDKit::SmilesToMol("CCO"));
  SparseValues ignored;
  for (const MoleculeFeatures& one : features) append_features(*ethanol, one, ignored);
}

}  // namespace pauc
