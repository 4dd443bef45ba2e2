#include "pauc/trainer/run/separate_labels.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/data/task_rows.h"
#include "pauc/record/metrics.h"
#include "pauc/trainer/config/defaults.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/run/seen_rows.h"
#include "pauc/trainer/run/single_run.h"
#include "pauc/trainer/run/task_data.h"
#include "pauc/trainer/run/task_results.h"

namespace pauc {

namespace {

bool can_be_judged(const PreparedData& data, const TaskFacts& task) {
  const RowFacts& facts = data.examples->facts;
  return counts_of(task, facts, data.split.of(Part::valid)).has_both() &&
         counts_of(task, facts, data.split.of(Part::test)).has_both();
}

class SeparateLabels {
 public:
  SeparateLabels(const LabelsRequest& request, const RunObserver& observer)
      : request_(request),
        observer_(observer),
        // The rows of all labels have the same content: only the facts are exchanged, for one label after the other.
        examples_(std::const_pointer_cast<Examples>(request.data.examples)),
        all_(examples_->facts) {
    const std::vector<std::string> names = task_names(request.data);
    const std::vector<std::string> folders = task_folders(names);
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (can_be_judged(request.data, all_.tasks[request.data.tasks[k]])) {
        labels_.push_back({names[k], folders[k], request.data.tasks[k]});
      } else {
        left_out_.push_back(names[k]);
      }
    }
    require(!labels_.empty(), request.data.examples->files[0],
            ": expected a label with both classes in every part, got none; other fractions or another split may help");
  }

  ~SeparateLabels() { examples_->facts = std::move(all_); }
  SeparateLabels(const SeparateLabels&) = delete;
  SeparateLabels& operator=(const SeparateLabels&) = delete;

  RunSummary run() {
    const std::string model = prepared(labels_.front()).candidates.front().config.get("model.name");  // checks all
    begin();
    explain(model);
    RunSummary summary;
    summary.folder = request_.paths.folder;
    summary.objective = request_.beginning.asked.get("objective.name");
    summary.was_finished = request_.paths.finished();
    for (const Label& label : labels_) {
      const RunSummary own = train(label, summary.was_finished);
      summary.interrupted = own.interrupted;
      if (own.interrupted) return summary;
      summary.was_finished = summary.was_finished && own.was_finished;
    }
    if (!summary.was_finished) write();
    summary.labels = record::read_several_metrics(request_.paths);
    return summary;
  }

 private:
  struct Label {
    std::string name;
    std::string folder;
    std::size_t place = 0;  // among all labels
  };

  void say(const std::string& text) const {
    if (observer_.note) observer_.note(text);
  }

  PreparedRun prepared(const Label& label) {
    Config asked = request_.beginning.asked;
    asked.set("data.task", label.name, "label");
    asked.erase("trainer.tasks_weight");
    examples_->facts = facts_of_task(all_, label.place);
    return prepared_run(record::RunPaths(request_.paths.task(label.folder)), asked,
                        prepare_data(asked, request_.beginning.files, request_.how, examples_));
  }

  void begin() const {
    request_.lock.emplace(request_.paths.folder);
    begin_run(request_.paths, request_.beginning, request_.request.mode, request_.request.changed_data);
    write_start_time(request_.paths, request_.beginning.files);
  }

  void explain(const std::string& model) const {
    for (const std::string& note : request_.data.notes) say(note);
    for (const std::string& name : left_out_) {
      say(joined("label ", name, " is left out: a model of its own needs both classes in every part"));
    }
    say(joined("run: ", request_.paths.folder));
    say(joined("model: ", model, ", one for each of ", labels_.size(), " labels, because it is fitted to all rows at ",
               "once"));
  }

