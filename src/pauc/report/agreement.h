#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/picture.h"
#include "pauc/report/finished_blend.h"

namespace pauc::report {

// Rows that are called positive, by class.
struct CalledRows {
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  std::int64_t all() const { return positives + negatives; }
};

// How far two members agree. A member calls a row positive at its own threshold for the page's false-positive rate.
struct AgreementOfPair {
  std::size_t a = 0, b = 0;                // members, a < b
  std::optional<double> correlation;       // Spearman's, of all rows; none if a member gave one score to all
  std::optional<double> near_correlation;  // the same among the rows near the top
  CalledRows by_both, by_a_alone, by_b_alone;

  // The share of the calls of either that are calls of both; none if neither calls any row.
  std::optional<double> shared_calls() const;
};

// A row on which members disagree.
struct DisputedRow {
  std::int64_t row = 0;  // in the file, from 1
  std::string id;        // empty if rows have none
  bool is_positive = false;
  std::vector<double> from_top;  // by member: the share of the rows that it ranks higher, 0 to 1
  std::vector<bool> called;      // by member
  Picture picture;               // empty if there is none
};

// Whether the members of a blend agree, on the rows that no model has seen in training.
struct MemberAgreement {
  double fpr = 0;              // false-positive rate of the calls
  std::int64_t rows = 0;       // all
  std::int64_t near_rows = 0;  // that some member calls positive at twice that rate
  CalledRows by_any, by_all;   // called positive by some member, by all
  std::vector<AgreementOfPair> pairs;
  std::vector<DisputedRow> disputed;  // those that some member calls positive with the most different ranks, first
};

constexpr std::size_t kShownDisputes = 10;

// At least two members. `fpr` is the rate at which rows are called positive.
MemberAgreement agreement_of(const FinishedBlend& run, double fpr);

}  // namespace pauc::report
