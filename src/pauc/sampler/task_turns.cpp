#include "pauc/sampler/task_turns.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"

namespace pauc {

namespace {

std::vector<std::int64_t> rows_with(const std::vector<std::int8_t>& labels, std::int8_t label) {
  std::vector<std::int64_t> rows;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    if (labels[row] == label) rows.push_back(static_cast<std::int64_t>(row));
  }
  return rows;
}

}  // namespace

TaskTurns::TaskTurns(std::shared_ptr<const TaskLabels> labels, std::int64_t batch_size, std::int64_t batch_positives,
                     std::uint64_t seed)
    : labels_(std::move(labels)),
      batch_size_(batch_size),
      batch_positives_(batch_positives),
      seed_(seed),
      walks_(labels_->size()) {
  for (std::size_t task = 0; task < labels_->size(); ++task) {
    const auto& own = (*labels_)[task];
    const bool has_negative = std::find(own.begin(), own.end(), 0) != own.end();
    positives_.emplace_back(rows_with(own, 1), seed, task);
    require(positives_.back().size() > 0 && has_negative, "sampler: expected rows of both classes of task ", task + 1,
            ", got no ", has_negative ? "positive" : "negative");
  }
}

RowOrder TaskTurns::order_of(std::size_t task) const {
  const auto cycle = static_cast<std::uint64_t>(walks_[task].cycle);
  return {rows(), (seed_ * 0x9E3779B97F4A7C15U) ^ (cycle << 20U) ^ task};
}

// A cycle that begins within a batch may repeat one of its rows.
void TaskTurns::take_negatives(std::size_t task, std::int64_t count, std::vector<std::int64_t>& batch) {
  Walk& walk = walks_[task];
  RowOrder order = order_of(task);
  while (count > 0) {
    if (walk.place == rows()) {
      walk = {walk.cycle + 1, 0};
      order = order_of(task);
    }
    const std::int64_t row = order.at(walk.place++);
    if ((*labels_)[task][static_cast<std::size_t>(row)] != 0) continue;
    batch.push_back(row);
    --count;
  }
}

std::vector<std::int64_t> TaskTurns::next() {
  std::vector<std::int64_t> batch;
  positives_[turn_].take(batch_positives_, batch);
  take_negatives(turn_, batch_size_ - batch_positives_, batch);
  turn_ = (turn_ + 1) % positives_.size();
  return batch;
}

std::vector<std::int64_t> TaskTurns::save() const {
  std::vector<std::int64_t> saved = {static_cast<std::int64_t>(turn_)};
  for (const Walk& walk : walks_) {
    saved.push_back(walk.cycle);
    saved.push_back(walk.place);
  }
  for (const ShuffledCycle& cycle : positives_) {
    const auto part = cycle.save();
    saved.insert(saved.end(), part.begin(), part.end());
  }
  return saved;
}

std::int64_t TaskTurns::saved_numbers() const {
  std::int64_t numbers = 1 + 2 * static_cast<std::int64_t>(walks_.size());
  for (const ShuffledCycle& cycle : positives_) numbers += cycle.saved_numbers();
  return numbers;
}

void TaskTurns::restore(Span<const std::int64_t> saved) {
  require(saved.size() == saved_numbers(), "sampler: expected a state of ", saved_numbers(), " numbers, got ",
          saved.size());
  TaskTurns restored = *this;
  const auto tasks = static_cast<std::int64_t>(walks_.size());
  require(saved[0] >= 0 && saved[0] < tasks, "sampler: expected the turn of a task, got ", saved[0]);
  restored.turn_ = static_cast<std::size_t>(saved[0]);
  std::int64_t begin = 1;
  for (Walk& walk : restored.walks_) {
    walk = {saved[begin], saved[begin + 1]};
    require(walk.cycle >= 0 && walk.place >= 0 && walk.place <= rows(), "sampler: expected a place among the rows");
    begin += 2;
  }
  for (ShuffledCycle& cycle : restored.positives_) {
    cycle.restore({saved.data() + begin, cycle.saved_numbers()});
    begin += cycle.saved_numbers();
  }
  *this = std::move(restored);
}

}  // namespace pauc
