#pragma once

#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/model/table/linear_rows.h"
#include "pauc/objective/objective.h"

namespace pauc {

// The inputs of all rows of a dataset; a linear model has `inputs` of them.
LinearRows linear_rows_of(const Dataset& dataset, std::int64_t inputs);

// What a search minimises, but for the penalty: the objective's value and the tension of a spread below its floor.
struct SearchedLoss {
  Loss loss;
  double searched = 0;
};

// The objective of all training rows at once as a function of the weights of a linear model, in double. With
// the sigmoid surrogate it is taken at scores whose spread has a floor (spread_floor.h).
class FullBatchLoss {
 public:
  // `chosen` lists the rows that count, possibly several times; empty: every row once. The references must outlive it.
  FullBatchLoss(const LinearRows& rows, const Dataset& train, std::vector<std::int64_t> chosen = {}, int threads = 1);

  // The loss at these weights; writes the gradient of what is searched. Both have the order of LinearRows::scores.
  SearchedLoss at(Span<const double> weights, Objective& objective, Span<double> gradient) const;

 private:
  std::vector<double> scores_of_chosen(const std::vector<double>& all) const;

  const LinearRows& rows_;
  std::vector<std::int64_t> chosen_;
  int threads_;
  at::Tensor labels_, slots_, weights_;  // of the chosen rows
};

}  // namespace pauc
