#include "pauc/trainer/run/ensemble.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/version.h"
#include "pauc/metric/blend_weights.h"
#include "pauc/model/registry.h"
#include "pauc/record/blend.h"
#include "pauc/record/candidates.h"
#include "pauc/record/card.h"
#include "pauc/record/metrics.h"
#include "pauc/trainer/config/defaults.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/run/explanation.h"
#include "pauc/trainer/run/fold_models.h"
#include "pauc/trainer/run/results.h"

namespace pauc {

namespace {

constexpr const char* kBlend = "blend";

// The families that were asked for: those of --members, else the one of --model.
std::vector<Member> members_of(const Config& asked, const DataFacts& facts) {
  const std::string listed = asked.get("trainer.members");
  std::vector<std::string> names;
  if (listed.empty()) {
    names = {resolved_for_auto(asked, facts).get("model.name")};
  } else {
    for (const std::string_view name : comma_parts(listed)) names.emplace_back(name);
  }
  std::vector<Member> members;
  for (const std::string& name : names) {
    const auto same = [&](const Member& member) { return member.name == name; };
    require_usage(std::none_of(members.begin(), members.end(), same), "members: expected each once, got ", name,
                  " twice");
    Member member{name, asked};
    member.asked.set("model.name", name, "members");
    member.asked.erase("trainer.members");
    members.push_back(std::move(member));
  }
  return members;
}

std::vector<double> logits_of(const Platt& platt, std::vector<double> scores) {
  for (double& score : scores) score = platt.slope * score + platt.shift;
  return scores;
}

class Ensemble {
 public:
  Ensemble(const EnsembleRequest& request, const RunObserver& observer)
      : request_(request),
        observer_(observer),
        members_(members_of(request.beginning.asked, request.data.facts())),
        rows_(folded_rows(request.data)) {
    for (const std::int64_t row : rows_.pool) {
      labels_.push_back(static_cast<std::uint8_t>(request.data.examples->facts.labels[row]));
      if (!request.data.examples->facts.weights.empty()) {
        weights_.push_back(request.data.examples->facts.weights[row]);
      }
    }
  }

  RunSummary train() {
    RunSummary summary;
    summary.folder = request_.paths.folder;
    const TrainedMembers trained = train_members(request_, members_, rows_, at_once(), observer_);
    summary.interrupted = trained.interrupted;
    if (trained.interrupted) return summary;
    summary.was_finished = trained.were_finished && request_.paths.finished();
    take(trained);
    choose(summary);
    summary.interrupted = !write(summary);
    return summary;
  }

 private:
  // Models trained at a time, each on one thread.
  int at_once() const {
    const auto threads = static_cast<int>(request_.beginning.asked.read("trainer", kTrainerFields).threads);
    return threads > 0 ? threads : hardware_threads();
  }

  const PreparedData& data() const { return request_.data; }
  Config config() const { return resolved_for_auto(request_.beginning.asked, data().facts()); }
  Region target() const { return target_of(config()); }

  // Leaves out members that failed.
  void take(const TrainedMembers& trained) {
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const MemberScores& scores = trained.members[k];
      if (!scores.failure.empty()) {
        say(joined("warning: ", members_[k].name, " is left out: ", scores.failure));
        continue;
      }
      const Platt platt = members_.size() == 1 ? Platt() : fit_platt({labels_, scores.held_out, weights_});
      blend_.members.push_back({members_[k].name, 0, platt.slope, platt.shift, data().options.folds});
      held_out_.push_back(logits_of(platt, scores.held_out));
      of_pool_.push_back(logits_of(platt, scores.of_pool));
      of_test_.push_back(logits_of(platt, scores.of_test));
    }
    const std::size_t least = std::min<std::size_t>(2, members_.size());
    if (held_out_.size() < least) {
      fail(Fault::failed_run, "blend: expected at least ", least, " members, got ", held_out_.size(),
           ": the others have failed");
    }
  }

  // Members by themselves, and their blend; the best on the rows that were left out is kept.
  void choose(RunSummary& summary) {
    const BlendWeights stack = stacked_weights({held_out_, labels_, weights_});
    for (std::size_t k = 0; k < held_out_.size(); ++k) add_candidate(blend_.members[k].name, held_out_[k], summary);
    if (held_out_.size() > 1) add_candidate(kBlend, blended(stack, held_out_), summary);
    for (std::size_t k = 1; k < summary.candidates.size(); ++k) {
      if (summary.candidates[k].valid.value > summary.candidates[summary.kept].valid.value) summary.kept = k;
    }
    const bool keeps_blend = summary.kept == held_out_.size();
    BlendWeights weights = stack;
    if (!keeps_blend) {
      weights.weights.assign(held_out_.size(), 0);
      weights.weights[summary.kept] = 1;
      weights.intercept = 0;
    }
    blend_.method = keeps_blend ? "stack" : "single";
    blend_.intercept = weights.intercept;
    for (std::size_t k = 0; k < weights.weights.size(); ++k) blend_.members[k].weight = weights.weights[k];
    summary.objective = summary.candidates[summary.kept].name;
    scores_ = {blended(weights, of_pool_), blended(weights, held_out_), blended(weights, of_test_)};
  }

