#include "pauc/trainer/run/predict.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/text/number.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/row_facts.h"
#include "pauc/record/card.h"
#include "pauc/record/task_metrics.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/block_reader.h"
#include "pauc/trainer/run/carried_labels.h"
#include "pauc/trainer/run/foreign_scores.h"
#include "pauc/trainer/run/hits_collector.h"
#include "pauc/trainer/run/nearest_rows.h"
#include "pauc/trainer/run/ordered_lines.h"
#include "pauc/trainer/run/output_columns.h"
#include "pauc/trainer/run/predict_labels.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/scorers.h"
#include "pauc/trainer/run/seen_rows.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostNearest = 100;

record::ModelCard card_of(const record::RunPaths& paths) {
  std::error_code ignored;
  if (paths.has_run() && !std::filesystem::exists(paths.card(), ignored) && !record::has_several_labels(paths)) {
    fail(Fault::no_input, paths.folder, ": the run is not finished; resume it with pauc train --resume --out ",
         paths.folder);
  }
  return record::read_card(paths);
}

// Some rows with what was found out about them.
struct JudgedRows {
  const Block& block;
  Scorers::Scores scores;
  std::vector<std::int8_t> labels;  // empty: not asked for
  std::vector<std::uint8_t> unlike;
  std::vector<std::vector<std::string>> nearest;  // ids

  // Not finite for a row that cannot be scored.
  double score(std::size_t row) const {
    return block.readable[row] != 0 ? scores.scores[row] : std::numeric_limits<double>::quiet_NaN();
  }
  bool is_scored(std::size_t row) const { return std::isfinite(score(row)); }
  std::int8_t label(std::size_t row) const { return labels.empty() ? kUnlabelled : labels[row]; }
};

void append_finite(double number, std::string& text) {
  if (std::isfinite(number)) append_part(text, number);
}

class Prediction {
 public:
  Prediction(const PredictOptions& options, const std::function<void(const std::string&)>& note)
      : options_(options),
        paths_(options.run),
        card_(card_of(paths_)),
        scorers_(paths_, card_, options.members ? Scorers::Members::all : Scorers::Members::weighted),
        preprocessing_(scorers_.content()),
        note_(note),
        unlike_(scorers_.encodings()),
        hits_(options, preprocessing_.reads()) {
    require_usage(!options.members || !scorers_.members().empty(), "members: expected a blend of models, got ",
                  card_.model);
    set_compute_threads(compute_threads(options.threads, card_.input.kind));
    take_rule();
    require_usage(options.top >= 0, "top: expected at least 1 row, got ", options.top);
    require_usage(!options.strict || unlike_.knows_columns(),
                  "strict: expected a run whose card has the ranges of its columns, got ", options.run,
                  card_.input.kind == InputKind::table ? "; an earlier version trained it, or its table is sparse"
                                                       : ", which reads no columns of numbers or categories");
    prepare_uncertainty();
    if (options.wants_labels()) labels_.emplace(paths_, card_);
    if (labels_ && summary_.rule) summary_.decided.emplace();
    if (options.evaluate) seen_rows_.emplace(paths_, preprocessing_from_json(card_.preprocessing, paths_.card()));
    rows_.emplace(options, card_, preprocessing_, scorers_.wanted(), note);
    const std::string reader = smiles_reader();
    if (!card_.molecules.empty() && reader != card_.molecules) {
      note(joined("molecules were read by ", card_.molecules, " in training and are now read by ", reader));
    }
  }

  // Passes on the rows with their scores.
  PredictSummary hand_over(const std::function<void(const ScoredBlock&)>& take) {
    score_blocks([&](const Block& block) {
      const JudgedRows rows{block, scored(block), {}, {}, {}};
      ScoredBlock passed{block, {}};
      for (std::size_t k = 0; k < block.numbers.size(); ++k) {
        passed.scores.push_back(rows.score(k));
        count_row(rows.is_scored(k));
      }
      take(passed);
    });
    return std::move(summary_);
  }

