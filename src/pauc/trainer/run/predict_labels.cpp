#include "pauc/trainer/run/predict_labels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/text/number.h"
#include "pauc/data/options.h"
#include "pauc/record/card.h"
#include "pauc/record/task_metrics.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/block_reader.h"
#include "pauc/trainer/run/output_columns.h"
#include "pauc/trainer/run/scorers.h"

namespace pauc {

namespace {

// An option that needs one score for each row; null if none was given.
const char* option_of_one_score(const PredictOptions& options) {
  if (options.rates.any() || options.rates.guarantee || options.threshold) return "decisions";
  if (options.probability) return "probability";
  if (options.members || !options.member.empty()) return "members";
  if (options.evaluate || !options.label.empty()) return "label";
  if (options.sort) return "sort";
  if (options.hits) return "page";
  if (options.diverse) return "diverse";
  if (options.budget > 0) return "budget";
  if (options.top > 0) return "top";
  if (options.uncertainty) return "uncertainty";
  if (options.nearest > 0) return "nearest";
  return options.strict ? "strict" : nullptr;
}

// The models of all labels: one network, or a run for each.
class LabelScorers {
 public:
  LabelScorers(const record::RunPaths& paths, const record::SeveralMetrics& metrics) {
    if (metrics.shared) add(paths);
    for (const record::TaskMetrics& task : metrics.tasks) {
      if (!metrics.shared) add(record::RunPaths(paths.task(task.folder)));
    }
    require(!models_.empty(), paths.metrics(), ": expected labels, got none");
  }

  const record::ModelCard& card() const { return models_.front().card; }
  const Preprocessing& content() const { return models_.front().scorers.content(); }

  // The columns that some model needs. All were trained on the same file.
  std::vector<WantedColumn> wanted() const {
    std::vector<WantedColumn> wanted = models_.front().scorers.wanted();
    for (const OneModel& model : models_) {
      const std::vector<WantedColumn> own = model.scorers.wanted();
      require(own.size() == wanted.size(), "labels: expected models of the same columns, got others");
      for (std::size_t c = 0; c < own.size(); ++c) wanted[c].needed = wanted[c].needed || own[c].needed;
    }
    return wanted;
  }

  // The scores of a row follow each other.
  std::vector<double> of(const Block& block) const {
    if (models_.size() == 1) return models_.front().scorers.of(block).scores;
    std::vector<double> scores(block.numbers.size() * models_.size());
    for (std::size_t task = 0; task < models_.size(); ++task) {
      const std::vector<double> own = models_[task].scorers.of(block).scores;
      for (std::size_t row = 0; row < own.size(); ++row) scores[row * models_.size() + task] = own[row];
    }
    return scores;
  }

 private:
  struct OneModel {
    record::ModelCard card;
    Scorers scorers;
  };

  void add(const record::RunPaths& paths) {
    record::ModelCard card = record::read_any_card(paths);
    Scorers scorers(paths, card, Scorers::Members::weighted);
    models_.push_back({std::move(card), std::move(scorers)});
  }

  std::vector<OneModel> models_;
};

// Some rows with their scores, those of a row following each other.
struct LabelRows {
  const Block& block;
  std::vector<double> scores;
  std::size_t tasks;

  // Not finite for a row that cannot be scored.
  double score(std::size_t row, std::size_t task) const {
    return block.readable[row] != 0 ? scores[row * tasks + task] : std::numeric_limits<double>::quiet_NaN();
  }
  bool is_scored(std::size_t row) const {
    for (std::size_t task = 0; task < tasks; ++task) {
      if (!std::isfinite(score(row, task))) return false;
    }
    return true;
  }
};

class LabelPrediction {
 public:
  LabelPrediction(const PredictOptions& options, const std::function<void(const std::string&)>& note)
      : options_(options),
        paths_(options.run),
        metrics_(record::read_several_metrics(paths_)),
        scorers_(paths_, metrics_),
        note_(note) {
    const char* option = option_of_one_score(options);
    require_usage(option == nullptr, option == nullptr ? "" : option, ": expected a run with one label, got ",
                  options.run, " with ", metrics_.tasks.size(), "; each of them has a run in ", paths_.tasks());
    set_compute_threads(compute_threads(options.threads, scorers_.card().input.kind));
    rows_.emplace(options, scorers_.card(), scorers_.content(), scorers_.wanted(), note);
  }

