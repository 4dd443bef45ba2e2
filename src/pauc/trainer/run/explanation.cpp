#include "pauc/trainer/run/explanation.h"

#include <optional>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/parallel.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/run/contributions.h"
#include "pauc/trainer/run/importance.h"

namespace pauc {

namespace {

void note_left_out(const record::Importance& importance, const RunObserver& observer) {
  if (importance.left_out == 0 || !observer.note) return;
  observer.note(joined("importance: ", importance.left_out,
                       importance.left_out == 1 ? " column is left out, which hardly changes"
                                                : " columns are left out, which hardly change",
                       " the scores"));
}

std::vector<std::int64_t> rows_of(const record::HardestExamples& hardest) {
  std::vector<std::int64_t> rows;
  for (const auto* list : {&hardest.positives, &hardest.negatives}) {
    for (const record::HardExample& example : *list) rows.push_back(example.row);
  }
  return rows;
}

ImportanceOptions importance_options(const TrainerOptions& trainer) {
  ImportanceOptions options;
  options.repeats = trainer.importance;
  options.column_groups = trainer.column_groups;
  options.seed = static_cast<std::uint64_t>(trainer.seed);
  return options;
}

class Explaining {
 public:
  Explaining(const ExplainedRun& run, const RunObserver& observer)
      : run_(run), observer_(observer), trainer_(run.config.read("trainer", kTrainerFields)) {
    work_.threads = trainer_.threads > 0 ? static_cast<int>(trainer_.threads) : hardware_threads();
    work_.stop_requested = observer.stop_requested;
  }

  bool write() const {
    if (trainer_.importance == 0) return true;
    const ScoringModels held_out = run_.valid.models();
    if (held_out.models.empty()) return true;  // all scores come from elsewhere
    return write_importance(held_out) && write_contributions(held_out);
  }

 private:
  bool write_importance(const ScoringModels& held_out) const {
    if (permuted_inputs(held_out.models, trainer_.column_groups).empty()) return true;
    const auto importance = importance_of(held_out, run_.target, importance_options(trainer_), work_);
    if (!importance) return false;
    note_left_out(*importance, observer_);
    write_file_atomically(run_.paths.effects(), record::effects_json(*importance));
    write_file_atomically(run_.paths.importance(), record::importance_json(*importance));
    return true;
  }

  bool write_contributions(const ScoringModels& held_out) const {
    const Content& content = held_out.models.front().examples->content;
    if (content.kind != InputKind::image && content.molecules.size() == 0) return true;
    const auto valid = drawn_contributions(held_out, rows_of(run_.valid.hardest), work_);
    if (!valid) return false;
    const auto test = drawn_contributions(run_.test.models(), rows_of(run_.test.hardest), work_);
    if (!test) return false;
    write_file_atomically(run_.paths.contributions(), record::contributions_json(*valid, *test));
    return true;
  }

  const ExplainedRun& run_;
  const RunObserver& observer_;
  TrainerOptions trainer_;
  Work work_;
};

}  // namespace

std::vector<std::int64_t> permuted_places(const ScoringModels& held_out, const TrainerOptions& trainer) {
  if (trainer.importance == 0 || permuted_inputs(held_out.models, trainer.column_groups).empty()) return {};
  return places_to_permute(held_out, importance_options(trainer));
}

bool write_explanation(const ExplainedRun& run, const RunObserver& observer) {
  return Explaining(run, observer).write();
}

}  // namespace pauc
