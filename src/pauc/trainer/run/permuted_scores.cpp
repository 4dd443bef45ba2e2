#include "pauc/trainer/run/permuted_scores.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "pauc/batch/cpu_data.h"
#include "pauc/batch/flat_numbers.h"
#include "pauc/core/parallel.h"
#include "pauc/core/random.h"
#include "pauc/data/inputs.h"
#include "pauc/trainer/loop/streams.h"
#include "pauc/trainer/loop/threads.h"

namespace pauc {

namespace {

constexpr std::int64_t kRowsAtOnce = 128;

// Encoded values that belong together: begin .. end - 1 of a row.
struct Range {
  std::int64_t begin;
  std::int64_t end;
};

// Where the encoded values of each column are; found once, since a table may have thousands of columns.
class ColumnRanges {
 public:
  explicit ColumnRanges(const TableEncoding& encoding) {
    std::int64_t begin = 0;
    for (const ColumnEncoding& column : encoding.columns) {
      const std::int64_t end = begin + column.width();
      if (end > begin) ranges_[column.name].push_back({begin, end});
      begin = end;
    }
  }

  // Neighbouring ranges are joined.
  std::vector<Range> of(const std::vector<std::string>& columns) const {
    std::vector<Range> found;
    for (const std::string& column : columns) {
      const auto entry = ranges_.find(column);
      if (entry != ranges_.end()) found.insert(found.end(), entry->second.begin(), entry->second.end());
    }
    std::sort(found.begin(), found.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
    std::vector<Range> joined;
    for (const Range& range : found) {
      if (!joined.empty() && joined.back().end == range.begin) {
        joined.back().end = range.end;
      } else {
        joined.push_back(range);
      }
    }
    return joined;
  }

 private:
  std::unordered_map<std::string, std::vector<Range>> ranges_;
};

// The rows of one model with their encoded columns.
class EncodedRows {
 public:
  EncodedRows(const ScoringModel& model, const std::vector<std::int64_t>& rows)
      : model_(model),
        gather_(gather_from(*model.preprocessing, model.examples->content)),
        columns_(model.preprocessing->table) {
    for (const std::int64_t place : model.places) rows_.push_back(rows[static_cast<std::size_t>(place)]);
    width_ = model.preprocessing->width();
    features_.resize(rows_.size() * static_cast<std::size_t>(width_));
    if (width_ > 0) {
      const Table& table = model.examples->content.table;
      TableEncoder(model.preprocessing->table, table).encode(table.held.places_of(rows_), features_.data());
    }
  }

  std::int64_t size() const { return static_cast<std::int64_t>(rows_.size()); }
  const ColumnRanges& columns() const { return columns_; }

  // Scores of the rows takers[k], with the ranges, and with `content` the molecule or image, of the rows donors[k].
  std::vector<double> scores(const std::vector<std::int64_t>& takers, const std::vector<std::int64_t>& donors,
                             const std::vector<Range>& ranges, bool content) const {
    const c10::NoGradGuard no_graph;
    std::vector<double> scores;
    const auto count = static_cast<std::int64_t>(takers.size());
    for (std::int64_t begin = 0; begin < count; begin += kRowsAtOnce) {
      const std::int64_t end = std::min(count, begin + kRowsAtOnce);
      Batch batch = content_of(content ? donors : takers, begin, end);
      if (width_ > 0) batch.features = mixed(takers, donors, ranges, begin, end);
      const FlatNumbers<double> some(model_.model.forward(batch, nullptr));
      scores.insert(scores.end(), some.begin(), some.end());
    }
    return scores;
  }

  // Whether row `taker` would be another with these values of row `donor`.
  bool differ(std::int64_t taker, std::int64_t donor, const std::vector<Range>& ranges, bool content) const {
    if (taker == donor) return false;
    if (content && model_.preprocessing->kind != InputKind::table) return true;
    return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
      return std::memcmp(row(taker) + range.begin, row(donor) + range.begin,
                         sizeof(float) * static_cast<std::size_t>(range.end - range.begin)) != 0;
    });
  }

 private:
  const float* row(std::int64_t k) const { return features_.data() + k * width_; }

  Batch content_of(const std::vector<std::int64_t>& whose, std::int64_t begin, std::int64_t end) const {
    if (model_.preprocessing->kind == InputKind::table) return {};
    std::vector<std::int64_t> rows;
    for (std::int64_t k = begin; k < end; ++k) rows.push_back(rows_[static_cast<std::size_t>(whose[k])]);
    return gather_(rows, nullptr);
  }

  at::Tensor mixed(const std::vector<std::int64_t>& takers, const std::vector<std::int64_t>& donors,
                   const std::vector<Range>& ranges, std::int64_t begin, std::int64_t end) const {
    at::Tensor features = at::empty({end - begin, width_}, at::kFloat);
    float* out = cpu_data<float>(features);
    for (std::int64_t k = begin; k < end; ++k, out += width_) {
      std::copy_n(row(takers[k]), width_, out);
      for (const Range& range : ranges) {
        std::copy(row(donors[k]) + range.begin, row(donors[k]) + range.end, out + range.begin);
      }
    }
    return features;
  }

  const ScoringModel& model_;
  GatherRows gather_;
  ColumnRanges columns_;
  std::vector<std::int64_t> rows_;  // of the examples
  std::int64_t width_ = 0;
  std::vector<float> features_;  // [rows, width]
};

class Permuting {
 public:
  Permuting(const ScoringModels& scoring, const std::vector<PermutedInputs>& inputs, const Donors& donors,
            const Work& work)
      : scoring_(scoring), inputs_(inputs), donors_(donors), work_(work) {
    result_.scores = scoring.fixed;
    result_.permuted.assign(inputs.size(), std::vector<std::vector<double>>(donors.size(), scoring.fixed));
  }

