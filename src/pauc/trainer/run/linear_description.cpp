#include "pauc/trainer/run/linear_description.h"

#include <algorithm>

#include "pauc/batch/flat_numbers.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/parallel.h"
#include "pauc/data/preprocessing.h"
#include "pauc/metric/names.h"
#include "pauc/model/registry.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/loop/checkpoint.h"
#include "pauc/trainer/loop/collapse.h"
#include "pauc/trainer/loop/full_batch.h"
#include "pauc/trainer/loop/plan.h"
#include "pauc/trainer/loop/saved_progress.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/run/coefficients.h"
#include "pauc/trainer/run/refits.h"
#include "pauc/trainer/run/scorecard.h"

namespace pauc {

namespace {

// Bias, then one weight per input.
std::vector<double> flat_weights(const NamedTensors& weights) {
  std::vector<double> flat;
  for (const char* name : {"output.bias", "output.weight"}) {
    const FlatNumbers<double> numbers(weights.at(name));
    flat.insert(flat.end(), numbers.begin(), numbers.end());
  }
  return flat;
}

std::vector<std::uint32_t> train_groups(const PreparedData& data) {
  std::vector<std::uint32_t> groups;
  if (data.row_facts().groups.empty()) return groups;
  for (const std::int64_t row : data.split.of(Part::train)) groups.push_back(data.row_facts().groups[row]);
  return groups;
}

// Of the last phase: where the newest checkpoint is damaged, an older one may come from the pre-training.
NamedTensors objective_state_in(const std::string& checkpoint_folder, std::size_t phases) {
  std::vector<std::string> notes;
  const auto checkpoint = read_checkpoint(checkpoint_folder, notes);
  if (!checkpoint || phase_of(*checkpoint) + 1 != static_cast<std::int64_t>(phases)) {
    fail(Fault::cannot_resume, "intervals: expected the checkpoint of the training, whose state the refits share, in ",
         checkpoint_folder, ", got none that can be read; overwrite the run to start again");
  }
  return objective_state_of(*checkpoint);
}

class Description {
 public:
  Description(const LinearResult& result, const PreparedData& data)
      : result_(result),
        data_(data),
        trainer_(result.config.read("trainer", kTrainerFields)),
        phase_(phases_of(result.config).back()),
        encoding_(preprocessing_from_json(data.inputs.preprocessing, result.paths.folder).table),
        weights_(flat_weights(result.weights)),
        rows_(linear_rows_of(data.part(Part::train), encoding_.width())) {}

  bool write_coefficients(const RunObserver& observer) const {
    record::Coefficients coefficients = coefficients_of(encoding_, weights_, rows_.means());
    coefficients.weight_decay = penalty_at(phase_.fit, result_.best_epoch - 1);
    if (trainer_.intervals && !add_refits(observer, coefficients)) return false;
    write_file_atomically(result_.paths.coefficients(), record::coefficients_json(coefficients));
    write_file_atomically(result_.paths.coefficients_csv(), record::coefficients_csv(coefficients));
    return true;
  }

  void write_scorecard(const PartScores& scores) const {
    if (!trainer_.scorecard) return;
    const Table& table = data_.examples->content.table;
    const Region target = target_of(result_.config);
    MadeScorecard made = best_scorecard(table, target);
    made.card.measure = title_with_scale(headline_area(target));
    const auto check = [&](Part part) {
      const Dataset& rows = data_.part(part);
      const auto totals = total_points(made, table, data_.split.of(part));
      return record::ScorecardCheck{target_value(rows, scores[static_cast<std::size_t>(part)], target),
                                    target_value(rows, totals, target)};
    };
    made.card.valid = check(Part::valid);
    made.card.test = check(Part::test);
    write_file_atomically(result_.paths.scorecard(), record::scorecard_json(made.card));
    write_file_atomically(result_.paths.scorecard_csv(), record::scorecard_csv(made.card));
  }

 private:
  // False if it was asked to stop.
  bool add_refits(const RunObserver& observer, record::Coefficients& coefficients) const {
    const Refits all = refits(*coefficients.weight_decay, observer.stop_requested);
    const auto replicates = refitted_weights(all);
    if (!replicates) return false;
    add_intervals(encoding_, *replicates, coefficients);
    // No refit moves the intercept, so the spread of its values says nothing about it.
    const ObjectiveInfo& objective = *find_objective(phase_.objective);
    if (ignores_shifts(objective, phase_.objective_settings)) coefficients.intercept_ci.reset();
    coefficients.collapsed = count_collapsed(all, *replicates);
    if (coefficients.collapsed > 0 && observer.note) {
      observer.note(joined("warning: intervals: in ", coefficients.collapsed, " of ", coefficients.replicates,
                           " refits the spread of the scores was below ", 100 * kCollapsedSpread,
                           " % of that of the fit; they count like the others"));
    }
    return true;
  }

  // The ranges that are best on the training rows.
  MadeScorecard best_scorecard(const Table& table, const Region& target) const {
    const auto& train_rows = data_.split.of(Part::train);
    MadeScorecard best;
    double best_value = -1;
    for (const auto& quantiles : kScorecardQuantiles) {
      MadeScorecard made = make_scorecard(table, train_rows, encoding_, weights_, *trainer_.scorecard, quantiles);
      const double value = target_value(data_.part(Part::train), total_points(made, table, train_rows), target);
      if (value > best_value) {
        best_value = value;
        best = std::move(made);
      }
    }
    return best;
  }

  Refits refits(double penalty, const std::function<bool()>& stop_requested) const {
    const int threads = trainer_.threads > 0 ? static_cast<int>(trainer_.threads) : hardware_threads();
    return {phase_,
            data_.part(Part::train),
            rows_,
            penalty,
            weights_,
            objective_state_in(result_.checkpoint, phases_of(result_.config).size()),
            train_groups(data_),
            *trainer_.intervals,
            static_cast<std::uint64_t>(trainer_.seed),
            threads,
            stop_requested};
  }

  const LinearResult& result_;
  const PreparedData& data_;
  TrainerOptions trainer_;
  Phase phase_;
  TableEncoding encoding_;
  std::vector<double> weights_;
  LinearRows rows_;
};

}  // namespace

bool write_linear_description(const LinearResult& result, const PartScores& scores, const PreparedData& data,
                              const RunObserver& observer) {
  if (!is_linear_model(result.config.get("model.name"))) return true;
  const Description description(result, data);
  if (!description.write_coefficients(observer)) return false;
  description.write_scorecard(scores);
  return true;
}

}  // namespace pauc
