#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pauc/data/blocks.h"

namespace pauc {

// A row with one of the highest scores.
struct TopRow {
  double score = 0;
  std::int64_t order = 0;  // among all rows: equal scores stay in it
  std::string line;        // of the output
  std::int64_t number = 0;
  std::string id;
  std::optional<double> spread;
  std::int8_t label = -1;
  std::string kept;  // columns that are passed on, as in the output
  std::string scaffold;
  Content content;  // of this row alone
};

// Keeps the rows with the highest scores while a file is scored; memory does not grow with the file.
//
// With `diverse` the best row of each scaffold comes first, then the others: those of the same scaffold as a better
// row. A scaffold is computed only for rows that may be kept.
class TopHits {
 public:
  TopHits(std::int64_t most, bool diverse) : most_(static_cast<std::size_t>(most)), diverse_(diverse) {}

  // Whether a row with this score may be kept: only then it has to be made.
  bool wants(double score) const;
  void add(TopRow row);

  // All rows that are kept, the first to look at first.
  std::vector<TopRow> take();

 private:
  void add_by_scaffold(const TopRow& row);

  std::size_t most_;
  bool diverse_;
  std::int64_t seen_ = 0;
  std::vector<TopRow> rows_;                         // a heap whose first row is the one to go next
  std::unordered_map<std::string, TopRow> best_of_;  // by scaffold: as many as are asked for
};

}  // namespace pauc