  std::optional<PermutationScores> run() {
    const OneThreadEach one_thread_each;
    for (const ScoringModel& model : scoring_.models) {
      if (!model.places.empty()) add(model);
      if (stopped_) return std::nullopt;
    }
    return std::move(result_);
  }

 private:
  bool goes_on() {
    const std::lock_guard lock(asking_);
    if (work_.stop_requested && work_.stop_requested()) stopped_ = true;
    return !stopped_;
  }

  void add(const ScoringModel& model) {
    const EncodedRows rows(model, scoring_.rows);
    const std::vector<double> as_they_are = scores_as_they_are(rows);
    add_scores(model, as_they_are, result_.scores);
    std::vector<std::int64_t> place_in_model(scoring_.rows.size(), -1);
    for (std::size_t k = 0; k < model.places.size(); ++k) {
      place_in_model[static_cast<std::size_t>(model.places[k])] = static_cast<std::int64_t>(k);
    }
    const auto repeats = static_cast<std::int64_t>(donors_.size());
    parallel_for(static_cast<std::int64_t>(inputs_.size()) * repeats, work_.threads, [&](std::int64_t job) {
      if (!goes_on()) return;
      set_compute_threads(1);  // of this thread
      const PermutedInputs& inputs = inputs_[static_cast<std::size_t>(job / repeats)];
      const auto repeat = static_cast<std::size_t>(job % repeats);
      std::vector<double> scores = as_they_are;
      score_again(rows, model, inputs, donors_[repeat], place_in_model, scores);
      add_scores(model, scores, result_.permuted[static_cast<std::size_t>(job / repeats)][repeat]);
    });
  }

  std::vector<double> scores_as_they_are(const EncodedRows& rows) const {
    std::vector<double> scores(static_cast<std::size_t>(rows.size()));
    const std::int64_t pieces = (rows.size() + kRowsAtOnce - 1) / kRowsAtOnce;
    parallel_for(pieces, work_.threads, [&](std::int64_t piece) {
      set_compute_threads(1);  // of this thread
      std::vector<std::int64_t> takers;
      const std::int64_t begin = piece * kRowsAtOnce;
      for (std::int64_t k = begin; k < std::min(rows.size(), begin + kRowsAtOnce); ++k) takers.push_back(k);
      const std::vector<double> some = rows.scores(takers, takers, {}, false);
      std::copy(some.begin(), some.end(), scores.begin() + begin);
    });
    return scores;
  }

  static void score_again(const EncodedRows& rows, const ScoringModel& model, const PermutedInputs& inputs,
                          const std::vector<std::int64_t>& donors, const std::vector<std::int64_t>& place_in_model,
                          std::vector<double>& scores) {
    const std::vector<Range> ranges = rows.columns().of(inputs.columns);
    std::vector<std::int64_t> takers, givers;
    for (std::int64_t k = 0; k < rows.size(); ++k) {
      const auto place = static_cast<std::size_t>(model.places[static_cast<std::size_t>(k)]);
      const std::int64_t donor = place_in_model[static_cast<std::size_t>(donors[place])];
      if (!rows.differ(k, donor, ranges, inputs.content)) continue;
      takers.push_back(k);
      givers.push_back(donor);
    }
    const std::vector<double> again = rows.scores(takers, givers, ranges, inputs.content);
    for (std::size_t k = 0; k < takers.size(); ++k) scores[static_cast<std::size_t>(takers[k])] = again[k];
  }

  static void add_scores(const ScoringModel& model, const std::vector<double>& scores, std::vector<double>& sums) {
    for (std::size_t k = 0; k < scores.size(); ++k) {
      sums[static_cast<std::size_t>(model.places[k])] += model.scale * scores[k];
    }
  }

  const ScoringModels& scoring_;
  const std::vector<PermutedInputs>& inputs_;
  const Donors& donors_;
  const Work& work_;
  PermutationScores result_;
  std::atomic<bool> stopped_ = false;
  std::mutex asking_;
};

}  // namespace

Donors drawn_donors(const std::vector<std::int64_t>& folds, std::int64_t repeats, std::uint64_t seed) {
  std::unordered_map<std::int64_t, std::vector<std::int64_t>> rows_of;  // by fold
  for (std::size_t k = 0; k < folds.size(); ++k) rows_of[folds[k]].push_back(static_cast<std::int64_t>(k));
  Donors donors(static_cast<std::size_t>(repeats), std::vector<std::int64_t>(folds.size()));
  for (const auto& [fold, rows] : rows_of) {
    for (std::size_t r = 0; r < donors.size(); ++r) {
      Random random(seed, kFirstOfPermutations + (static_cast<std::uint64_t>(fold) << 32) + r);
      std::vector<std::int64_t> shuffled = rows;
      for (std::size_t left = shuffled.size(); left > 1; --left) {
        std::swap(shuffled[left - 1], shuffled[random.below(static_cast<std::uint32_t>(left))]);
      }
      for (std::size_t k = 0; k < rows.size(); ++k) donors[r][static_cast<std::size_t>(rows[k])] = shuffled[k];
    }
  }
  return donors;
}

std::optional<PermutationScores> permutation_scores(const ScoringModels& scoring,
                                                    const std::vector<PermutedInputs>& inputs, const Donors& donors,
                                                    const Work& work) {
  return Permuting(scoring, inputs, donors, work).run();
}

}  // namespace pauc
