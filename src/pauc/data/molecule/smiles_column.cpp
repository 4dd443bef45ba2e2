#include "pauc/data/molecule/smiles_column.h"

#include <algorithm>
#include <cctype>

namespace pauc {

std::optional<std::size_t> find_smiles_column(const std::vector<std::string>& columns) {
  std::optional<std::size_t> has_the_word;
  for (std::size_t place = 0; place < columns.size(); ++place) {
    std::string name = columns[place];
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    if (name == "smiles") return place;
    if (!has_the_word && name.find("smiles") != std::string::npos) has_the_word = place;
  }
  return has_the_word;
}

}  // namespace pauc
