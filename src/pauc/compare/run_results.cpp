#include "pauc/compare/run_results.h"

#include <algorithm>
#include <set>

#include "pauc/core/error.h"
#include "pauc/record/metrics.h"
#include "pauc/record/run_paths.h"

namespace pauc::compare {

namespace {

double selecting(const record::Epoch& epoch, Select select) {
  return select == Select::train ? epoch.train : epoch.valid;
}

double best_of(const std::vector<record::Epoch>& epochs, Select select, const std::string& where) {
  require(!epochs.empty(), where, ": expected at least one epoch, got none");
  double best = selecting(epochs.front(), select);
  for (const record::Epoch& epoch : epochs) best = std::max(best, selecting(epoch, select));
  return best;
}

// Fills a method's cells and says what they lack.
class RowReader {
 public:
  RowReader(const PlannedStudy& planned, std::size_t method, const Outcomes& outcomes, const std::string& runs)
      : planned_(planned), method_(method), plan_(planned.methods[method]), outcomes_(outcomes), runs_(runs) {}

  record::ComparedCell read(std::size_t target) {
    record::ComparedCell cell;
    cell.target = region_key(planned_.study.targets[target]);
    const Winner winner = winner_of(planned_, method_, target, outcomes_);
    if (winner.variant) {
      if (plan_.of_target[target].size() > 1) cell.chosen = plan_.variants[*winner.variant].point;
      read_seeds(*winner.variant, cell);
    } else if (!winner.decided) {
      undecided_ = true;
    } else if (!plan_.of_target[target].empty()) {
      without_winner_.push_back(region_text(planned_.study.targets[target]));
    }
    return cell;
  }

  void say_missing(std::vector<std::string>& missing) const {
    if (undecided_) missing.push_back(joined(plan_.name, ": not all settings have been tried yet"));
    for (const std::string& target : without_winner_) {
      missing.push_back(joined(plan_.name, " on ", target, ": all settings have failed"));
    }
    if (!barred_.empty()) missing.push_back(joined(runs_text(barred_), " not done, since the pre-training has failed"));
    if (!open_.empty()) missing.push_back(joined(runs_text(open_), " to be done"));
  }

 private:
  std::string runs_text(const std::set<std::string>& runs) const {
    return joined(plan_.name, ": ", runs.size(), runs.size() == 1 ? " run" : " runs");
  }

  void read_seeds(std::size_t variant, record::ComparedCell& cell) {
    for (const std::int64_t seed : planned_.study.seeds) {
      const PlannedRun& run = planned_.run(method_, variant, seed, Stage::final);
      const auto outcome = outcomes_.find(run.name);
      if (starts_from_failure(run, outcomes_)) {
        barred_.insert(run.name);
      } else if (outcome == outcomes_.end()) {
        open_.insert(run.name);
      } else if (outcome->second.failure.empty()) {
        take(run, seed, cell);
      }
    }
  }

  void take(const PlannedRun& run, std::int64_t seed, record::ComparedCell& cell) const {
    const std::string folder = joined(runs_, "/", run.name);
    cell.epochs.push_back(epochs_for(folder, run, cell.target));
    if (planned_.study.select == Select::train) {
      cell.values.push_back({seed, best_of(cell.epochs.back(), Select::train, folder)});
    } else {
      const PartValues values = part_values(folder, run, cell.target);
      cell.values.push_back({seed, values.test, record::FittedValues{values.train, values.valid}});
    }
  }

  const PlannedStudy& planned_;
  std::size_t method_;
  const MethodPlan& plan_;
  const Outcomes& outcomes_;
  const std::string& runs_;
  bool undecided_ = false;
  std::vector<std::string> without_winner_;  // targets
  // Runs, of which targets may share one: to be done, or not to be done without their pre-training.
  std::set<std::string> open_, barred_;
};

}  // namespace

std::string folder_of(const std::string& run_folder, const PlannedRun& run, const std::string& target) {
  return target == run.targets.front() ? run_folder : record::RunPaths(run_folder).target(target);
}

std::vector<record::Epoch> epochs_for(const std::string& run_folder, const PlannedRun& run, const std::string& target) {
  std::vector<record::Epoch> epochs = record::read_epoch_log(record::RunPaths(folder_of(run_folder, run, target)));
  const auto is_pretraining = [](const record::Epoch& epoch) { return !epoch.phase.empty(); };
  epochs.erase(std::remove_if(epochs.begin(), epochs.end(), is_pretraining), epochs.end());
  return epochs;
}

RunOutcome outcome_from(const std::string& run_folder, const PlannedRun& run, Select select) {
  RunOutcome outcome;
  for (const std::string& target : run.targets) {
    outcome.best[target] = best_of(epochs_for(run_folder, run, target), select, run_folder);
  }
  return outcome;
}

PartValues part_values(const std::string& run_folder, const PlannedRun& run, const std::string& target) {
  const record::RunPaths paths(folder_of(run_folder, run, target));
  const bool two_way = region_of_key(target)->tpr_min > 0;
  const auto value_on = [&](const record::PartMetrics& part) {
    const auto value = two_way ? part.two_way : part.one_way;
    require(value.has_value(), paths.metrics(), ": expected the value of ", target, " on the ", part.part,
            " part, got none");
    return *value;
  };
  const std::vector<record::PartMetrics> parts = record::read_metrics(paths);  // train, valid, test
  return {value_on(parts[0]), value_on(parts[1]), value_on(parts[2])};
}

std::vector<record::PartSize> part_sizes(const std::string& run_folder) {
  std::vector<record::PartSize> sizes;
  for (const record::PartMetrics& part : record::read_metrics(record::RunPaths(run_folder))) {
    sizes.push_back({part.part, part.positives + part.negatives, part.positives});
  }
  return sizes;
}

record::Comparison compared(const PlannedStudy& planned, const Outcomes& outcomes, const std::string& runs_folder) {
  record::Comparison comparison;
  for (const Region& target : planned.study.targets) comparison.targets.push_back(region_key(target));
  comparison.part = planned.study.select == Select::train ? "train" : "test";
  comparison.seeds = static_cast<std::int64_t>(planned.study.seeds.size());
  for (std::size_t method = 0; method < planned.methods.size(); ++method) {
    RowReader reader(planned, method, outcomes, runs_folder);
    record::ComparedMethod row;
    row.name = planned.methods[method].name;
    for (std::size_t target = 0; target < planned.study.targets.size(); ++target) {
      row.cells.push_back(reader.read(target));
    }
    reader.say_missing(comparison.missing);
    comparison.methods.push_back(std::move(row));
  }
  const auto done = std::find_if(outcomes.begin(), outcomes.end(),
                                 [](const auto& outcome) { return outcome.second.failure.empty(); });
  if (done != outcomes.end()) comparison.splits = part_sizes(joined(runs_folder, "/", done->first));
  for (const auto& [name, outcome] : outcomes) {
    if (!outcome.failure.empty()) comparison.missing.push_back(joined(name, " has failed: ", outcome.failure));
  }
  return comparison;
}

}  // namespace pauc::compare
