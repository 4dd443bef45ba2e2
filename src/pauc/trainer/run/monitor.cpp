#include "pauc/trainer/run/monitor.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/metric/interval/distributions.h"
#include "pauc/record/calibration.h"
#include "pauc/record/limits.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/run/collected_columns.h"
#include "pauc/trainer/run/predict.h"

namespace pauc {

namespace {

using Note = std::function<void(const std::string&)>;

WantedRates promised(const WantedRates& asked, const record::ModelCard& card) {
  if (asked.any() || asked.guarantee) return asked;
  WantedRates rates;
  rates.at_fpr = card.target.fpr_max;
  for (const record::CardThreshold& at : card.thresholds) {
    if (at.fpr == *rates.at_fpr && at.guaranteed_threshold) rates.guarantee = at.confidence;
  }
  return rates;
}

// A row of the new files that has a score.
struct NewRow {
  double score = 0;
  std::int8_t label = kUnlabelled;
  std::int64_t unit = 0;  // its group, or a number of its own
};

class NewRows {
 public:
  NewRows(const MonitorOptions& options, const record::ModelCard& card, const Note& note)
      : options_(options), paths_(options.run), card_(card), note_(note) {}

  void read(const std::string& file, record::Monitoring& found) {
    const RowFacts facts = facts_of(file, found);
    std::unordered_map<std::int64_t, std::size_t> place;
    for (std::size_t k = 0; k < facts.numbers.size(); ++k) place.emplace(facts.numbers[k], k);
    const auto first_unit = units_;
    score_rows(
        options_of(file),
        [&](const ScoredBlock& block) {
          columns_.add(block.rows.content.table);
          for (std::size_t k = 0; k < block.scores.size(); ++k) {
            if (!std::isfinite(block.scores[k])) {
              ++found.unscored;
              continue;
            }
            NewRow row{block.scores[k], kUnlabelled, units_++};
            if (const auto at = place.find(block.rows.numbers[k]); at != place.end()) {
              row.label = facts.labels[at->second];
              if (!facts.groups.empty()) row.unit = -1 - first_unit - facts.groups[at->second];
            }
            rows_.push_back(row);
          }
        },
        note_);
    groups_ = groups_ || !facts.groups.empty();
  }

  const std::vector<NewRow>& rows() const { return rows_; }
  const CollectedColumns& columns() const { return columns_; }
  bool has_groups() const { return groups_; }

  PredictOptions options_of(const std::string& file) const {
    PredictOptions options;
    options.run = options_.run;
    options.data = file;
    if (!options_.labels.kind.empty()) options.kind = options_.labels.kind;
    options.header = options_.labels.no_header ? "no" : "";
    options.threads = options_.threads;
    options.reading_threads = options_.labels.threads;
    return options;
  }

 private:
  RowFacts facts_of(const std::string& file, record::Monitoring& found) const {
    if (options_.no_labels) {
      found.no_labels = "they were not asked for";
      return {};
    }
    if (const auto reason = reason_for_no_labels(paths_, card_, file, options_.labels)) {
      found.no_labels = *reason;
      return {};
    }
    return labelled_rows(paths_, card_, file, options_.labels);
  }

