// In place of smiles_rdkit.cpp where RDKit is not installed.
#include "pauc/core/error.h"
#include "pauc/data/molecule/feature_values.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/molecule/smiles_parser.h"
#include "pauc/data/molecule/structure_smiles.h"

namespace pauc {

namespace {

[[noreturn]] void refuse() {
  fail(Fault::usage, "SMILES: this copy of pauc was built without RDKit; install librdkit-dev and build it again");
}

}  // namespace

void prepare_features(const std::vector<MoleculeFeatures>& /*features*/) { refuse(); }

std::string smiles_reader() { return ""; }

SmilesParser::SmilesParser(Standardise /*how*/) { refuse(); }
SmilesParser::~SmilesParser() {}
void SmilesParser::append(const std::string& /*smiles*/, Molecules& /*molecules*/) const { refuse(); }
bool SmilesParser::append(const std::string& /*smiles*/, const std::vector<MoleculeFeatures>& /*features*/,
                          Molecules& /*molecules*/, std::vector<SparseValues>& /*values*/) const {
  refuse();
}
std::optional<std::string> SmilesParser::scaffold(const std::string& /*smiles*/) const { refuse(); }
std::optional<std::string> SmilesParser::canonical(const std::string& /*smiles*/) const { refuse(); }

StructureSmiles::StructureSmiles(StructureFormat format) : format_(format) { refuse(); }
StructureSmiles::~StructureSmiles() {}
std::string StructureSmiles::of(const StructureRecord& /*record*/) const { refuse(); }

}  // namespace pauc
