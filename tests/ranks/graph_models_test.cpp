// Models of molecules by several ranks, each with its own molecules of a batch: scores and gradients are those of one
// process, with the same dropout.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <gmock/gmock.h>

#include "pauc/model/make_model.h"
#include "support/random_graphs.h"
#include "support/rank_threads.h"

namespace pauc {
namespace {

using test::as_ranks;

struct GraphModel {
  std::string name;
  Settings settings;
};

Model made_in_double(const GraphModel& row) {
  Random random(1);
  const Model model = make_model(row.name, row.settings, {InputKind::molecule, {0}}, random);
  for (const auto& entry : model.weights()) entry.second.set_data(entry.second.detach().to(at::kDouble));
  return model;
}

struct Step {
  at::Tensor scores;
  NamedTensors gradients;
};

Step stepped(const Model& model, const Batch& batch) {
  Random noise(3);
  Step step{model.forward(batch, &noise), {}};
  (step.scores * step.scores).sum().backward();
  for (const auto& [name, tensor] : model.parameters) {
    step.gradients[name] = tensor.grad().defined() ? tensor.grad() : at::zeros_like(tensor);
  }
  return step;
}

struct Part {
  Batch batch;
  at::Tensor places;  // of its molecules in the whole batch
};

Part part_of(const GraphBatch& whole, std::int64_t rank, std::int64_t ranks) {
  std::vector<GraphBatch> graphs;
  std::vector<std::int64_t> places;
  std::vector<std::int64_t> atoms;
  const at::Tensor begins = whole.molecule_begins.to(at::kLong);
  const auto* begin = begins.data_ptr<std::int64_t>();
  for (std::int64_t k = rank; k + 1 < begins.size(0); k += ranks) {
    graphs.push_back(test::part_of(whole, k, k + 1));
    places.push_back(k);
    for (std::int64_t atom = begin[k]; atom < begin[k + 1]; ++atom) atoms.push_back(atom);
  }
  Part part{{{}, test::side_by_side(graphs)}, at::tensor(places, at::kLong)};
  part.batch.share = {at::tensor(atoms, at::kLong), whole.atoms.size(0)};
  return part;
}

double distance(const at::Tensor& a, const at::Tensor& b) {
  return (a - b).abs().max().item<double>() / std::max(1.0, b.abs().max().item<double>());
}

void expect_same_by_ranks(const GraphModel& row, const GraphBatch& whole, int count) {
  const Step alone = stepped(made_in_double(row), {{}, whole});
  as_ranks(count, [&](const Ranks& ranks) {
    const Model model = made_in_double(row);
    *model.batch_sums = [&](const at::Tensor& tensor) { ranks.sum(tensor); };
    const Part part = part_of(whole, ranks.rank(), ranks.size());
    Step own = stepped(model, part.batch);
    EXPECT_LT(distance(own.scores, alone.scores.index_select(0, part.places)), 1e-10) << row.name;
    for (const auto& [name, gradient] : own.gradients) {
      ranks.sum(gradient);
      EXPECT_LT(distance(gradient, alone.gradients.at(name)), 1e-10) << row.name << ' ' << name;
    }
  });
}

TEST(GraphModelsByRanks, EqualOneProcess) {
  Random random(5);
  const GraphBatch whole = test::random_graphs(random, {5, 0, 9, 1, 14, 0, 6, 11});
  const Settings small = {{"dropout", "0.4"}, {"hidden", "12"}, {"layers", "3"}};
  Settings with_virtual_node = small;
  with_virtual_node.insert(with_virtual_node.end(), {{"virtual_node", "on"}, {"residual", "on"}, {"jumping", "sum"}});
  for (const int count : {2, 3}) {
    for (const GraphModel& row :
         {GraphModel{"gin", small}, GraphModel{"gin", with_virtual_node}, GraphModel{"dmpnn", small}}) {
      expect_same_by_ranks(row, whole, count);
    }
  }
}

}  // namespace
}  // namespace pauc
