#include "pauc/trainer/run/predict.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/byte_source.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/prepared_ahead.h"
#include "pauc/core/text/number.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/row_facts.h"
#include "pauc/record/card.h"
#include "pauc/record/task_metrics.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/carried_labels.h"
#include "pauc/trainer/run/foreign_scores.h"
#include "pauc/trainer/run/hits_collector.h"
#include "pauc/trainer/run/nearest_rows.h"
#include "pauc/trainer/run/ordered_lines.h"
#include "pauc/trainer/run/predict_labels.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/scorers.h"
#include "pauc/trainer/run/seen_rows.h"

namespace pauc {

namespace {

constexpr std::size_t kMostComplaints = 5;
constexpr std::int64_t kMostNearest = 100;

record::ModelCard card_of(const record::RunPaths& paths) {
  std::error_code ignored;
  if (paths.has_run() && !std::filesystem::exists(paths.card(), ignored) && !record::has_several_labels(paths)) {
    fail(Fault::no_input, paths.folder, ": the run is not finished; resume it with pauc train --resume --out ",
         paths.folder);
  }
  return record::read_card(paths);
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
    if (wants_labels()) labels_.emplace(paths_, card_);
    if (labels_ && summary_.rule) summary_.decided.emplace();
    if (options.evaluate) seen_rows_.emplace(paths_, preprocessing_from_json(card_.preprocessing, paths_.card()));
    std::vector<std::string> notes;
    next_block_ = open_blocks(block_options(), scorers_.wanted(), notes);
    for (const std::string& text : notes) note(text);
    const std::string reader = smiles_reader();
    if (!card_.molecules.empty() && reader != card_.molecules) {
      note(joined("molecules were read by ", card_.molecules, " in training and are now read by ", reader));
    }
  }

  // Passes on the rows with their scores.
  PredictSummary hand_over(const std::function<void(const ScoredBlock&)>& take) {
    score_blocks([&](const Block& block) {
      ScoredBlock passed{block, scored(block).scores};
      for (std::size_t k = 0; k < passed.scores.size(); ++k) {
        if (block.readable[k] == 0) passed.scores[k] = std::numeric_limits<double>::quiet_NaN();
        count_row(std::isfinite(passed.scores[k]));
      }
      take(passed);
    });
    return std::move(summary_);
  }

  // Passes on the rows themselves.
  void hand_over_unscored(const std::function<void(const Block&)>& take) { for_each_block(take); }

  PredictSummary run(const std::function<void(const std::string&)>& write) {
    bool first = true;
    OrderedLines lines({options_.sort, options_.top}, write);
    score_blocks([&](const Block& block) {
      if (std::exchange(first, false)) write(heading(block));
      summary_.kept = block.kept_names.size();
      add_lines(block, lines);
    });
    judge_rows();
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
    open_foreign();
    for_each_block(use);
    require(summary_.rows > 0, options_.data, ": expected rows to score, got none");
    for (ForeignScoreReader& reader : foreign_) reader.finish();
    require(summary_.unscored < summary_.rows, options_.data, ": expected rows to score, got ", summary_.rows,
            " that cannot be", summary_.complaints.empty() ? "" : ": " + summary_.complaints.front());
  }

  // Rows of the training look better to the model than new ones.
  void note_known_rows() const {
    if (summary_.known_rows == 0 && !is_of_training(card_, options_.data)) return;
    const std::string count =
        summary_.known_rows > 0 ? joined(": ", summary_.known_rows, " of ", summary_.rows, " rows") : std::string();
    note_(joined("warning: ", options_.data, count, " took part in the training: new rows will look worse"));
  }

  // Only tables have columns to compare.
  bool shows_unlike() const { return options_.uncertainty && unlike_.knows_columns(); }
  bool wants_labels() const { return options_.evaluate || !options_.label.empty(); }

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

  BlockOptions block_options() const {
    BlockOptions blocks;
    blocks.path = options_.data;
    blocks.kind = options_.kind;
    blocks.content = preprocessing_.reads();
    blocks.missing = preprocessing_.table.missing;
    blocks.features_from = preprocessing_.features_from;
    blocks.standardise = preprocessing_.standardise;
    blocks.column = content_column_of(options_);
    blocks.usual_column = preprocessing_.column;
    blocks.image_root = options_.image_root;
    blocks.image_size = preprocessing_.image.size;
    blocks.threads = options_.reading_threads;
    blocks.header =
        choice_named<CsvOptions::Header>(options_.header.empty() ? card_.header : options_.header, "header");
    blocks.id = options_.id;
    blocks.usual_id = card_.id;
    blocks.labels = wants_labels();
    blocks.label = options_.label.empty() ? card_.label : options_.label;
    blocks.keep = options_.keep;
    return blocks;
  }

