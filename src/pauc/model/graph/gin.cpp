#include "pauc/model/graph/gin.h"

#include <ATen/Functions.h>

#include <vector>

#include "pauc/core/error.h"
#include "pauc/model/graph/embeddings.h"
#include "pauc/model/graph/graph_sizes.h"
#include "pauc/model/graph/layers.h"
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

struct Gin {
  at::Tensor atoms;  // [kAtomTableRows, hidden]
  std::vector<GinLayer> layers;
  LinearLayer output;
  Pooling pooling = Pooling::mean;
  std::int64_t columns = 0;  // of the table beside the molecules
  std::shared_ptr<double> statistics_rate;
  ModelRoute route = ModelRoute::kernels;

  at::Tensor forward(const Batch& batch, Random* noise) const {
    const RoutedGraphs graphs = routed(batch.graphs, route);
    at::Tensor values = embedded_atoms(atoms, graphs);  // [A, hidden]
    for (const GinLayer& layer : layers) {
      values = layer.messages(values, graphs);
      values = layer.widening(values, noise, *statistics_rate, graphs.route);                // [A, 2 hidden]
      values = layer.narrowing(values, noise, *statistics_rate, graphs.route, batch.share);  // [A, hidden]
    }
    values = with_columns(pooled(values, pooling, graphs), batch.features, columns);
    return output(values, noise).squeeze(1);
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

}  // namespace

Model make_model(const GinOptions& options, const InputShape& input, Random& random, ModelRoute route) {
  require_input(input, InputKind::molecule, "gin");
  require_graph_sizes(options.layers, options.hidden, options.dropout);
  Model model;
  Gin gin;
  gin.pooling = options.pooling;
  gin.columns = input.sizes[0];
  gin.statistics_rate = model.statistics_rate;
  gin.route = route;
  gin.atoms = add_atom_table(model, "atom.weight", options.hidden, random);
  for (std::int64_t k = 0; k < options.layers; ++k) {
    gin.layers.push_back(add_layer(model, k, options, random, route));
  }
  gin.output = add_linear(model, "output", options.hidden + gin.columns, 1, random, route);
  model.reset_last_layer = [output = gin.output](Random& again) { output.draw(again); };
  model.forward = [gin](const Batch& batch, Random* noise) { return gin.forward(batch, noise); };
  return model;
}

}  // namespace pauc
