#pragma once

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pauc {

struct RowRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// Sums over rows are computed per chunk and the chunks added in order, so the number of threads makes no difference.
constexpr std::int64_t kRowsInChunk = 1024;

inline std::int64_t chunks_of(std::int64_t rows) { return (rows + kRowsInChunk - 1) / kRowsInChunk; }

// Calls visit(chunk, rows of the chunk), from several threads if there are several chunks.
template <class Visit>
void for_each_chunk(std::int64_t rows, const Visit& visit) {
  at::parallel_for(0, chunks_of(rows), 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t chunk = first; chunk < last; ++chunk) {
      visit(chunk, RowRange{chunk * kRowsInChunk, std::min(rows, (chunk + 1) * kRowsInChunk)});
    }
  });
}

// to[k] = sum over chunks of own[k]; add(rows, own) adds a chunk's part to its `size` numbers, which start at 0.
template <class Number, class Add>
void sum_of_chunks(std::int64_t rows, std::int64_t size, Number* to, const Add& add) {
  std::fill_n(to, size, Number(0));
  if (chunks_of(rows) <= 1) return for_each_chunk(rows, [&](std::int64_t, RowRange range) { add(range, to); });
  std::vector<Number> parts(chunks_of(rows) * size, Number(0));
  for_each_chunk(rows, [&](std::int64_t chunk, RowRange range) { add(range, parts.data() + chunk * size); });
  for (std::int64_t chunk = 0; chunk < chunks_of(rows); ++chunk) {
    for (std::int64_t k = 0; k < size; ++k) to[k] += parts[chunk * size + k];
  }
}

}  // namespace pauc