  // What the rows have that training did not have, in words; refused if they may have nothing of it.
  void judge_rows() {
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

  // A file is read ahead. A stream is not: its rows are scored as they come, and nobody would wait for its writer if
  // the scores could not be written.
  void for_each_block(const std::function<void(const Block&)>& use) {
    if (is_stream(options_.data)) {
      while (const auto block = next_block()) use_block(**block, use);
      return;
    }
    PreparedAhead<std::unique_ptr<Block>> ahead([this] { return next_block(); });
    while (const auto block = ahead.next()) use_block(**block, use);
  }

  // Says what came up in the block.
  void use_block(const Block& block, const std::function<void(const Block&)>& use) {
    use(block);
    for (const std::string& note : block.notes) note_(note);
    for (const std::string& complaint : block.complaints) {
      if (summary_.complaints.size() < kMostComplaints) summary_.complaints.push_back(complaint);
    }
  }

  void count_row(bool scored) {
    ++summary_.rows;
    summary_.unscored += scored ? 0 : 1;
  }

  // The scores that the blend takes from elsewhere.
  void open_foreign() {
    const std::vector<ForeignMember> given = foreign_members(options_.member);
    for (const ForeignMember& member : given) {
      const auto is_it = [&](const record::BlendMember& of_run) {
        return of_run.is_foreign() && of_run.name == member.name;
      };
      require_usage(std::any_of(scorers_.members().begin(), scorers_.members().end(), is_it),
                    "member: expected a member of the blend whose scores come from elsewhere, got ", member.name);
    }
    for (const record::BlendMember& member : scorers_.members()) {
      if (!member.is_foreign()) continue;
      const auto found =
          std::find_if(given.begin(), given.end(), [&](const ForeignMember& file) { return file.name == member.name; });
      require_usage(found != given.end(), "member: the blend has scores from elsewhere: expected --member ",
                    member.name, "=FILE.csv, got none");
      foreign_.emplace_back(*found, member.probabilities, options_.id.empty() ? card_.id : options_.id);
    }
  }

  // The column that was asked for; refused where it is for another kind of model.
  std::string content_column_of(const PredictOptions& options) const {
    const InputKind kind = preprocessing_.reads();
    require_usage(options.smiles.empty() || kind == InputKind::molecule,
                  "smiles: expected a model of molecules, got one of ", input_kind_name(kind), " data");
    require_usage((options.image.empty() && options.image_root.empty()) || kind == InputKind::image,
                  "image: expected a model of images, got one of ", input_kind_name(kind), " data");
    return kind == InputKind::image ? options.image : options.smiles;
  }

  // On a thread of its own.
  std::optional<std::unique_ptr<Block>> next_block() {
    auto block = std::make_unique<Block>();
    if (!next_block_(*block)) return std::nullopt;
    return block;
  }

  std::string heading(const Block& block) const {
    require_usage(!wants_labels() || !block.labels.empty(), "label: expected a file with labels, got ", options_.data);
    require_usage(options_.keep.empty() || !block.kept.empty(), "keep: expected a CSV file, whose columns have names, ",
                  "got ", options_.data);
    std::vector<std::string> names = {"row"};
    if (!block.ids.empty()) names.emplace_back("id");
    if (wants_labels()) names.emplace_back("label");
    names.emplace_back("score");
    if (summary_.rule) names.emplace_back("decision");
    if (options_.probability) names.emplace_back("probability");
    if (spreads_) names.emplace_back("spread");
    if (shows_unlike()) names.emplace_back("unlike");
    for (std::int64_t k = 1; k <= options_.nearest; ++k) names.push_back(joined("nearest_", k));
    for (const record::BlendMember& member : scorers_.members()) {
      if (options_.members) names.push_back(member.name);
    }
    for (const std::string& name : block.kept_names) names.push_back(free_name(name, names));
    std::string line;
    for (const std::string& name : names) line += joined(line.empty() ? "" : ",", csv_field(name));
    return line + "\n";
  }

  // A column that is passed on may have the name of another one of the output.
  std::string free_name(const std::string& name, const std::vector<std::string>& taken) const {
    std::string given = name;
    while (std::find(taken.begin(), taken.end(), given) != taken.end()) given = "input_" + given;
    if (given != name) note_(joined("column ", name, " of the data is called ", given, " in the output"));
    return given;
  }

  Scorers::Scores scored(const Block& block) {
    std::vector<std::vector<double>> foreign;
    for (ForeignScoreReader& reader : foreign_) foreign.push_back(reader.of(block));
    return scorers_.of(block, foreign);
  }

  void add_lines(const Block& block, OrderedLines& lines) {
    const Scorers::Scores all = scored(block);
    const std::vector<std::int8_t> labels = labels_ ? labels_->of(block, options_.data) : std::vector<std::int8_t>();
    const std::vector<std::uint8_t> unlike = unlike_.add(block.content.table, block.readable);
    std::vector<std::vector<std::string>> nearest;
    if (nearest_) nearest = nearest_->of(block.content.table, static_cast<std::size_t>(options_.nearest));
    if (seen_rows_) summary_.known_rows += seen_rows_->count(block.content.table);
    for (std::size_t k = 0; k < block.numbers.size(); ++k) {
      std::string text = std::to_string(block.numbers[k]);
      if (!block.ids.empty()) text += "," + csv_field(block.ids[k]);
      if (labels_) text += labels[k] == kUnlabelled ? "," : labels[k] == 1 ? ",1" : ",0";
      const bool readable = block.readable[k] != 0;
      append_score(readable, all.scores[k], text);
      if (spreads_) append_number(readable, all.spreads[k], text);
      if (shows_unlike()) text += !readable ? "," : unlike[k] != 0 ? ",1" : ",0";
      for (std::size_t n = 0; n < static_cast<std::size_t>(options_.nearest); ++n) {
        text += joined(",", readable && n < nearest[k].size() ? csv_field(nearest[k][n]) : std::string());
      }
      for (std::size_t m = 0; options_.members && m < all.members.size(); ++m) {
        append_number(readable, all.members[m][k], text);
      }
      if (!block.kept.empty()) text += "," + block.kept[k];
      text += '\n';
      const double score = readable ? all.scores[k] : std::numeric_limits<double>::quiet_NaN();
      if (options_.evaluate) judged_.add(labels[k], score);
      if (summary_.decided) count_decision(labels[k], score);
      const auto spread = all.spreads.empty() ? std::nullopt : std::optional<double>(all.spreads[k]);
      const double probability = std::isfinite(score) ? card_.probabilities.probability(score) : 0;
      const bool taken = hits_.takes(score, text, block, k, spread, labels_ ? labels[k] : kUnlabelled, probability);
      if (!taken) lines.add(score, text);
    }
    lines.end_block();
  }

  static void append_number(bool readable, double number, std::string& text) {
    text += ',';
    if (readable && std::isfinite(number)) append_part(text, number);
  }

  void append_score(bool readable, double score, std::string& text) {
    const bool scored = readable && std::isfinite(score);
    count_row(scored);
    text += ',';
    if (scored) append_part(text, score);
    if (summary_.rule) text += joined(",", scored ? decided(score) : "");
    if (options_.probability) {
      text += ',';
      if (scored) append_part(text, card_.probabilities.probability(score));
    }
  }

  void count_decision(std::int8_t label, double score) {
    if (label == kUnlabelled || !std::isfinite(score)) return;
    const int called = score >= summary_.rule->positive_from ? 1 : 0;
    (label == 1 ? summary_.decided->positives : summary_.decided->negatives) += 1;
    (label == 1 ? summary_.decided->found : summary_.decided->false_alarms) += called;
  }

  const char* decided(double score) {
    const DecisionRule& rule = *summary_.rule;
    summary_.called += score >= rule.positive_from ? 1 : 0;
    summary_.unsure += score >= rule.negative_below && score < rule.positive_from ? 1 : 0;
    return rule.decision(score);
  }

  const PredictOptions& options_;
  record::RunPaths paths_;
  record::ModelCard card_;
  Scorers scorers_;
  const Preprocessing& preprocessing_;
  const std::function<void(const std::string&)>& note_;
  std::vector<ForeignScoreReader> foreign_;  // in the order of the members
  NextBlock next_block_;
  UnlikeRows unlike_;
  std::optional<SeenRows> seen_rows_;  // to tell rows of the training, if rows are judged
  bool spreads_ = false;
  std::optional<NearestRows> nearest_;
  std::optional<CarriedLabels> labels_;
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
