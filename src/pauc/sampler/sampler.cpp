#include "pauc/sampler/sampler.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::int64_t kGeneratorNumbers = 4;
constexpr std::int64_t kLargestBatch = 1 << 24;

std::vector<std::int64_t> rows_with(Span<const std::uint8_t> labels, std::uint8_t label) {
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < labels.size(); ++row) {
    if (labels[row] == label) rows.push_back(row);
  }
  return rows;
}

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

void ShuffledCycle::restore(Span<const std::int64_t> saved) {
  require(saved.size() == size() + 1 + kGeneratorNumbers, "sampler: expected the state of ", size(), " rows, got ",
          saved.size(), " numbers");
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

Sampler::Sampler(Span<const std::uint8_t> labels, const SamplerOptions& options)
    : options_(options), examples_(labels.size()) {
  require_usage(options.batch_size >= 1 && options.batch_size <= kLargestBatch, "batch_size: expected 1 to ",
                kLargestBatch, ", got ", options.batch_size);
  require(examples_ > 0, "sampler: expected at least one row, got none");
  require_usage(options.full_batches >= 0, "full_batches: expected at least 0, got ", options.full_batches);
  if (options.full_batches > 0) return;
  if (options.batch_positives == 0) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(examples_));
    std::iota(rows.begin(), rows.end(), 0);
    cycles_.emplace_back(std::move(rows), options.seed, 0);
    return;
  }
  require_usage(options.batch_positives > 0 && options.batch_positives < options.batch_size,
                "batch_positives: expected a number from 1 to batch_size - 1 = ", options.batch_size - 1, ", got ",
                options.batch_positives);
  for (const auto label : {std::uint8_t{0}, std::uint8_t{1}}) {
    cycles_.emplace_back(rows_with(labels, label), options.seed, label);
    require(cycles_.back().size() > 0, "sampler: expected at least one ", label == 1 ? "positive" : "negative",
            " row, got none");
  }
}

std::int64_t Sampler::batches_per_epoch() const {
  if (options_.full_batches > 0) return options_.full_batches;
  return (examples_ + options_.batch_size - 1) / options_.batch_size;
}

std::vector<std::int64_t> Sampler::next() {
  std::vector<std::int64_t> batch;
  if (options_.full_batches > 0) {
    batch.resize(static_cast<std::size_t>(examples_));
    std::iota(batch.begin(), batch.end(), 0);
    return batch;
  }
  if (cycles_.size() == 2) {
    cycles_[1].take(options_.batch_positives, batch);
    cycles_[0].take(options_.batch_size - options_.batch_positives, batch);
    return batch;
  }
  cycles_[0].take(std::min(options_.batch_size, examples_ - batch_in_epoch_ * options_.batch_size), batch);
  batch_in_epoch_ = (batch_in_epoch_ + 1) % batches_per_epoch();
  return batch;
}

std::vector<std::int64_t> Sampler::save() const {
  std::vector<std::int64_t> saved = {batch_in_epoch_};
  for (const ShuffledCycle& cycle : cycles_) {
    const auto part = cycle.save();
    saved.insert(saved.end(), part.begin(), part.end());
  }
  return saved;
}

void Sampler::restore(Span<const std::int64_t> saved) {
  std::int64_t expected = 1;
  for (const ShuffledCycle& cycle : cycles_) expected += cycle.size() + 1 + kGeneratorNumbers;
  require(saved.size() == expected, "sampler: expected a state of ", expected, " numbers, got ", saved.size());
  require(saved[0] >= 0 && saved[0] < batches_per_epoch(), "sampler: expected a batch of the epoch, got ", saved[0]);
  std::vector<ShuffledCycle> cycles = cycles_;
  std::int64_t begin = 1;
  for (ShuffledCycle& cycle : cycles) {
    const std::int64_t numbers = cycle.size() + 1 + kGeneratorNumbers;
    cycle.restore({saved.data() + begin, numbers});
    begin += numbers;
  }
  cycles_ = std::move(cycles);
  batch_in_epoch_ = saved[0];
}

}  // namespace pauc
