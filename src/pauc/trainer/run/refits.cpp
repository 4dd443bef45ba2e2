#include "pauc/trainer/run/refits.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/deviation.h"
#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/trainer/loop/collapse.h"
#include "pauc/trainer/loop/full_batch.h"
#include "pauc/trainer/loop/streams.h"
#include "pauc/trainer/loop/threads.h"

namespace pauc {

namespace {

// Rows that are drawn together.
using Clusters = std::vector<std::vector<std::int64_t>>;

Clusters clusters_of(const Refits& refits) {
  const std::int64_t rows = refits.train.size();
  Clusters clusters;
  if (refits.groups.empty()) {
    for (std::int64_t row = 0; row < rows; ++row) clusters.push_back({row});
    return clusters;
  }
  std::vector<std::int64_t> places(*std::max_element(refits.groups.begin(), refits.groups.end()) + std::size_t{1}, -1);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t& place = places[refits.groups[row]];
    if (place < 0) {
      place = static_cast<std::int64_t>(clusters.size());
      clusters.emplace_back();
    }
    clusters[place].push_back(row);
  }
  return clusters;
}

bool has_both_classes(const std::vector<std::int64_t>& rows, const Dataset& train) {
  const auto is_positive = [&](std::int64_t row) { return train.labels[row] == 1; };
  return std::any_of(rows.begin(), rows.end(), is_positive) && !std::all_of(rows.begin(), rows.end(), is_positive);
}

std::vector<std::int64_t> drawn_rows(const Clusters& clusters, const Dataset& train, Random& random) {
  constexpr int kMostDraws = 1000;
  std::vector<std::int64_t> rows;
  for (int draw = 0; draw < kMostDraws; ++draw) {
    rows.clear();
    for (std::size_t k = 0; k < clusters.size(); ++k) {
      const auto& cluster = clusters[random.below(static_cast<std::uint32_t>(clusters.size()))];
      rows.insert(rows.end(), cluster.begin(), cluster.end());
    }
    if (has_both_classes(rows, train)) return rows;
  }
  fail(Fault::data, "intervals: resampling the training rows gave one class only, ", kMostDraws, " times in a row");
}

at::Tensor tensor_of(Span<const double> numbers) {
  at::Tensor tensor = at::empty({numbers.size()}, at::kDouble);
  std::copy(numbers.begin(), numbers.end(), cpu_data<double>(tensor));
  return tensor;
}

// The same function of the scores as in the training. What the training remembers of its rows stays behind, since the
// rows of a refit are others.
Objective objective_for(const Refits& refits, std::int64_t examples) {
  Objective objective = objective_of(refits.phase, examples);
  const auto take = [&](const char* name) {
    const auto found = refits.objective_state.find(name);
    if (found == refits.objective_state.end() || !objective.state.has(name)) return;
    objective.state.set_number(name, found->second.item<double>());
  };
  take(kScoreScale);
  for (const MatchedOption& option : refits.phase.matched) take(option.name);
  return objective;
}

std::vector<double> refit(const Refits& refits, const Clusters& clusters, std::int64_t replicate) {
  Random random(refits.seed, kFirstOfReplicates + static_cast<std::uint64_t>(replicate));
  std::vector<std::int64_t> chosen = drawn_rows(clusters, refits.train, random);
  Objective objective = objective_for(refits, static_cast<std::int64_t>(chosen.size()));
  const FullBatchLoss loss(refits.rows, refits.train, std::move(chosen), 1);
  const at::Tensor start = tensor_of(refits.start);
  const std::int64_t inputs = start.numel() - 1;
  Optimiser optimiser =
      make_optimiser(refits.phase.optimiser, {start.narrow(0, 0, 1), start.narrow(0, 1, inputs).view({1, inputs})});
  const FullBatchSearch& search = *optimiser.search;
  search.set_penalty(refits.penalty);
  for (std::int64_t k = 0; k < refits.phase.sampler.full_batches && !search.converged(); ++k) {
    search.run([&](Span<const double> weights, Span<double> gradient) {
      return loss.at(weights, objective, gradient).searched;
    });
  }
  return search.weights();
}

}  // namespace

std::optional<std::vector<std::vector<double>>> refitted_weights(const Refits& refits) {
  const Clusters clusters = clusters_of(refits);
  std::vector<std::vector<double>> weights(static_cast<std::size_t>(refits.replicates));
  std::atomic<bool> stopped = false;
  std::mutex asking;
  const auto goes_on = [&] {
    const std::lock_guard lock(asking);
    if (refits.stop_requested && refits.stop_requested()) stopped = true;
    return !stopped;
  };
  const OneThreadEach one_thread_each;
  parallel_for(refits.replicates, refits.threads, [&](std::int64_t replicate) {
    if (!goes_on()) return;
    at::init_num_threads();  // of this thread
    weights[replicate] = refit(refits, clusters, replicate);
  });
  if (stopped) return std::nullopt;
  return weights;
}

std::int64_t count_collapsed(const Refits& refits, const std::vector<std::vector<double>>& replicates) {
  const auto spread = [&](const std::vector<double>& weights) {
    return deviation_of(refits.rows.scores(weights, refits.threads));
  };
  const double least = kCollapsedSpread * spread(refits.start);
  return std::count_if(replicates.begin(), replicates.end(),
                       [&](const std::vector<double>& weights) { return spread(weights) < least; });
}

}  // namespace pauc
