#include "pauc/model/graph/layers.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <torch/csrc/autograd/custom_function.h>

#include "pauc/batch/cpu_data.h"
#include "pauc/model/graph/saved_graphs.h"
#include "pauc/model/kernel_layer.h"

namespace pauc {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct EmbeddedAtoms : torch::autograd::Function<EmbeddedAtoms> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& table, const GraphBatch& graphs) {
    const std::int64_t width = table.size(1);
    at::Tensor values = at::empty({graphs.atoms.size(0), width}, table.options());
    by_type(table, [&](auto number) {
      using Number = decltype(number);
      embed_atoms(view_of(graphs), width, cpu_data<Number>(table), cpu_data<Number>(values));
    });
    variable_list saved;
    append(saved, graphs);
    context->save_for_backward(std::move(saved));
    return values;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const at::Tensor gradient = outer[0].contiguous();
    const GraphBatch graphs = graphs_at_end(context->get_saved_variables());
    at::Tensor table = at::empty({kAtomTableRows, gradient.size(1)}, gradient.options());
    by_type(gradient, [&](auto number) {
      using Number = decltype(number);
      embed_atoms_back(view_of(graphs), gradient.size(1), cpu_data<Number>(gradient), cpu_data<Number>(table));
    });
    return {table, at::Tensor()};
  }
};

template <class Number>
MessageStep<Number> step_of(const at::Tensor& values, const at::Tensor& epsilon, const at::Tensor& bonds,
                            const GraphBatch& graphs) {
  return {view_of(graphs), values.size(1), 1 + *cpu_data<Number>(epsilon), cpu_data<Number>(values),
          cpu_data<Number>(bonds)};
}

at::Tensor combined_bonds(const at::Tensor& first, const at::Tensor& second, const at::Tensor& third) {
  at::Tensor bonds = at::empty({kBondCodes, first.size(1)}, first.options());
  by_type(first, [&](auto number) {
    using Number = decltype(number);
    const std::array<const Number*, kBondFeatures> tables = {cpu_data<Number>(first), cpu_data<Number>(second),
                                                             cpu_data<Number>(third)};
    combine_bonds(first.size(1), tables.data(), cpu_data<Number>(bonds));
  });
  return bonds;
}

struct EmbeddedBonds : torch::autograd::Function<EmbeddedBonds> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& first, const at::Tensor& second,
                            const at::Tensor& third) {
    context->saved_data["width"] = first.size(1);
    return combined_bonds(first, second, third);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const at::Tensor gradient = outer[0].contiguous();
    const std::int64_t width = context->saved_data["width"].toInt();
    variable_list to_tables;
    for (const int size : kBondFeatureSizes) to_tables.push_back(at::empty({size, width}, gradient.options()));
    by_type(gradient, [&](auto number) {
      using Number = decltype(number);
      const std::array<Number*, kBondFeatures> tables = {cpu_data<Number>(to_tables[0]), cpu_data<Number>(to_tables[1]),
                                                         cpu_data<Number>(to_tables[2])};
      combine_bonds_back(width, cpu_data<Number>(gradient), tables.data());
    });
    return to_tables;
  }
};

