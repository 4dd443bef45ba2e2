#include "pauc/data/molecule/smiles_column.h"

#include "pauc/core/text/lower_case.h"

namespace pauc {

std::optional<std::size_t> find_smiles_column(const std::vector<std::string>& columns) {
  std::optional<std::size_t> has_the_word;
  for (std::size_t place = 0; place < columns.size(); ++place) {
    const std::string name = lower_case(columns[place]);
    if (name == "smiles") return place;
    if (!has_the_word && name.find("smiles") != std::string::npos) has_the_word = place;
  }
  return has_the_word;
}

}  // namespace pauc
