#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/objective/state.h"

namespace pauc {

// The most recent scores of some examples, at most one per example, in the named state: `NAME_slots` and `NAME_scores`,
// oldest first. Quantiles of them estimate those of the whole class, which one batch is too small for.
//
// The scores of a batch are added by the constructor, but written to the state by remember() only, so that a batch that
// is refused in between leaves no trace.
class RecentScores {
 public:
  // Reserves the state for the latest scores of `capacity` examples.
  static void add_to(State& state, const std::string& name, std::int64_t capacity);
  // Enough of `examples` scores to find a cut with a share `share` above it: at least 2048, and 40 above the cut.
  static std::int64_t capacity_for(std::int64_t examples, double share);

  RecentScores(State& state, std::string name, std::vector<std::int64_t> slots, std::vector<double> scores);

  std::int64_t count() const { return static_cast<std::int64_t>(slots_.size()); }
  // Whether the scores are those of the batch alone, row by row: it is at least as large as the memory.
  bool is_batch() const { return is_batch_; }

  // The weight of each row of the batch among the highest `count` of the recent scores: 1 above the cut, 0 below it.
  // Scores that tie at the cut share the rest of the count.
  std::vector<double> shares_of_top(double count) const;

  void remember();

 private:
  void add_to_older(const std::vector<std::int64_t>& slots);
  const std::vector<double>& scores() const { return is_batch_ ? batch_ : scores_; }

  State* state_;
  std::string name_;
  std::vector<double> batch_;        // scores by row
  std::vector<std::int64_t> slots_;  // of all recent scores, oldest first
  std::vector<double> scores_;       // the same, unless they are those of the batch
  bool is_batch_ = false;
};

}  // namespace pauc
