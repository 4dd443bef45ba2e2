#include "pauc/trainer/run/task_results.h"

#include <utility>
#include <variant>

#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/text/utf8.h"
#include "pauc/core/version.h"
#include "pauc/data/task_rows.h"
#include "pauc/record/card.h"
#include "pauc/record/epoch_log.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/run/model_file.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/seen_rows.h"
#include "pauc/trainer/run/task_data.h"

namespace pauc {

namespace {

record::ShownFigure shown(const Estimate& estimate) { return {estimate.value, estimate.ci.interval}; }

bool has_both_classes(const record::ScoredPart& part) {
  bool has[2] = {false, false};
  for (std::size_t k = 0; k < part.labels.size(); ++k) {
    has[part.labels[k]] |= part.weights.empty() || part.weights[k] > 0;
  }
  return has[0] && has[1];
}

// The independent unit that a row belongs to: its number, or its group by name.
std::int64_t unit_of(const record::ScoredPart& part, std::size_t row, std::map<std::string, std::int64_t>& groups) {
  if (part.groups.empty()) return part.numbers[row];
  return groups.emplace(part.group_names[part.groups[row]], static_cast<std::int64_t>(groups.size())).first->second;
}

// Rows of weight 0 count nowhere.
TaskColumn column_of(const record::ScoredPart& part, std::map<std::string, std::int64_t>& groups) {
  TaskColumn column;
  ScoredRows rows;
  rows.names = {"score"};
  rows.columns.resize(1);
  for (std::size_t k = 0; k < part.labels.size(); ++k) {
    if (!part.weights.empty() && part.weights[k] == 0) continue;
    rows.labels.push_back(part.labels[k]);
    rows.columns[0].push_back(part.scores[k]);
    if (!part.weights.empty()) rows.weights.push_back(part.weights[k]);
    column.units.push_back(unit_of(part, k, groups));
  }
  column.rows = prepared(std::move(rows));
  return column;
}

TaskMeanSum sum_over(const EvaluatedArea& area, bool grouped) {
  return {std::visit([](const auto& part) { return Measure(part); }, area.where), grouped};
}

record::ModelCard card_of(const TrainingResult& result, const PreparedData& data) {
  record::ModelCard card;
  take_data(data, card);
  take_training(result, card);
  take_versions(card);
  for (const std::string& name : task_names(data)) card.labels.push_back(printable(name));
  card.label = printable(data.options.label);
  return card;
}

// One label on its way to a folder of its own.
class TaskResult {
 public:
  TaskResult(const TrainingResult& result, const PartScores& scores, const PreparedData& whole, std::size_t task)
      : result_(result),
        name_(task_names(whole)[task]),
        data_(data_of_task(whole, task)),
        options_(evaluation_options(result.config)) {
    for (const Part part : {Part::train, Part::valid, Part::test}) {
      const auto k = static_cast<std::size_t>(part);
      scores_[k] = scores_of_task(whole, part, scores[k], task);
    }
  }

  record::ScoredPart scored(Part part) const { return data_.scored(part, scores_[static_cast<std::size_t>(part)]); }

  // Figures of a part; counts alone if it lacks a class.
  record::TaskPart judged(Part part) const {
    const record::ScoredPart rows = scored(part);
    if (has_both_classes(rows)) return part_of(record::evaluate_part(rows, options_));
    const TaskCounts counts = counts_of_part(rows);
    return {counts.positives, counts.negatives, 1, std::nullopt, std::nullopt};
  }

  bool can_be_judged() const { return has_both_classes(scored(Part::valid)) && has_both_classes(scored(Part::test)); }

  // An ordinary run folder, but for its weights.
  void write(const std::string& folder, const Config& asked, const Model& model, double valid,
             KeysOfSeenRows& keys) const {
    TrainingResult own{record::RunPaths(result_.paths.task(folder)), result_.config, result_.best, result_.epochs,
                       result_.log};
    own.best.valid = valid;
    own.best.weights.clear();
    make_folder(own.paths.folder);
    write_file_atomically(own.paths.config(), config_yaml(of_label(result_.config)));
    write_beginning(own.paths, {kVersion, of_label(asked), data_.files, data_.rows_crc()});
    write_seen_rows(own.paths, keys.of(data_));
    write_result(own, model, scores_, data_);
  }

