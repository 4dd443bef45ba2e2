#include "pauc/sampler/sampler.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::int64_t kLargestBatch = 1 << 24;

std::vector<std::int64_t> rows_with(Span<const std::uint8_t> labels, std::uint8_t label) {
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < labels.size(); ++row) {
    if (labels[row] == label) rows.push_back(row);
  }
  return rows;
}

}  // namespace

Sampler::Sampler(Span<const std::uint8_t> labels, const SamplerOptions& options)
    : options_(options), examples_(labels.size()) {
  check_options();
  if (options.full_batches > 0) return;
  if (options.batch_positives == 0) {
    add_cycle_of_all();
    return;
  }
  for (const auto label : {std::uint8_t{0}, std::uint8_t{1}}) {
    cycles_.emplace_back(rows_with(labels, label), options.seed, label);
    require(cycles_.back().size() > 0, "sampler: expected at least one ", label == 1 ? "positive" : "negative",
            " row, got none");
  }
}

Sampler::Sampler(std::shared_ptr<const TaskLabels> tasks, const SamplerOptions& options)
    : options_(options), examples_(tasks->empty() ? 0 : static_cast<std::int64_t>(tasks->front().size())) {
  check_options();
  require_usage(options.full_batches == 0, "full_batches: expected 0 for several tasks, got ", options.full_batches);
  if (options.batch_positives == 0) {
    add_cycle_of_all();
  } else {
    turns_.emplace(std::move(tasks), options.batch_size, options.batch_positives, options.seed);
  }
}

void Sampler::check_options() const {
  require_usage(options_.batch_size >= 1 && options_.batch_size <= kLargestBatch, "batch_size: expected 1 to ",
                kLargestBatch, ", got ", options_.batch_size);
  require(examples_ > 0, "sampler: expected at least one row, got none");
  require_usage(options_.full_batches >= 0, "full_batches: expected at least 0, got ", options_.full_batches);
  if (options_.full_batches > 0 || options_.batch_positives == 0) return;
  require_usage(options_.batch_positives > 0 && options_.batch_positives < options_.batch_size,
                "batch_positives: expected a number from 1 to batch_size - 1 = ", options_.batch_size - 1, ", got ",
                options_.batch_positives);
}

void Sampler::add_cycle_of_all() {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(examples_));
  std::iota(rows.begin(), rows.end(), 0);
  cycles_.emplace_back(std::move(rows), options_.seed, 0);
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
  if (turns_) return turns_->next();
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
  if (turns_) {
    const auto part = turns_->save();
    saved.insert(saved.end(), part.begin(), part.end());
  }
  return saved;
}

void Sampler::restore(Span<const std::int64_t> saved) {
  std::int64_t expected = 1;
  for (const ShuffledCycle& cycle : cycles_) expected += cycle.saved_numbers();
  if (turns_) expected += turns_->saved_numbers();
  require(saved.size() == expected, "sampler: expected a state of ", expected, " numbers, got ", saved.size());
  require(saved[0] >= 0 && saved[0] < batches_per_epoch(), "sampler: expected a batch of the epoch, got ", saved[0]);
  std::vector<ShuffledCycle> cycles = cycles_;
  std::int64_t begin = 1;
  for (ShuffledCycle& cycle : cycles) {
    const std::int64_t numbers = cycle.saved_numbers();
    cycle.restore({saved.data() + begin, numbers});
    begin += numbers;
  }
  if (turns_) turns_->restore({saved.data() + begin, turns_->saved_numbers()});
  cycles_ = std::move(cycles);
  batch_in_epoch_ = saved[0];
}

}  // namespace pauc
