// Metrics on one thread. `bench_metrics --dump N P FOLDER` writes the same scores for the peers: N rows, P of them
// positive.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "measured_memory.h"
#include "pauc/core/random.h"
#include "pauc/metric/evaluation.h"
#include "pauc/metric/interval/bootstrap.h"
#include "pauc/metric/partial_auc.h"

namespace pauc {
namespace {

struct Scores {
  std::vector<std::uint8_t> labels;
  std::vector<double> scores;
  Cases cases() const { return {labels, scores}; }
};

// Binormal with d' = 1, classes in random order.
Scores make_scores(std::int64_t rows, std::int64_t positives) {
  Random random(7);
  Scores data;
  data.labels.reserve(rows);
  data.scores.reserve(rows);
  for (std::int64_t i = 0; i < rows; ++i) {
    const bool positive = random.uniform() * static_cast<double>(rows - i) < static_cast<double>(positives);
    positives -= positive ? 1 : 0;
    data.labels.push_back(positive ? 1 : 0);
    data.scores.push_back(random.normal() + (positive ? 1 : 0));
  }
  return data;
}

void auc(benchmark::State& state) {
  const Scores data = make_scores(state.range(0), state.range(1));
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) benchmark::DoNotOptimize(pauc::auc(data.cases()));
}

void one_way(benchmark::State& state) {
  const Scores data = make_scores(state.range(0), state.range(1));
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) benchmark::DoNotOptimize(partial_auc(data.cases(), fpr_at_most(0.3), Scale::mcclish));
}

void two_way(benchmark::State& state) {
  const Scores data = make_scores(state.range(0), state.range(1));
  const MeasuredMemory memory(state);
  while (state.KeepRunning())
    benchmark::DoNotOptimize(partial_auc(data.cases(), pauc::two_way(0.6, 0.4), Scale::normalised));
}

// 2000 replicates a call, the ranking included; compare.py divides.
void one_way_bootstrap(benchmark::State& state) {
  const Scores data = make_scores(state.range(0), state.range(1));
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) {
    const Ranking ranking = rank_cases(data.cases());
    benchmark::DoNotOptimize(bootstrap({data.labels}, {&ranking}, {fpr_at_most(0.3)}, {2000, 1, 1}));
  }
}

void evaluate_all(benchmark::State& state) {
  const Scores data = make_scores(state.range(0), state.range(1));
  ScoredRows rows;
  rows.labels = data.labels;
  rows.names = {"s"};
  rows.columns = {data.scores};
  EvaluationOptions options;
  options.fpr_max = 0.3;
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) benchmark::DoNotOptimize(evaluate(rows, options));
}

BENCHMARK(auc)->Args({10000000, 1000000})->Unit(benchmark::kSecond);
BENCHMARK(one_way)->Args({10000000, 1000000})->Unit(benchmark::kSecond);
BENCHMARK(two_way)->Args({10000000, 1000000})->Unit(benchmark::kSecond);
BENCHMARK(one_way_bootstrap)->Args({100000, 10000})->Unit(benchmark::kSecond);
BENCHMARK(evaluate_all)->Args({1000000, 100000})->Unit(benchmark::kSecond);

void dump(std::int64_t rows, std::int64_t positives, const std::string& folder) {
  const Scores data = make_scores(rows, positives);
  std::ofstream(folder + "/labels.u8", std::ios::binary)
      .write(reinterpret_cast<const char*>(data.labels.data()), static_cast<std::streamsize>(data.labels.size()));
  std::ofstream(folder + "/scores.f64", std::ios::binary)
      .write(reinterpret_cast<const char*>(data.scores.data()),
             static_cast<std::streamsize>(data.scores.size() * sizeof(double)));
}

}  // namespace
}  // namespace pauc

int main(int argc, char** argv) {
  if (argc == 5 && std::strcmp(argv[1], "--dump") == 0) {
    pauc::dump(std::atoll(argv[2]), std::atoll(argv[3]), argv[4]);  // NOLINT(cert-err34-c): our own script's numbers
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
