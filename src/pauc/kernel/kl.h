#pragma once

#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/descending_scores.h"

namespace pauc {

// The KL-regularised loss of each positive over all negatives, squared hinge, and its gradients, without a P x N
// matrix:
//
//   log_means[i] = log( 1/N sum_j exp(L_ij / lambda) ),   L_ij = (m - h_i + h_j)_+^2
//   p_ij         = exp(L_ij / lambda - log_means[i] + log_ratios[i])
//   gradients    : 1/N sum_j p_ij dL_ij/dh_i   and   1/N sum_i p_ij dL_ij/dh_j
//
// (log_ratios = log_means - log u for the moving average u of zhu2022, Algorithms 2 and 3; 0 for the exact objective.)
//
// In units of sqrt(lambda), D_j = (h_max - h_j) and T_i = m - h_i + h_max: relative to its row's largest term, which is
// exp(T^2), a pair weighs exp(-D (2T - D)) while D < T and exp(-T^2) beyond, so nothing overflows for any score and
// lambda. Rows are taken by octaves of T. In an octave only D up to some window matters (weights above e^-32 / N), and
// it is cut into cells in which exp is a short power series in (row, negative): each negative enters its cell's moments
// once, each row reads a few cells. Rows are swept in the order of T, so that the hinge is exact. Small octaves and
// small problems are summed directly.
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

class KlSums {
 public:
  explicit KlSums(const KlPairs& pairs);

  const std::vector<double>& log_means() const { return log_means_; }  // [P] in the order of the batch
  KlGradients gradients(Span<const double> log_ratios) const;          // [P]; empty: 0 each

 private:
  // Rows of one octave, [first_row, last_row) in ascending order of T.
  struct Level {
    std::size_t first_row = 0;
    std::size_t last_row = 0;
    double top = 0;           // the largest T, at least 1: cells are narrow enough for it
    double window = 0;        // D beyond it does not matter
    std::size_t columns = 0;  // negatives inside the window
    double cell = 0;          // width of a cell
    std::size_t cells = 0;    // 0: summed directly
  };

  void cut_into_levels();
  Level make_level(std::size_t first_row, std::size_t last_row) const;
  void sum_directly(const Level& level);
  void sum_by_cells(const Level& level);
  void finish_row(std::size_t row, double sum, double slope);
  void add_gradients_directly(const Level& level, Span<const double> weights, Span<double> columns) const;
  void add_gradients_by_cells(const Level& level, Span<const double> weights, Span<double> columns) const;

  double unit_ = 1;   // sqrt(lambda)
  double bound_ = 0;  // weights below e^-bound of a row's largest are left out
  DescendingScores negatives_;
  std::vector<double> distances_;          // [N] D, ascending
  std::vector<double> reaches_;            // [P] T, ascending
  std::vector<std::uint32_t> row_places_;  // [P]
  std::size_t first_active_ = 0;           // rows before it have T <= 0: no loss at all
  std::vector<Level> levels_;
  std::vector<double> sums_;    // [P] sum_j of weights relative to the row's largest, in order of T
  std::vector<double> slopes_;  // [P] sum_j of weight x 2 (T - D)
  std::vector<double> log_means_;
};

}  // namespace pauc