  // Passes on the rows themselves.
  void hand_over_unscored(const std::function<void(const Block&)>& take) { rows_->for_each(take); }

  PredictSummary run(const std::function<void(const std::string&)>& write) {
    bool first = true;
    OrderedLines lines({options_.sort, options_.top}, write);
    score_blocks([&](const Block& block) {
      if (std::exchange(first, false)) {
        choose_columns(block);
        write(columns_.heading());
      }
      add_lines(judged(block), lines);
    });
    note_unlike_rows();
    if (labels_) labels_->note_strangers(options_.data, note_);
    if (options_.evaluate) {
      note_known_rows();
      summary_.evaluation = judged_.evaluated(card_.target, options_.data);
      summary_.not_evaluated = judged_.left_out();
    }
    lines.finish();
    summary_.written = lines.written();
    finish_hits(write);
    return std::move(summary_);
  }

 private:
  void finish_hits(const std::function<void(const std::string&)>& write) {
    if (!hits_.makes_page()) return hits_.finish(write, summary_);
    hits_.finish(HitsDescription(paths_, card_, scorers_, options_.reading_threads, note_), write, summary_);
    summary_.hits->model = card_.model;
    summary_.hits->label = card_.label;
    summary_.hits->positive = card_.positive;
  }

  void score_blocks(const std::function<void(const Block&)>& use) {
    foreign_ = open_foreign_scores(options_.member, scorers_.members(), options_.id.empty() ? card_.id : options_.id);
    rows_->for_each(use);
    summary_.complaints = rows_->complaints();
    require(summary_.rows > 0, options_.data, ": expected rows to score, got none");
    for (ForeignScoreReader& reader : foreign_) reader.finish();
    require(summary_.unscored < summary_.rows, options_.data, ": expected rows to score, got ", summary_.rows,
            " that cannot be", summary_.complaints.empty() ? "" : ": " + summary_.complaints.front());
  }

  // Rows of the training look better to the model than new ones.
  void note_known_rows() const {
    const std::string note =
        note_on_seen_rows(card_, options_.data, summary_.known_rows, summary_.rows, "new rows will look worse");
    if (!note.empty()) note_(note);
  }

  // Only tables have columns to compare.
  bool shows_unlike() const { return options_.uncertainty && unlike_.knows_columns(); }

  void take_rule() {
    const bool by_rates = options_.rates.any() || options_.rates.guarantee;
    if (options_.threshold) {
      require_usage(!by_rates, "threshold: expected --threshold or rates such as --at-fpr, got both");
      summary_.rule = given_rule(*options_.threshold, paths_, card_);
    } else if (by_rates) {
      summary_.rule = decision_rule(options_.rates, paths_, card_);
    }
    if (!summary_.rule) return;
    for (const std::string& sentence : summary_.rule->notes) note_(sentence);
  }

  void prepare_uncertainty() {
    const auto& members = scorers_.members();
    const bool has_folds =
        std::any_of(members.begin(), members.end(), [](const auto& member) { return member.folds > 1; });
    if (options_.uncertainty) {
      require_usage(unlike_.knows_columns() || !members.empty(),
                    "uncertainty: expected a blend of models, or a run whose card has the ranges of its columns, got ",
                    options_.run);
      std::int64_t models = 0;
      for (const record::BlendMember& member : members) {
        if (member.weight > 0) models += member.is_foreign() ? 1 : member.folds;
      }
      spreads_ = models > 1;
      if (!spreads_) note_("one model scores these rows: there is no spread over models");
    }
    require_usage(options_.nearest >= 0 && options_.nearest <= kMostNearest, "nearest: expected from 1 to ",
                  kMostNearest, " rows, got ", options_.nearest);
    if (options_.nearest > 0) nearest_.emplace(paths_, *scorers_.encodings().front(), has_folds);
  }