  const std::string& positive() const { return data_.row_facts().positive; }

 private:
  // The same for this label alone.
  Config of_label(Config config) const {
    config.set("data.task", name_, "label");
    config.erase("trainer.tasks_weight");
    return config;
  }

  static TaskCounts counts_of_part(const record::ScoredPart& rows) {
    TaskCounts counts;
    for (const std::uint8_t label : rows.labels) (label == 1 ? counts.positives : counts.negatives) += 1;
    return counts;
  }

  const TrainingResult& result_;
  std::string name_;
  PreparedData data_;
  EvaluationOptions options_;
  PartScores scores_;
};

}  // namespace

record::TaskPart part_of(const Evaluation& evaluation) {
  const ScoreEvaluation& score = evaluation.scores[0];
  return {evaluation.positives, evaluation.negatives, 1, shown(headline_of(evaluation)),
          shown(on_shown_scale(evaluation.areas.front(), score.areas.front()))};
}

void PartMeans::add(const record::ScoredPart& rows) {
  if (!has_both_classes(rows)) return;
  if (labels_++ == 0) {
    const Evaluation first = record::evaluate_part(rows, options_);
    const bool grouped = !rows.groups.empty();
    target_ = {first.areas[first.headline], sum_over(first.areas[first.headline], grouped)};
    auc_ = {first.areas.front(), sum_over(first.areas.front(), grouped)};
  }
  const TaskColumn column = column_of(rows, groups_);
  target_->sum.add(column);
  auc_->sum.add(column);
}

record::ShownFigure PartMeans::figure(const OfArea& one) const {
  const TaskMean mean = one.sum.mean(options_.uncertainty.confidence);
  return shown(on_shown_scale(one.area, {mean.value, mean.ci, std::nullopt}));
}

record::TaskPart PartMeans::mean() const {
  record::TaskPart part{0, 0, labels_, std::nullopt, std::nullopt};
  if (labels_ == 0) return part;
  part.target = figure(*target_);
  part.auc = figure(*auc_);
  return part;
}

Estimate headline_of(const record::SeveralMetrics& metrics) {
  Estimate estimate;
  if (!metrics.valid.target) return estimate;
  estimate.value = metrics.valid.target->value;
  estimate.ci.interval = metrics.valid.target->ci;
  return estimate;
}

void mark_tasks_unfinished(const record::RunPaths& paths) {
  for (const std::string& folder : paths_in(paths.tasks())) mark_unfinished(record::RunPaths(folder));
}

record::SeveralMetrics write_task_results(const TrainingResult& result, const Config& asked, const Model& model,
                                          const PartScores& scores, const PreparedData& data) {
  const record::RunPaths& paths = result.paths;
  record::ModelCard card = card_of(result, data);
  write_model(paths, model, data.inputs.shape, card);
  write_file_atomically(paths.card(), record::card_json(card));
  write_file_atomically(paths.log(), record::epoch_log_text(result.log));
  const std::vector<std::string> names = task_names(data);
  const std::vector<std::string> folders = task_folders(names);
  record::SeveralMetrics metrics{true, target_of(result.config), {}, {}, {}, {}};
  const EvaluationOptions options = evaluation_options(result.config);
  PartMeans means[3] = {PartMeans(options), PartMeans(options), PartMeans(options)};
  KeysOfSeenRows keys;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const TaskResult task(result, scores, data, k);
    record::TaskMetrics own{
        names[k], "", task.positive(), task.judged(Part::train), task.judged(Part::valid), task.judged(Part::test)};
    if (task.can_be_judged()) {
      own.folder = folders[k];
      task.write(folders[k], asked, model, own.valid.target->value, keys);
    }
    metrics.tasks.push_back(std::move(own));
    for (const Part part : {Part::train, Part::valid, Part::test}) {
      means[static_cast<std::size_t>(part)].add(task.scored(part));
    }
  }
  metrics.train = means[0].mean();
  metrics.valid = means[1].mean();
  metrics.test = means[2].mean();
  make_folder(paths.tasks());
  write_file_atomically(paths.metrics(), record::several_metrics_json(metrics));
  return metrics;
}

}  // namespace pauc
