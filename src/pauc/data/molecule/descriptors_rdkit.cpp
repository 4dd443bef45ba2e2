#include <GraphMol/Descriptors/ConnectivityDescriptors.h>
#include <GraphMol/Descriptors/Crippen.h>
#include <GraphMol/Descriptors/Lipinski.h>
#include <GraphMol/Descriptors/MolDescriptors.h>
#include <GraphMol/Descriptors/MolSurf.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/ROMol.h>

#include <limits>
#include <new>

#include "pauc/core/text/number.h"
#include "pauc/data/molecule/descriptor_names.h"
#include "pauc/data/molecule/feature_values.h"

namespace pauc {

namespace {

using RDKit::ROMol;

struct Descriptor {
  std::string_view name;
  double (*value)(const ROMol&);
};

double radical_electrons(const ROMol& molecule) {
  double sum = 0;
  for (const RDKit::Atom* atom : molecule.atoms()) sum += atom->getNumRadicalElectrons();
  return sum;
}

constexpr bool kHeavyAtomsOnly = true;

// Turns calcNAME(molecule), which may have further parameters with defaults, into a function of the molecule alone.
#define PAUC_DESCRIPTOR(name, function)                                                       \
  Descriptor {                                                                                \
    name, [](const ROMol& m) { return static_cast<double>(RDKit::Descriptors::function(m)); } \
  }

constexpr std::array<Descriptor, kDescriptorNames.size()> kDescriptors = {
    PAUC_DESCRIPTOR("MolWt", calcAMW),
    PAUC_DESCRIPTOR("ExactMolWt", calcExactMW),
    Descriptor{"HeavyAtomMolWt", [](const ROMol& m) { return RDKit::Descriptors::calcAMW(m, kHeavyAtomsOnly); }},
    Descriptor{"HeavyAtomCount", [](const ROMol& m) { return static_cast<double>(m.getNumHeavyAtoms()); }},
    PAUC_DESCRIPTOR("NumHeteroatoms", calcNumHeteroatoms),
    PAUC_DESCRIPTOR("FractionCSP3", calcFractionCSP3),
    Descriptor{"FormalCharge", [](const ROMol& m) { return static_cast<double>(RDKit::MolOps::getFormalCharge(m)); }},
    Descriptor{"NumRadicalElectrons", radical_electrons},
    PAUC_DESCRIPTOR("NHOHCount", calcLipinskiHBD),
    PAUC_DESCRIPTOR("NOCount", calcLipinskiHBA),
    PAUC_DESCRIPTOR("NumHDonors", calcNumHBD),
    PAUC_DESCRIPTOR("NumHAcceptors", calcNumHBA),
    PAUC_DESCRIPTOR("NumRotatableBonds", calcNumRotatableBonds),
    PAUC_DESCRIPTOR("NumAmideBonds", calcNumAmideBonds),
    PAUC_DESCRIPTOR("RingCount", calcNumRings),
    PAUC_DESCRIPTOR("NumAromaticRings", calcNumAromaticRings),
    PAUC_DESCRIPTOR("NumAliphaticRings", calcNumAliphaticRings),
    PAUC_DESCRIPTOR("NumSaturatedRings", calcNumSaturatedRings),
    PAUC_DESCRIPTOR("NumHeterocycles", calcNumHeterocycles),
    PAUC_DESCRIPTOR("NumAromaticHeterocycles", calcNumAromaticHeterocycles),
    PAUC_DESCRIPTOR("NumAliphaticHeterocycles", calcNumAliphaticHeterocycles),
    PAUC_DESCRIPTOR("NumSaturatedHeterocycles", calcNumSaturatedHeterocycles),
    PAUC_DESCRIPTOR("NumAromaticCarbocycles", calcNumAromaticCarbocycles),
    PAUC_DESCRIPTOR("NumAliphaticCarbocycles", calcNumAliphaticCarbocycles),
    PAUC_DESCRIPTOR("NumSaturatedCarbocycles", calcNumSaturatedCarbocycles),
    PAUC_DESCRIPTOR("NumSpiroAtoms", calcNumSpiroAtoms),
    PAUC_DESCRIPTOR("NumBridgeheadAtoms", calcNumBridgeheadAtoms),
    PAUC_DESCRIPTOR("MolLogP", calcClogP),
    PAUC_DESCRIPTOR("MolMR", calcMR),
    PAUC_DESCRIPTOR("TPSA", calcTPSA),
    PAUC_DESCRIPTOR("LabuteASA", calcLabuteASA),
    PAUC_DESCRIPTOR("Chi0v", calcChi0v),
    PAUC_DESCRIPTOR("Chi1v", calcChi1v),
    PAUC_DESCRIPTOR("Chi2v", calcChi2v),
    PAUC_DESCRIPTOR("Chi3v", calcChi3v),
    PAUC_DESCRIPTOR("Chi4v", calcChi4v),
    PAUC_DESCRIPTOR("Chi0n", calcChi0n),
    PAUC_DESCRIPTOR("Chi1n", calcChi1n),
    PAUC_DESCRIPTOR("Chi2n", calcChi2n),
    PAUC_DESCRIPTOR("Chi3n", calcChi3n),
    PAUC_DESCRIPTOR("Chi4n", calcChi4n),
    PAUC_DESCRIPTOR("HallKierAlpha", calcHallKierAlpha),
    PAUC_DESCRIPTOR("Kappa1", calcKappa1),
    PAUC_DESCRIPTOR("Kappa2", calcKappa2),
    PAUC_DESCRIPTOR("Kappa3", calcKappa3),
    PAUC_DESCRIPTOR("Phi", calcPhi)};

#undef PAUC_DESCRIPTOR

constexpr bool names_agree() {
  for (std::size_t k = 0; k < kDescriptors.size(); ++k) {
    if (kDescriptors[k].name != kDescriptorNames[k]) return false;
  }
  return true;
}
static_assert(names_agree());

double value_or_nan(const Descriptor& descriptor, const ROMol& molecule) {
  constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
  try {
    const double value = descriptor.value(molecule);
    return fits_float(value) ? value : kMissing;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return kMissing;
  }
}

}  // namespace

void append_descriptors(const ROMol& molecule, SparseValues& values) {
  for (std::size_t k = 0; k < kDescriptors.size(); ++k) {
    const double value = value_or_nan(kDescriptors[k], molecule);
    if (value == 0) continue;
    values.columns.push_back(static_cast<std::int32_t>(k));
    values.values.push_back(static_cast<float>(value));
  }
}

}  // namespace pauc
