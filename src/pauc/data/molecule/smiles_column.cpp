#include "pauc/data/molecule/smiles_column.h"

#include <algorithm>

#include "pauc/core/error.h"
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

void require_one_smiles_column(const std::string& path, const std::vector<std::string>& columns) {
  const auto count = std::count_if(columns.begin(), columns.end(),
                                   [](const std::string& name) { return lower_case(name) == "smiles"; });
  require_usage(count < 2, "smiles: ", path, ": ", count,
                " columns are called smiles; --smiles names one, or gives its number as in --smiles 2");
}

}  // namespace pauc
