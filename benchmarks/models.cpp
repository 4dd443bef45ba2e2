// Training steps: forward, ce, backward, Adam; by the kernels, and by plain tensor operations with the stock Adam. GIN
// and the directed network on batches of 64 random molecules of tox21's size, beside the matrix products of such a step
// alone; residual networks on random images of 32 x 32 pixels, and their use without training.
#include <ATen/Functions.h>
#include <benchmark/benchmark.h>
#include <c10/core/GradMode.h>

#include <map>

#include "measured_memory.h"
#include "pauc/core/heap.h"
#include "pauc/model/make_model.h"
#include "pauc/objective/make_objective.h"
#include "pauc/optimiser/adam.h"
#include "pauc/optimiser/stock.h"
#include "pauc/trainer/loop/threads.h"
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

const std::vector<Batch>& image_batches(std::int64_t images) {
  static std::map<std::int64_t, std::vector<Batch>> made;
  std::vector<Batch>& batches = made[images];
  if (!batches.empty()) return batches;
  batches.resize(2);
  for (Batch& batch : batches) batch.images = at::randn({images, 3, 32, 32}).contiguous(at::MemoryFormat::ChannelsLast);
  return batches;
}

using MakeAdam = Optimiser (*)(const OptimiserOptions&, const std::vector<at::Tensor>&);

struct Route {
  ModelRoute model;
  MakeAdam make_adam;
};
const Route kKernels = {ModelRoute::kernels, make_adam};
const Route kTensors = {ModelRoute::tensors, make_stock_adam};

Model made(const std::string& name, ModelRoute route) {
  Random random(1);
  const InputShape image{InputKind::image, {0, 3, 32, 32}};
  if (name == "resnet20") return make_model(ResNet20Options{}, image, random, route);
  if (name == "resnet18") return make_model(ResNet18Options{}, image, random, route);
  if (name == "dmpnn") return make_model(DmpnnOptions{}, {InputKind::molecule, {0}}, random, route);
  return make_model(GinOptions{}, {InputKind::molecule, {0}}, random, route);
}

void step(benchmark::State& state, const std::string& name, const std::vector<Batch>& batches, std::int64_t rows,
          const Route& route) {
  const Model model = made(name, route.model);
  const std::vector<at::Tensor> parameters = model.parameter_list();
  const Optimiser adam = route.make_adam({}, parameters);
  Objective objective = make_objective("ce", {}, rows);
  const at::Tensor slots = at::arange(rows, at::kLong);
  const at::Tensor labels = at::remainder(slots, 2);
  const MeasuredMemory memory(state);
  Random noise(2);
  for (std::size_t k = 0; state.KeepRunning(); ++k) {
    const at::Tensor scores = model.forward(batches[k % batches.size()], &noise);
    objective(make_scored_batch(scores, labels, slots)).differentiable.backward();
    adam.step();
    for (const at::Tensor& parameter : parameters) parameter.mutable_grad().reset();
  }
  state.counters["rows_per_second"] =
      benchmark::Counter(static_cast<double>(state.iterations() * rows), benchmark::Counter::kIsRate);
}

void use(benchmark::State& state, const std::string& name, const std::vector<Batch>& batches) {
  const c10::NoGradGuard no_graph;
  const Model model = made(name, ModelRoute::kernels);
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) benchmark::DoNotOptimize(model.forward(batches[0], nullptr));
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

// [rows, in] times [in, out], so many times a step.
struct ProductSize {
  std::int64_t rows, in, out, times;
};

std::vector<ProductSize> gin_products(const Batch& batch) {
  const GinOptions options;
  const std::int64_t atoms = batch.graphs.atoms.size(0);
  return {{atoms, options.hidden, 2 * options.hidden, options.layers},
          {atoms, 2 * options.hidden, options.hidden, options.layers}};
}

std::vector<ProductSize> dmpnn_products(const Batch& batch) {
  const DmpnnOptions options;
  return {{batch.graphs.edge_sources.size(0), options.hidden, options.hidden, options.layers - 1},
          {batch.graphs.atoms.size(0), options.hidden, options.hidden, 1}};
}

void matrix_products(benchmark::State& state, std::vector<ProductSize> (*sizes_of)(const Batch&)) {
  const c10::NoGradGuard no_graph;
  std::vector<std::vector<MatrixProducts>> products;
  for (const Batch& batch : batches()) {
    std::vector<MatrixProducts>& of_batch = products.emplace_back();
    for (const ProductSize& size : sizes_of(batch)) {
      of_batch.insert(of_batch.end(), size.times,
                      {at::rand({size.rows, size.in}), at::rand({size.out, size.in}), at::rand({size.rows, size.out})});
    }
  }
  const MeasuredMemory memory(state);
  for (std::int64_t k = 0; state.KeepRunning(); ++k) {
    for (const MatrixProducts& product : products[k % kBatches]) product.run();
  }
}

void register_all() {
  const auto timed = [](benchmark::internal::Benchmark* registered) {
    registered->UseRealTime()->Unit(benchmark::kSecond);
  };
  const auto molecules = [&](const std::string& name, std::vector<ProductSize> (*sizes_of)(const Batch&)) {
    timed(benchmark::RegisterBenchmark((name + "/64").c_str(), step, name, batches(), kMolecules, kKernels));
    timed(benchmark::RegisterBenchmark((name + "_by_tensors/64").c_str(), step, name, batches(), kMolecules, kTensors));
    timed(benchmark::RegisterBenchmark((name + "_matrix_products/64").c_str(), matrix_products, sizes_of));
  };
  molecules("gin", gin_products);
  molecules("dmpnn", dmpnn_products);
  const auto images = [&](const std::string& name, std::int64_t rows) {
    const std::string size = "/" + std::to_string(rows);
    timed(benchmark::RegisterBenchmark((name + size).c_str(), step, name, image_batches(rows), rows, kKernels));
    timed(benchmark::RegisterBenchmark((name + "_by_tensors" + size).c_str(), step, name, image_batches(rows), rows,
                                       kTensors));
    timed(benchmark::RegisterBenchmark((name + "_use" + size).c_str(), use, name, image_batches(rows)));
  };
  images("resnet20", 64);
  images("resnet18", 16);
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