struct PassedMessages : torch::autograd::Function<PassedMessages> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& values, const at::Tensor& epsilon,
                            const at::Tensor& first, const at::Tensor& second, const at::Tensor& third,
                            const GraphBatch& graphs) {
    const at::Tensor bonds = combined_bonds(first, second, third);  // [kBondCodes, width]
    at::Tensor sums = at::empty_like(values);
    by_type(values, [&](auto number) {
      using Number = decltype(number);
      pass_messages(step_of<Number>(values, epsilon, bonds, graphs), cpu_data<Number>(sums));
    });
    variable_list saved = {values, epsilon, bonds};
    append(saved, graphs);
    context->save_for_backward(std::move(saved));
    return sums;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const at::Tensor gradient = outer[0].contiguous();
    const variable_list saved = context->get_saved_variables();
    const at::Tensor& values = saved[0];
    at::Tensor to_values = at::empty_like(values);
    at::Tensor to_epsilon = at::empty_like(saved[1]);
    std::array<at::Tensor, kBondFeatures> to_bonds;
    for (int f = 0; f < kBondFeatures; ++f)
      to_bonds[f] = at::empty({kBondFeatureSizes[f], values.size(1)}, values.options());
    by_type(values, [&](auto number) {
      using Number = decltype(number);
      at::Tensor combined = at::empty_like(saved[2]);
      double to_self = 0;
      pass_messages_back(step_of<Number>(values, saved[1], saved[2], graphs_at_end(saved)), cpu_data<Number>(gradient),
                         {cpu_data<Number>(to_values), cpu_data<Number>(combined), &to_self});
      *cpu_data<Number>(to_epsilon) = static_cast<Number>(to_self);
      const std::array<Number*, kBondFeatures> tables = {cpu_data<Number>(to_bonds[0]), cpu_data<Number>(to_bonds[1]),
                                                         cpu_data<Number>(to_bonds[2])};
      combine_bonds_back(values.size(1), cpu_data<Number>(combined), tables.data());
    });
    return {to_values, to_epsilon, to_bonds[0], to_bonds[1], to_bonds[2], at::Tensor()};
  }
};

at::Tensor pooled_by_kernel(const at::Tensor& values, const GraphBatch& graphs, Pooling pooling) {
  at::Tensor molecules = at::empty({graphs.molecule_begins.size(0) - 1, values.size(1)}, values.options());
  by_type(values, [&](auto number) {
    using Number = decltype(number);
    pool_atoms(view_of(graphs), values.size(1), pooling, cpu_data<Number>(values), cpu_data<Number>(molecules));
  });
  return molecules;
}

// The gradient of pooling. Of sums, it gives each atom the row of its molecule.
at::Tensor spread_by_kernel(const at::Tensor& molecules, const GraphBatch& graphs, Pooling pooling) {
  at::Tensor values = at::empty({graphs.atoms.size(0), molecules.size(1)}, molecules.options());
  by_type(molecules, [&](auto number) {
    using Number = decltype(number);
    pool_atoms_back(view_of(graphs), molecules.size(1), pooling, cpu_data<Number>(molecules), cpu_data<Number>(values));
  });
  return values;
}

struct PooledAtoms : torch::autograd::Function<PooledAtoms> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& values, const GraphBatch& graphs,
                            std::int64_t pooling) {
    variable_list saved;
    append(saved, graphs);
    context->save_for_backward(std::move(saved));
    context->saved_data["pooling"] = pooling;
    return pooled_by_kernel(values, graphs, static_cast<Pooling>(pooling));
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    const auto pooling = static_cast<Pooling>(context->saved_data["pooling"].toInt());
    return {spread_by_kernel(outer[0].contiguous(), graphs_at_end(context->get_saved_variables()), pooling),
            at::Tensor(), at::Tensor()};
  }
};

struct SpreadOverAtoms : torch::autograd::Function<SpreadOverAtoms> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& molecules, const GraphBatch& graphs) {
    variable_list saved;
    append(saved, graphs);
    context->save_for_backward(std::move(saved));
    return spread_by_kernel(molecules, graphs, Pooling::sum);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outer) {
    require_first_derivatives();
    return {pooled_by_kernel(outer[0].contiguous(), graphs_at_end(context->get_saved_variables()), Pooling::sum),
            at::Tensor()};
  }
};

at::Tensor numbers_of_runs(const at::Tensor& begins) { return at::repeat_interleave(at::diff(begins)); }

at::Tensor or_zeros(const at::Tensor& tensor, at::IntArrayRef sizes, const at::Tensor& like) {
  return tensor.defined() ? tensor : at::zeros(sizes, like.options());
}

at::Tensor bonds_by_tensors(const BondTables& tables) {
  return (tables[0].unsqueeze(1).unsqueeze(1) + tables[1].unsqueeze(1) + tables[2])  // [5, 6, 2, width]
      .reshape({kBondCodes, tables[0].size(1)});
}