  // What the rows have that training did not have, in words; refused if they may have nothing of it.
  void note_unlike_rows() {
    constexpr std::size_t kMostNotes = 8;
    if (!unlike_.knows_columns()) return;
    summary_.unlike = unlike_.notable();
    summary_.unlike_rows = unlike_.unlike();
    const std::vector<UnlikeColumn>& columns = *summary_.unlike;
    if (columns.empty()) return;
    if (options_.strict) {
      fail(Fault::data, options_.data, ": strict: expected rows like those of the training, got ",
           columns.front().sentence(),
           columns.size() > 1 ? joined("; and ", columns.size() - 1, " more columns like it") : std::string());
    }
    for (std::size_t k = 0; k < std::min(columns.size(), kMostNotes); ++k) {
      note_(joined("warning: ", options_.data, ": unlike the training rows: ", columns[k].sentence()));
    }
    if (columns.size() > kMostNotes) note_(joined("and ", columns.size() - kMostNotes, " more columns like these"));
  }

  void count_row(bool scored) {
    ++summary_.rows;
    summary_.unscored += scored ? 0 : 1;
  }

  // The columns of the output, by what the first rows have.
  void choose_columns(const Block& first) {
    using Text = std::string;
    require_usage(!options_.wants_labels() || !first.labels.empty(), "label: expected a file with labels, got ",
                  options_.data);
    require_usage(options_.keep.empty() || !first.kept.empty(), "keep: expected a CSV file, whose columns have names, ",
                  "got ", options_.data);
    columns_.add("row", [](const auto& rows, auto k, Text& text) { text += std::to_string(rows.block.numbers[k]); });
    if (!first.ids.empty()) {
      columns_.add("id", [](const auto& rows, auto k, Text& text) { text += csv_field(rows.block.ids[k]); });
    }
    if (labels_) {
      columns_.add("label", [](const auto& rows, auto k, Text& text) {
        if (rows.label(k) != kUnlabelled) text += rows.label(k) == 1 ? '1' : '0';
      });
    }
    columns_.add("score", [](const auto& rows, auto k, Text& text) { append_finite(rows.score(k), text); });
    choose_columns_of_scores();
    for (std::size_t n = 0; n < static_cast<std::size_t>(options_.nearest); ++n) {
      columns_.add(joined("nearest_", n + 1), [n](const auto& rows, auto k, Text& text) {
        if (rows.block.readable[k] != 0 && n < rows.nearest[k].size()) text += csv_field(rows.nearest[k][n]);
      });
    }
    for (std::size_t m = 0; options_.members && m < scorers_.members().size(); ++m) {
      columns_.add(scorers_.members()[m].name, [m](const auto& rows, auto k, Text& text) {
        if (rows.block.readable[k] != 0) append_finite(rows.scores.members[m][k], text);
      });
    }
    choose_kept_columns(first);
  }

  void choose_columns_of_scores() {
    if (summary_.rule) {
      columns_.add("decision", [this](const auto& rows, auto k, std::string& text) {
        if (rows.is_scored(k)) text += summary_.rule->decision(rows.score(k));
      });
    }
    if (options_.probability) {
      columns_.add("probability", [this](const auto& rows, auto k, std::string& text) {
        if (rows.is_scored(k)) append_part(text, card_.probabilities.probability(rows.score(k)));
      });
    }
    if (spreads_) {
      columns_.add("spread", [](const auto& rows, auto k, std::string& text) {
        if (rows.block.readable[k] != 0) append_finite(rows.scores.spreads[k], text);
      });
    }
    if (shows_unlike()) {
      columns_.add("unlike", [](const auto& rows, auto k, std::string& text) {
        if (rows.block.readable[k] != 0) text += rows.unlike[k] != 0 ? '1' : '0';
      });
    }
  }

