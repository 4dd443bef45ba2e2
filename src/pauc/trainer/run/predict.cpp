#include "pauc/trainer/run/predict.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/prepared_ahead.h"
#include "pauc/core/text/number.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/record/card.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/foreign_scores.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/scorers.h"

namespace pauc {

namespace {

constexpr std::size_t kMostComplaints = 5;

record::ModelCard card_of(const record::RunPaths& paths) {
  std::error_code ignored;
  if (paths.has_run() && !std::filesystem::exists(paths.card(), ignored)) {
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
        note_(note) {
    require_usage(!options.members || !scorers_.members().empty(), "members: expected a blend of models, got ",
                  card_.model);
    set_compute_threads(compute_threads(options.threads, card_.input.kind));
    if (options.rates.any() || options.rates.guarantee) {
      summary_.rule = decision_rule(options.rates, paths_, card_);
      for (const std::string& sentence : summary_.rule->notes) note(sentence);
    }
    BlockOptions blocks;
    blocks.path = options.data;
    blocks.kind = options.kind;
    blocks.content = preprocessing_.reads();
    blocks.missing = preprocessing_.table.missing;
    blocks.features_from = preprocessing_.features_from;
    blocks.column = content_column_of(options);
    blocks.usual_column = preprocessing_.column;
    blocks.image_root = options.image_root;
    blocks.image_size = preprocessing_.image.size;
    blocks.threads = options.reading_threads;
    blocks.header = choice_named<CsvOptions::Header>(options.header.empty() ? card_.header : options.header, "header");
    blocks.id = options.id;
    blocks.usual_id = card_.id;
    std::vector<std::string> notes;
    next_block_ = open_blocks(blocks, scorers_.wanted(), notes);
    for (const std::string& text : notes) note(text);
    const std::string reader = smiles_reader();
    if (!card_.molecules.empty() && reader != card_.molecules) {
      note(joined("molecules were read by ", card_.molecules, " in training and are now read by ", reader));
    }
  }

  // Passes on the rows with their scores.
  PredictSummary hand_over(const std::function<void(const ScoredBlock&)>& take) {
    return score_blocks([&](const Block& block) {
      ScoredBlock passed{block, scored(block).scores};
      for (std::size_t k = 0; k < passed.scores.size(); ++k) {
        if (block.readable[k] == 0) passed.scores[k] = std::numeric_limits<double>::quiet_NaN();
        count_row(std::isfinite(passed.scores[k]));
      }
      take(passed);
    });
  }

  // Passes on the rows themselves.
  void hand_over_unscored(const std::function<void(const Block&)>& take) { for_each_block(take); }

  PredictSummary run(const std::function<void(const std::string&)>& write) {
    bool first = true;
    return score_blocks([&](const Block& block) {
      write((std::exchange(first, false) ? heading(block) : std::string()) + lines(block));
    });
  }

 private:
  PredictSummary score_blocks(const std::function<void(const Block&)>& use) {
    open_foreign();
    for_each_block(use);
    require(summary_.rows > 0, options_.data, ": expected rows to score, got none");
    for (ForeignScoreReader& reader : foreign_) reader.finish();
    require(summary_.unscored < summary_.rows, options_.data, ": expected rows to score, got ", summary_.rows,
            " that cannot be", summary_.complaints.empty() ? "" : ": " + summary_.complaints.front());
    return std::move(summary_);
  }

  // Says what came up in each block.
  void for_each_block(const std::function<void(const Block&)>& use) {
    PreparedAhead<std::unique_ptr<Block>> ahead([this] { return next_block(); });
    while (const auto block = ahead.next()) {
      use(**block);
      for (const std::string& note : (*block)->notes) note_(note);
      for (const std::string& complaint : (*block)->complaints) {
        if (summary_.complaints.size() < kMostComplaints) summary_.complaints.push_back(complaint);
      }
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
    return joined("row", block.ids.empty() ? "" : ",id", ",score", summary_.rule ? ",decision" : "",
                  options_.probability ? ",probability" : "", member_heading(), "\n");
  }

  std::string member_heading() const {
    std::string heading;
    if (!options_.members) return heading;
    for (const record::BlendMember& member : scorers_.members()) heading += "," + csv_field(member.name);
    return heading;
  }

  Scorers::Scores scored(const Block& block) {
    std::vector<std::vector<double>> foreign;
    for (ForeignScoreReader& reader : foreign_) foreign.push_back(reader.of(block));
    return scorers_.of(block, foreign);
  }

  std::string lines(const Block& block) {
    const Scorers::Scores all = scored(block);
    std::string text;
    for (std::size_t k = 0; k < block.numbers.size(); ++k) {
      text += std::to_string(block.numbers[k]);
      if (!block.ids.empty()) text += "," + csv_field(block.ids[k]);
      const bool readable = block.readable[k] != 0;
      append_score(readable, all.scores[k], text);
      for (std::size_t m = 0; options_.members && m < all.members.size(); ++m) {
        text += ',';
        if (readable && std::isfinite(all.members[m][k])) append_part(text, all.members[m][k]);
      }
      text += '\n';
    }
    return text;
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

  const char* decided(double score) {
    const DecisionRule& rule = *summary_.rule;
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
  PredictSummary summary_;
};

}  // namespace

PredictSummary predict(const PredictOptions& options, const std::function<void(const std::string&)>& write,
                       const std::function<void(const std::string&)>& note) {
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
