#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/guarantee.h"
#include "pauc/metric/interval/interval.h"
#include "pauc/metric/rate_evidence.h"
#include "pauc/metric/stability_index.h"

namespace pauc::record {

// A promised rate on new labelled rows.
struct PromiseCheck {
  PromisedRate kind = PromisedRate::fpr;
  double rate = 0;
  std::optional<double> confidence;  // of the threshold; none: it has the expected rate
  double threshold = 0;
  std::int64_t cases = 0;   // negatives for an FPR, positives for a TPR
  std::int64_t units = 0;   // cases, or groups, each of which is tested by its first case
  std::int64_t broken = 0;  // cases that break the rule: false alarms, or misses
  Interval ci;              // of the rate of such cases, exact if units are cases
  RateEvidence evidence;
  std::optional<double> weighted_share = {};  // of such cases, if the promise is about the weighted rate
  std::string untested = {};                  // why there was no test; empty: there was one

  double broken_share() const {
    if (weighted_share) return *weighted_share;
    return cases > 0 ? static_cast<double>(broken) / static_cast<double>(cases) : 0;
  }
  bool is_tested() const { return untested.empty() && cases > 0; }
};

// The share of rows above the threshold, labelled or not, against that on rows that were scored as new rows are: those
// where it was found, or the test rows. Whether it has changed is decided by tests that may be repeated after every
// row; the interval and p are for one look.
struct CalledShare {
  std::int64_t called = 0, rows = 0;
  std::int64_t called_before = 0, rows_before = 0;
  Interval ci, ci_before;
  double p = 1;                                 // of no difference, for one look
  std::optional<std::int64_t> changed_at = {};  // number of the case, from 1, at which a change was evident
  std::string untested = {};                    // why that was not tested; empty: it was
  bool of_test = false;  // the rows before are those of the test part: the threshold was found out of fold

  double share() const { return static_cast<double>(called) / static_cast<double>(rows); }
  double share_before() const { return static_cast<double>(called_before) / static_cast<double>(rows_before); }
};

// A file without labels, and why.
struct UnlabelledFile {
  std::string file;
  std::string reason;
};

struct ColumnDrift {
  std::string name;
  Drift drift;
};

// What `pauc monitor` found.
struct Monitoring {
  std::string run;
  std::vector<std::string> files;
  std::int64_t rows = 0;  // that were scored
  std::int64_t unscored = 0;
  std::int64_t labelled = 0;
  std::string no_labels;                   // why promises were not checked; empty if they were
  std::vector<UnlabelledFile> unlabelled;  // files whose rows took no part in the test
  double level = 0.05;                     // of the test
  double confidence = 0.95;                // of intervals
  std::vector<PromiseCheck> promises;
  CalledShare called;
  Drift scores;
  std::string reference;             // file that columns are compared with; empty: none
  std::string no_columns;            // why columns were not compared
  std::vector<ColumnDrift> columns;  // those that are more than chance first, then the largest drift

  bool is_broken() const;
  bool is_tested() const;  // whether there was a promise with cases to test it
  bool has_drifted() const;
  // "broken", "drifted" or "holds"; "unknown" without a test and drift.
  const char* verdict() const;
};

std::string monitoring_json(const Monitoring& monitoring);

}  // namespace pauc::record
