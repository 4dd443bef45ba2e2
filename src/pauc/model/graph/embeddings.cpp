#include "pauc/model/graph/embeddings.h"

#include <ATen/Functions.h>

#include <cmath>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

void draw_embeddings(const at::Tensor& table, Random& random) {
  const double bound = std::sqrt(6 / static_cast<double>(table.size(0) + table.size(1)));
  auto* values = cpu_data<float>(table);
  for (std::int64_t k = 0; k < table.numel(); ++k) values[k] = static_cast<float>(bound * (2 * random.uniform() - 1));
}

}  // namespace

at::Tensor add_atom_table(Model& model, const std::string& name, std::int64_t width, Random& random) {
  const at::Tensor table = at::empty({kAtomTableRows, width}, at::kFloat);
  for (int f = 0; f < kAtomFeatures; ++f) {
    draw_embeddings(table.narrow(0, kAtomTableBegins[f], kAtomFeatureSizes[f]), random);
  }
  return model.parameters[name] = table.set_requires_grad(true);
}

BondTables add_bond_tables(Model& model, const std::string& name, std::int64_t width, Random& random) {
  BondTables tables;
  for (int f = 0; f < kBondFeatures; ++f) {
    const at::Tensor table = at::empty({kBondFeatureSizes[f], width}, at::kFloat);
    draw_embeddings(table, random);
    tables[f] = model.parameters[joined(name, '.', f)] = table.set_requires_grad(true);
  }
  return tables;
}

}  // namespace pauc
