#include "pauc/trainer/run/predict_labels.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/byte_source.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/prepared_ahead.h"
#include "pauc/core/text/number.h"
#include "pauc/data/options.h"
#include "pauc/record/card.h"
#include "pauc/record/task_metrics.h"
#include "pauc/trainer/loop/threads.h"
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
    std::vector<std::string> notes;
    next_block_ = open_blocks(block_options(), scorers_.wanted(), notes);
    for (const std::string& text : notes) note(text);
  }

  PredictSummary run(const std::function<void(const std::string&)>& write) {
    bool first = true;
    for_each_block([&](const Block& block) {
      if (std::exchange(first, false)) write(heading(block));
      write(lines(block));
    });
    require(summary_.rows > 0, options_.data, ": expected rows to score, got none");
    require(summary_.unscored < summary_.rows, options_.data, ": expected rows to score, got ", summary_.rows,
            " that cannot be", summary_.complaints.empty() ? "" : ": " + summary_.complaints.front());
    summary_.written = summary_.rows;
    return std::move(summary_);
  }

 private:
  BlockOptions block_options() const {
    const record::ModelCard& card = scorers_.card();
    const Preprocessing& content = scorers_.content();
    const InputKind kind = content.reads();
    require_usage(options_.smiles.empty() || kind == InputKind::molecule,
                  "smiles: expected a model of molecules, got one of ", input_kind_name(kind), " data");
    require_usage((options_.image.empty() && options_.image_root.empty()) || kind == InputKind::image,
                  "image: expected a model of images, got one of ", input_kind_name(kind), " data");
    BlockOptions blocks;
    blocks.path = options_.data;
    blocks.kind = options_.kind;
    blocks.content = kind;
    blocks.missing = content.table.missing;
    blocks.features_from = content.features_from;
    blocks.standardise = content.standardise;
    blocks.column = kind == InputKind::image ? options_.image : options_.smiles;
    blocks.usual_column = content.column;
    blocks.image_root = options_.image_root;
    blocks.image_size = content.image.size;
    blocks.threads = options_.reading_threads;
    blocks.header = choice_named<CsvOptions::Header>(options_.header.empty() ? card.header : options_.header, "header");
    blocks.id = options_.id;
    blocks.usual_id = card.id;
    blocks.keep = options_.keep;
    return blocks;
  }

  // A file is read ahead; a stream is scored as it comes.
  void for_each_block(const std::function<void(const Block&)>& use) {
    const auto next = [this]() -> std::optional<std::unique_ptr<Block>> {
      auto block = std::make_unique<Block>();
      if (!next_block_(*block)) return std::nullopt;
      return block;
    };
    const auto use_one = [&](const Block& block) {
      constexpr std::size_t kMostComplaints = 5;
      use(block);
      for (const std::string& text : block.notes) note_(text);
      for (const std::string& complaint : block.complaints) {
        if (summary_.complaints.size() < kMostComplaints) summary_.complaints.push_back(complaint);
      }
    };
    if (is_stream(options_.data)) {
      while (const auto block = next()) use_one(**block);
      return;
    }
    PreparedAhead<std::unique_ptr<Block>> ahead(next);
    while (const auto block = ahead.next()) use_one(**block);
  }

  std::string heading(const Block& block) {
    require_usage(options_.keep.empty() || !block.kept.empty(),
                  "keep: expected a CSV file, whose columns have names, got ", options_.data);
    std::vector<std::string> names = {"row"};
    if (!block.ids.empty()) names.emplace_back("id");
    // What other outputs call something else than a score.
    const std::vector<std::string> other = {"id", "label", "score", "decision", "probability"};
    const auto is_taken = [&](const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end() ||
             std::find(other.begin(), other.end(), name) != other.end();
    };
    const auto add = [&](const std::string& name, const char* prefix) {
      std::string given = name;
      while (is_taken(given)) given = prefix + given;
      if (given != name) note_(joined("column ", name, " is called ", given, " in the output"));
      names.push_back(given);
    };
    for (const record::TaskMetrics& task : metrics_.tasks) add(task.name, "score_");
    for (const std::string& name : block.kept_names) add(name, "input_");
    summary_.kept = block.kept_names.size();
    std::string line;
    for (const std::string& name : names) line += joined(line.empty() ? "" : ",", csv_field(name));
    return line + "\n";
  }

  std::string lines(const Block& block) {
    const std::vector<double> scores = scorers_.of(block);
    const std::size_t tasks = metrics_.tasks.size();
    std::string text;
    for (std::size_t row = 0; row < block.numbers.size(); ++row) {
      text += std::to_string(block.numbers[row]);
      if (!block.ids.empty()) text += "," + csv_field(block.ids[row]);
      bool scored = block.readable[row] != 0;
      for (std::size_t task = 0; task < tasks; ++task) {
        const double score = scores[row * tasks + task];
        text += ',';
        if (block.readable[row] == 0) continue;
        if (std::isfinite(score)) append_part(text, score);
        scored = scored && std::isfinite(score);
      }
      if (!block.kept.empty()) text += "," + block.kept[row];
      text += '\n';
      ++summary_.rows;
      summary_.unscored += scored ? 0 : 1;
    }
    return text;
  }

  const PredictOptions& options_;
  record::RunPaths paths_;
  record::SeveralMetrics metrics_;
  LabelScorers scorers_;
  const std::function<void(const std::string&)>& note_;
  NextBlock next_block_;
  PredictSummary summary_;
};

}  // namespace

PredictSummary predict_labels(const PredictOptions& options, const std::function<void(const std::string&)>& write,
                              const std::function<void(const std::string&)>& note) {
  return LabelPrediction(options, note).run(write);
}

}  // namespace pauc
