#pragma once

#include <array>
#include <string_view>

namespace pauc {

// The descriptors that `--features-from descriptors` computes, under the names of Python's rdkit.Chem.Descriptors and
// rdMolDescriptors. descriptors_rdkit.cpp has the functions in the same order.
constexpr std::array<std::string_view, 46> kDescriptorNames = {
    // size and composition
    "MolWt", "ExactMolWt", "HeavyAtomMolWt", "HeavyAtomCount", "NumHeteroatoms", "FractionCSP3", "FormalCharge",
    "NumRadicalElectrons",
    // hydrogen bonds, flexibility
    "NHOHCount", "NOCount", "NumHDonors", "NumHAcceptors", "NumRotatableBonds", "NumAmideBonds",
    // rings
    "RingCount", "NumAromaticRings", "NumAliphaticRings", "NumSaturatedRings", "NumHeterocycles",
    "NumAromaticHeterocycles", "NumAliphaticHeterocycles", "NumSaturatedHeterocycles", "NumAromaticCarbocycles",
    "NumAliphaticCarbocycles", "NumSaturatedCarbocycles", "NumSpiroAtoms", "NumBridgeheadAtoms",
    // polarity and surface
    "MolLogP", "MolMR", "TPSA", "LabuteASA",
    // connectivity and shape
    "Chi0v", "Chi1v", "Chi2v", "Chi3v", "Chi4v", "Chi0n", "Chi1n", "Chi2n", "Chi3n", "Chi4n", "HallKierAlpha", "Kappa1",
    "Kappa2", "Kappa3", "Phi"};

}  // namespace pauc
