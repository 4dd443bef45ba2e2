#include "pauc/model/graph/edge_kernels.h"

#include "pauc/core/error.h"
#include "pauc/core/target_clones.h"
#include "pauc/model/row_chunks.h"

namespace pauc {

namespace {

// Loops over a width that the compiler knows have no ends to care for; 0: known at run time only.
constexpr std::int64_t kUsualWidth = 128;

template <std::int64_t kWidth>
PAUC_INLINE std::int64_t width_of(std::int64_t width) {
  return kWidth > 0 ? kWidth : width;
}

// How many of the edges into `target` before `end` come from `source`.
std::int32_t earlier_edges(const GraphView& graphs, std::int64_t target, std::int32_t source, std::int32_t end) {
  std::int32_t count = 0;
  for (std::int32_t edge = graphs.edge_begins[target]; edge < end; ++edge) count += graphs.edge_sources[edge] == source;
  return count;
}

std::int32_t reverse_of(const GraphView& graphs, std::int64_t target, std::int32_t edge) {
  const std::int32_t source = graphs.edge_sources[edge];
  std::int32_t skipped = earlier_edges(graphs, target, source, edge);
  for (std::int32_t other = graphs.edge_begins[source]; other < graphs.edge_begins[source + 1]; ++other) {
    if (graphs.edge_sources[other] == target && skipped-- == 0) return other;
  }
  fail(Fault::data, "graphs: expected each bond in both directions, got only the edge from atom ", source, " to ",
       target);
}

// ReLU and its gate let NaN through: a network that has diverged must not look sound.
template <bool kDrops, class Number>
PAUC_INLINE void activate_value(Number value, Number factor, std::uint8_t kept, std::uint8_t& passes, Number& output) {
  const auto open = static_cast<std::uint8_t>(!(value <= 0));
  const auto passed = static_cast<std::uint8_t>(kDrops ? open & kept : open);
  const Number scaled = factor * value;
  passes = passed;
  output = passed != 0 ? scaled : Number(0);
}

template <bool kDrops, bool kAdds, class Number>
PAUC_INLINE void activate_edge(std::int64_t width, Number factor, const Number* __restrict atom,
                               const Number* __restrict bond, const Number* __restrict added,
                               const std::uint8_t* __restrict kept, std::uint8_t* __restrict passes,
                               Number* __restrict output) {
  for (std::int64_t k = 0; k < width; ++k) {
    const Number start = atom[k] + bond[k];
    activate_value<kDrops>(kAdds ? start + added[k] : start, factor, kDrops ? kept[k] : std::uint8_t{1}, passes[k],
                           output[k]);
  }
}

template <std::int64_t kWidth, bool kDrops, bool kAdds, class Number>
PAUC_INLINE void activate_edges_in(const EdgeStep<Number>& step, RowRange edges, std::uint8_t* passes, Number* output) {
  const std::int64_t width = width_of<kWidth>(step.width);
  for (std::int64_t edge = edges.begin; edge < edges.end; ++edge) {
    const std::int64_t at = edge * width;
    activate_edge<kDrops, kAdds>(width, step.factor, step.atoms + step.graphs.edge_sources[edge] * width,
                                 step.bonds + step.graphs.edge_bonds[edge] * width, kAdds ? step.added + at : nullptr,
                                 kDrops ? step.kept + at : nullptr, passes + at, output + at);
  }
}

template <std::int64_t kWidth, class Number>
PAUC_INLINE void activate_edges_by_kind(const EdgeStep<Number>& step, RowRange edges, std::uint8_t* passes,
                                        Number* output) {
  const bool drops = step.kept != nullptr;
  const bool adds = step.added != nullptr;
  if (drops && adds) return activate_edges_in<kWidth, true, true>(step, edges, passes, output);
  if (drops) return activate_edges_in<kWidth, true, false>(step, edges, passes, output);
  if (adds) return activate_edges_in<kWidth, false, true>(step, edges, passes, output);
  activate_edges_in<kWidth, false, false>(step, edges, passes, output);
}

PAUC_CLONES void activate_edge_rows(const EdgeStep<float>& step, RowRange edges, std::uint8_t* passes, float* output) {
  if (step.width == kUsualWidth) return activate_edges_by_kind<kUsualWidth>(step, edges, passes, output);
  activate_edges_by_kind<0>(step, edges, passes, output);
}

void activate_edge_rows(const EdgeStep<double>& step, RowRange edges, std::uint8_t* passes, double* output) {
  activate_edges_by_kind<0>(step, edges, passes, output);
}

template <class Number>
PAUC_INLINE void add_gated(std::int64_t width, Number factor, const std::uint8_t* __restrict passes,
                           const Number* __restrict gradient, Number* __restrict sum) {
  for (std::int64_t k = 0; k < width; ++k) {
    const Number scaled = factor * gradient[k];
    sum[k] += passes[k] != 0 ? scaled : Number(0);
  }
}

template <class Number>
PAUC_INLINE void copy_gated(std::int64_t width, Number factor, const std::uint8_t* __restrict passes,
                            const Number* __restrict gradient, Number* __restrict copy) {
  for (std::int64_t k = 0; k < width; ++k) {
    const Number scaled = factor * gradient[k];
    copy[k] = passes[k] != 0 ? scaled : Number(0);
  }
}

template <std::int64_t kWidth, class Number>
PAUC_INLINE void activate_back_in(const EdgeBackStep<Number>& step, RowRange atoms, const EdgeGradients<Number>& to,
                                  Number* bonds) {
  const std::int64_t width = width_of<kWidth>(step.width);
  for (std::int64_t atom = atoms.begin; atom < atoms.end; ++atom) {
    Number* own = to.atoms + atom * width;
    for (std::int64_t k = 0; k < width; ++k) own[k] = 0;
    for (std::int32_t edge = step.graphs.edge_begins[atom]; edge < step.graphs.edge_begins[atom + 1]; ++edge) {
      const std::int64_t at = edge * width;
      const std::int64_t leaving = step.reverse[edge] * width;
      add_gated(width, step.factor, step.passes + leaving, step.gradient + leaving, own);
      add_gated(width, step.factor, step.passes + at, step.gradient + at, bonds + step.graphs.edge_bonds[edge] * width);
      if (to.added != nullptr) copy_gated(width, step.factor, step.passes + at, step.gradient + at, to.added + at);
    }
  }
}

PAUC_CLONES void activate_back_rows(const EdgeBackStep<float>& step, RowRange atoms, const EdgeGradients<float>& to,
                                    float* bonds) {
  if (step.width == kUsualWidth) return activate_back_in<kUsualWidth>(step, atoms, to, bonds);
  activate_back_in<0>(step, atoms, to, bonds);
}

void activate_back_rows(const EdgeBackStep<double>& step, RowRange atoms, const EdgeGradients<double>& to,
                        double* bonds) {
  activate_back_in<0>(step, atoms, to, bonds);
}

template <class Number>
PAUC_INLINE void add_row(std::int64_t width, const Number* __restrict row, Number* __restrict sum) {
  for (std::int64_t k = 0; k < width; ++k) sum[k] += row[k];
}

template <class Number>
PAUC_INLINE void subtract_row(std::int64_t width, const Number* __restrict sum, const Number* __restrict row,
                              Number* __restrict difference) {
  for (std::int64_t k = 0; k < width; ++k) difference[k] = sum[k] - row[k];
}

// The edges of an atom, those that lead to it and their reverse ones, are read on one side and written on the other.
template <std::int64_t kWidth, class Number>
PAUC_INLINE void sum_others_in(const MessageSumStep<Number>& step, RowRange atoms, Number* sum, Number* output) {
  const std::int64_t width = width_of<kWidth>(step.width);
  const bool is_forward = step.direction == Direction::forward;
  const auto read = [&](std::int32_t edge) { return (is_forward ? edge : step.reverse[edge]) * width; };
  const auto written = [&](std::int32_t edge) { return (is_forward ? step.reverse[edge] : edge) * width; };
  for (std::int64_t atom = atoms.begin; atom < atoms.end; ++atom) {
    const std::int32_t begin = step.graphs.edge_begins[atom];
    const std::int32_t end = step.graphs.edge_begins[atom + 1];
    for (std::int64_t k = 0; k < width; ++k) sum[k] = 0;
    for (std::int32_t edge = begin; edge < end; ++edge) add_row(width, step.input + read(edge), sum);
    for (std::int32_t edge = begin; edge < end; ++edge) {
      subtract_row(width, sum, step.input + read(edge), output + written(edge));
    }
  }
}

PAUC_CLONES void sum_others(const MessageSumStep<float>& step, RowRange atoms, float* sum, float* output) {
  if (step.width == kUsualWidth) return sum_others_in<kUsualWidth>(step, atoms, sum, output);
  sum_others_in<0>(step, atoms, sum, output);
}

void sum_others(const MessageSumStep<double>& step, RowRange atoms, double* sum, double* output) {
  sum_others_in<0>(step, atoms, sum, output);
}

template <std::int64_t kWidth, class Number>
PAUC_INLINE void sum_edges_in(const GraphView& graphs, std::int64_t any_width, const Number* edges, RowRange atoms,
                              Number* sums) {
  const std::int64_t width = width_of<kWidth>(any_width);
  for (std::int64_t atom = atoms.begin; atom < atoms.end; ++atom) {
    Number* sum = sums + atom * width;
    for (std::int64_t k = 0; k < width; ++k) sum[k] = 0;
    for (std::int32_t edge = graphs.edge_begins[atom]; edge < graphs.edge_begins[atom + 1]; ++edge) {
      add_row(width, edges + edge * width, sum);
    }
  }
}

PAUC_CLONES void sum_edge_rows(const GraphView& graphs, std::int64_t width, const float* edges, RowRange atoms,
                               float* sums) {
  if (width == kUsualWidth) return sum_edges_in<kUsualWidth>(graphs, width, edges, atoms, sums);
  sum_edges_in<0>(graphs, width, edges, atoms, sums);
}

void sum_edge_rows(const GraphView& graphs, std::int64_t width, const double* edges, RowRange atoms, double* sums) {
  sum_edges_in<0>(graphs, width, edges, atoms, sums);
}

template <bool kDrops, class Number>
PAUC_INLINE void activate_sum_in(const SumStep<Number>& step, RowRange rows, std::uint8_t* __restrict passes,
                                 Number* __restrict output) {
  const Number* __restrict first = step.first;
  const Number* __restrict second = step.second;
  const std::uint8_t* __restrict kept = step.kept;
  const Number factor = step.factor;
  for (std::int64_t k = rows.begin * step.width; k < rows.end * step.width; ++k) {
    activate_value<kDrops>(first[k] + second[k], factor, kDrops ? kept[k] : std::uint8_t{1}, passes[k], output[k]);
  }
}

template <class Number>
PAUC_INLINE void activate_sum_by_kind(const SumStep<Number>& step, RowRange rows, std::uint8_t* passes,
                                      Number* output) {
  if (step.kept != nullptr) return activate_sum_in<true>(step, rows, passes, output);
  activate_sum_in<false>(step, rows, passes, output);
}

PAUC_CLONES void activate_sum_rows(const SumStep<float>& step, RowRange rows, std::uint8_t* passes, float* output) {
  activate_sum_by_kind(step, rows, passes, output);
}

void activate_sum_rows(const SumStep<double>& step, RowRange rows, std::uint8_t* passes, double* output) {
  activate_sum_by_kind(step, rows, passes, output);
}

PAUC_CLONES void copy_gated_rows(std::int64_t size, float factor, const std::uint8_t* passes, const float* gradient,
                                 float* copy) {
  copy_gated(size, factor, passes, gradient, copy);
}

void copy_gated_rows(std::int64_t size, double factor, const std::uint8_t* passes, const double* gradient,
                     double* copy) {
  copy_gated(size, factor, passes, gradient, copy);
}

}  // namespace

void find_reverse_edges(const GraphView& graphs, std::int32_t* reverse) {
  for_each_chunk(graphs.atoms, [&](std::int64_t, RowRange rows) {
    for (std::int64_t atom = rows.begin; atom < rows.end; ++atom) {
      for (std::int32_t edge = graphs.edge_begins[atom]; edge < graphs.edge_begins[atom + 1]; ++edge) {
        reverse[edge] = reverse_of(graphs, atom, edge);
      }
    }
  });
}

template <class Number>
void activate_edges(const EdgeStep<Number>& step, std::uint8_t* passes, Number* output) {
  const std::int64_t edges = step.graphs.edge_begins[step.graphs.atoms];
  for_each_chunk(edges, [&](std::int64_t, RowRange rows) { activate_edge_rows(step, rows, passes, output); });
}

template <class Number>
void activate_edges_back(const EdgeBackStep<Number>& step, const EdgeGradients<Number>& to) {
  sum_of_chunks(step.graphs.atoms, kBondCodes * step.width, to.bonds,
                [&](RowRange atoms, Number* bonds) { activate_back_rows(step, atoms, to, bonds); });
}

template <class Number>
void sum_other_edges(const MessageSumStep<Number>& step, Number* output) {
  for_each_chunk(step.graphs.atoms, [&](std::int64_t, RowRange atoms) {
    std::vector<Number> sum(step.width);
    sum_others(step, atoms, sum.data(), output);
  });
}

template <class Number>
void sum_edges(const GraphView& graphs, std::int64_t width, const Number* edges, Number* sums) {
  for_each_chunk(graphs.atoms, [&](std::int64_t, RowRange atoms) { sum_edge_rows(graphs, width, edges, atoms, sums); });
}

template <class Number>
void sum_edges_back(const GraphView& graphs, std::int64_t width, const Number* gradient, Number* edge_gradient) {
  for_each_chunk(graphs.atoms, [&](std::int64_t, RowRange atoms) {
    for (std::int64_t atom = atoms.begin; atom < atoms.end; ++atom) {
      for (std::int32_t edge = graphs.edge_begins[atom]; edge < graphs.edge_begins[atom + 1]; ++edge) {
        std::copy_n(gradient + atom * width, width, edge_gradient + edge * width);
      }
    }
  });
}

template <class Number>
void activate_sum(const SumStep<Number>& step, std::uint8_t* passes, Number* output) {
  for_each_chunk(step.rows, [&](std::int64_t, RowRange rows) { activate_sum_rows(step, rows, passes, output); });
}

template <class Number>
void activate_sum_back(std::int64_t rows, std::int64_t width, Number factor, const std::uint8_t* passes,
                       const Number* gradient, Number* term_gradient) {
  for_each_chunk(rows, [&](std::int64_t, RowRange range) {
    const std::int64_t at = range.begin * width;
    copy_gated_rows((range.end - range.begin) * width, factor, passes + at, gradient + at, term_gradient + at);
  });
}

template void activate_edges(const EdgeStep<float>&, std::uint8_t*, float*);
template void activate_edges(const EdgeStep<double>&, std::uint8_t*, double*);
template void activate_edges_back(const EdgeBackStep<float>&, const EdgeGradients<float>&);
template void activate_edges_back(const EdgeBackStep<double>&, const EdgeGradients<double>&);
template void sum_other_edges(const MessageSumStep<float>&, float*);
template void sum_other_edges(const MessageSumStep<double>&, double*);
template void sum_edges(const GraphView&, std::int64_t, const float*, float*);
template void sum_edges(const GraphView&, std::int64_t, const double*, double*);
template void sum_edges_back(const GraphView&, std::int64_t, const float*, float*);
template void sum_edges_back(const GraphView&, std::int64_t, const double*, double*);
template void activate_sum(const SumStep<float>&, std::uint8_t*, float*);
template void activate_sum(const SumStep<double>&, std::uint8_t*, double*);
template void activate_sum_back(std::int64_t, std::int64_t, float, const std::uint8_t*, const float*, float*);
template void activate_sum_back(std::int64_t, std::int64_t, double, const std::uint8_t*, const double*, double*);

}  // namespace pauc
