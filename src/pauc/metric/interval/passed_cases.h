#pragma once

#include <cstdint>
#include <vector>

#include "pauc/metric/scored_rows.h"

namespace pauc {

// The cases of one class that have passed a threshold so far, row by row, and the number of independent cases behind
// their share: the number that would give the share the same variance (Korn and Graubard 1998), at most Kish's
// effective number of units. A unit is a group, or a row without groups.
//
// Let w be a unit's share of the class's weight, a the part of w that has passed, and t the rate. The sum of
// (a - t w)^2 over units is kept as three sums: of a a, a w and w w.
class PassedCases {
 public:
  // `label` is the class: 1 or 0. The rows are as `prepared` returns them and must outlive it.
  PassedCases(const ScoredRows& rows, std::uint8_t label);

  // Rows of the other class change nothing.
  void add(std::size_t row);

  // The share of the class's weight that has passed.
  double rate() const { return rate_; }
  // At a rate that the caller knows more exactly than the sum of shares.
  double effective_number(double rate) const;
  double effective_number() const { return effective_number(rate_); }

 private:
  std::size_t unit_of(std::size_t row) const { return rows_.groups.empty() ? row : rows_.groups[row]; }
  double share_of(std::size_t row) const { return (rows_.weights.empty() ? 1.0 : rows_.weights[row]) / total_; }

  const ScoredRows& rows_;
  std::uint8_t label_;
  double total_ = 0;
  double units_ = 0;            // that the spread is an average over
  std::vector<double> whole_;   // of each unit
  std::vector<double> passed_;  // its part that passes
  double rate_ = 0;
  double whole_whole_ = 0;
  double passed_whole_ = 0;
  double passed_passed_ = 0;
};

}  // namespace pauc
