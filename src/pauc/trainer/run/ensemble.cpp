#include "pauc/trainer/run/ensemble.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/parallel.h"
#include "pauc/core/version.h"
#include "pauc/data/folds.h"
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
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/seen_rows.h"

namespace pauc {

namespace {

constexpr const char* kSeenByInit =
    "init: expected a run on other rows, since folds are judged by rows that they leave out, got ";

// The rows as a run reads them. None if it reads other columns, which the trainings of the folds refuse.
std::shared_ptr<const Examples> as_read_by(const Preprocessing& preprocessing, MemberExamples& examples,
                                           const Content& content) {
  if (preprocessing.reads() != (content.molecules.size() > 0 ? InputKind::molecule : content.kind)) return nullptr;
  auto read = examples.with_features(preprocessing.features_from);
  return preprocessing.table.columns.size() == read->content.table.columns.size() ? read : nullptr;
}

// How many of these rows a run has seen, by its keys.
std::int64_t count_seen(const SeenRows& seen_rows, const Content& content, const std::vector<std::int64_t>& rows) {
  const std::vector<std::uint8_t> seen = seen_rows.of(content);
  return std::count_if(rows.begin(), rows.end(),
                       [&](std::int64_t row) { return seen[static_cast<std::size_t>(row)] != 0; });
}

// Files with rows for training.
std::vector<DataFile> training_files(std::vector<DataFile> files, const DataOptions& options) {
  const auto is_test = [&](const DataFile& file) { return file.path == options.test; };
  files.erase(std::remove_if(files.begin(), files.end(), is_test), files.end());
  return files;
}

void require_other_files(const std::string& init, const DataOptions& options) {
  const RunBeginning beginning = read_beginning(record::RunPaths(init));
  const auto before = training_files(beginning.files, beginning.asked.read("data", kDataFields));
  for (const DataFile& file : training_files(data_files(options), options)) {
    const bool seen = std::any_of(before.begin(), before.end(),
                                  [&](const DataFile& other) { return other.fingerprint == file.fingerprint; });
    require_usage(!seen, kSeenByInit, init, ", which was trained on ", file.path);
  }
}

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
    refuse_rows_seen_by_init();
    RunSummary summary;
    summary.folder = request_.paths.folder;
    MemberTraining how;
    how.at_once = at_once();
    how.without = left_out_before();
    how.begin = [&](const std::vector<std::string>& notes) { begin(notes); };
    TrainedMembers trained = train_members(request_, rows_, examples_, how, observer_);
    summary.interrupted = trained.interrupted;
    if (trained.interrupted) return summary;
    for (const record::LeftOutMember& member : trained.left_out) {
      say(joined("warning: ", member.name, " is left out: ", member.why));
    }
    trained.members.insert(trained.members.end(), foreign_.begin(), foreign_.end());
    require_enough(trained.members.size(), trained.possible + foreign_.size(), trained.left_out);
    summary.was_finished = trained.were_finished && is_finished_with(trained.members);
    choice_ = choose_blend(trained.members, held_out_, request_.plan.blend, evaluation_options(config_));
    for (const std::string& note : choice_.blend.notes) say("warning: " + note);
    choice_.blend.left_out = std::move(trained.left_out);
    choice_.blend.notes.insert(choice_.blend.notes.end(), trained.notes.begin(), trained.notes.end());
    choice_.blend.notes.insert(choice_.blend.notes.end(), notes_.begin(), notes_.end());
    summary.candidates = choice_.candidates;
    summary.kept = choice_.kept;
    summary.objective = summary.candidates[summary.kept].name;
    summary.interrupted = !write(summary);
    return summary;
  }

 private:
  void begin(const std::vector<std::string>& notes) const {
    request_.lock.emplace(request_.paths.folder);
    begin_run(request_.paths, request_.beginning, request_.request.mode, request_.request.changed_data);
    write_start_time(request_.paths, request_.beginning.files);
    write_seen_rows(request_.paths, keys_of_seen_rows(data()));
    for (const std::string& note : data().notes) say(note);
    for (const std::string& note : notes) say(note);
    for (const std::string& note : notes_) say("warning: " + note);
    say(joined("run: ", request_.paths.folder));
    for (const std::string& line : explained(request_.beginning.asked, request_.plan, facts())) say(line);
  }

  // With the rows that the members are trained on.
  DataFacts facts() const {
    DataFacts facts = data().facts();
    const record::CardPart trained = part_of(rows_.trained);
    facts.rows = trained.rows;
    facts.positives = trained.positives;
    return facts;
  }

  // A finished run stays as it is, unless it is given more time.
  std::vector<record::LeftOutMember> left_out_before() const {
    const bool more_time = request_.request.asked.has("trainer.minutes");
    if (request_.request.mode != OutputMode::resume || !request_.paths.finished() || more_time) return {};
    return record::read_blend(request_.paths).left_out;
  }

