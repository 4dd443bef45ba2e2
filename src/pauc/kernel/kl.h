#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/kl_cells.h"

namespace pauc::kernel {

// The KL-regularised loss of each positive over all negatives, for the squared hinge, with its gradients, without a P x
// N matrix:
//
//   log_means[i] = log( 1/N sum_j exp(L_ij / lambda) ),   L_ij = (m - h_i + h_j)_+^2
//   p_ij         = exp(L_ij / lambda - log_means[i] + log_ratios[i])
//   gradients    : 1/N sum_j p_ij dL_ij/dh_i   and   1/N sum_i p_ij dL_ij/dh_j
//
// log_ratios is log_means - log u for the moving average u of zhu2022, Algorithms 2 and 3, and 0 for the exact
// objective.
//
// In units of sqrt(lambda), let D_j = h_max - h_j and T_i = m - h_i + h_max. The largest term of a row is exp(T^2).
// Relative to it, a pair weighs exp(-D (2T - D)) if D < T and exp(-T^2) otherwise, so nothing overflows for any score
// and lambda. Rows are divided into ranges of T (levels). In a level only negatives with D inside a window matter
// (weights above e^-32 / N). Their pairs are summed by cells (kl_cells.h) or directly (kl_direct.h), whichever costs
// less.
struct KlPairs {
  Span<const double> positives;
  Span<const double> negatives;
  double margin = 1;
  double lambda = 1;
};

struct KlGradients {
  std::vector<double> positives;  // [P]
  std::vector<double> negatives;  // [N]
};

// How pairs are summed. The results differ only by rounding. For tests and benchmarks.
enum class KlWay { cheaper, direct, cells };

class KlSums {
 public:
  // The results do not depend on `threads`, which gradients() uses too. Several threads pay off from about 250000
  // negatives on.
  explicit KlSums(const KlPairs& pairs, int threads = 1, KlWay way = KlWay::cheaper);

  const std::vector<double>& log_means() const { return log_means_; }  // [P] in the order of the batch
  KlGradients gradients(Span<const double> log_ratios) const;          // [P]; empty: 0 each

 private:
  // The rows in a range of T: [first_row, last_row) in ascending order of T.
  struct Level {
    std::size_t first_row = 0;
    std::size_t last_row = 0;
    std::size_t columns = 0;  // negatives inside the window
    KlCells cells;            // count 0: summed directly
    double cost = 0;          // estimated, in nanoseconds
  };

  // The negatives [first_column, first_column + columns) of a level: the unit of work of a thread.
  struct Part {
    std::size_t level = 0;
    std::size_t first_column = 0;
    std::size_t columns = 0;
    KlCells cells;
    double all = 0;  // columns, plus the negatives beyond the window in a level's first part
  };

  void sum_small_problem(const KlPairs& pairs);
  void sum_by_levels(const KlPairs& pairs, KlWay way);
  void cut_into_levels(KlWay way);
  Level make_level(std::size_t first_row, std::size_t last_row, KlWay way) const;
  KlCells make_cells(const Level& level, double start, double end, int terms) const;
  void cut_into_parts();
  void sum_parts();
  void sum_part(const Part& part, double* sums, double* slopes) const;
  void add_columns(const Part& part, const std::vector<double>& weights, double* columns) const;
  KlRange range_of(const Part& part) const;
  void finish_rows();
  std::size_t row_place(std::size_t row) const { return row_places_.empty() ? row : row_places_[row]; }

  int threads_ = 1;
  double unit_ = 1;                           // sqrt(lambda)
  double bound_ = 0;                          // weights below e^-bound of a row's largest are left out
  std::vector<double> distances_;             // [N] D, ascending
  std::vector<double> reaches_;               // [P] T, ascending; 0 for a row without any loss
  std::vector<std::uint32_t> column_places_;  // [N] indices of the sorted negatives in the batch
  std::vector<std::uint32_t> row_places_;     // [P] indices of the sorted rows in the batch
  std::size_t first_active_ = 0;              // rows before it have T = 0
  std::vector<Level> levels_;
  std::vector<Part> parts_;
  std::vector<double> slopes_of_pairs_;  // small problems only: no levels, order of the batch
  std::vector<double> sums_;             // [P] sum_j of weights relative to the row's largest, in order of T
  std::vector<double> slopes_;           // [P] sum_j of weight x 2 (T - D)
  std::vector<double> log_means_;
};

}  // namespace pauc::kernel
