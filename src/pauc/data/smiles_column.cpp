#include "pauc/data/smiles_column.h"

#include <algorithm>
#include <cctype>

namespace pauc {

std::optional<std::size_t> find_smiles_column(const std::vector<std::string>& columns) {
  for (std::size_t place = 0; place < columns.size(); ++place) {
    std::string name = columns[place];
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    if (name == "smiles" || name == "canonical_smiles" || name == "isomeric_smiles") return place;
  }
  return std::nullopt;
}

}  // namespace pauc
