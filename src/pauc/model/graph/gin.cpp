#include "pauc/model/graph/gin.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <vector>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"
#include "pauc/model/graph/embeddings.h"
#include "pauc/model/graph/graph_sizes.h"
#include "pauc/model/graph/layers.h"
#include "pauc/model/graph/noise.h"
#include "pauc/model/layers.h"
#include "pauc/model/make_model.h"
#include "pauc/model/table/linear_norm.h"

namespace pauc {

namespace {

struct GinLayer {
  MessageLayer messages;
  LinearNormLayer widening;   // hidden -> 2 hidden
  LinearNormLayer narrowing;  // and back
};

// What a molecule's virtual node makes of its sum with the atoms.
struct VirtualLayer {
  LinearNormLayer widening;
  LinearNormLayer narrowing;
};

struct Gin {
  at::Tensor atoms;          // [kAtomTableRows, hidden]
  at::Tensor virtual_start;  // [hidden]; undefined: no virtual node
  std::vector<GinLayer> layers;
  std::vector<VirtualLayer> virtual_layers;  // one less than layers
  LinearLayer output;
  GinOptions options;
  std::int64_t columns = 0;  // of the table beside the molecules
  std::shared_ptr<double> statistics_rate;
  ModelRoute route = ModelRoute::kernels;

  at::Tensor forward(const Batch& batch, Random* noise) const {
    const RoutedGraphs graphs = routed(batch.graphs, route);
    const at::Tensor values = jumped(values_of_layers(graphs, noise, batch.share));
    const at::Tensor found = with_columns(pooled(values, options.pooling, graphs), batch.features, columns);
    return output(found, noise).squeeze(1);
  }

  // The values after the last layer, [A, hidden]; where they are pooled too, those before each layer come first.
  std::vector<at::Tensor> values_of_layers(const RoutedGraphs& graphs, Random* noise, const BatchShare& share) const {
    std::vector<at::Tensor> found;
    at::Tensor values = embedded_atoms(atoms, graphs);
    at::Tensor virtual_node;  // [B, hidden]
    if (virtual_start.defined()) virtual_node = virtual_start.expand({molecules_of(graphs), options.hidden});
    for (std::size_t k = 0; k < layers.size(); ++k) {
      if (virtual_node.defined()) values = values + spread_over_atoms(virtual_node, graphs);
      if (options.jumping != Jumping::last) found.push_back(values);
      const at::Tensor made = values_after(layers[k], values, graphs, noise, share);
      if (k < virtual_layers.size()) {
        virtual_node = virtual_node_after(virtual_layers[k], virtual_node, values, graphs, noise, share);
      }
      values = options.residual ? made + values : made;
    }
    found.push_back(values);
    return found;
  }

  at::Tensor values_after(const GinLayer& layer, const at::Tensor& values, const RoutedGraphs& graphs, Random* noise,
                          const BatchShare& share) const {
    const at::Tensor wide = layer.widening(layer.messages(values, graphs), noise, *statistics_rate, graphs.route);
    return layer.narrowing(wide, noise, *statistics_rate, graphs.route, share);
  }

  at::Tensor virtual_node_after(const VirtualLayer& layer, const at::Tensor& before, const at::Tensor& values,
                                const RoutedGraphs& graphs, Random* noise, const BatchShare& share) const {
    const at::Tensor sums = before + pooled(values, Pooling::sum, graphs);
    const at::Tensor wide = layer.widening(sums, noise, *statistics_rate, graphs.route);
    const at::Tensor made = layer.narrowing(wide, noise, *statistics_rate, graphs.route);
    const at::Tensor kept =
        dropped(made, kept_of_molecules(options.dropout, noise, graphs.graphs, options.hidden, share));
    return options.residual ? before + kept : kept;
  }

  at::Tensor jumped(const std::vector<at::Tensor>& values) const {
    if (options.jumping == Jumping::concat) return at::cat(values, 1);
    at::Tensor sum = values.front();
    for (std::size_t k = 1; k < values.size(); ++k) sum = sum + values[k];
    return sum;
  }
};

MessageLayer add_messages(Model& model, const std::string& name, const GinOptions& options, Random& random) {
  MessageLayer layer;
  if (options.epsilon == GinEpsilon::learnt) {
    layer.epsilon = model.parameters[name + ".epsilon"] = at::zeros({}, at::kFloat).set_requires_grad(true);
  }
  if (options.bonds) layer.bonds = add_bond_tables(model, name + ".bond", options.hidden, random);
  return layer;
}

LinearNormLayer add_linear_norm(Model& model, const std::string& linear, const std::string& norm, std::int64_t in,
                                std::int64_t out, const NormTail& tail, Random& random, ModelRoute route) {
  return {add_linear(model, linear, in, out, random, route), add_batch_norm(model, norm, out), tail};
}

GinLayer add_layer(Model& model, std::int64_t place, const GinOptions& options, Random& random, ModelRoute route) {
  const std::string name = joined("layer.", place);
  const std::int64_t hidden = options.hidden;
  const NormTail end{place + 1 < options.layers ? Activation::relu : Activation::none, options.dropout};
  GinLayer layer;
  layer.messages = add_messages(model, name, options, random);
  layer.widening = add_linear_norm(model, name + ".mlp.0", name + ".mlp.0.norm", hidden, 2 * hidden,
                                   {Activation::relu, 0}, random, route);
  layer.narrowing = add_linear_norm(model, name + ".mlp.1", name + ".norm", 2 * hidden, hidden, end, random, route);
  return layer;
}

// The virtual node starts at 0, as OGB's does.
void add_virtual_node(Model& model, Gin& gin, Random& random) {
  const std::int64_t hidden = gin.options.hidden;
  gin.virtual_start = model.parameters["virtual.weight"] = at::zeros({hidden}, at::kFloat).set_requires_grad(true);
  for (std::int64_t k = 0; k + 1 < gin.options.layers; ++k) {
    const std::string name = joined("virtual.", k);
    const NormTail tail{Activation::relu, 0};
    gin.virtual_layers.push_back(
        {add_linear_norm(model, name + ".mlp.0", name + ".mlp.0.norm", hidden, 2 * hidden, tail, random, gin.route),
         add_linear_norm(model, name + ".mlp.1", name + ".norm", 2 * hidden, hidden, tail, random, gin.route)});
  }
}

}  // namespace

Model make_model(const GinOptions& options, const InputShape& input, Random& random, ModelRoute route) {
  require_input(input, InputKind::molecule, "gin");
  require_graph_sizes(options.layers, options.hidden, options.dropout);
  Model model;
  Gin gin;
  gin.options = options;
  gin.columns = input.sizes[0];
  gin.statistics_rate = model.statistics_rate;
  gin.route = route;
  gin.atoms = add_atom_table(model, "atom.weight", options.hidden, random);
  for (std::int64_t k = 0; k < options.layers; ++k) {
    gin.layers.push_back(add_layer(model, k, options, random, route));
  }
  if (options.virtual_node) add_virtual_node(model, gin, random);
  const std::int64_t pooled_layers = options.jumping == Jumping::concat ? options.layers + 1 : 1;
  gin.output = add_linear(model, "output", pooled_layers * options.hidden + gin.columns, input.outputs, random, route);
  model.reset_last_layer = [output = gin.output](Random& again) { output.draw(again); };
  model.forward = [gin](const Batch& batch, Random* noise) { return gin.forward(batch, noise); };
  return model;
}

}  // namespace pauc
