#include "pauc/kernel/sigmoid_cells.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/parallel.h"
#include "pauc/core/target_clones.h"
#include "pauc/kernel/kl_block.h"

namespace pauc::kernel {

namespace {

constexpr std::size_t kTerms = kSigmoidTerms;
constexpr std::size_t kGroup = 2 * kBlock;   // values that are processed at once
constexpr std::size_t kMostInAPiece = 4096;  // sums of more values are sums of such sums: less rounding
constexpr std::int64_t kPiecesWorthAThread = 16;

// Coefficients of a series; moments too.
struct Series {
  double terms[kTerms] = {};
};

PAUC_CLONES void place_all(const double* distances, std::size_t count, double unit, double* cells, double* places) {
  for (std::size_t k = 0; k < count; ++k) {
    // The division and the rest that its rounding leaves: far from 0 a place would lose its digits without it.
    const double whole = distances[k] / unit;
    const double rest = std::fma(-whole, unit, distances[k]) / unit;
    cells[k] = std::floor(whole);
    places[k] = 2 * ((whole - cells[k]) + rest) - 1;
  }
}

// Up to kGroup values as their powers need them.
struct Group {
  KlBlock a, b;
};

PAUC_INLINE Group load_group(const double* from, std::size_t count, double fill) {
  const std::size_t rest = count < kBlock ? 0 : count - kBlock;
  return {load_some(from, std::min(count, kBlock), fill), load_some(from + (rest == 0 ? 0 : kBlock), rest, fill)};
}
PAUC_INLINE Group operator*(const Group& x, const Group& y) { return {x.a * y.a, x.b * y.b}; }
PAUC_INLINE Group operator+(const Group& x, const Group& y) { return {x.a + y.a, x.b + y.b}; }
PAUC_INLINE Group operator-(const Group& x, const Group& y) { return {x.a - y.a, x.b - y.b}; }
PAUC_INLINE Group same_group(double value) { return {same_block(value), same_block(value)}; }

PAUC_INLINE void add_group(const double* places, const double* weights, std::size_t count, Lanes* sums) {
  static constexpr double kOnes[kGroup] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const Group place = load_group(places, count, 0);
  const Group twice = place + place;
  Group before = load_group(weights == nullptr ? kOnes : weights, count, 0);
  Group now = before * place;
  for (std::size_t p = 0; p < kTerms; ++p) {
    sums[p] += (before.a.low + before.a.high) + (before.b.low + before.b.high);
    const Group next = twice * now - before;
    before = now;
    now = next;
  }
}

// Adds weight x T_p(place) of each value to sums[p].
PAUC_CLONES void add_moments(const double* places, const double* weights, std::size_t count, Series& moments) {
  Lanes sums[kTerms] = {};
  for (std::size_t k = 0; k < count; k += kGroup) {
    add_group(places + k, weights == nullptr ? nullptr : weights + k, std::min(kGroup, count - k), sums);
  }
  for (std::size_t p = 0; p < kTerms; ++p) moments.terms[p] += sum_of(sums[p]);
}

PAUC_INLINE void store_group(const Group& group, std::size_t count, double* to) {
  store_some(group.a, std::min(count, kBlock), to);
  if (count > kBlock) store_some(group.b, count - kBlock, to + kBlock);
}

// The values of two series at each place.
PAUC_CLONES void read_series(const Series& value, const Series& slope, const double* places, std::size_t count,
                             double* values, double* slopes) {
  for (std::size_t k = 0; k < count; k += kGroup) {
    const std::size_t some = std::min(kGroup, count - k);
    const Group place = load_group(places + k, some, 0);
    const Group twice = place + place;
    Group before = same_group(1);
    Group now = place;
    Group value_sum = same_group(0);
    Group slope_sum = same_group(0);
    for (std::size_t p = 0; p < kTerms; ++p) {
      value_sum = value_sum + before * same_group(value.terms[p]);
      slope_sum = slope_sum + before * same_group(slope.terms[p]);
      const Group next = twice * now - before;
      before = now;
      now = next;
    }
    store_group(value_sum, some, values + k);
    store_group(slope_sum, some, slopes + k);
  }
}

// A cell's values, cut so that pieces are of like size; threads share the pieces.
struct Piece {
  std::size_t cell;
  std::size_t begin;
  std::size_t end;
};

std::vector<Piece> pieces_of(const SigmoidCells& cells) {
  std::vector<Piece> pieces;
  for (std::size_t k = 0; k < cells.cells().size(); ++k) {
    const SigmoidCells::Cell& cell = cells.cells()[k];
    for (std::size_t begin = cell.begin; begin < cell.end; begin += kMostInAPiece) {
      pieces.push_back({k, begin, std::min(cell.end, begin + kMostInAPiece)});
    }
  }
  return pieces;
}

template <class Body>
void for_pieces(const std::vector<Piece>& pieces, int threads, const Body& body) {
  const auto count = static_cast<std::int64_t>(pieces.size());
  const auto useful = static_cast<int>(std::min<std::int64_t>(threads, 1 + count / kPiecesWorthAThread));
  parallel_for(useful, useful, [&](std::int64_t share) {
    for (std::int64_t k = count * share / useful; k < count * (share + 1) / useful; ++k) body(k);
  });
}

std::vector<Series> moments_of(const SigmoidCells& sources, Span<const double> weights, int threads) {
  const std::vector<Piece> pieces = pieces_of(sources);
  std::vector<Series> parts(pieces.size());
  for_pieces(pieces, threads, [&](std::int64_t k) {
    const Piece& piece = pieces[k];
    add_moments(sources.places().data() + piece.begin, weights.empty() ? nullptr : weights.data() + piece.begin,
                piece.end - piece.begin, parts[k]);
  });
  std::vector<Series> moments(sources.cells().size());
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    for (std::size_t p = 0; p < kTerms; ++p) moments[pieces[k].cell].terms[p] += parts[k].terms[p];
  }
  return moments;
}

// Both series of a target's cell.
struct Fields {
  Series value;
  Series slope;
};

PAUC_INLINE void apply(const SigmoidTable& table, const Series& moments, Series& result) {
  Lanes sums[kTerms / kLanes];
  for (std::size_t lane = 0; lane < kTerms / kLanes; ++lane) sums[lane] = load_lanes(result.terms + lane * kLanes);
  for (std::size_t source = 0; source < kTerms; ++source) {
    for (std::size_t lane = 0; lane < kTerms / kLanes; ++lane) {
      sums[lane] += moments.terms[source] * load_lanes(table[source] + lane * kLanes);
    }
  }
  for (std::size_t lane = 0; lane < kTerms / kLanes; ++lane) store_lanes(sums[lane], result.terms + lane * kLanes);
}

PAUC_CLONES void add_near(const SigmoidTable& value, const SigmoidTable& slope, const Series& moments, Fields& fields) {
  apply(value, moments, fields.value);
  apply(slope, moments, fields.slope);
}

// The far sources on one side: for each k the sum of weight x exp(-k distance) about a cell's centre, and their mass.
class FarSide {
 public:
  void move(double cells) {
    const double factor = std::exp(-cells);
    double power = 1;
    for (double& sum : sums_) sum *= (power *= factor);
  }

