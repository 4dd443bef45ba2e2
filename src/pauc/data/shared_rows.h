#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

/// How several processes share the rows of the data. Without functions, one process has all of them.
struct SharedRows {
  /// Whether a row belongs to this process.
  std::function<bool(std::int64_t row)> is_here = {};
  /// Sums numbers over the processes, in place. All of them call it in the same order.
  std::function<void(Span<std::int64_t> numbers)> sum = {};
};

/// Which rows of the data a content has: all of them, the share of a process, or some that were fetched.
class HeldRows {
 public:
  /// All rows, in their order.
  HeldRows() = default;
  /// The share of this process, among rows that keeps_next() counts.
  explicit HeldRows(SharedRows shared) : shared_(std::move(shared)), all_(!shared_.is_here) {}
  /// These rows of `count`.
  HeldRows(std::int64_t count, Span<const std::int64_t> rows);

  /// Counts the next row of the data; returns whether its content is to be kept.
  bool keeps_next();

  /// Whether all rows are here.
  bool all() const { return all_; }
  /// Whether other processes hold the rest.
  bool are_shared() const { return !all_ && shared_.sum; }
  /// Number of rows of the data, `held` of which are here.
  std::int64_t of_data(std::int64_t held) const { return all_ ? held : static_cast<std::int64_t>(places_.size()); }
  /// Whether the row is here.
  bool has(std::int64_t row) const { return all_ || places_[row] >= 0; }
  /// Place of a row that is here among those that are.
  std::int64_t place_of(std::int64_t row) const { return all_ ? row : places_[row]; }
  /// Places of the rows that are here; the others are left out.
  std::vector<std::int64_t> places_of(Span<const std::int64_t> rows) const;

  /// The processes that share the rows.
  const SharedRows& shared() const { return shared_; }

 private:
  SharedRows shared_;
  bool all_ = true;
  std::int32_t next_ = 0;
  std::vector<std::int32_t> places_;  // of all rows of the data; -1: elsewhere
};

/// Gives all processes the values of all: each value is set by one process and 0 in all its bits in the others.
template <class T>
void complete(std::vector<T>& values, const SharedRows& shared) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t bytes = values.size() * sizeof(T);
  if (!shared.sum || bytes == 0) return;
  std::vector<std::int64_t> words((bytes + sizeof(std::int64_t) - 1) / sizeof(std::int64_t), 0);
  std::memcpy(words.data(), values.data(), bytes);
  shared.sum({words.data(), static_cast<std::int64_t>(words.size())});  // adding zeros is exact
  std::memcpy(static_cast<void*>(values.data()), words.data(), bytes);
}

}  // namespace pauc
