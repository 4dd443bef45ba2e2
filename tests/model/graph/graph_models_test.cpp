// Laws that all models of molecules obey.

#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>
#include <gmock/gmock.h>

#include "model/graph/graph_cases.h"
#include "pauc/trainer/loop/threads.h"
#include "support/batches.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::GraphCase;
using test::largest_difference;
using test::refusal_of;
using testing::HasSubstr;

// All models take turns.
std::string model_of(int k) {
  const std::vector<std::string> models = test::graph_models();
  return models[static_cast<std::size_t>(k) % models.size()];
}

struct BothRoutes {
  Model kernels;
  Model tensors;
};

BothRoutes both_in_double(const GraphCase& graph_case, std::uint64_t seed) {
  BothRoutes both{made(graph_case, ModelRoute::kernels), made(graph_case, ModelRoute::tensors)};
  Random first(seed);
  Random second(seed);
  for (const Model* model : {&both.kernels, &both.tensors}) test::make_double(*model);
  test::shake(both.kernels, first);
  test::shake(both.tensors, second);
  return both;
}

at::Tensor random_weights(Random& random, std::int64_t count) {
  std::vector<double> weights(count);
  for (double& weight : weights) weight = random.normal();
  return test::numbers(weights);
}

void expect_same(const NamedTensors& some, const NamedTensors& others, double tolerance) {
  ASSERT_EQ(some.size(), others.size());
  for (const auto& [name, tensor] : some) EXPECT_LT(largest_difference(tensor, others.at(name)), tolerance) << name;
}

TEST(GraphModels, KernelsAndTensorsAgreeInDouble) {
  Random random(3);
  for (int k = 0; k < 80; ++k) {
    const GraphCase graph_case = test::random_case(model_of(k), random);
    const BothRoutes both = both_in_double(graph_case, k);
    const at::Tensor weights = random_weights(random, graph_case.batch.graphs.molecule_begins.size(0) - 1);
    Random first(5);
    Random second(5);
    for (int step = 0; step < 2; ++step) {
      const auto ours = test::training_step(both.kernels, graph_case.batch, weights, first);
      const auto plain = test::training_step(both.tensors, graph_case.batch, weights, second);
      EXPECT_LT(largest_difference(ours.scores, plain.scores), 1e-10) << k;
      expect_same(ours.gradients, plain.gradients, 1e-10);
    }
    EXPECT_EQ(first.next(), second.next());
    expect_same(both.kernels.buffers, both.tensors.buffers, 1e-12);
    EXPECT_LT(largest_difference(both.kernels.forward(graph_case.batch, nullptr),
                                 both.tensors.forward(graph_case.batch, nullptr)),
              1e-11);
  }
}

TEST(GraphModels, KernelsAndTensorsAgreeInFloat) {
  Random random(4);
  for (int k = 0; k < 40; ++k) {
    GraphCase graph_case = test::random_case(model_of(k), random);
    if (graph_case.batch.features.defined()) graph_case.batch.features = graph_case.batch.features.to(at::kFloat);
    const Model kernels = made(graph_case, ModelRoute::kernels);
    const Model tensors = made(graph_case, ModelRoute::tensors);
    Random first(5);
    Random second(5);
    EXPECT_LT(largest_difference(kernels.forward(graph_case.batch, &first), tensors.forward(graph_case.batch, &second)),
              2e-3);
    expect_same(kernels.buffers, tensors.buffers, 1e-3);
    EXPECT_LT(
        largest_difference(kernels.forward(graph_case.batch, nullptr), tensors.forward(graph_case.batch, nullptr)),
        1e-4);
  }
}

TEST(GraphModels, GradientsInEvaluationAreThoseOfTheTensors) {
  Random random(8);
  for (const std::string& model : test::graph_models()) {
    const GraphCase graph_case = test::random_case(model, random);
    const BothRoutes both = both_in_double(graph_case, 2);
    both.kernels.forward(graph_case.batch, nullptr).sum().backward();
    both.tensors.forward(graph_case.batch, nullptr).sum().backward();
    for (const auto& [name, tensor] : both.kernels.parameters) {
      EXPECT_LT(largest_difference(tensor.grad(), both.tensors.parameters.at(name).grad()), 1e-11) << name;
    }
  }
}

TEST(GraphModels, BatchesWithoutAtomsBondsOrMoleculesAreNoMatter) {
  Random random(6);
  const std::vector<std::vector<int>> batches = {{0, 0, 0}, {1, 1}, {1}, {}};
  for (int k = 0; k < 64; ++k) {
    GraphCase graph_case = test::random_case(model_of(k), random);
    const std::vector<int>& sizes = batches[static_cast<std::size_t>(k / 4) % batches.size()];
    graph_case.columns = 0;
    graph_case.batch = {{}, test::random_graphs(random, sizes)};
    for (const ModelRoute route : {ModelRoute::kernels, ModelRoute::tensors}) {
      const Model model = made(graph_case, route);
      Random noise(1);
      for (Random* chosen : {&noise, static_cast<Random*>(nullptr)}) {
        const at::Tensor scores = model.forward(graph_case.batch, chosen);
        EXPECT_EQ(scores.numel(), sizes.size());
        EXPECT_TRUE(at::isfinite(scores).all().item<bool>());
        scores.sum().backward();
        for (const auto& [name, tensor] : model.parameters)
          EXPECT_TRUE(at::isfinite(tensor.grad()).all().item<bool>()) << graph_case.model << ' ' << name;
      }
    }
  }
}

