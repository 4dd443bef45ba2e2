#include "pauc/trainer/run/ensemble.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/parallel.h"
#include "pauc/core/version.h"
#include "pauc/data/folds.h"
#include "pauc/metric/platt.h"
#include "pauc/record/blend.h"
#include "pauc/record/candidates.h"
#include "pauc/record/card.h"
#include "pauc/record/member_scores.h"
#include "pauc/record/metrics.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/run/blend_choice.h"
#include "pauc/trainer/run/explanation.h"
#include "pauc/trainer/run/fold_models.h"
#include "pauc/trainer/run/foreign_scores.h"
#include "pauc/trainer/run/results.h"

namespace pauc {

namespace {

class Ensemble {
 public:
  Ensemble(const EnsembleRequest& request, const RunObserver& observer)
      : request_(request),
        observer_(observer),
        config_(resolved_for_ensemble(request.beginning.asked, request.plan, request.data.facts())),
        examples_(request.data.examples, request.data.options),
        rows_(folded_rows(request.data, request.plan.folds)),
        held_out_(request.data.scored_rows(rows_.held_out, {})),
        foreign_(foreign_scores()) {
    held_out_.folds = rows_.folds;
  }

  RunSummary train() {
    RunSummary summary;
    summary.folder = request_.paths.folder;
    std::optional<RunLock> lock;
    TrainedMembers trained = train_members(
        request_, rows_, examples_, at_once(), [&] { begin(lock); }, observer_);
    summary.interrupted = trained.interrupted;
    if (trained.interrupted) return summary;
    summary.was_finished = trained.were_finished && request_.paths.finished();
    for (const std::string& sentence : trained.left_out) say("warning: " + sentence);
    trained.members.insert(trained.members.end(), foreign_.begin(), foreign_.end());
    require_enough(trained.members.size());
    choice_ = choose_blend(trained.members, held_out_, request_.plan.blend, evaluation_options(config_));
    summary.candidates = choice_.candidates;
    summary.kept = choice_.kept;
    summary.objective = summary.candidates[summary.kept].name;
    summary.interrupted = !write(summary);
    return summary;
  }

 private:
  void begin(std::optional<RunLock>& lock) const {
    lock.emplace(request_.paths.folder);
    begin_run(request_.paths, request_.beginning, request_.request.mode, request_.request.changed_data);
    for (const std::string& note : data().notes) say(note);
    say(joined("run: ", request_.paths.folder));
    for (const std::string& line : explained(request_.beginning.asked, request_.plan, data().facts())) say(line);
  }

  // Models trained at a time, each on one thread.
  int at_once() const {
    const auto threads = static_cast<int>(request_.beginning.asked.read("trainer", kTrainerFields).threads);
    return threads > 0 ? threads : hardware_threads();
  }

  const PreparedData& data() const { return request_.data; }
  const std::vector<std::int64_t>& test_rows() const { return data().split.of(Part::test); }

  // Read before anything is trained, so that a wrong file is refused at once.
  std::vector<MemberScores> foreign_scores() const {
    std::vector<MemberScores> all;
    for (const ForeignMember& member : request_.plan.foreign) {
      ForeignScores read = read_foreign_scores(member, data(), {rows_.held_out, rows_.trained, test_rows()});
      all.push_back({member.name, 0, read.probabilities, std::move(read.scores[0]), std::move(read.scores[1]),
                     std::move(read.scores[2])});
      note_leak(all.back());
    }
    return all;
  }

  // A model that has seen its rows ranks them far better than new ones.
  void note_leak(const MemberScores& member) const {
    const auto auc_of = [&](const std::vector<std::int64_t>& rows, const std::vector<double>& scores) {
      return record::evaluate_part(data().scored_rows(rows, scores), {}).scores[0].areas[0];
    };
    const Estimate training = auc_of(rows_.held_out, member.held_out);
    const Estimate test = auc_of(test_rows(), member.of_test);
    // Perfect scores have no interval.
    const double least = training.ci.interval ? training.ci.interval->lower : training.value;
    const double most = test.ci.interval ? test.ci.interval->upper : test.value;
    if (least <= most) return;
    say(joined("warning: ", member.name, " ranks the training rows far better (AUC ", training.value,
               ") than the test rows (", test.value, "): were their scores out of fold?"));
  }

  void require_enough(std::size_t members) const {
    const std::size_t asked = request_.plan.members.size() + request_.plan.foreign.size();
    const std::size_t least = std::min<std::size_t>(request_.plan.effort ? 1 : 2, asked);
    if (members < least) {
      fail(Fault::failed_run, "blend: expected at least ", least, least == 1 ? " member" : " members", ", got ",
           members, ": the others were left out");
    }
  }