  // `towards` is how the exponentials vary in the source's cell, `distance` that of its centre.
  PAUC_INLINE void add(const Series& moments, const double (&towards)[kFarTerms][kTerms], double distance) {
    const double factor = std::exp(-distance);
    double power = 1;
    for (std::size_t k = 0; k < kFarTerms; ++k) {
      double sum = 0;
      for (std::size_t p = 0; p < kTerms; ++p) sum += moments.terms[p] * towards[k][p];
      sums_[k] += (power *= factor) * sum;
    }
    mass_ += moments.terms[0];
  }

  // `sign` 1: adds the sums of s(-distance). -1: those of s(distance) = 1 - s(-distance).
  PAUC_INLINE void read(const double (&away)[kFarTerms][kTerms], double sign, Fields& fields) const {
    double alternating = 1;
    for (std::size_t k = 0; k < kFarTerms; ++k, alternating = -alternating) {
      const double term = alternating * sums_[k];
      const double steep = static_cast<double>(k + 1) * term;
      for (std::size_t p = 0; p < kTerms; ++p) {
        fields.value.terms[p] += sign * term * away[k][p];
        fields.slope.terms[p] += steep * away[k][p];
      }
    }
    if (sign < 0) fields.value.terms[0] += mass_;
  }

 private:
  double sums_[kFarTerms] = {};
  double mass_ = 0;
};

using Cells = std::vector<SigmoidCells::Cell>;

double between(const SigmoidCells::Cell& a, const SigmoidCells::Cell& b) {
  return static_cast<double>(a.number - b.number);
}

PAUC_CLONES void add_lower(const Cells& sources, const std::vector<Series>& moments, const Cells& targets, double sign,
                           std::vector<Fields>& fields) {
  const SigmoidTables& tables = sigmoid_tables();
  FarSide lower;
  std::size_t source = 0;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    if (k > 0) lower.move(between(targets[k], targets[k - 1]));
    for (; source < sources.size() && targets[k].number - sources[source].number > kNearCells; ++source) {
      lower.add(moments[source], tables.growing, between(targets[k], sources[source]));
    }
    if (source > 0) lower.read(tables.shrinking, sign, fields[k]);
  }
}

