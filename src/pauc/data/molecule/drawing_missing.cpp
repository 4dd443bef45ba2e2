// In place of molecule_drawing_rdkit.cpp where RDKit is not installed.
#include "pauc/data/molecule/drawing.h"

namespace pauc {

std::string molecule_svg(const Molecules& /*molecules*/, std::int64_t /*row*/,
                         const std::vector<double>& /*contributions*/) {
  return "";
}

}  // namespace pauc