  record::ScoredPart scored(const std::vector<std::int64_t>& rows, const std::vector<double>& scores) const {
    return data().scored_rows(rows, scores);
  }

  // False if it was asked to stop.
  bool write(RunSummary& summary) {
    held_out_.scores = choice_.held_out;
    const record::ScoredPart test = scored(test_rows(), choice_.of_test);
    const EvaluationOptions options = evaluation_options(config_);
    summary.valid = record::evaluate_part(held_out_, options);
    summary.test = record::evaluate_part(test, options);
    if (summary.was_finished) return true;
    std::filesystem::remove(request_.paths.metrics());  // marks the run as unfinished
    const record::RunPaths& paths = request_.paths;
    write_file_atomically(paths.config(), config_yaml(config_));
    write_file_atomically(paths.blend(), record::blend_json(choice_.blend));
    write_file_atomically(paths.candidates_table(), record::candidates_json(candidate_results(summary)));
    write_file_atomically(paths.predictions("valid"), record::predictions_csv(held_out_));
    write_file_atomically(paths.predictions("test"), record::predictions_csv(test));
    write_file_atomically(paths.member_scores("valid"), record::member_scores_csv(record::member_scores_of(
                                                            held_out_, choice_.blend, choice_.member_held_out)));
    write_file_atomically(paths.member_scores("test"), record::member_scores_csv(record::member_scores_of(
                                                           test, choice_.blend, choice_.member_of_test)));
    write_file_atomically(paths.card(), record::card_json(card(*summary.valid)));
    write_file_atomically(paths.hardest(),
                          record::hardest_json(hardest_with_pictures(rows_.held_out, held_out_, data()),
                                               hardest_with_pictures(test_rows(), test, data())));
    if (!explain(test)) return false;
    const Evaluation trained = record::evaluate_part(scored(rows_.trained, choice_.of_trained), options);
    write_file_atomically(paths.metrics(), record::metrics_json(trained, *summary.valid, *summary.test));
    return true;
  }

  // What the models look at. False if it was asked to stop.
  bool explain(const record::ScoredPart& test) {
    const BlendAtHand seen{request_.paths, choice_.blend, choice_.member_held_out, examples_};
    const BlendAtHand unseen{request_.paths, choice_.blend, choice_.member_of_test, examples_};
    const ExplainedPart held_out_part{[&] { return held_out_by(seen, rows_); }, record::hardest_of(held_out_)};
    const ExplainedPart test_part{[&] { return new_rows_by(unseen, test_rows()); }, record::hardest_of(test)};
    return write_explanation(
        {record::ExplanationPaths(request_.paths), config_, target_of(config_), held_out_part, test_part}, observer_);
  }

  record::CardPart part_of(const std::vector<std::int64_t>& rows) const {
    const auto& labels = data().examples->facts.labels;
    return {static_cast<std::int64_t>(rows.size()),
            std::count_if(rows.begin(), rows.end(), [&](std::int64_t row) { return labels[row] == 1; })};
  }

  record::ModelCard card(const Evaluation& held_out) const {
    record::ModelCard card;
    take_data(data(), card);
    card.train_part = part_of(rows_.trained);
    card.valid_part = part_of(rows_.held_out);
    card.model = "blend";
    card.target = target_of(config_);
    card.objective = choice_.blend.method;
    card.seed = config_.read("trainer", kTrainerFields).seed;
    card.valid = headline_of(held_out).value;
    take_thresholds(held_out, card);
    card.platt = fit_platt({held_out_.labels, choice_.held_out, held_out_.weights});
    take_versions(card);
    return card;
  }

  void say(const std::string& text) const {
    if (observer_.note) observer_.note(text);
  }

  const EnsembleRequest& request_;
  const RunObserver& observer_;
  Config config_;  // of the whole
  MemberExamples examples_;
  FoldedRows rows_;
  record::ScoredPart held_out_;        // rows that a model has not seen, later with the kept scores
  std::vector<MemberScores> foreign_;  // trained elsewhere
  BlendChoice choice_;
};

// auto takes fewer folds where a class is rare; others are refused when the rows are dealt.
void settle_folds(EnsembleRequest& request, const RunObserver& observer) {
  if (request.plan.folds_given) return;
  const std::int64_t wanted = request.plan.folds;
  request.plan.folds = folds_allowed(*request.data.examples, request.data.split, request.data.options, wanted);
  if (request.plan.folds == wanted || !observer.note) return;
  observer.note(joined("folds: ", request.plan.folds, " instead of ", wanted,
                       ", since each part of the rows needs both classes"));
}

}  // namespace

RunSummary train_ensemble(EnsembleRequest request, const RunObserver& observer) {
  settle_folds(request, observer);
  return Ensemble(request, observer).train();
}

}  // namespace pauc