TEST(GraphModels, EmptyMoleculesDoNotTouchTheOthers) {
  Random random(6);
  const GraphBatch one = test::random_graphs(random, {7});
  const GraphBatch none = test::random_graphs(random, {0});
  for (const std::string& name : test::graph_models()) {
    const Model model = test::made({name, {}, 0, {}}, ModelRoute::kernels);
    const at::Tensor alone = model.forward({{}, one}, nullptr);
    EXPECT_TRUE(at::equal(model.forward({{}, test::side_by_side({none, one, none})}, nullptr)[1], alone[0])) << name;
  }
}

// Threads of LibTorch and of the matrix products, put back at the end.
class Threads {
 public:
  explicit Threads(int threads) : before_(at::get_num_threads()) { set_compute_threads(threads); }
  ~Threads() { set_compute_threads(before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  int before_;
};

TEST(GraphModels, AMoleculeHasTheSameScoreWhateverStandsBesideIt) {
  const c10::NoGradGuard no_graph;
  Random random(9);
  const GraphBatch one = test::random_graphs(random, {21});
  const GraphBatch others = test::random_graphs(random, test::usual_sizes(random, 700));
  for (int k = 0; k < 8; ++k) {
    GraphCase graph_case = test::random_case(model_of(k), random);
    graph_case.columns = 0;
    const Model model = made(graph_case, ModelRoute::kernels);
    Random noise(1);
    model.forward({{}, others}, &noise);  // statistics that are not 0 and 1
    const at::Tensor alone = model.forward({{}, one}, nullptr)[0];
    for (const int threads : {1, 2}) {
      const Threads set(threads);
      const auto expect_same_bits = [&](const GraphBatch& graphs, std::int64_t place) {
        EXPECT_TRUE(at::equal(model.forward({{}, graphs}, nullptr)[place], alone))
            << graph_case.model << ": " << place << " of " << threads;
      };
      expect_same_bits(one, 0);
      expect_same_bits(test::side_by_side({one, others}), 0);
      expect_same_bits(test::side_by_side({others, one}), 700);
      expect_same_bits(test::side_by_side({test::part_of(others, 0, 333), one, test::part_of(others, 333, 700)}), 333);
      expect_same_bits(test::side_by_side({test::part_of(others, 0, 1), one}), 1);
    }
  }
}

// Of our own loops; OpenBLAS, whose sums depend on it, keeps one thread.
TEST(GraphModels, TheNumberOfThreadsMakesNoDifference) {
  const Threads one(1);
  Random random(10);
  for (int k = 0; k < 8; ++k) {
    GraphCase graph_case = test::random_case(model_of(k), random);
    graph_case.columns = 0;
    graph_case.batch = {{}, test::random_graphs(random, test::usual_sizes(random, 300))};
    std::vector<at::Tensor> scores;
    std::vector<NamedTensors> gradients;
    for (const int threads : {1, 2}) {
      at::set_num_threads(threads);
      const Model model = made(graph_case, ModelRoute::kernels);
      Random noise(1);
      const auto step = test::training_step(model, graph_case.batch, at::ones({300}, at::kFloat), noise);
      scores.push_back(step.scores);
      gradients.push_back(step.gradients);
    }
    EXPECT_TRUE(at::equal(scores[0], scores[1])) << graph_case.model;
    for (const auto& [name, gradient] : gradients[0]) EXPECT_TRUE(at::equal(gradient, gradients[1].at(name))) << name;
  }
}

TEST(GraphModels, SecondDerivativesAreRefused) {
  Random random(6);
  const GraphBatch graphs = test::random_graphs(random, {4, 3});
  for (const std::string& name : test::graph_models()) {
    const Model model = test::made({name, {}, 0, {}}, ModelRoute::kernels);
    const at::Tensor loss = model.forward({{}, graphs}, nullptr).sum();
    EXPECT_THAT(refusal_of([&] { loss.backward({}, true, /*create_graph=*/true); }, Fault::usage),
                HasSubstr("first derivatives only"));
  }
}

TEST(GraphModels, BadOptionsAndDataAreRefused) {
  for (const std::string& model : test::graph_models()) {
    const auto refusal = [&](const Settings& settings) {
      Random random(1);
      return refusal_of([&] { make_model(model, settings, {InputKind::molecule, {0}}, random); }, Fault::usage);
    };
    for (const char* layers : {"0", "65", "-1"})
      EXPECT_THAT(refusal({{"layers", layers}}), HasSubstr("model.layers: expected a whole number from 1 to 64, got "));
    for (const char* hidden : {"0", "4097"})
      EXPECT_THAT(refusal({{"hidden", hidden}}), HasSubstr("model.hidden: expected a whole number from 1 to 4096"));
    for (const char* rate : {"-0.1", "1", "nan"})
      EXPECT_THAT(refusal({{"dropout", rate}}), HasSubstr("model.dropout: expected a share from 0 to below 1"));
    EXPECT_THAT(refusal({{"pooling", "max"}}), HasSubstr("model.pooling: no \"max\"; expected one of "));
    Random random(1);
    EXPECT_THAT(refusal_of(
                    [&] {
                      make_model(model, {}, {InputKind::table, {5}}, random);
                    },
                    Fault::usage),
                HasSubstr(model + " reads molecules, the data are tables"));
  }
}

TEST(GraphModels, ABatchWithoutItsColumnsIsRefused) {
  Random random(1);
  const GraphBatch graphs = test::random_graphs(random, {3, 3});
  for (const std::string& name : test::graph_models()) {
    const Model model = test::made({name, {}, 2, {}}, ModelRoute::kernels);
    EXPECT_THAT(refusal_of([&] {
                  model.forward({{}, graphs}, nullptr);
                }),
                HasSubstr("expected 2 columns beside, got none"));
    EXPECT_THAT(refusal_of([&] {
                  model.forward({at::zeros({2, 3}), graphs}, nullptr);
                }),
                HasSubstr("expected 2 columns beside, got 3"));
  }
}

}  // namespace
}  // namespace pauc
