#include "pauc/trainer/run/ordered_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace pauc {

OrderedLines::OrderedLines(const LineOrder& order, std::function<void(const std::string&)> write)
    : order_(order), write_(std::move(write)) {}

bool OrderedLines::is_before(const Line& a, const Line& b) {
  return a.score != b.score ? a.score > b.score : a.number < b.number;
}

void OrderedLines::add(double score, const std::string& line) {
  const bool scored = std::isfinite(score);
  ++seen_;
  if (order_.most == 0 && !order_.by_score) {
    waiting_ += line;
    ++written_;
    return;
  }
  if (order_.most > 0 && !scored) return;
  Line next{scored ? score : -std::numeric_limits<double>::infinity(), seen_, {}};
  const bool full = order_.most > 0 && static_cast<std::int64_t>(lines_.size()) == order_.most;
  if (full && !is_before(next, lines_.front())) return;
  next.text = line;
  if (full) {
    std::pop_heap(lines_.begin(), lines_.end(), is_before);
    lines_.back() = std::move(next);
  } else {
    lines_.push_back(std::move(next));
  }
  if (order_.most > 0) std::push_heap(lines_.begin(), lines_.end(), is_before);
}

void OrderedLines::end_block() {
  if (waiting_.empty()) return;
  write_(waiting_);
  waiting_.clear();
}

void OrderedLines::finish() {
  std::sort(lines_.begin(), lines_.end(), is_before);
  for (const Line& line : lines_) {
    waiting_ += line.text;
    ++written_;
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    if (waiting_.size() > kPiece) end_block();
  }
  end_block();
}

}  // namespace pauc
