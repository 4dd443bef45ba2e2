#include "pauc/trainer/run/importance.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "pauc/core/parallel.h"
#include "pauc/core/random.h"
#include "pauc/metric/interval/permutation_drop.h"
#include "pauc/metric/names.h"
#include "pauc/record/predictions.h"
#include "pauc/trainer/loop/streams.h"
#include "pauc/trainer/run/effects.h"

namespace pauc {

namespace {

constexpr std::int64_t kFewestOfClass = 100;
constexpr std::int64_t kScreeningRows = 500;
constexpr std::int64_t kMostValues = std::int64_t{1} << 26;  // encoded values of a model that are held at a time

// Shuffles and keeps the first.
void keep_some(std::int64_t count, Random& random, std::vector<std::int64_t>& places) {
  if (static_cast<std::int64_t>(places.size()) <= count) return;
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    std::swap(places[k], places[k + random.below(static_cast<std::uint32_t>(places.size() - k))]);
  }
  places.resize(static_cast<std::size_t>(count));
}

// So many rows that the encoded values of a model fit into memory.
std::int64_t rows_that_fit(const ScoringModels& scoring, std::int64_t most_rows) {
  for (const ScoringModel& model : scoring.models) {
    most_rows = std::min(most_rows, kMostValues / std::max<std::int64_t>(1, model.preprocessing->width()));
  }
  return std::max(most_rows, 2 * kFewestOfClass);
}

// Labels, weights and groups of rows.
struct Facts {
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;
  std::vector<std::uint32_t> groups;
  std::int64_t group_count = 0;
};

Facts facts_of(const ScoringModels& scoring) {
  const RowFacts& all = scoring.models.front().examples->facts;
  record::ScoredPart part;
  for (const std::int64_t row : scoring.rows) {
    part.labels.push_back(static_cast<std::uint8_t>(all.labels[row]));
    if (!all.weights.empty()) part.weights.push_back(all.weights[row]);
    if (!all.groups.empty()) part.groups.push_back(all.groups[row]);
  }
  ScoredRows rows = record::rows_of(part);
  return {std::move(rows.labels), std::move(rows.weights), std::move(rows.groups), rows.group_count};
}

bool is_column(const PermutedInputs& inputs) { return inputs.kind == record::Permuted::column; }

class Looking {
 public:
  Looking(const ScoringModels& held_out, const Region& target, const ImportanceOptions& options, const Work& work)
      : target_(target),
        options_(options),
        work_(work),
        scoring_(only_rows(held_out, places_to_permute(held_out, options))),
        inputs_(permuted_inputs(held_out.models, options.column_groups)) {
    importance_.held_out = static_cast<std::int64_t>(held_out.rows.size());
  }

  std::optional<record::Importance> run() {
    if (!screen()) return std::nullopt;
    const Donors donors = drawn_donors(scoring_.folds, options_.repeats, options_.seed);
    const auto scores = permutation_scores(scoring_, inputs_, donors, work_);
    if (!scores) return std::nullopt;
    const Facts facts = facts_of(scoring_);
    describe(facts, *scores);
    add_entries(facts, *scores, donors);
    add_effects(facts, *scores, donors);
    return std::move(importance_);
  }

