#include "pauc/trainer/run/row_scorer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <mutex>

#include "pauc/core/error.h"
#include "pauc/data/table/csv_blocks.h"
#include "pauc/record/card.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/scorers.h"
#include "pauc/trainer/run/unlike_rows.h"

namespace pauc {

namespace {

record::ModelCard finished_card(const record::RunPaths& paths) {
  if (paths.has_run() && !paths.finished()) {
    fail(Fault::no_input, paths.folder, ": the run is not finished; resume it with pauc train --resume --out ",
         paths.folder);
  }
  return record::read_card(paths);
}

// A text that is read as a file, without a place on the disk.
class TextAsFile {
 public:
  explicit TextAsFile(const std::string& text) : descriptor_(memfd_create("rows", MFD_CLOEXEC)) {
    if (descriptor_ < 0) fail(Fault::io, "rows: cannot hold them in memory: ", std::strerror(errno));
    for (std::size_t written = 0; written < text.size();) {
      const ssize_t count = write(descriptor_, text.data() + written, text.size() - written);
      if (count < 0) {
        close(descriptor_);
        fail(Fault::io, "rows: cannot hold them in memory: ", std::strerror(errno));
      }
      written += static_cast<std::size_t>(count);
    }
  }
  ~TextAsFile() { close(descriptor_); }
  TextAsFile(const TextAsFile&) = delete;
  TextAsFile& operator=(const TextAsFile&) = delete;

  std::string path() const { return joined("/proc/self/fd/", descriptor_); }
  // The sentence with "rows" in place of the path.
  std::string named_in(const std::string& sentence) const { return with_name(sentence, path()); }
  static std::string with_name(const std::string& sentence, const std::string& path) {
    return sentence.rfind(path, 0) == 0 ? "rows" + sentence.substr(path.size()) : sentence;
  }

 private:
  int descriptor_;
};

}  // namespace

struct RowScorer::Loaded {
  Loaded(const std::string& run, const WantedRates& rates)
      : paths(run),
        card(finished_card(paths)),
        scorers(paths, card, Scorers::Members::weighted),
        unlike(scorers.encodings()) {
    const Preprocessing& content = scorers.content();
    require_usage(content.reads() != InputKind::image,
                  "serve: expected a run on tables or molecules, got one on images, which come as files");
    for (const record::BlendMember& member : scorers.members()) {
      require_usage(!member.is_foreign(),
                    "serve: expected models only, got a blend with scores from elsewhere: ", member.name);
      member_names.push_back(member.name);
    }
    if (rates.any() || rates.guarantee) rule = decision_rule(rates, paths, card);
    take_fields();
  }

  void take_fields() {
    const Preprocessing& content = scorers.content();
    if (content.reads() == InputKind::molecule) fields.push_back({content.column, false, true, {}, {}, {}});
    const auto wanted = scorers.wanted();
    for (std::size_t c = 0; c < wanted.size(); ++c) {
      const ColumnEncoding& column = content.table.columns[c];
      const bool is_number = column.kind == Column::Kind::number;
      fields.push_back({column.name, is_number, wanted[c].needed, column.categories, {}, {}});
      if (is_number && column.seen) {
        fields.back().lowest = column.seen->low;
        fields.back().highest = column.seen->high;
      }
      const CommaMeaning comma = column.reading.comma;
      fields.back().decimal_comma = comma == CommaMeaning::decimal || comma == CommaMeaning::decimal_with_groups;
    }
  }

  BlockOptions block_options(const std::string& path) const {
    const Preprocessing& content = scorers.content();
    BlockOptions options;
    options.path = path;
    options.content = content.reads();
    options.missing = content.table.missing;
    options.features_from = content.features_from;
    options.standardise = content.standardise;
    options.usual_column = content.column;
    options.usual_id = card.id;
    return options;
  }

  AnsweredRow scored_row(const Block& block, const Scorers::Scores& scores, std::size_t k) const {
    AnsweredRow row;
    if (!block.ids.empty()) row.id = block.ids[k];
    if (block.readable[k] == 0 || !std::isfinite(scores.scores[k])) return row;
    row.score = scores.scores[k];
    if (rule) row.decision = rule->decision(*row.score);
    row.probability = card.probabilities.probability(*row.score);
    if (!scores.spreads.empty()) row.spread = scores.spreads[k];
    for (const auto& member : scores.members) row.members.push_back(member[k]);
    return row;
  }

  record::RunPaths paths;
  record::ModelCard card;
  Scorers scorers;
  UnlikeRows unlike;  // of no rows yet: each request takes a copy
  std::optional<DecisionRule> rule;
  std::vector<RowField> fields;
  std::vector<std::string> member_names;
  mutable std::mutex at_work;  // one block at a time is scored; reading goes on beside it
};

RowScorer::RowScorer(const std::string& run, const WantedRates& rates,
                     const std::function<void(const std::string&)>& note)
    : loaded_(std::make_unique<Loaded>(run, rates)) {
  if (!loaded_->rule) return;
  for (const std::string& sentence : loaded_->rule->notes) note(sentence);
}

RowScorer::~RowScorer() = default;

AnsweredRows RowScorer::score(const std::string& csv) const {
  thread_local const bool one_thread = [] {  // LibTorch counts threads by the thread that calls it
    set_compute_threads(1);
    return true;
  }();
  static_cast<void>(one_thread);
  const TextAsFile file(csv);
  try {
    return score_file(file.path());
  } catch (const UserError& error) {
    fail(error.fault(), file.named_in(error.what()));
  }
}

AnsweredRows RowScorer::score_file(const std::string& path) const {
  AnsweredRows scored;
  const NextBlock next = open_csv_blocks(loaded_->block_options(path), loaded_->scorers.wanted(), scored.notes);
  UnlikeRows unlike = loaded_->unlike;
  for (Block block; next(block);) {
    const Scorers::Scores scores = [&] {
      const std::lock_guard guard(loaded_->at_work);
      return loaded_->scorers.of(block);
    }();
    const std::vector<std::uint8_t> is_unlike = unlike.add(block.content.table, block.readable);
    for (std::size_t k = 0; k < block.numbers.size(); ++k) {
      scored.rows.push_back(loaded_->scored_row(block, scores, k));
      if (unlike.knows_columns() && block.readable[k] != 0) scored.rows.back().unlike = is_unlike[k] != 0;
    }
    scored.notes.insert(scored.notes.end(), block.notes.begin(), block.notes.end());
    scored.complaints.insert(scored.complaints.end(), block.complaints.begin(), block.complaints.end());
  }
  for (const UnlikeColumn& column : unlike.notable()) {
    scored.notes.push_back("unlike the training rows: " + column.sentence());
  }
  for (auto* sentences : {&scored.notes, &scored.complaints}) {
    for (std::string& sentence : *sentences) sentence = TextAsFile::with_name(sentence, path);
  }
  return scored;
}

const std::vector<RowField>& RowScorer::fields() const { return loaded_->fields; }
const std::vector<std::string>& RowScorer::member_names() const { return loaded_->member_names; }
const std::optional<DecisionRule>& RowScorer::rule() const { return loaded_->rule; }
const std::string& RowScorer::model() const { return loaded_->card.model; }
const std::string& RowScorer::label() const { return loaded_->card.label; }
const std::string& RowScorer::positive() const { return loaded_->card.positive; }

}  // namespace pauc
