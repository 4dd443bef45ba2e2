#include "pauc/model/graph/edge_layers.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <torch/csrc/autograd/custom_function.h>

#include <tuple>

#include "pauc/batch/cpu_data.h"
#include "pauc/model/graph/edge_kernels.h"
#include "pauc/model/graph/saved_graphs.h"
#include "pauc/model/kernel_layer.h"

namespace pauc {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

const std::uint8_t* bytes_of(const at::Tensor& tensor) {
  return tensor.defined() ? cpu_data<std::uint8_t>(tensor) : nullptr;
}

// `added` has one dimension where nothing is added.
struct ActivatedEdges : torch::autograd::Function<ActivatedEdges> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& atoms, const at::Tensor& bonds,
                            const at::Tensor& added, const DirectedGraphs& graphs, const Kept& kept) {
    const GraphBatch& batch = graphs.routed.graphs;
    at::Tensor output = at::empty({batch.edge_sources.size(0), atoms.size(1)}, atoms.options());
    const at::Tensor passes = at::empty(output.sizes(), at::kByte);
    by_type(atoms, [&](auto number) {
      using Number = decltype(number);
      EdgeStep<Number> step;
      step.graphs = view_of(batch);
      step.width = atoms.size(1);
      step.atoms = cpu_data<Number>(atoms);
      step.bonds = cpu_data<Number>(bonds);
      step.added = added.dim() == 2 ? cpu_data<Number>(added) : nullptr;
      step.kept = bytes_of(kept.values);
      step.factor = static_cast<Number>(kept.factor);
      activate_edges(step, cpu_data<std::uint8_t>(passes), cpu_data<Number>(output));
    });
    variable_list saved = {passes, graphs.reverse};
    append(saved, batch);
    context->save_for_backward(std::move(saved));
    context->saved_data["factor"] = kept.factor;
    context->saved_data["adds"] = added.dim() == 2;
    return output;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const at::Tensor gradient = outer[0].contiguous();
    const variable_list saved = context->get_saved_variables();
    const GraphBatch graphs = graphs_at_end(saved);
    const std::int64_t width = gradient.size(1);
    at::Tensor to_atoms = at::empty({graphs.atoms.size(0), width}, gradient.options());
    at::Tensor to_bonds = at::empty({kBondCodes, width}, gradient.options());
    at::Tensor to_added;
    if (context->saved_data["adds"].toBool()) to_added = at::empty_like(gradient);
    by_type(gradient, [&](auto number) {
      using Number = decltype(number);
      EdgeBackStep<Number> step;
      step.graphs = view_of(graphs);
      step.reverse = cpu_data<std::int32_t>(saved[1]);
      step.width = width;
      step.passes = cpu_data<std::uint8_t>(saved[0]);
      step.gradient = cpu_data<Number>(gradient);
      step.factor = static_cast<Number>(context->saved_data["factor"].toDouble());
      activate_edges_back(step, EdgeGradients<Number>{cpu_data<Number>(to_atoms), cpu_data<Number>(to_bonds),
                                                      to_added.defined() ? cpu_data<Number>(to_added) : nullptr});
    });
    return {to_atoms, to_bonds, to_added, at::Tensor(), at::Tensor()};
  }
};

at::Tensor summed_others_by_kernel(const at::Tensor& input, const at::Tensor& reverse, const GraphBatch& graphs,
                                   Direction direction) {
  at::Tensor output = at::empty_like(input);
  by_type(input, [&](auto number) {
    using Number = decltype(number);
    sum_other_edges(MessageSumStep<Number>{view_of(graphs), cpu_data<std::int32_t>(reverse), input.size(1), direction,
                                           cpu_data<Number>(input)},
                    cpu_data<Number>(output));
  });
  return output;
}

struct SummedOthers : torch::autograd::Function<SummedOthers> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& edges, const DirectedGraphs& graphs) {
    variable_list saved = {graphs.reverse};
    append(saved, graphs.routed.graphs);
    context->save_for_backward(std::move(saved));
    return summed_others_by_kernel(edges, graphs.reverse, graphs.routed.graphs, Direction::forward);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const variable_list saved = context->get_saved_variables();
    return {summed_others_by_kernel(outer[0].contiguous(), saved[0], graphs_at_end(saved), Direction::back),
            at::Tensor()};
  }
};

struct SummedEdges : torch::autograd::Function<SummedEdges> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& edges, const GraphBatch& graphs) {
    at::Tensor sums = at::empty({graphs.atoms.size(0), edges.size(1)}, edges.options());
    by_type(edges, [&](auto number) {
      using Number = decltype(number);
      sum_edges(view_of(graphs), edges.size(1), cpu_data<Number>(edges), cpu_data<Number>(sums));
    });
    variable_list saved;
    append(saved, graphs);
    context->save_for_backward(std::move(saved));
    return sums;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const at::Tensor gradient = outer[0].contiguous();
    const GraphBatch graphs = graphs_at_end(context->get_saved_variables());
    at::Tensor to_edges = at::empty({graphs.edge_sources.size(0), gradient.size(1)}, gradient.options());
    by_type(gradient, [&](auto number) {
      using Number = decltype(number);
      sum_edges_back(view_of(graphs), gradient.size(1), cpu_data<Number>(gradient), cpu_data<Number>(to_edges));
    });
    return {to_edges, at::Tensor()};
  }
};

