// Whole steps of the objectives, scores in to gradients out through autograd, one thread, nothing reused; the same by
// plain tensor operations, by sorting or in tiles of pairs; the sums over pairs alone; and the exact objectives on
// whole datasets.
#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <benchmark/benchmark.h>

#include "measured_memory.h"
#include "pauc/core/random.h"
#include "pauc/kernel/exact_objective.h"
#include "pauc/kernel/pair_sums.h"
#include "pauc/objective/make_objective.h"

namespace pauc {
namespace {

std::vector<double> normal_scores(std::int64_t count, double mean, std::uint64_t stream) {
  Random random(7, stream);
  std::vector<double> scores(count);
  for (double& score : scores) score = random.normal() + mean;
  return scores;
}

struct Problem {
  at::Tensor scores;
  at::Tensor labels;
  at::Tensor slots;
};

Problem make_problem(std::int64_t positives, std::int64_t negatives) {
  Problem problem;
  problem.scores = at::cat({at::tensor(normal_scores(positives, 1, 0)), at::tensor(normal_scores(negatives, 0, 1))})
                       .to(at::kFloat)
                       .set_requires_grad(true);
  problem.labels = at::cat({at::ones({positives}, at::kLong), at::zeros({negatives}, at::kLong)});
  problem.slots = at::arange(positives + negatives, at::kLong);
  return problem;
}

void run_step(benchmark::State& state, const std::string& name, const Settings& settings, Route route) {
  const Problem problem = make_problem(state.range(0), state.range(1));
  Objective objective = make_objective(name, settings, problem.scores.numel(), route);
  objective.begin_stage(0.01);
  const auto step = [&] {
    const Loss loss = objective(make_scored_batch(problem.scores, problem.labels, problem.slots));
    loss.differentiable.backward();
    problem.scores.mutable_grad().reset();
  };
  const MeasuredMemory memory(state);
  if (route != Route::tensors) step();  // the first visit is not the usual one
  while (state.KeepRunning()) step();
}

void sum_backward(benchmark::State& state) {
  const Problem problem = make_problem(state.range(0), state.range(1));
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) {
    problem.scores.sum().backward();
    problem.scores.mutable_grad().reset();
  }
}

void run_exact(benchmark::State& state, bool kl, double lambda) {
  const auto positives = normal_scores(state.range(0), 1, 0);
  const auto negatives = normal_scores(state.range(1), 0, 1);
  kernel::CvarOptions cvar;
  cvar.fpr_max = 0.3;
  kernel::KlOptions options;
  options.lambda = lambda;
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(kl ? kernel::exact_kl({positives, negatives}, options)
                                : kernel::exact_cvar({positives, negatives}, cvar));
  }
}

// The sums over pairs alone, after sorting. The sigmoid has the temperature of its default.
void run_pair_sums(benchmark::State& state, kernel::Surrogate::Kind kind) {
  const auto positives = normal_scores(state.range(0), 1, 0);
  const kernel::DescendingScores negatives = kernel::sorted_descending(normal_scores(state.range(1), 0, 1));
  kernel::Surrogate surrogate;
  surrogate.kind = kind;
  surrogate.temperature = 0.3;
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) benchmark::DoNotOptimize(kernel::pair_sums({positives, negatives, surrogate}));
}

struct Case {
  const char* name;
  const char* objective;
  Settings settings;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {{"sopa", "sopa", {}},
                                           {"sopa@own", "sopa", {{"thresholds", "own"}}},
                                           {"sopa-s", "sopa-s", {{"lambda", "1"}}},
                                           {"sopa-s@0.1", "sopa-s", {{"lambda", "0.1"}}},
                                           {"sota", "sota", {{"tpr_min", "0.5"}}},
                                           {"sota@own", "sota", {{"tpr_min", "0.5"}, {"thresholds", "own"}}},
                                           {"top-push", "top-push", {}},
                                           {"sota-s", "sota-s", {{"lambda", "1"}}},
                                           {"sota-s@0.1", "sota-s", {{"lambda", "0.1"}}},
                                           {"auc-sh", "auc-sh", {}},
                                           {"p-push", "p-push", {}},
                                           {"mb", "mb", {}},
                                           {"aw-poly", "aw-poly", {}},
                                           {"aw-exp", "aw-exp", {}},
                                           {"staco", "staco", {{"tpr_min", "0.5"}}},
                                           {"pauci", "pauci", {{"tpr_min", "0.5"}}},
                                           {"svm-pauc", "svm-pauc", {}},
                                           {"auc-m", "auc-m", {}},
                                           {"ce", "ce", {}},
                                           {"hard", "hard", {}}};
  return kCases;
}

using Size = std::pair<std::int64_t, std::int64_t>;

void register_all() {
  for (const auto& [positives, negatives] : {Size{32, 32}, Size{256, 256}, Size{1024, 4096}, Size{4096, 16384}}) {
    for (const Case& entry : cases()) {
      for (const Route route : {Route::kernels, Route::tensors}) {
        const std::string name = std::string(route == Route::tensors ? "plain:" : "") + entry.name;
        benchmark::RegisterBenchmark(name.c_str(), run_step, entry.objective, entry.settings, route)
            ->Args({positives, negatives})
            ->Unit(benchmark::kSecond);
      }
    }
    benchmark::RegisterBenchmark("sum_backward", sum_backward)->Args({positives, negatives})->Unit(benchmark::kSecond);
    benchmark::RegisterBenchmark("pair_sums", run_pair_sums, kernel::Surrogate::Kind::squared_hinge)
        ->Args({positives, negatives})
        ->Unit(benchmark::kSecond);
    benchmark::RegisterBenchmark("pair_sums@sigmoid", run_pair_sums, kernel::Surrogate::Kind::sigmoid)
        ->Args({positives, negatives})
        ->Unit(benchmark::kSecond);
  }
  for (const auto& [positives, negatives] :
       {Size{1000, 9000}, Size{10000, 90000}, Size{100000, 900000}, Size{1000000, 9000000}, Size{100000, 1000000}}) {
    benchmark::RegisterBenchmark("exact_cvar", run_exact, false, 1.0)
        ->Args({positives, negatives})
        ->Unit(benchmark::kSecond);
    benchmark::RegisterBenchmark("exact_kl", run_exact, true, 1.0)
        ->Args({positives, negatives})
        ->Unit(benchmark::kSecond);
    benchmark::RegisterBenchmark("exact_kl@0.1", run_exact, true, 0.1)
        ->Args({positives, negatives})
        ->Unit(benchmark::kSecond);
  }
}

}  // namespace
}  // namespace pauc

int main(int argc, char** argv) {
  // A training frees larger tensors than those of a step early on, and the allocator then keeps small ones for reuse.
  // Without that, a step would pay for fresh pages or not, depending on what was measured before it.
  at::empty({1 << 24}, at::kByte).fill_(0);
  at::set_num_threads(1);
  pauc::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
