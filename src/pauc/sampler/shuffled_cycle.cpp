#include "pauc/sampler/shuffled_cycle.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::int64_t kGeneratorNumbers = 4;

}  // namespace

ShuffledCycle::ShuffledCycle(std::vector<std::int64_t> rows, std::uint64_t seed, std::uint64_t stream)
    : rows_(std::move(rows)), random_(seed, stream) {
  shuffle();
}

void ShuffledCycle::shuffle() {
  for (std::size_t k = rows_.size(); k > 1; --k) {
    std::swap(rows_[k - 1], rows_[random_.below(static_cast<std::uint32_t>(k))]);
  }
  next_ = 0;
}

void ShuffledCycle::take(std::int64_t count, std::vector<std::int64_t>& batch) {
  while (count > size()) {  // more than there are: whole cycles
    take(size(), batch);
    count -= size();
  }
  const auto first = rows_.begin() + next_;
  const std::int64_t left = std::min(count, size() - next_);
  const std::unordered_set<std::int64_t> taken(first, first + left);
  batch.insert(batch.end(), first, first + left);
  next_ += left;
  if (left == count) return;
  shuffle();
  // What the batch has already of the old cycle waits behind what it has not.
  std::stable_partition(rows_.begin(), rows_.end(), [&](std::int64_t row) { return taken.count(row) == 0; });
  batch.insert(batch.end(), rows_.begin(), rows_.begin() + (count - left));
  next_ = count - left;
  // Those that waited should not stand at the end for that reason alone.
  for (std::int64_t k = size(); k > next_ + 1; --k) {
    std::swap(rows_[k - 1], rows_[next_ + random_.below(static_cast<std::uint32_t>(k - next_))]);
  }
}

std::vector<std::int64_t> ShuffledCycle::save() const {
  std::vector<std::int64_t> saved = rows_;
  saved.push_back(next_);
  for (const std::uint64_t word : random_.state()) saved.push_back(static_cast<std::int64_t>(word));
  return saved;
}

std::int64_t ShuffledCycle::saved_numbers() const { return size() + 1 + kGeneratorNumbers; }

void ShuffledCycle::restore(Span<const std::int64_t> saved) {
  require(saved.size() == saved_numbers(), "sampler: expected the state of ", size(), " rows, got ", saved.size(),
          " numbers");
  std::vector<std::int64_t> rows(saved.begin(), saved.begin() + size());
  std::vector<std::int64_t> own = rows_;
  std::vector<std::int64_t> given = rows;
  std::sort(own.begin(), own.end());
  std::sort(given.begin(), given.end());
  const std::int64_t next = saved[size()];
  require(own == given && next >= 0 && next <= size(), "sampler: expected the state of the same rows");
  rows_ = std::move(rows);
  next_ = next;
  Random::State words;
  for (std::size_t k = 0; k < words.size(); ++k) {
    words[k] = static_cast<std::uint64_t>(saved[size() + 1 + static_cast<std::int64_t>(k)]);
  }
  random_.restore(words);
}

}  // namespace pauc