struct ActivatedSum : torch::autograd::Function<ActivatedSum> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& first, const at::Tensor& second,
                            const Kept& kept) {
    at::Tensor output = at::empty_like(first);
    const at::Tensor passes = at::empty(first.sizes(), at::kByte);
    by_type(first, [&](auto number) {
      using Number = decltype(number);
      activate_sum(SumStep<Number>{first.size(0), first.size(1), cpu_data<Number>(first), cpu_data<Number>(second),
                                   bytes_of(kept.values), static_cast<Number>(kept.factor)},
                   cpu_data<std::uint8_t>(passes), cpu_data<Number>(output));
    });
    context->save_for_backward({passes});
    context->saved_data["factor"] = kept.factor;
    return output;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const at::Tensor gradient = outer[0].contiguous();
    const at::Tensor passes = context->get_saved_variables()[0];
    at::Tensor to_terms = at::empty_like(gradient);
    by_type(gradient, [&](auto number) {
      using Number = decltype(number);
      activate_sum_back(gradient.size(0), gradient.size(1),
                        static_cast<Number>(context->saved_data["factor"].toDouble()), cpu_data<std::uint8_t>(passes),
                        cpu_data<Number>(gradient), cpu_data<Number>(to_terms));
    });
    return {to_terms, to_terms, at::Tensor()};
  }
};

// Sorted by source and target, and by target and source, the edges of both directions stand at the same places.
at::Tensor reverse_by_tensors(const RoutedGraphs& graphs) {
  const at::Tensor sources = graphs.graphs.edge_sources.to(at::kLong);
  const std::int64_t atoms = graphs.graphs.atoms.size(0);
  const auto order = [](const at::Tensor& keys) { return std::get<1>(at::sort(keys, /*stable=*/true, 0, false)); };
  const at::Tensor targets = graphs.edge_targets.to(at::kLong);
  const at::Tensor by_source = order(sources * atoms + targets);
  const at::Tensor by_target = order(targets * atoms + sources);
  return at::empty_like(by_source).index_copy_(0, by_source, by_target);
}

}  // namespace

DirectedGraphs directed(const GraphBatch& graphs, ModelRoute route) {
  DirectedGraphs result{pauc::routed(graphs, route), {}};
  if (result.routed.route == ModelRoute::tensors) {
    result.reverse = reverse_by_tensors(result.routed);
    return result;
  }
  result.reverse = at::empty({graphs.edge_sources.size(0)}, at::kInt);
  find_reverse_edges(view_of(result.routed.graphs), cpu_data<std::int32_t>(result.reverse));
  return result;
}

at::Tensor activated_edges(const EdgeStart& start, const at::Tensor& added, const DirectedGraphs& graphs,
                           const Kept& kept) {
  if (graphs.routed.route == ModelRoute::kernels) {
    const at::Tensor terms = added.defined() ? added.contiguous() : at::empty({0}, start.atoms.options());
    return ActivatedEdges::apply(start.atoms.contiguous(), start.bonds.contiguous(), terms, graphs, kept);
  }
  const GraphBatch& batch = graphs.routed.graphs;
  at::Tensor sums =
      start.atoms.index_select(0, batch.edge_sources) + start.bonds.index_select(0, batch.edge_bonds.to(at::kLong));
  if (added.defined()) sums = sums + added;
  return dropped(at::relu(sums), kept);
}

at::Tensor summed_others(const at::Tensor& edges, const DirectedGraphs& graphs) {
  if (graphs.routed.route == ModelRoute::kernels) return SummedOthers::apply(edges.contiguous(), graphs);
  return summed_edges(edges, graphs).index_select(0, graphs.routed.graphs.edge_sources) -
         edges.index_select(0, graphs.reverse);
}

at::Tensor summed_edges(const at::Tensor& edges, const DirectedGraphs& graphs) {
  const GraphBatch& batch = graphs.routed.graphs;
  if (graphs.routed.route == ModelRoute::kernels) return SummedEdges::apply(edges.contiguous(), batch);
  return at::zeros({batch.atoms.size(0), edges.size(1)}, edges.options())
      .index_add(0, graphs.routed.edge_targets, edges);
}

at::Tensor activated_sum(const at::Tensor& first, const at::Tensor& second, ModelRoute route, const Kept& kept) {
  if (route == ModelRoute::kernels) return ActivatedSum::apply(first.contiguous(), second.contiguous(), kept);
  return dropped(at::relu(first + second), kept);
}

}  // namespace pauc
