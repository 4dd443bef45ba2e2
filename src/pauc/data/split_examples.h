#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/examples.h"
#include "pauc/data/split.h"

namespace pauc {

/// Labelled rows of each part, in the order of the file, and the numbers of rows left out.
struct SplitRows {
  /// Rows of each part, by Part.
  std::vector<std::int64_t> rows[3];
  /// Rows without a label.
  std::int64_t unlabelled = 0;
  /// Rows whose content could not be parsed.
  std::int64_t unparsable = 0;
  /// Rows that repeat the molecule of an earlier row; only a split by scaffold leaves them out.
  std::int64_t duplicates = 0;
  /// Positive rows left out by DataOptions::keep_positive.
  std::int64_t positives_left_out = 0;

  /// Rows of one part.
  const std::vector<std::int64_t>& of(Part part) const { return rows[static_cast<int>(part)]; }
};

/// Splits the rows as `options` say.
SplitRows split_examples(const Examples& examples, const DataOptions& options);

/// A sentence about groups with rows in several parts, which a split column or a split other than grouped may cause;
/// empty if there are none.
std::string note_on_groups(const Examples& examples, const SplitRows& split);

/// All that should make a reader doubt the figures of a run, one sentence each: columns that give the label away, rows
/// that stand in several parts, and parts made of very few groups.
std::vector<std::string> warnings_about(const Examples& examples, const SplitRows& split, const DataOptions& options);

/// "positive: outcome = 2 (156 of 6000 rows, 2.6 %)".
std::string positive_line(const Examples& examples);

/// Refuses a split in which a part is empty or has only one class; the message says what to do about it.
void require_both_classes(const Examples& examples, const SplitRows& split, const DataOptions& options);

}  // namespace pauc