  void add_candidate(const std::string& name, const std::vector<double>& scores, RunSummary& summary) const {
    const Evaluation evaluation = record::evaluate_part(scored(rows_.pool, scores), evaluation_options(config()));
    summary.candidates.push_back({name, name, 0, headline_of(evaluation), ""});
  }

  record::ScoredPart scored(const std::vector<std::int64_t>& rows, const std::vector<double>& scores) const {
    return data().scored_rows(rows, scores);
  }

  // False if it was asked to stop.
  bool write(RunSummary& summary) {
    const auto& test_rows = data().split.of(Part::test);
    record::ScoredPart parts[3] = {scored(rows_.pool, scores_[0]), scored(rows_.pool, scores_[1]),
                                   scored(test_rows, scores_[2])};
    parts[1].folds = rows_.folds;
    Evaluation evaluations[3];
    for (int k = 0; k < 3; ++k) evaluations[k] = record::evaluate_part(parts[k], evaluation_options(config()));
    summary.valid = evaluations[1];
    summary.test = evaluations[2];
    if (summary.was_finished) return true;
    std::filesystem::remove(request_.paths.metrics());  // marks the run as unfinished
    const record::RunPaths& paths = request_.paths;
    write_file_atomically(paths.config(), config_yaml(config()));
    write_file_atomically(paths.blend(), record::blend_json(blend_));
    write_file_atomically(paths.candidates_table(), record::candidates_json(candidate_results(summary)));
    write_file_atomically(paths.predictions("valid"), record::predictions_csv(parts[1]));
    write_file_atomically(paths.predictions("test"), record::predictions_csv(parts[2]));
    write_file_atomically(paths.card(), record::card_json(card(evaluations[1])));
    write_file_atomically(paths.hardest(), record::hardest_json(hardest_with_pictures(rows_.pool, parts[1], data()),
                                                                hardest_with_pictures(test_rows, parts[2], data())));
    const Config& asked = request_.beginning.asked;
    const ExplainedPart held_out{[&] { return held_out_by(paths, blend_, rows_, data()); },
                                 record::hardest_of(parts[1])};
    const ExplainedPart test{[&] { return test_scored_by(paths, blend_, data()); }, record::hardest_of(parts[2])};
    if (!write_explanation({record::ExplanationPaths(paths), asked, target(), held_out, test}, observer_)) return false;
    write_file_atomically(paths.metrics(), record::metrics_json(evaluations[0], evaluations[1], evaluations[2]));
    return true;
  }

  record::ModelCard card(const Evaluation& held_out) const {
    record::ModelCard card;
    take_data(data(), card);
    const auto positives = std::count(labels_.begin(), labels_.end(), 1);
    card.train_part = card.valid_part = {static_cast<std::int64_t>(labels_.size()), positives};
    card.model = kBlend;
    card.target = target();
    card.objective = blend_.method;
    card.seed = config().read("trainer", kTrainerFields).seed;
    card.valid = headline_of(held_out).value;
    take_thresholds(held_out, card);
    card.platt = fit_platt({labels_, scores_[1], weights_});
    take_versions(card);
    return card;
  }

  void say(const std::string& text) const {
    if (observer_.note) observer_.note(text);
  }

  const EnsembleRequest& request_;
  const RunObserver& observer_;
  std::vector<Member> members_;
  FoldedRows rows_;
  std::vector<std::uint8_t> labels_;  // [pool]
  std::vector<double> weights_;       // [pool]
  record::Blend blend_;
  std::vector<std::vector<double>> held_out_, of_pool_, of_test_;  // logits by member
  PartScores scores_;                                              // of the blend: pool, held out, test
};

void explain(const EnsembleRequest& request, const RunObserver& observer) {
  if (!observer.note) return;
  for (const std::string& note : request.data.notes) observer.note(note);
  observer.note(joined("run: ", request.paths.folder));
}

}  // namespace

bool is_ensemble(const Config& asked) {
  const DataOptions data = asked.read("data", kDataFields);
  return data.folds > 0 && !data.fold;
}

RunSummary train_ensemble(const EnsembleRequest& request, const RunObserver& observer) {
  Ensemble ensemble(request, observer);
  const RunLock lock(request.paths.folder);
  begin_run(request.paths, request.beginning, request.request.mode, request.request.changed_data);
  explain(request, observer);
  return ensemble.train();
}

}  // namespace pauc
