#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pauc/model/model.h"
#include "pauc/model/tree/ensemble.h"

namespace pauc {

// How a round of gradient boosting grows its tree.
struct RoundOptions {
  std::int64_t depth = 4;
  double eta = 0.1;
  double colsample = 0.8;
  double leaf_penalty = 1;
  double min_child_weight = 1;
  std::uint64_t seed = 0;  // of the columns that the tree may use
  int threads = 1;
};

// A tree, and what its leaves add to the score of each training row.
struct GrownTree {
  Tree tree;
  std::vector<float> added;
};

// "1.7.4"; empty in a build without XGBoost.
std::string boosting_version();

// What to do about a build without XGBoost; empty where it is there.
std::string missing_boosting();

// Training rows as XGBoost keeps them: a byte or two for each value. Refuses to be made in a build without XGBoost.
class QuantisedRows {
 public:
  // `categories` as in InputShape. `gather` is called several times for each row, with up to 1024 rows at a time.
  QuantisedRows(std::int64_t rows, std::int64_t features, const std::vector<std::int64_t>& categories,
                const GatherRange& gather, int threads);

  std::int64_t size() const { return rows_; }

  // Grows one tree by the first and second derivatives of the loss with respect to the raw score of each row. The same
  // arguments give the same tree, whatever was grown before.
  GrownTree grow(const std::vector<float>& gradients, const std::vector<float>& curvatures,
                 const RoundOptions& options) const;

 private:
  std::int64_t rows_;
  std::shared_ptr<void> matrix_;
};

}  // namespace pauc
