#include "pauc/compare/schedule.h"

#include <algorithm>
#include <set>

namespace pauc::compare {

namespace {

const RunOutcome* outcome_of(const Outcomes& outcomes, const std::string& name) {
  const auto found = outcomes.find(name);
  return found == outcomes.end() ? nullptr : &found->second;
}

bool has_failed(const Outcomes& outcomes, const std::string& name) {
  const RunOutcome* outcome = outcome_of(outcomes, name);
  return outcome != nullptr && !outcome->failure.empty();
}

// A variant's tunings: none as long as one of them has not ended; a mean where none has failed.
struct Tuned {
  bool ended = true;
  bool failed = false;
  double sum = 0;
};

Tuned tuned(const PlannedStudy& planned, std::size_t method, std::size_t variant, const std::string& target,
            const Outcomes& outcomes) {
  Tuned result;
  for (const std::int64_t seed : planned.study.tuning_seeds) {
    const PlannedRun& run = planned.run(method, variant, seed, Stage::tuning);
    const RunOutcome* outcome = outcome_of(outcomes, run.name);
    if (starts_from_failure(run, outcomes) || (outcome != nullptr && !outcome->failure.empty())) {
      result.failed = true;
    } else if (outcome == nullptr) {
      result.ended = false;
    } else {
      result.sum += outcome->best.at(target);
    }
  }
  return result;
}

// In order, each once.
class RunList {
 public:
  explicit RunList(const PlannedStudy& planned, const Outcomes& outcomes) : planned_(planned), outcomes_(outcomes) {}

  void add(const PlannedRun& run, std::int64_t seed) {
    if (!run.starts_from.empty()) add_once(planned_.pretraining(seed));
    if (!starts_from_failure(run, outcomes_)) add_once(run);
  }

  std::vector<PlannedRun> take() { return std::move(runs_); }

 private:
  void add_once(const PlannedRun& run) {
    if (names_.insert(run.name).second) runs_.push_back(run);
  }

  const PlannedStudy& planned_;
  const Outcomes& outcomes_;
  std::set<std::string> names_;
  std::vector<PlannedRun> runs_;
};

void add_tunings(const PlannedStudy& planned, RunList& runs) {
  for (std::size_t method = 0; method < planned.methods.size(); ++method) {
    std::set<std::size_t> variants;
    for (const auto& grid : planned.methods[method].of_target) {
      if (grid.size() > 1) variants.insert(grid.begin(), grid.end());
    }
    for (const std::size_t variant : variants) {
      for (const std::int64_t seed : planned.study.tuning_seeds) {
        runs.add(planned.run(method, variant, seed, Stage::tuning), seed);
      }
    }
  }
}

// The winners on all targets, each once.
std::set<std::size_t> winners_of(const PlannedStudy& planned, std::size_t method, const Outcomes& outcomes) {
  std::set<std::size_t> variants;
  for (std::size_t target = 0; target < planned.study.targets.size(); ++target) {
    const Winner winner = winner_of(planned, method, target, outcomes);
    if (winner.variant) variants.insert(*winner.variant);
  }
  return variants;
}

// A winner's tuning is its final run where seed and epochs are the same.
std::int64_t seeds_beyond_tuning(const Study& study) {
  if (study.tuning_epochs != study.epochs) return static_cast<std::int64_t>(study.seeds.size());
  return std::count_if(study.seeds.begin(), study.seeds.end(), [&](std::int64_t seed) {
    return std::find(study.tuning_seeds.begin(), study.tuning_seeds.end(), seed) == study.tuning_seeds.end();
  });
}

}  // namespace

bool starts_from_failure(const PlannedRun& run, const Outcomes& outcomes) {
  return !run.starts_from.empty() && has_failed(outcomes, run.starts_from);
}

Winner winner_of(const PlannedStudy& planned, std::size_t method, std::size_t target, const Outcomes& outcomes) {
  const auto& grid = planned.methods[method].of_target[target];
  if (grid.empty()) return {true, std::nullopt};
  if (grid.size() == 1) return {true, grid.front()};
  const std::string key = region_key(planned.study.targets[target]);
  Winner winner{true, std::nullopt};
  double best = 0;
  for (const std::size_t variant : grid) {
    const Tuned result = tuned(planned, method, variant, key, outcomes);
    if (!result.ended) return {};
    if (result.failed || (winner.variant && result.sum <= best)) continue;
    winner.variant = variant;
    best = result.sum;
  }
  return winner;
}

std::vector<PlannedRun> needed_runs(const PlannedStudy& planned, const Outcomes& outcomes) {
  RunList runs(planned, outcomes);
  add_tunings(planned, runs);
  std::vector<std::set<std::size_t>> winners;
  for (std::size_t method = 0; method < planned.methods.size(); ++method) {
    winners.push_back(winners_of(planned, method, outcomes));
  }
  for (const std::int64_t seed : planned.study.seeds) {
    for (std::size_t method = 0; method < planned.methods.size(); ++method) {
      for (const std::size_t variant : winners[method]) {
        runs.add(planned.run(method, variant, seed, Stage::final), seed);
      }
    }
  }
  return runs.take();
}

std::int64_t epochs_to_be_decided(const PlannedStudy& planned, const Outcomes& outcomes) {
  std::int64_t runs = 0;
  for (std::size_t method = 0; method < planned.methods.size(); ++method) {
    std::size_t open = 0;
    std::set<std::size_t> may_win;
    for (std::size_t target = 0; target < planned.study.targets.size(); ++target) {
      if (winner_of(planned, method, target, outcomes).decided) continue;
      ++open;
      const auto& grid = planned.methods[method].of_target[target];
      may_win.insert(grid.begin(), grid.end());
    }
    runs += static_cast<std::int64_t>(std::min(open, may_win.size()));
  }
  return runs * seeds_beyond_tuning(planned.study) * planned.study.epochs;
}

}  // namespace pauc::compare
