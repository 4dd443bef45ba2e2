#include "pauc/model/graph/dmpnn.h"

#include <ATen/Functions.h>

#include "pauc/core/error.h"
#include "pauc/model/graph/edge_layers.h"
#include "pauc/model/graph/embeddings.h"
#include "pauc/model/graph/graph_sizes.h"
#include "pauc/model/layers.h"
#include "pauc/model/make_model.h"

namespace pauc {

namespace {

struct Dmpnn {
  at::Tensor edge_atoms;   // [kAtomTableRows, hidden], W_i for the atom an edge comes from
  BondTables edge_bonds;   // W_i for the bond
  LinearLayer update;      // W_h, shared by all layers but the first
  at::Tensor own_atoms;    // [kAtomTableRows, hidden], W_a for the atom itself
  LinearLayer collecting;  // W_a for the edges that lead to it
  LinearLayer hidden;
  LinearLayer output;
  DmpnnOptions options;
  std::int64_t columns = 0;  // of the table beside the molecules
  ModelRoute route = ModelRoute::kernels;

  at::Tensor forward(const Batch& batch, Random* noise) const {
    const DirectedGraphs graphs = directed(batch.graphs, route);
    const at::Tensor edges = edge_values(graphs, noise, batch.share);            // [E, hidden]
    const at::Tensor atoms = atom_values(edges, graphs, noise, batch.share);     // [A, hidden]
    const at::Tensor molecules = pooled(atoms, options.pooling, graphs.routed);  // [B, hidden]
    const at::Tensor values = at::relu(hidden(with_columns(molecules, batch.features, columns), noise));
    const Kept kept = kept_of_molecules(options.dropout, noise, batch.graphs, options.hidden, batch.share);
    return output(dropped(values, kept), noise).squeeze(1);
  }

  at::Tensor edge_values(const DirectedGraphs& graphs, Random* noise, const BatchShare& share) const {
    const EdgeStart start{embedded_atoms(edge_atoms, graphs.routed), embedded_bonds(edge_bonds, graphs.routed.route)};
    at::Tensor values = activated_edges(start, {}, graphs, {});
    for (std::int64_t layer = 1; layer < options.layers; ++layer) {
      const at::Tensor added = update(summed_others(values, graphs), noise);
      const Kept kept = kept_of_edges(options.dropout, noise, graphs.routed.graphs, options.hidden, share);
      values = activated_edges(start, added, graphs, kept);
    }
    return values;
  }

  at::Tensor atom_values(const at::Tensor& edges, const DirectedGraphs& graphs, Random* noise,
                         const BatchShare& share) const {
    const at::Tensor own = embedded_atoms(own_atoms, graphs.routed);
    const at::Tensor collected = collecting(summed_edges(edges, graphs), noise);
    const Kept kept = kept_of_atoms(options.dropout, noise, graphs.routed.graphs, options.hidden, share);
    return activated_sum(own, collected, graphs.routed.route, kept);
  }
};

}  // namespace

Model make_model(const DmpnnOptions& options, const InputShape& input, Random& random, ModelRoute route) {
  require_input(input, InputKind::molecule, "dmpnn");
  require_graph_sizes(options.layers, options.hidden, options.dropout);
  const std::int64_t width = options.hidden;
  Model model;
  Dmpnn network;
  network.options = options;
  network.columns = input.sizes[0];
  network.route = route;
  network.edge_atoms = add_atom_table(model, "edge.atom.weight", width, random);
  network.edge_bonds = add_bond_tables(model, "edge.bond", width, random);
  if (options.layers > 1) network.update = add_linear_without_bias(model, "update", width, width, random, route);
  network.own_atoms = add_atom_table(model, "atom.weight", width, random);
  network.collecting = add_linear(model, "collecting", width, width, random, route);
  network.hidden = add_linear(model, "hidden", width + network.columns, width, random, route);
  network.output = add_linear(model, "output", width, input.outputs, random, route);
  model.reset_last_layer = [output = network.output](Random& again) { output.draw(again); };
  model.forward = [network](const Batch& batch, Random* noise) { return network.forward(batch, noise); };
  return model;
}

}  // namespace pauc