PAUC_CLONES void add_higher(const Cells& sources, const std::vector<Series>& moments, const Cells& targets, double sign,
                            std::vector<Fields>& fields) {
  const SigmoidTables& tables = sigmoid_tables();
  FarSide higher;
  std::size_t left = sources.size();
  for (std::size_t k = targets.size(); k-- > 0;) {
    if (k + 1 < targets.size()) higher.move(between(targets[k + 1], targets[k]));
    for (; left > 0 && sources[left - 1].number - targets[k].number > kNearCells; --left) {
      higher.add(moments[left - 1], tables.shrinking, between(sources[left - 1], targets[k]));
    }
    if (left < sources.size()) higher.read(tables.growing, sign, fields[k]);
  }
}

void add_near_cells(const Cells& sources, const std::vector<Series>& moments, const Cells& targets, bool rising,
                    std::vector<Fields>& fields) {
  const SigmoidTables& tables = sigmoid_tables();
  std::size_t first = 0;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    while (first < sources.size() && targets[k].number - sources[first].number > kNearCells) ++first;
    for (std::size_t s = first; s < sources.size() && sources[s].number - targets[k].number <= kNearCells; ++s) {
      const long long apart = targets[k].number - sources[s].number + kNearCells;
      add_near(rising ? tables.rising[apart] : tables.falling[apart], tables.slope[apart], moments[s], fields[k]);
    }
  }
}

}  // namespace

SigmoidCells::SigmoidCells(Span<const double> distances, double unit) : places_(distances.size()) {
  std::vector<double> numbers(distances.size());
  place_all(distances.data(), distances.size(), unit, numbers.data(), places_.data());
  for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
    while (end < numbers.size() && numbers[end] == numbers[begin]) ++end;
    cells_.push_back({static_cast<std::int64_t>(numbers[begin]), begin, end});
  }
}

SigmoidField sigmoid_field(const SigmoidCells& sources, Span<const double> weights, const SigmoidCells& targets,
                           SigmoidDirection direction, int threads) {
  const bool rising = direction == SigmoidDirection::rising;
  const std::vector<Series> moments = moments_of(sources, weights, threads);
  std::vector<Fields> fields(targets.cells().size());
  // Far below a target the rising function is 1 - s(-distance), far above it s(-distance).
  add_lower(sources.cells(), moments, targets.cells(), rising ? -1 : 1, fields);
  add_higher(sources.cells(), moments, targets.cells(), rising ? 1 : -1, fields);
  add_near_cells(sources.cells(), moments, targets.cells(), rising, fields);
  SigmoidField field{std::vector<double>(targets.size()), std::vector<double>(targets.size())};
  const std::vector<Piece> pieces = pieces_of(targets);
  for_pieces(pieces, threads, [&](std::int64_t k) {
    const Piece& piece = pieces[k];
    read_series(fields[piece.cell].value, fields[piece.cell].slope, targets.places().data() + piece.begin,
                piece.end - piece.begin, field.values.data() + piece.begin, field.slopes.data() + piece.begin);
  });
  return field;
}

}  // namespace pauc::kernel
