#include "pauc/trainer/run/monitor.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/data/file_role.h"
#include "pauc/data/path_checks.h"
#include "pauc/metric/interval/distributions.h"
#include "pauc/record/calibration.h"
#include "pauc/record/limits.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/run/collected_columns.h"
#include "pauc/trainer/run/predict.h"
#include "pauc/trainer/run/promise_watch.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/share_watch.h"

namespace pauc {

namespace {

using Note = std::function<void(const std::string&)>;

// Where so many negatives share the highest score that no threshold has the expected rate, the card has none for it;
// one above them all is guaranteed.
WantedRates promised(const WantedRates& asked, const record::ModelCard& card) {
  if (asked.any() || asked.guarantee) return asked;
  WantedRates rates;
  rates.at_fpr = card.target.fpr_max;
  const auto at = std::find_if(card.thresholds.begin(), card.thresholds.end(),
                               [&](const auto& threshold) { return threshold.fpr == *rates.at_fpr; });
  if (at == card.thresholds.end()) {
    rates.guarantee = card.thresholds.empty() ? 0 : card.thresholds.front().confidence;
    if (*rates.guarantee == 0) rates.guarantee = EvaluationOptions().guarantee;
  } else if (at->guaranteed_threshold) {
    rates.guarantee = at->confidence;
  }
  return rates;
}

// How much heavier than the heaviest held-out row a new row may be: the test needs a bound that is known in advance.
constexpr double kHeaviest = 4;

WatchOptions watch_options(const record::ScoredPart& held_out, const MonitorOptions& options,
                           const record::Monitoring& found) {
  require_usage(!held_out.weights.empty() || options.labels.weight.empty(),
                "weight: the thresholds of the run were found without weights, so that their rates are not weighted; ",
                "got --weight ", options.labels.weight);
  WatchOptions watch{found.level, found.confidence, {}};
  if (!held_out.weights.empty()) {
    watch.most_weight = kHeaviest * *std::max_element(held_out.weights.begin(), held_out.weights.end());
  }
  return watch;
}

// The data of the training, if they are unchanged; otherwise says why not.
std::vector<std::string> files_of_training(const record::RunPaths& paths, const record::ModelCard& card,
                                           record::Monitoring& found) {
  const std::string text = content_of_folder_file(paths.folder, paths.config(), record::kMostConfigBytes);
  DataOptions data = config_from_yaml(text, paths.config()).read("data", kDataFields);
  data.test.clear();
  data.table.clear();
  std::vector<std::string> files;
  for (const auto& [path, role] : files_by_role(data)) {
    files.push_back(path);
    if (is_there(path)) continue;
    found.no_columns = joined("the data of the training are no longer at ", path, "; name them by --reference");
    return {};
  }
  for (const DataFile& now : data_files(data)) {
    const bool known = std::any_of(card.files.begin(), card.files.end(), [&](const record::CardFile& file) {
      return file.name == std::filesystem::path(now.path).filename().string() && file.fingerprint == now.fingerprint;
    });
    if (known) continue;
    found.no_columns = joined("the data of the training have changed (", now.path, "); name them by --reference");
    return {};
  }
  return files;
}

// Reads the new files, row by row, into counts. Nothing is kept of a row but what its group has weighed so far.
class NewRows {
 public:
  NewRows(const MonitorOptions& options, const record::ModelCard& card, const DecisionRule& rule, const Note& note,
          record::Monitoring& found)
      : options_(options),
        paths_(options.run),
        card_(card),
        note_(note),
        found_(found),
        held_out_(record::read_calibration_rows(paths_, card)),
        before_(rows_before()),
        threshold_(rule.positive_from),
        score_bins_({before_.scores.begin(), before_.scores.end()}),
        scores_(score_bins_.size()) {
    const WatchOptions watch = watch_options(held_out_, options, found);
    for (const WantedThreshold& at : rule.thresholds) promises_.emplace_back(at, watch);
    share_.emplace(before_, threshold_, found.level);
  }