  // A column that is passed on may have the name of another one of the output.
  void choose_kept_columns(const Block& first) {
    summary_.kept = first.kept_names.size();
    if (first.kept.empty()) return;
    std::vector<std::string> names;
    for (const std::string& name : first.kept_names) {
      std::string given = name;
      while (columns_.has(given) || std::find(names.begin(), names.end(), given) != names.end()) {
        given = "input_" + given;
      }
      if (given != name) note_(joined("column ", name, " of the data is called ", given, " in the output"));
      names.push_back(given);
    }
    columns_.add(names, [](const auto& rows, auto k, std::string& text) { text += rows.block.kept[k]; });
  }

  Scorers::Scores scored(const Block& block) {
    std::vector<std::vector<double>> foreign;
    for (ForeignScoreReader& reader : foreign_) foreign.push_back(reader.of(block));
    return scorers_.of(block, foreign);
  }

  JudgedRows judged(const Block& block) {
    JudgedRows rows{block, scored(block), {}, {}, {}};
    if (labels_) rows.labels = labels_->of(block, options_.data);
    rows.unlike = unlike_.add(block.content.table, block.readable);
    if (nearest_) rows.nearest = nearest_->of(block.content.table, static_cast<std::size_t>(options_.nearest));
    if (seen_rows_) summary_.known_rows += seen_rows_->count(block.content);
    return rows;
  }

  void add_lines(const JudgedRows& rows, OrderedLines& lines) {
    for (std::size_t k = 0; k < rows.block.numbers.size(); ++k) {
      const double score = rows.score(k);
      count(rows.label(k), score);
      std::string text;
      columns_.append_line(rows, k, text);
      const auto spread = rows.scores.spreads.empty() ? std::nullopt : std::optional<double>(rows.scores.spreads[k]);
      const double probability = rows.is_scored(k) ? card_.probabilities.probability(score) : 0;
      if (!hits_.takes(score, text, rows.block, k, spread, rows.label(k), probability)) lines.add(score, text);
    }
    lines.end_block();
  }

  void count(std::int8_t label, double score) {
    count_row(std::isfinite(score));
    if (options_.evaluate) judged_.add(label, score);
    if (!summary_.rule || !std::isfinite(score)) return;
    const DecisionRule& rule = *summary_.rule;
    const int called = score >= rule.positive_from ? 1 : 0;
    summary_.called += called;
    summary_.unsure += called == 0 && score >= rule.negative_below ? 1 : 0;
    if (!summary_.decided || label == kUnlabelled) return;
    (label == 1 ? summary_.decided->positives : summary_.decided->negatives) += 1;
    (label == 1 ? summary_.decided->found : summary_.decided->false_alarms) += called;
  }

  const PredictOptions& options_;
  record::RunPaths paths_;
  record::ModelCard card_;
  Scorers scorers_;
  const Preprocessing& preprocessing_;
  const std::function<void(const std::string&)>& note_;
  std::vector<ForeignScoreReader> foreign_;  // in the order of the members
  std::optional<BlockReader> rows_;
  UnlikeRows unlike_;
  std::optional<SeenRows> seen_rows_;  // to tell rows of the training, if rows are judged
  bool spreads_ = false;
  std::optional<NearestRows> nearest_;
  std::optional<CarriedLabels> labels_;
  OutputColumns<JudgedRows> columns_;
  LabelledScores judged_;
  HitsCollector hits_;
  PredictSummary summary_;
};

}  // namespace

PredictSummary predict(const PredictOptions& options, const std::function<void(const std::string&)>& write,
                       const std::function<void(const std::string&)>& note) {
  if (record::has_several_labels(record::RunPaths(options.run))) return predict_labels(options, write, note);
  return Prediction(options, note).run(write);
}

PredictSummary score_rows(const PredictOptions& options, const std::function<void(const ScoredBlock&)>& take,
                          const std::function<void(const std::string&)>& note) {
  return Prediction(options, note).hand_over(take);
}

void read_rows(const PredictOptions& options, const std::function<void(const Block&)>& take,
               const std::function<void(const std::string&)>& note) {
  Prediction(options, note).hand_over_unscored(take);
}

}  // namespace pauc