  PredictSummary run(const std::function<void(const std::string&)>& write) {
    bool first = true;
    rows_->for_each([&](const Block& block) {
      if (std::exchange(first, false)) {
        choose_columns(block);
        write(columns_.heading());
      }
      write(lines({block, scorers_.of(block), metrics_.tasks.size()}));
    });
    summary_.complaints = rows_->complaints();
    require(summary_.rows > 0, options_.data, ": expected rows to score, got none");
    require(summary_.unscored < summary_.rows, options_.data, ": expected rows to score, got ", summary_.rows,
            " that cannot be", summary_.complaints.empty() ? "" : ": " + summary_.complaints.front());
    summary_.written = summary_.rows;
    return std::move(summary_);
  }

 private:
  void choose_columns(const Block& first) {
    using Text = std::string;
    require_usage(options_.keep.empty() || !first.kept.empty(),
                  "keep: expected a CSV file, whose columns have names, got ", options_.data);
    columns_.add("row", [](const auto& rows, auto k, Text& text) { text += std::to_string(rows.block.numbers[k]); });
    if (!first.ids.empty()) {
      columns_.add("id", [](const auto& rows, auto k, Text& text) { text += csv_field(rows.block.ids[k]); });
    }
    std::vector<std::string> taken;
    for (std::size_t task = 0; task < metrics_.tasks.size(); ++task) {
      columns_.add(free_name(metrics_.tasks[task].name, "score_", taken), [task](const auto& rows, auto k, Text& text) {
        const double score = rows.score(k, task);
        if (std::isfinite(score)) append_part(text, score);
      });
    }
    summary_.kept = first.kept_names.size();
    if (first.kept.empty()) return;
    std::vector<std::string> kept;
    for (const std::string& name : first.kept_names) kept.push_back(free_name(name, "input_", taken));
    columns_.add(kept, [](const auto& rows, auto k, Text& text) { text += rows.block.kept[k]; });
  }

  // A name for the output, of a label or of a column that is passed on.
  std::string free_name(const std::string& name, const char* prefix, std::vector<std::string>& taken) const {
    // What other outputs call something else than a score.
    const std::vector<std::string> other = {"row", "id", "label", "score", "decision", "probability"};
    const auto is_in = [](const std::vector<std::string>& names, const std::string& one) {
      return std::find(names.begin(), names.end(), one) != names.end();
    };
    std::string given = name;
    while (is_in(taken, given) || is_in(other, given)) given = prefix + given;
    if (given != name) note_(joined("column ", name, " is called ", given, " in the output"));
    taken.push_back(given);
    return given;
  }

  std::string lines(const LabelRows& rows) {
    std::string text;
    for (std::size_t k = 0; k < rows.block.numbers.size(); ++k) {
      columns_.append_line(rows, k, text);
      ++summary_.rows;
      summary_.unscored += rows.is_scored(k) ? 0 : 1;
    }
    return text;
  }

  const PredictOptions& options_;
  record::RunPaths paths_;
  record::SeveralMetrics metrics_;
  LabelScorers scorers_;
  const std::function<void(const std::string&)>& note_;
  std::optional<BlockReader> rows_;
  OutputColumns<LabelRows> columns_;
  PredictSummary summary_;
};

}  // namespace

PredictSummary predict_labels(const PredictOptions& options, const std::function<void(const std::string&)>& write,
                              const std::function<void(const std::string&)>& note) {
  return LabelPrediction(options, note).run(write);
}

}  // namespace pauc