  void read(const std::string& file) {
    const bool may_have_labels = looks_for_labels_in(file);
    const RowFacts facts = may_have_labels ? labelled_rows(paths_, card_, file, options_.labels)
                                           : grouped_rows(paths_, card_, file, options_.labels);
    if (facts.groups.empty()) take_lack_of_groups(file);
    std::vector<std::uint32_t> groups;
    for (const std::string& name : facts.group_names) groups.push_back(groups_.of(name));
    const std::int64_t labelled_before = found_.labelled;
    const PredictSummary summary = score_rows(
        options_of(file), [&](const ScoredBlock& block) { take(block, facts, groups); }, note_);
    for (const std::string& complaint : summary.complaints) note_(complaint);
    found_.unscored += summary.unscored;
    if (may_have_labels && found_.labelled == labelled_before) {
      found_.unlabelled.push_back({file, joined(file, ": no row with a score has a label")});
    }
  }

  void finish() {
    if (found_.labelled > 0) {
      for (const PromiseWatch& promise : promises_) found_.promises.push_back(promise.found());
    } else {
      found_.no_labels = options_.no_labels          ? "they were not asked for"
                         : found_.unlabelled.empty() ? "no row has a label"
                                                     : found_.unlabelled.front().reason;
      if (found_.unlabelled.size() == 1) found_.unlabelled.clear();
    }
    compare_scores();
    found_.columns = columns_.drifts();
    // One alarm among all indices with probability `level`. A column with one value, such as an empty bit of a
    // fingerprint, cannot raise one.
    const auto tested = 1 + std::count_if(found_.columns.begin(), found_.columns.end(),
                                          [](const auto& column) { return column.drift.bins > 1; });
    const double level = found_.level / static_cast<double>(tested);
    found_.scores.level = level;
    for (record::ColumnDrift& column : found_.columns) column.drift.level = level;
    std::stable_sort(found_.columns.begin(), found_.columns.end(),
                     [](const auto& a, const auto& b) { return a.drift.is_notable() && !b.drift.is_notable(); });
  }

 private:
  // Rows out of fold were scored by one model each, new rows by the average, whose distribution is another one.
  record::ScoredPart rows_before() const {
    if (card_.guarantee_basis != GuaranteeBasis::out_of_fold) return held_out_;
    return record::read_predictions(paths_, "test");
  }

  PredictOptions options_of(const std::string& file) const {
    PredictOptions options;
    options.run = options_.run;
    options.data = file;
    if (!options_.labels.kind.empty()) options.kind = options_.labels.kind;
    options.header = options_.labels.no_header ? "no" : "";
    options.member = options_.member;
    options.threads = options_.threads;
    options.reading_threads = options_.labels.threads;
    return options;
  }

  bool looks_for_labels_in(const std::string& file) {
    if (options_.no_labels) return false;
    const auto reason = reason_for_no_labels(paths_, card_, file, options_.labels);
    if (reason) found_.unlabelled.push_back({file, *reason});
    return !reason;
  }

  // Where a group counted once before, rows that are not told apart by groups cannot be compared with it.
  void take_lack_of_groups(const std::string& file) {
    if (before_.groups.empty() || !found_.called.untested.empty()) return;
    found_.called.untested = joined(file, " has no groups, the rows before have; --group names their column");
  }

  void take(const ScoredBlock& block, const RowFacts& facts, const std::vector<std::uint32_t>& groups) {
    if (!reference_read_) read_reference(block.rows.content.table);
    columns_.add(block.rows.content.table);
    for (std::size_t k = 0; k < block.scores.size(); ++k) {
      const double score = block.scores[k];
      if (!std::isfinite(score)) continue;
      ++found_.rows;
      found_.called.called += score >= threshold_ ? 1 : 0;
      ++scores_[score_bins_.of(static_cast<float>(score))];
      const auto at = std::lower_bound(facts.numbers.begin(), facts.numbers.end(), block.rows.numbers[k]);
      const bool known = at != facts.numbers.end() && *at == block.rows.numbers[k];
      const auto row = static_cast<std::size_t>(at - facts.numbers.begin());
      std::optional<std::uint32_t> group;
      if (known && !facts.groups.empty()) group = groups[facts.groups[row]];
      share_->add(score >= threshold_, group);
      if (known && facts.labels[row] != kUnlabelled) follow(score, facts, row, group);
    }
  }

