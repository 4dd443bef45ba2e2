// The costs from which KlSums chooses its way (the constants of src/pauc/kernel/kl.cpp), and how well it chooses:
// sizes x lambda x kind of score, each way forced, against the way that is taken. One thread.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "pauc/core/random.h"
#include "pauc/kernel/kl.h"
#include "pauc/kernel/kl_cells.h"
#include "pauc/kernel/kl_direct.h"

namespace pauc {
namespace {

// The least of many repetitions, in nanoseconds: what the others take more is other programs'.
double nanoseconds(const std::function<void()>& body) {
  using Clock = std::chrono::steady_clock;
  double least = 1e300;
  double total = 0;
  for (int round = 0; round < 5 || (total < 3e7 && round < 2000); ++round) {
    const auto begin = Clock::now();
    body();
    const double taken = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
    least = std::min(least, taken);
    total += taken;
  }
  return least;
}

std::vector<double> steps(double first, double last, std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = first + (last - first) * static_cast<double>(i) / static_cast<double>(count);
  }
  return values;
}

// Sums and gradients of rows with T from `lowest` to `highest` and negatives with D from 0 to 1.
struct Problem {
  Problem(std::size_t rows, std::size_t columns, double lowest, double highest)
      : distances(steps(0, 1, columns)),
        reaches(steps(lowest, highest, rows)),
        sums(rows),
        slopes(rows),
        weights(rows, 1.0),
        gradients(columns) {}

  kernel::KlRange range() const { return {distances.data(), distances.size(), reaches.data(), reaches.size(), 42}; }
  double directly() {
    return nanoseconds([&] {
      kernel::sum_rows_directly(range(), static_cast<double>(distances.size()), sums.data(), slopes.data());
      kernel::add_columns_directly(range(), weights.data(), gradients.data());
    });
  }
  double by_cells(std::size_t count, int terms) {
    const double middle = (reaches.front() + reaches.back()) / 2;
    const kernel::KlCells cells = {middle, 0, 1 / static_cast<double>(count), count, terms};
    return nanoseconds([&] {
      kernel::sum_rows_by_cells(cells, range(), static_cast<double>(distances.size()), sums.data(), slopes.data());
      kernel::add_columns_by_cells(cells, range(), weights.data(), gradients.data());
    });
  }

  std::vector<double> distances, reaches, sums, slopes, weights, gradients;
};

void print_costs() {
  std::printf("costs in ns, sums and gradients together\n");
  Problem square(512, 512, 1, 2);
  std::printf("  direct pair                 %6.2f\n", square.directly() / (512.0 * 512));
  Problem tiny(8, 8, 1, 2);
  Problem columns(8, 16384, 1, 1.5);
  Problem rows(16384, 8, 1, 1.5);
  std::printf("  level of one cell, 8 x 8    %6.0f\n", tiny.by_cells(1, 19));
  std::printf("  each further cell           %6.1f\n", (tiny.by_cells(33, 19) - tiny.by_cells(1, 19)) / 32);
  for (const kernel::KlSeries& series : kernel::kKlSeries) {
    const double row = rows.by_cells(1, series.terms) / 16384;
    const double row_cell = (rows.by_cells(9, series.terms) - rows.by_cells(1, series.terms)) / (8 * 16384.0);
    std::printf("  %d terms: negative %.2f, row without cells %.2f, row and cell %.2f\n", series.terms,
                columns.by_cells(1, series.terms) / 16384, row - row_cell, row_cell);
  }
  for (const std::size_t count : {1024U, 4096U}) {
    Problem hinged(count, 16384, 0.1, 1);
    Problem free(count, 16384, 1, 1.9);
    std::printf("  %zu rows: negative beyond a hinge, more by %.2f\n", count,
                (hinged.by_cells(1, 19) - free.by_cells(1, 19)) / 16384);
  }
}

struct Size {
  int positives;
  int negatives;
};

struct Scores {
  std::vector<double> positives;
  std::vector<double> negatives;
};

// Several of a kind in turn, or small sorts would be learned by heart.
std::vector<Scores> some_scores(const Size& size, bool sigmoid) {
  Random random(8);
  const auto score = [&](double mean) {
    const double x = random.normal() + mean;
    return sigmoid ? 1 / (1 + std::exp(-x)) : x;
  };
  std::vector<Scores> all(size.negatives > 1000 ? 1 : 32);
  for (Scores& scores : all) {
    for (int i = 0; i < size.positives; ++i) scores.positives.push_back(score(1));
    for (int j = 0; j < size.negatives; ++j) scores.negatives.push_back(score(0));
  }
  return all;
}

double milliseconds_of(const std::vector<Scores>& all, double lambda, kernel::KlWay way) {
  const double taken = nanoseconds([&] {
    for (const Scores& scores : all) {
      const kernel::KlSums sums({scores.positives, scores.negatives, 1, lambda}, 1, way);
      sums.gradients({});
    }
  });
  return 1e-6 * taken / static_cast<double>(all.size());
}

void print_choice(const Size& size, bool sigmoid, double lambda, double& worst) {
  const std::vector<Scores> all = some_scores(size, sigmoid);
  const double chosen = milliseconds_of(all, lambda, kernel::KlWay::cheaper);
  const double direct = milliseconds_of(all, lambda, kernel::KlWay::direct);
  const double cells = milliseconds_of(all, lambda, kernel::KlWay::cells);
  const double ratio = chosen / std::min(direct, cells);
  worst = std::max(worst, ratio);
  std::printf("%6d x %-6d %-8s %7g %10.4f %10.4f %10.4f %6.2f\n", size.positives, size.negatives,
              sigmoid ? "sigmoid" : "raw", lambda, chosen, direct, cells, ratio);
}

void print_choices() {
  std::printf("\nmilliseconds: the way taken, all direct, all by cells; taken / better\n");
  double worst = 0;
  for (const Size& size : {Size{16, 16}, Size{32, 32}, Size{48, 48}, Size{64, 64}, Size{64, 512}, Size{96, 96},
                           Size{128, 128}, Size{256, 256}, Size{512, 64}, Size{1024, 4096}, Size{4096, 16384}}) {
    for (const bool sigmoid : {true, false}) {
      for (const double lambda : {1e-3, 1e-2, 0.1, 1.0, 10.0}) print_choice(size, sigmoid, lambda, worst);
    }
  }
  std::printf("worst taken / better: %.2f\n", worst);
}

}  // namespace
}  // namespace pauc

int main() {
  pauc::print_costs();
  pauc::print_choices();
}