 private:
  // Keeps the columns that change the scores of a few rows most; false if it was asked to stop.
  bool screen() {
    const auto columns = std::count_if(inputs_.begin(), inputs_.end(), is_column);
    if (columns <= options_.most_columns) return true;
    const ScoringModels few = only_rows(scoring_, drawn_places(scoring_, kScreeningRows, options_.seed));
    const auto scores = permutation_scores(few, inputs_, drawn_donors(few.folds, 1, options_.seed), work_);
    if (!scores) return false;
    std::vector<std::pair<double, std::size_t>> changes;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (!is_column(inputs_[k])) continue;
      double change = 0;
      for (std::size_t row = 0; row < scores->scores.size(); ++row) {
        change += std::abs(scores->permuted[k][0][row] - scores->scores[row]);
      }
      changes.emplace_back(-change, k);
    }
    std::sort(changes.begin(), changes.end());
    std::vector<bool> keeps(inputs_.size(), true);
    for (auto k = static_cast<std::size_t>(options_.most_columns); k < changes.size(); ++k) {
      keeps[changes[k].second] = false;
    }
    std::vector<PermutedInputs> kept;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (keeps[k]) kept.push_back(std::move(inputs_[k]));
    }
    importance_.left_out = static_cast<std::int64_t>(inputs_.size() - kept.size());
    inputs_ = std::move(kept);
    return true;
  }

  void describe(const Facts& facts, const PermutationScores& scores) {
    importance_.measure = title_with_scale(headline_area(target_));
    importance_.rows = static_cast<std::int64_t>(facts.labels.size());
    importance_.positives = std::count(facts.labels.begin(), facts.labels.end(), 1);
    importance_.repeats = options_.repeats;
    importance_.mean_score =
        std::accumulate(scores.scores.begin(), scores.scores.end(), 0.0) / static_cast<double>(scores.scores.size());
  }

  void add_entries(const Facts& facts, const PermutationScores& scores, const Donors& donors) {
    const DropsFrom drops({facts.labels, scores.scores, facts.weights}, facts.groups, facts.group_count, target_);
    importance_.value = drops.value();
    importance_.entries.resize(inputs_.size());
    parallel_for(static_cast<std::int64_t>(inputs_.size()), work_.threads, [&](std::int64_t k) {
      std::vector<PermutedScores> repeats;
      for (std::size_t r = 0; r < donors.size(); ++r) {
        repeats.push_back({scores.permuted[static_cast<std::size_t>(k)][r], donors[r]});
      }
      const PermutationDrop drop = drops.of(repeats, importance_.confidence);
      const PermutedInputs& inputs = inputs_[static_cast<std::size_t>(k)];
      record::ImportanceEntry& entry = importance_.entries[static_cast<std::size_t>(k)];
      entry = {inputs.name, inputs.kind, {}, drop.drop, drop.ci};
      if (inputs.kind == record::Permuted::group) entry.columns = inputs.columns;
    });
  }

  void add_effects(const Facts& facts, const PermutationScores& scores, const Donors& donors) {
    std::vector<std::size_t> order(inputs_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return importance_.entries[a].drop > importance_.entries[b].drop;
    });
    std::vector<record::ImportanceEntry> sorted;
    for (const std::size_t k : order) {
      sorted.push_back(std::move(importance_.entries[k]));
      const bool has_room = static_cast<std::int64_t>(importance_.effects.size()) < options_.most_effects;
      if (!is_column(inputs_[k]) || !has_room || sorted.back().drop <= 0) continue;
      importance_.effects.push_back(effect_of(values_of_column(inputs_[k].name), facts.labels, scores.scores,
                                              scores.permuted[k], donors, importance_.confidence));
    }
    importance_.entries = std::move(sorted);
  }

  // Members of a blend may read other columns than the first.
  ColumnValues values_of_column(const std::string& name) const {
    const auto reads_it = [&](const ScoringModel& model) {
      const auto& columns = model.preprocessing->table.columns;
      return std::any_of(columns.begin(), columns.end(), [&](const ColumnEncoding& one) { return one.name == name; });
    };
    const auto found = std::find_if(scoring_.models.begin(), scoring_.models.end(), reads_it);
    return values_of(found->examples->content.table, name, scoring_.rows);
  }

  Region target_;
  const ImportanceOptions& options_;
  const Work& work_;
  ScoringModels scoring_;
  std::vector<PermutedInputs> inputs_;
  record::Importance importance_;
};

}  // namespace

std::vector<std::int64_t> drawn_places(const ScoringModels& held_out, std::int64_t most_rows, std::uint64_t seed) {
  const RowFacts& facts = held_out.models.front().examples->facts;
  std::vector<std::int64_t> places[2];  // by label
  for (std::size_t k = 0; k < held_out.rows.size(); ++k) {
    const std::int64_t row = held_out.rows[k];
    if (!facts.weights.empty() && facts.weights[row] == 0) continue;
    places[facts.labels[row] == 1 ? 1 : 0].push_back(static_cast<std::int64_t>(k));
  }
  const auto all = static_cast<double>(places[0].size() + places[1].size());
  Random random(seed, kHeldOutRows);
  std::vector<std::int64_t> drawn;
  for (auto& some : places) {
    const double share = static_cast<double>(most_rows) * static_cast<double>(some.size()) / all;
    if (all > static_cast<double>(most_rows)) {
      keep_some(std::max(static_cast<std::int64_t>(std::llround(share)), kFewestOfClass), random, some);
    }
    drawn.insert(drawn.end(), some.begin(), some.end());
  }
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

std::vector<std::int64_t> places_to_permute(const ScoringModels& held_out, const ImportanceOptions& options) {
  return drawn_places(held_out, rows_that_fit(held_out, options.most_rows), options.seed);
}

std::optional<record::Importance> importance_of(const ScoringModels& held_out, const Region& target,
                                                const ImportanceOptions& options, const Work& work) {
  return Looking(held_out, target, options, work).run();
}

}  // namespace pauc