  bool is_finished_with(const std::vector<MemberScores>& members) const {
    if (!request_.paths.finished()) return false;
    const std::vector<record::BlendMember> before = record::read_blend(request_.paths).members;
    return std::equal(before.begin(), before.end(), members.begin(), members.end(),
                      [](const record::BlendMember& a, const MemberScores& b) { return a.name == b.name; });
  }

  // Models trained at a time, each on one thread.
  int at_once() const {
    const auto threads = static_cast<int>(request_.beginning.asked.read("trainer", kTrainerFields).threads);
    return threads > 0 ? threads : hardware_threads();
  }

  const PreparedData& data() const { return request_.data; }
  const std::vector<std::int64_t>& test_rows() const { return data().split.of(Part::test); }

  // Rows that the weights of --init have seen are not left out by any fold.
  void refuse_rows_seen_by_init() {
    const std::string init = request_.beginning.asked.get("trainer.init");
    if (init.empty() || request_.plan.folds == 1) return;
    if (is_weights_file(init)) {
      return say(joined("warning: figures out of fold hold only if ", init, " was made without these rows"));
    }
    const record::RunPaths run(init);
    const Preprocessing preprocessing = preprocessing_from_json(record::read_any_card(run).preprocessing, run.card());
    const SeenRows seen_rows(run, preprocessing);
    const auto read = seen_rows.known() ? as_read_by(preprocessing, examples_, data().examples->content) : nullptr;
    if (!read) return require_other_files(init, data().options);
    const std::int64_t seen = count_seen(seen_rows, read->content, rows_.held_out);
    if (seen == 0) return;
    const auto rows = static_cast<std::int64_t>(rows_.held_out.size());
    const std::string count = joined("trained on ", seen, " of these ", rows, " rows");
    require_usage(may_be_chance(preprocessing, seen, rows), kSeenByInit, init, ", which was ", count);
    say(joined("init: ", init, " was ", count, ", perhaps by chance"));
  }

  // Read before anything is trained, so that a wrong file is refused at once.
  std::vector<MemberScores> foreign_scores() {
    std::vector<MemberScores> all;
    for (const ForeignMember& member : request_.plan.foreign) {
      ForeignScores read = read_foreign_scores(member, data(), {rows_.held_out, rows_.trained, test_rows()});
      all.push_back({member.name, 0, read.probabilities, std::move(read.scores[0]), std::move(read.scores[1]),
                     std::move(read.scores[2]), read.least_probability});
      note_leak(all.back());
    }
    return all;
  }

  // A model that has seen its rows ranks them far better than new ones.
  void note_leak(const MemberScores& member) {
    const auto auc_of = [&](const std::vector<std::int64_t>& rows, const std::vector<double>& scores) {
      return record::evaluate_part(data().scored_rows(rows, scores), {}).scores[0].areas[0];
    };
    const Estimate training = auc_of(rows_.held_out, member.held_out);
    const Estimate test = auc_of(test_rows(), member.of_test);
    // Perfect scores have no interval.
    const double least = training.ci.interval ? training.ci.interval->lower : training.value;
    const double most = test.ci.interval ? test.ci.interval->upper : test.value;
    if (least <= most) return;
    notes_.push_back(joined(member.name, " ranks the training rows far better (AUC ", training.value,
                            ") than the test rows (", test.value, "): were their scores out of fold?"));
  }

  // A blend needs two, unless the data, the build or the time allow only one.
  void require_enough(std::size_t members, std::size_t possible,
                      const std::vector<record::LeftOutMember>& left_out) const {
    const bool timed = request_.beginning.asked.has("trainer.minutes");
    const std::size_t least = std::min<std::size_t>(timed ? 1 : 2, std::max<std::size_t>(1, possible));
    if (members >= least) return;
    std::string reasons;
    for (const record::LeftOutMember& member : left_out)
      reasons += joined("; left out: ", member.name, ", ", member.why);
    fail(Fault::failed_run, "blend: expected at least ", least, least == 1 ? " member" : " members", ", got ", members,
         reasons);
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
    mark_unfinished(request_.paths);
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
    write_file_atomically(paths.card(), record::card_json(card(*summary.valid, *summary.test)));
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
    const auto& labels = data().row_facts().labels;
    return {static_cast<std::int64_t>(rows.size()),
            std::count_if(rows.begin(), rows.end(), [&](std::int64_t row) { return labels[row] == 1; })};
  }

  record::ModelCard card(const Evaluation& held_out, const Evaluation& test) const {
    record::ModelCard card;
    take_data(data(), card);
    card.train_part = part_of(rows_.trained);
    card.valid_part = part_of(rows_.held_out);
    card.model = record::kBlendModel;
    card.target = target_of(config_);
    card.objective = choice_.blend.method;
    card.seed = config_.read("trainer", kTrainerFields).seed;
    card.valid = headline_of(held_out).value;
    take_thresholds(held_out, held_out_, card);
    if (!record::new_rows_of(choice_.blend).scored_alike()) card.guarantee_basis = GuaranteeBasis::out_of_fold;
    take_test(test, card);
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
  std::vector<std::string> notes_;     // for the record
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