at::Tensor messages_by_tensors(const MessageLayer& layer, const at::Tensor& values, const RoutedGraphs& graphs) {
  at::Tensor messages = values.index_select(0, graphs.graphs.edge_sources);  // [E, width]
  if (layer.bonds[0].defined()) {
    messages = messages + bonds_by_tensors(layer.bonds).index_select(0, graphs.graphs.edge_bonds.to(at::kLong));
  }
  const at::Tensor own = layer.epsilon.defined() ? values * (1 + layer.epsilon) : values;
  return own.index_add(0, graphs.edge_targets, at::relu(messages));
}

}  // namespace

GraphView view_of(const GraphBatch& graphs) {
  return {graphs.atoms.size(0),
          graphs.molecule_begins.size(0) - 1,
          cpu_data<std::uint8_t>(graphs.atoms),
          cpu_data<std::int32_t>(graphs.molecule_begins),
          cpu_data<std::int32_t>(graphs.edge_begins),
          cpu_data<std::int32_t>(graphs.edge_sources),
          cpu_data<std::uint8_t>(graphs.edge_bonds)};
}

RoutedGraphs routed(const GraphBatch& graphs, ModelRoute route) {
  if (route == ModelRoute::kernels && graphs.atoms.device().is_cpu()) {
    return {{graphs.atoms.contiguous(), graphs.molecule_begins.contiguous(), graphs.edge_begins.contiguous(),
             graphs.edge_sources.contiguous(), graphs.edge_bonds.contiguous()},
            ModelRoute::kernels,
            {},
            {}};
  }
  return {graphs, ModelRoute::tensors, numbers_of_runs(graphs.edge_begins), numbers_of_runs(graphs.molecule_begins)};
}

at::Tensor embedded_atoms(const at::Tensor& table, const RoutedGraphs& graphs) {
  if (graphs.route == ModelRoute::kernels) return EmbeddedAtoms::apply(table, graphs.graphs);
  at::Tensor sum;
  for (int f = 0; f < kAtomFeatures; ++f) {
    const at::Tensor rows = graphs.graphs.atoms.select(1, f).to(at::kLong) + kAtomTableBegins[f];
    const at::Tensor part = table.index_select(0, rows);
    sum = f == 0 ? part : sum + part;
  }
  return sum;
}

at::Tensor embedded_bonds(const BondTables& tables, ModelRoute route) {
  if (route == ModelRoute::tensors) return bonds_by_tensors(tables);
  return EmbeddedBonds::apply(tables[0], tables[1], tables[2]);
}

at::Tensor MessageLayer::operator()(const at::Tensor& values, const RoutedGraphs& graphs) const {
  if (graphs.route == ModelRoute::tensors) return messages_by_tensors(*this, values, graphs);
  const auto table = [&](int f) { return or_zeros(bonds[f], {kBondFeatureSizes[f], values.size(1)}, values); };
  return PassedMessages::apply(values.contiguous(), or_zeros(epsilon, {}, values), table(0), table(1), table(2),
                               graphs.graphs);
}

std::int64_t molecules_of(const RoutedGraphs& graphs) { return graphs.graphs.molecule_begins.size(0) - 1; }

at::Tensor spread_over_atoms(const at::Tensor& molecules, const RoutedGraphs& graphs) {
  if (graphs.route == ModelRoute::kernels) return SpreadOverAtoms::apply(molecules.contiguous(), graphs.graphs);
  return molecules.index_select(0, graphs.molecules);
}

at::Tensor pooled(const at::Tensor& values, Pooling pooling, const RoutedGraphs& graphs) {
  if (graphs.route == ModelRoute::kernels) {
    return PooledAtoms::apply(values.contiguous(), graphs.graphs, static_cast<std::int64_t>(pooling));
  }
  const at::Tensor counts = at::diff(graphs.graphs.molecule_begins);
  const at::Tensor sums =
      at::zeros({counts.size(0), values.size(1)}, values.options()).index_add(0, graphs.molecules, values);
  return pooling == Pooling::sum ? sums : sums / counts.clamp_min(1).unsqueeze(1);
}

}  // namespace pauc
