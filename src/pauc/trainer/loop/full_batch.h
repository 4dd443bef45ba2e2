#pragma once

#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/model/table/linear_rows.h"
#include "pauc/objective/objective.h"

namespace pauc {

// The inputs of all rows of a dataset; a linear model has `inputs` of them.
LinearRows linear_rows_of(const Dataset& dataset, std::int64_t inputs);

// The objective of all training rows at once as a function of the weights of a linear model, in double.
class FullBatchLoss {
 public:
  // `chosen` lists the rows that count, possibly several times; empty: every row once. The references must outlive it.
  FullBatchLoss(const LinearRows& rows, const Dataset& train, std::vector<std::int64_t> chosen = {}, int threads = 1);

  // The loss at these weights; writes its gradient. Both have the order of LinearRows::scores.
  Loss at(Span<const double> weights, Objective& objective, Span<double> gradient) const;

 private:
  const LinearRows& rows_;
  std::vector<std::int64_t> chosen_;
  int threads_;
  at::Tensor labels_, slots_, weights_;  // of the chosen rows
};

}  // namespace pauc
