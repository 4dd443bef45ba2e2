#include "pauc/data/shared_rows.h"

namespace pauc {

HeldRows::HeldRows(std::int64_t count, Span<const std::int64_t> rows) : all_(false) {
  places_.assign(static_cast<std::size_t>(count), -1);
  for (const std::int64_t row : rows) places_[row] = next_++;
}

bool HeldRows::keeps_next() {
  if (all_) return true;
  const bool is_here = shared_.is_here(static_cast<std::int64_t>(places_.size()));
  places_.push_back(is_here ? next_++ : -1);
  return is_here;
}

std::vector<std::int64_t> HeldRows::places_of(Span<const std::int64_t> rows) const {
  std::vector<std::int64_t> places;
  places.reserve(static_cast<std::size_t>(rows.size()));
  for (const std::int64_t row : rows) {
    if (has(row)) places.push_back(place_of(row));
  }
  return places;
}

}  // namespace pauc
