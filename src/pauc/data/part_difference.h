#pragma once

#include <cstdint>
#include <string>

#include "pauc/data/examples.h"
#include "pauc/data/split_examples.h"

namespace pauc {

/// How well a small model tells training rows from test rows (adversarial validation).
struct PartDifference {
  /// Area under the ROC curve of a logistic regression on rows that it has not seen; 0.5: the parts are alike.
  double auc = 0.5;
  /// What parts that are alike exceed in one case of a thousand.
  double chance = 0.5;
  /// Column that alone tells the parts apart best, and how well.
  std::string column;
  /// Area of that column.
  double column_auc = 0.5;

  /// Whether the parts differ by more than chance.
  bool differs() const { return auc > chance; }
};

/// Compares the training part with the test part by their columns. Refuses content without columns.
PartDifference part_difference(const Examples& examples, const SplitRows& split);

/// The same in words, one sentence.
std::string difference_text(const PartDifference& difference);

}  // namespace pauc
