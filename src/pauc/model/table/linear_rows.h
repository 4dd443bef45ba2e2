#pragma once

#include <cstdint>
#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/core/span.h"

namespace pauc {

// The inputs of all training rows of a linear model in memory, for products in double with all of them at once. Rows
// that differ in few places from the most common value of each input (one-hot categories, sparse tables) are stored as
// these differences only.
//
// Results do not depend on the number of threads.
class LinearRows {
 public:
  explicit LinearRows(std::int64_t inputs) : inputs_(inputs) {}

  // Appends the rows of a batch. The first batch decides between the two forms.
  void add(const Batch& batch);

  std::int64_t size() const { return rows_; }
  std::int64_t inputs() const { return inputs_; }
  bool is_sparse() const { return sparse_; }

  // bias + x . w of each row. `weights` are the model's parameters in the order of their names: bias, then w.
  std::vector<double> scores(Span<const double> weights, int threads) const;

  // The gradient by the weights, in the same order, from the gradient by the scores.
  void gradient(Span<const double> by_scores, int threads, Span<double> result) const;

  // Mean of each input over all rows.
  std::vector<double> means() const;

 private:
  void begin(Span<const float> features);
  void add_sparse(Span<const float> features);

  std::int64_t inputs_;
  std::int64_t rows_ = 0;
  bool sparse_ = false;
  std::vector<float> usual_;             // [inputs] the most common value of each, if sparse
  std::vector<float> values_;            // dense: [rows, inputs]
  std::vector<std::int64_t> begins_{0};  // sparse: first difference of each row, [rows + 1]
  std::vector<std::int32_t> places_;     // sparse: input of each difference
  std::vector<double> differences_;      // sparse: value minus the usual one
};

}  // namespace pauc
