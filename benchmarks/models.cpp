// Training steps of GIN on batches of 64 random molecules of tox21's size: forward, ce, backward, Adam; by the kernels,
// by plain tensor operations with the stock Adam, and the matrix products of such a step alone.
#include <ATen/Functions.h>
#include <benchmark/benchmark.h>

#include "measured_memory.h"
#include "pauc/core/heap.h"
#include "pauc/model/make_model.h"
#include "pauc/objective/make_objective.h"
#include "pauc/optimiser/adam.h"
#include "pauc/optimiser/stock.h"
#include "pauc/trainer/threads.h"
#include "support/random_graphs.h"

namespace pauc {
namespace {

constexpr std::int64_t kMolecules = 64;
constexpr std::int64_t kBatches = 16;

const std::vector<Batch>& batches() {
  static const std::vector<Batch> made = [] {
    Random random(1);
    std::vector<Batch> all;
    for (std::int64_t k = 0; k < kBatches; ++k) {
      all.push_back({{}, test::random_graphs(random, test::usual_sizes(random, kMolecules))});
    }
    return all;
  }();
  return made;
}

using MakeAdam = Optimiser (*)(const OptimiserOptions&, const std::vector<at::Tensor>&);

void step(benchmark::State& state, ModelRoute route, MakeAdam make_adam_of) {
  Random random(1);
  const Model model = make_model(GinOptions{}, {InputKind::molecule, {0}}, random, route);
  const std::vector<at::Tensor> parameters = model.parameter_list();
  const Optimiser adam = make_adam_of({}, parameters);
  Objective objective = make_objective("ce", {}, kMolecules);
  const at::Tensor slots = at::arange(kMolecules, at::kLong);
  const at::Tensor labels = at::remainder(slots, 2);
  const MeasuredMemory memory(state);
  Random noise(2);
  for (std::int64_t k = 0; state.KeepRunning(); ++k) {
    const at::Tensor scores = model.forward(batches()[k % kBatches], &noise);
    objective(make_scored_batch(scores, labels, slots)).differentiable.backward();
    adam.step();
    for (const at::Tensor& parameter : parameters) parameter.mutable_grad().reset();
  }
  state.counters["graphs_per_second"] =
      benchmark::Counter(static_cast<double>(state.iterations() * kMolecules), benchmark::Counter::kIsRate);
}

// An objective and its backward on the scores of such a batch, a fifth of them positive as pair methods have it.
void objective_alone(benchmark::State& state, const std::string& name) {
  Random random(1);
  Objective objective = make_objective(name, {}, kMolecules);
  const at::Tensor slots = at::arange(kMolecules, at::kLong);
  const at::Tensor labels = at::lt(slots, kMolecules / 5).to(at::kLong);
  at::Tensor scores = at::empty({kMolecules}, at::kFloat);
  for (std::int64_t k = 0; k < kMolecules; ++k) scores.data_ptr<float>()[k] = static_cast<float>(random.normal());
  scores.set_requires_grad(true);
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) {
    objective(make_scored_batch(scores, labels, slots)).differentiable.backward();
    scores.mutable_grad().reset();
  }
}

// y = x w^T, dx = g w, dw = g^T x
struct MatrixProducts {
  at::Tensor x, w, g;
  void run() const {
    benchmark::DoNotOptimize(at::mm(x, w.t()));
    benchmark::DoNotOptimize(at::mm(g, w));
    benchmark::DoNotOptimize(at::mm(g.t(), x));
  }
};

void matrix_products(benchmark::State& state) {
  const at::NoGradGuard no_graph;
  const GinOptions options;
  const std::int64_t hidden = options.hidden;
  std::vector<std::vector<MatrixProducts>> products;
  for (const Batch& batch : batches()) {
    const std::int64_t atoms = batch.graphs.atoms.size(0);
    products.push_back({{at::rand({atoms, hidden}), at::rand({2 * hidden, hidden}), at::rand({atoms, 2 * hidden})},
                        {at::rand({atoms, 2 * hidden}), at::rand({hidden, 2 * hidden}), at::rand({atoms, hidden})}});
  }
  const MeasuredMemory memory(state);
  for (std::int64_t k = 0; state.KeepRunning(); ++k) {
    for (std::int64_t layer = 0; layer < options.layers; ++layer) {
      for (const MatrixProducts& product : products[k % kBatches]) product.run();
    }
  }
}

void register_all() {
  const auto timed = [](benchmark::internal::Benchmark* registered) {
    registered->UseRealTime()->Unit(benchmark::kSecond);
  };
  timed(benchmark::RegisterBenchmark("gin/64", step, ModelRoute::kernels, make_adam));
  timed(benchmark::RegisterBenchmark("gin_by_tensors/64", step, ModelRoute::tensors, make_stock_adam));
  timed(benchmark::RegisterBenchmark("gin_matrix_products/64", matrix_products));
  for (const char* name : {"ce", "auc-sh", "sopa", "sopa-s", "sota-s"}) {
    timed(benchmark::RegisterBenchmark((std::string("objective:") + name + "/64").c_str(), objective_alone, name));
  }
}

}  // namespace
}  // namespace pauc

int main(int argc, char** argv) {
  pauc::keep_freed_memory();
  pauc::set_compute_threads(1);
  pauc::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