  void follow(double score, const RowFacts& facts, std::size_t row, std::optional<std::uint32_t> group) {
    ++found_.labelled;
    LabelledRow labelled{score, facts.labels[row] == 1};
    if (!held_out_.weights.empty()) {
      require_usage(!facts.weights.empty(), "weight: the thresholds of the run were found with weights; expected ",
                    "--weight COLUMN, got none");
      labelled.weight = facts.weights[row];
    }
    labelled.group = group;
    for (PromiseWatch& promise : promises_) promise.add(labelled);
  }

  // When the first block shows that there are columns to compare.
  void read_reference(const Table& table) {
    reference_read_ = true;
    if (table.columns.empty()) {
      found_.no_columns = "the model reads no columns of numbers or categories";
      return;
    }
    const bool given = !options_.reference.empty();
    const auto files = given ? std::vector{options_.reference} : files_of_training(paths_, card_, found_);
    CollectedColumns before;
    for (const std::string& file : files) {
      PredictOptions options = options_of(file);
      if (!given) options.kind = "auto";
      if (!given) options.header.clear();
      read_rows(
          options, [&](const Block& block) { before.add(block.content.table); }, note_);
      found_.reference += joined(found_.reference.empty() ? "" : ", ", file);
    }
    columns_ = ColumnCounts(std::move(before));
  }

  // Shares of rows above the threshold and the drift of scores.
  void compare_scores() {
    record::CalledShare& called = found_.called;
    called.of_test = card_.guarantee_basis == GuaranteeBasis::out_of_fold;
    std::vector<std::int64_t> scores_before(score_bins_.size());
    for (const double score : before_.scores) {
      called.called_before += score >= threshold_ ? 1 : 0;
      ++scores_before[score_bins_.of(static_cast<float>(score))];
    }
    called.rows = found_.rows;
    called.rows_before = static_cast<std::int64_t>(before_.scores.size());
    const auto n = static_cast<double>(called.rows);
    const auto m = static_cast<double>(called.rows_before);
    called.ci = clopper_pearson(static_cast<double>(called.called), n, found_.confidence);
    called.ci_before = clopper_pearson(static_cast<double>(called.called_before), m, found_.confidence);
    const double pooled = static_cast<double>(called.called + called.called_before) / (n + m);
    const double deviation = std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
    if (called.untested.empty()) called.changed_at = share_->changed_at();
    if (deviation > 0) called.p = 2 * normal_cdf(-std::abs(called.share() - called.share_before()) / deviation);
    found_.scores = stability_index(scores_before, scores_);
  }

  const MonitorOptions& options_;
  record::RunPaths paths_;
  const record::ModelCard& card_;
  const Note& note_;
  record::Monitoring& found_;
  record::ScoredPart held_out_;  // the rows where the threshold was found
  record::ScoredPart before_;    // rows that were scored as new rows are
  double threshold_;
  NumberBins score_bins_;
  std::vector<std::int64_t> scores_;
  std::vector<PromiseWatch> promises_;
  std::optional<ShareWatch> share_;
  GroupNumbers groups_;  // a group is the same in all files
  ColumnCounts columns_;
  bool reference_read_ = false;
};

}  // namespace

record::Monitoring monitor(const MonitorOptions& options, const std::function<void(const std::string&)>& note) {
  const record::RunPaths paths(options.run);
  for (const std::string& file : options.files) require_no_stream("monitor", file);
  require(paths.finished(), options.run, ": expected a finished run, got none");
  require_usage(options.level > 0 && options.level < 1, "level: expected a number between 0 and 1, got ",
                options.level);
  require_usage(options.member.empty() || options.files.size() == 1,
                "member: expected one file of new rows with scores from elsewhere, got ", options.files.size());
  const record::ModelCard card = record::read_card(paths);
  const DecisionRule rule = decision_rule(promised(options.rates, card), paths, card);
  record::Monitoring found;
  found.run = options.run;
  found.files = options.files;
  found.level = options.level;
  NewRows rows(options, card, rule, note, found);
  for (const std::string& file : options.files) rows.read(file);
  rows.finish();
  return found;
}

}  // namespace pauc
