#include "pauc/model/graph/noise.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include "pauc/batch/cpu_data.h"
#include "pauc/model/layers.h"
#include "pauc/model/row_chunks.h"

namespace pauc {

namespace {

bool drops(double rate, const Random* noise) { return noise != nullptr && rate > 0; }

double factor_of(double rate) { return 1 / (1 - rate); }

// The place of an atom in the whole batch.
std::uint64_t place_of(std::int64_t atom, const at::Tensor& places) {
  return static_cast<std::uint64_t>(places.defined() ? cpu_data<std::int64_t>(places)[atom] : atom);
}

}  // namespace

Kept kept_of_edges(double rate, Random* noise, const GraphBatch& graphs, std::int64_t width, const BatchShare& share) {
  if (!drops(rate, noise)) return {};
  const std::uint64_t seed = noise->next();
  const at::Tensor begins = graphs.edge_begins.to(at::kCPU).contiguous();
  const at::Tensor kept = at::empty({graphs.edge_sources.size(0), width}, at::kByte);
  const auto* edges = cpu_data<std::int32_t>(begins);
  for_each_chunk(graphs.atoms.size(0), [&](std::int64_t, RowRange atoms) {
    for (std::int64_t atom = atoms.begin; atom < atoms.end; ++atom) {
      Random own(seed, place_of(atom, share.places));
      draw_kept(rate, own,
                {cpu_data<std::uint8_t>(kept) + edges[atom] * width, (edges[atom + 1] - edges[atom]) * width});
    }
  });
  return {kept, factor_of(rate)};
}

Kept kept_of_atoms(double rate, Random* noise, const GraphBatch& graphs, std::int64_t width, const BatchShare& share) {
  if (!drops(rate, noise)) return {};
  return {drawn_kept(rate, *noise, graphs.atoms.size(0), width, share), factor_of(rate)};
}

Kept kept_of_molecules(double rate, Random* noise, const GraphBatch& graphs, std::int64_t width,
                       const BatchShare& share) {
  if (!drops(rate, noise)) return {};
  const std::uint64_t seed = noise->next();
  const at::Tensor begins = graphs.molecule_begins.to(at::kCPU).contiguous();
  const auto* atoms = cpu_data<std::int32_t>(begins);
  const at::Tensor kept = at::empty({begins.size(0) - 1, width}, at::kByte);
  for (std::int64_t molecule = 0; molecule < kept.size(0); ++molecule) {
    const bool empty = atoms[molecule] == atoms[molecule + 1];
    Random own(seed, empty ? ~std::uint64_t{0} : place_of(atoms[molecule], share.places));
    draw_kept(rate, own, {cpu_data<std::uint8_t>(kept) + molecule * width, width});
  }
  return {kept, factor_of(rate)};
}

at::Tensor dropped(const at::Tensor& values, const Kept& kept) {
  return kept.values.defined() ? at::mul(values, kept.values.to(values.options()).mul_(kept.factor)) : values;
}

}  // namespace pauc