  // `whole_finished` becomes false before the label is trained on.
  RunSummary train(const Label& label, bool whole_finished) {
    const PreparedRun run = prepared(label);
    if (whole_finished && !is_finished(run)) mark_unfinished(request_.paths);
    begin_run(run.paths, {request_.beginning.version, run.asked, request_.beginning.files, run.data.rows_crc()},
              OutputMode::resume, request_.request.changed_data);
    write_seen_rows(run.paths, keys_.of(run.data));
    const RunSummary summary = train_run(run, observer_);
    if (!summary.interrupted) {
      take(label, summary, run);
      if (!summary.was_finished) {
        say(joined(label.name, ": label ", metrics_.tasks.size(), " of ", labels_.size(), " is trained"));
      }
    }
    return summary;
  }

  void take(const Label& label, const RunSummary& summary, const PreparedRun& run) {
    record::TaskMetrics own;
    own.name = label.name;
    own.folder = label.folder;
    own.positive = run.data.row_facts().positive;
    own.objective = summary.objective;
    own.best_epoch = summary.best_epoch;
    const record::PartMetrics train = record::read_metrics(run.paths).front();
    own.train = {train.positives, train.negatives, 1, std::nullopt, std::nullopt};
    own.train.target = record::ShownFigure{train.two_way ? *train.two_way : train.one_way.value_or(0), std::nullopt};
    own.valid = part_of(*summary.valid);
    own.test = part_of(*summary.test);
    metrics_.tasks.push_back(std::move(own));
  }

  void write() {
    const Config& asked = request_.beginning.asked;
    metrics_.shared = false;
    metrics_.target = target_of(asked);
    const auto mean = [&](const char* part) {
      PartMeans means(evaluation_options(asked));
      for (const Label& label : labels_) {
        means.add(record::read_predictions(record::RunPaths(request_.paths.task(label.folder)), part));
      }
      return means.mean();
    };
    metrics_.train = {0, 0, 0, std::nullopt, std::nullopt};  // their scores are not kept
    metrics_.valid = mean("valid");
    metrics_.test = mean("test");
    write_file_atomically(request_.paths.config(), config_yaml(resolved_for_auto(asked, request_.data.facts())));
    write_file_atomically(request_.paths.metrics(), record::several_metrics_json(metrics_));
  }

  const LabelsRequest& request_;
  const RunObserver& observer_;
  std::shared_ptr<Examples> examples_;
  RowFacts all_;
  std::vector<Label> labels_;
  std::vector<std::string> left_out_;
  KeysOfSeenRows keys_;
  record::SeveralMetrics metrics_;
};

}  // namespace

void check_labels_request(const Config& asked, const Ranks& ranks) {
  const TrainerOptions trainer = asked.read("trainer", kTrainerFields);
  const DataOptions data = asked.read("data", kDataFields);
  require_usage(ranks.is_alone(), "processes: several labels need one process, got ", ranks.size());
  const bool blends = data.folds > 0 || !trainer.members.empty() || trainer.effort || trainer.minutes ||
                      !trainer.member.empty() || trainer.blend;
  require_usage(!blends, "label: a blend of models learns one label, got several; name one of them by --task, and ",
                "train a blend for each");
  require_usage(further_targets_of(asked).empty(), "also: expected one target for several labels, got ",
                asked.get("target.also"));
  require_usage(trainer.like.empty(), "like: expected one label, got several");
  require_usage(data.keep_positive == 1, "keep_positive: expected one label, got several");
}

bool share_a_network(const Config& asked, const DataFacts& facts) {
  Config config = resolved_for_auto(asked, facts);
  return !is_full_batch(config);
}

Config config_of_network(const Config& asked) {
  const TrainerOptions trainer = asked.read("trainer", kTrainerFields);
  require_usage(trainer.column_groups.empty(),
                "column_groups: expected one label, got several, which share a network; ",
                "name one of them by --task");
  require_usage(!asked.has("trainer.importance") || trainer.importance == 0,
                "importance: expected one label or 0, got ", trainer.importance,
                " and several labels, which share a network; name one of them by --task");
  Config config = asked;
  config.set("trainer.importance", "0", "label");
  return config;
}

RunSummary train_labels_separately(const LabelsRequest& request, const RunObserver& observer) {
  return SeparateLabels(request, observer).run();
}

}  // namespace pauc