  const MonitorOptions& options_;
  record::RunPaths paths_;
  const record::ModelCard& card_;
  const Note& note_;
  std::vector<NewRow> rows_;
  CollectedColumns columns_;
  std::int64_t units_ = 0;
  bool groups_ = false;
};

// A value for each unit, a case or a group, in the order of their first rows: the share of its rows that break a rule.
struct UnitShares {
  std::vector<double> shares;
  std::int64_t rows = 0;
  std::int64_t broken = 0;
};

template <class Counts, class Breaks>
UnitShares unit_shares(const NewRows& rows, const Counts& counts, const Breaks& breaks) {
  std::unordered_map<std::int64_t, std::size_t> place_of_unit;
  UnitShares result;
  std::vector<double> all;
  for (const NewRow& row : rows.rows()) {
    if (!counts(row)) continue;
    const std::size_t unit = place_of_unit.emplace(row.unit, place_of_unit.size()).first->second;
    if (unit == all.size()) {
      result.shares.push_back(0);
      all.push_back(0);
    }
    result.shares[unit] += breaks(row) ? 1 : 0;
    all[unit] += 1;
    ++result.rows;
    result.broken += breaks(row) ? 1 : 0;
  }
  for (std::size_t unit = 0; unit < all.size(); ++unit) result.shares[unit] /= all[unit];
  return result;
}

record::PromiseCheck checked(const WantedThreshold& at, const NewRows& rows, const record::Monitoring& found) {
  record::PromiseCheck check{at.kind, at.rate, at.confidence, at.threshold, 0, 0, 0, {}, {}};
  const bool of_fpr = at.kind == PromisedRate::fpr;
  const UnitShares in_rows = unit_shares(
      rows, [&](const NewRow& row) { return row.label == (of_fpr ? 0 : 1); },
      [&](const NewRow& row) { return (row.score >= at.threshold) == of_fpr; });
  check.cases = in_rows.rows;
  check.broken = in_rows.broken;
  check.units = static_cast<std::int64_t>(in_rows.shares.size());
  if (check.cases > 0) {
    const auto units = static_cast<double>(check.units);
    check.ci = clopper_pearson(check.broken_share() * units, units, found.confidence);
  }
  check.evidence = rate_evidence(in_rows.shares, of_fpr ? at.rate : 1 - at.rate, found.level);
  return check;
}

// Whether the share of rows above the threshold has changed, by tests that may be repeated after every row. Half of the
// level goes to the limits within which the share was before, a quarter to each of "it is at most the upper limit" and
// "it is at least the lower limit".
std::optional<std::int64_t> changed_share_at(const NewRows& rows, double threshold, const record::CalledShare& called,
                                             double level) {
  const Interval before = clopper_pearson(static_cast<double>(called.called_before),
                                          static_cast<double>(called.rows_before), 1 - level / 2);
  const auto any = [](const NewRow&) { return true; };
  std::optional<std::int64_t> first;
  const auto test = [&](bool of_called, double rate) {
    if (rate <= 0 || rate >= 1) return;
    const UnitShares in_rows =
        unit_shares(rows, any, [&](const NewRow& row) { return (row.score >= threshold) == of_called; });
    const auto at = rate_evidence(in_rows.shares, rate, level / 4).broken_at;
    if (at && (!first || *at < *first)) first = at;
  };
  test(true, before.upper);
  test(false, 1 - before.lower);
  return first;
}

// Shares of rows above the threshold and the drift of scores, against the rows where the threshold was found.
void compare_scores(const record::ScoredPart& before, const NewRows& rows, double threshold,
                    record::Monitoring& found) {
  record::CalledShare& called = found.called;
  std::vector<float> scores, scores_before(before.scores.begin(), before.scores.end());
  for (const NewRow& row : rows.rows()) {
    scores.push_back(static_cast<float>(row.score));
    called.called += row.score >= threshold ? 1 : 0;
  }
  for (const double score : before.scores) called.called_before += score >= threshold ? 1 : 0;
  called.rows = static_cast<std::int64_t>(rows.rows().size());
  called.rows_before = static_cast<std::int64_t>(before.scores.size());
  const auto n = static_cast<double>(called.rows);
  const auto m = static_cast<double>(called.rows_before);
  called.ci = clopper_pearson(static_cast<double>(called.called), n, found.confidence);
  called.ci_before = clopper_pearson(static_cast<double>(called.called_before), m, found.confidence);
  const double pooled = static_cast<double>(called.called + called.called_before) / (n + m);
  const double deviation = std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
  called.changed_at = changed_share_at(rows, threshold, called, found.level);
  if (deviation > 0) called.p = 2 * normal_cdf(-std::abs(called.share() - called.share_before()) / deviation);
  found.scores = number_drift(scores_before, scores);
}

std::string data_of_training(const record::RunPaths& paths) {
  const std::string text = content_of_folder_file(paths.folder, paths.config(), record::kMostConfigBytes);
  return config_from_yaml(text, paths.config()).get("data.path");
}

void compare_columns(const MonitorOptions& options, const record::RunPaths& paths, const NewRows& rows,
                     const Note& note, record::Monitoring& found) {
  if (rows.columns().empty()) {
    found.no_columns = "the model reads no columns of numbers or categories";
    return;
  }
  const std::string reference = options.reference.empty() ? data_of_training(paths) : options.reference;
  if (options.reference.empty() && !is_there(reference)) {
    found.no_columns = joined("the data of the training are no longer at ", reference, "; name them by --reference");
    return;
  }
  CollectedColumns before;
  PredictOptions read = rows.options_of(reference);
  score_rows(
      read, [&](const ScoredBlock& block) { before.add(block.rows.content.table); }, note);
  found.reference = reference;
  found.columns = CollectedColumns::drifts(before, rows.columns());
}

}  // namespace

record::Monitoring monitor(const MonitorOptions& options, const std::function<void(const std::string&)>& note) {
  const record::RunPaths paths(options.run);
  require(paths.finished(), options.run, ": expected a finished run, got none");
  require_usage(options.level > 0 && options.level < 1, "level: expected a number between 0 and 1, got ",
                options.level);
  const record::ModelCard card = record::read_card(paths);
  const DecisionRule rule = decision_rule(promised(options.rates, card), paths, card);
  record::Monitoring found;
  found.run = options.run;
  found.files = options.files;
  found.level = options.level;
  NewRows rows(options, card, note);
  for (const std::string& file : options.files) rows.read(file, found);
  found.rows = static_cast<std::int64_t>(rows.rows().size());
  require(found.rows > 0, options.files.front(), ": expected rows that can be scored, got none");
  found.labelled =
      std::count_if(rows.rows().begin(), rows.rows().end(), [](const NewRow& row) { return row.label != kUnlabelled; });
  if (found.labelled > 0) {
    found.no_labels.clear();
    for (const WantedThreshold& at : rule.thresholds) found.promises.push_back(checked(at, rows, found));
  } else if (found.no_labels.empty()) {
    found.no_labels = "no row has a label";
  }
  compare_scores(record::read_calibration_rows(paths, card), rows, rule.positive_from, found);
  compare_columns(options, paths, rows, note, found);
  return found;
}

}  // namespace pauc
