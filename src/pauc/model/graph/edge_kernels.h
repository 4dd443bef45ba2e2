#pragma once

#include <cstdint>

#include "pauc/model/graph/kernels.h"

namespace pauc {

// Loops of directed message passing over plain memory, for float and double: a vector per directed edge, in the order
// of the edges. No two threads write the same row, and results do not depend on the number of threads.

// reverse[e] is the edge v -> u of an edge e = u -> v. If two atoms have several bonds, the i-th edge in one direction
// belongs to the i-th in the other. Refuses a bond with one direction only.
void find_reverse_edges(const GraphView& graphs, std::int32_t* reverse);

// For an edge e = u -> v with bond c:
//   output[e] = dropout(ReLU(atoms[u] + bonds[c] + added[e]))
// The first two terms are computed again in each step: they are cheaper to add than to keep.
template <class Number>
struct EdgeStep {
  GraphView graphs;
  std::int64_t width = 0;
  const Number* atoms = nullptr;       // [atoms, width]
  const Number* bonds = nullptr;       // [kBondCodes, width]
  const Number* added = nullptr;       // [edges, width]; null: nothing
  const std::uint8_t* kept = nullptr;  // [edges, width], the values that dropout keeps; null: all
  Number factor = 1;                   // scales the values that dropout keeps
};

// `passes` [edges, width] receives the values that pass ReLU and dropout.
template <class Number>
void activate_edges(const EdgeStep<Number>& step, std::uint8_t* passes, Number* output);

template <class Number>
struct EdgeBackStep {
  GraphView graphs;
  const std::int32_t* reverse = nullptr;  // [edges]
  std::int64_t width = 0;
  const std::uint8_t* passes = nullptr;  // [edges, width]
  const Number* gradient = nullptr;      // [edges, width]
  Number factor = 1;
};

template <class Number>
struct EdgeGradients {
  Number* atoms = nullptr;  // [atoms, width]
  Number* bonds = nullptr;  // [kBondCodes, width]
  Number* added = nullptr;  // [edges, width]; null: nothing was added
};

// An atom's edges to others are the reverse ones of those that lead to it.
template <class Number>
void activate_edges_back(const EdgeBackStep<Number>& step, const EdgeGradients<Number>& to);

enum class Direction { forward, back };

// The message of an edge u -> v is the sum over the edges k -> u from other atoms than v:
//   forward: output[e] = sum over edges k -> u of input, minus input[reverse[e]]
// and its gradient, for e = k -> u:
//   back:    output[e] = sum over edges u -> v of input, minus input[reverse[e]]
template <class Number>
struct MessageSumStep {
  GraphView graphs;
  const std::int32_t* reverse = nullptr;  // [edges]
  std::int64_t width = 0;
  Direction direction = Direction::forward;
  const Number* input = nullptr;  // [edges, width]
};

template <class Number>
void sum_other_edges(const MessageSumStep<Number>& step, Number* output);

// sums[v] = sum over edges u -> v of edges[u -> v]. And its gradient.
template <class Number>
void sum_edges(const GraphView& graphs, std::int64_t width, const Number* edges, Number* sums);
template <class Number>
void sum_edges_back(const GraphView& graphs, std::int64_t width, const Number* gradient, Number* edge_gradient);

// output = dropout(ReLU(first + second)), value by value; the gradient of both terms is the same.
template <class Number>
struct SumStep {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  const Number* first = nullptr;       // [rows, width]
  const Number* second = nullptr;      // [rows, width]
  const std::uint8_t* kept = nullptr;  // [rows, width]; null: all
  Number factor = 1;
};

template <class Number>
void activate_sum(const SumStep<Number>& step, std::uint8_t* passes, Number* output);
template <class Number>
void activate_sum_back(std::int64_t rows, std::int64_t width, Number factor, const std::uint8_t* passes,
                       const Number* gradient, Number* term_gradient);

}  // namespace pauc
