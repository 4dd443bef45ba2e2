#include "pauc/objective/recent_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "pauc/objective/slots.h"

namespace pauc {

namespace {

// The state may come from a file, so neither the count nor what it counts is trusted.
std::int64_t remembered_count(const State& state, const std::string& name) {
  const double count = state.number(name + "_count");
  const std::int64_t capacity = state.slots(name + "_slots");
  return count >= 0 && count <= static_cast<double>(capacity) ? static_cast<std::int64_t>(count) : 0;
}

bool is_remembered(double slot, double score) {
  constexpr double kLargestSlot = 9007199254740992;  // 2^53: larger whole numbers are not all doubles
  return slot >= 0 && slot <= kLargestSlot && std::isfinite(score);
}

}  // namespace

void RecentScores::add_to(State& state, const std::string& name, std::int64_t capacity) {
  state.add_slots((name + "_slots").c_str(), capacity);
  state.add_slots((name + "_scores").c_str(), capacity);
  state.add_number((name + "_count").c_str(), 0);
}

std::int64_t RecentScores::capacity_for(std::int64_t examples, double share) {
  constexpr double kAtLeast = 2048;
  constexpr double kAboveCut = 40;
  const double wanted = std::max(kAtLeast, std::ceil(kAboveCut / share));
  return static_cast<std::int64_t>(std::min(static_cast<double>(examples), wanted));
}

RecentScores::RecentScores(State& state, std::string name, std::vector<std::int64_t> slots, std::vector<double> scores)
    : state_(&state), name_(std::move(name)), batch_(std::move(scores)) {
  is_batch_ = static_cast<std::int64_t>(slots.size()) >= state.slots(name_ + "_slots");
  if (is_batch_) {
    slots_ = std::move(slots);
  } else {
    add_to_older(slots);
  }
}

// Older scores of the same examples go, and then the oldest ones that the memory has no room for.
void RecentScores::add_to_older(const std::vector<std::int64_t>& slots) {
  const SlotTable fresh(slots);
  const double* old_slots = state_->doubles(name_ + "_slots");
  const double* old_scores = state_->doubles(name_ + "_scores");
  const std::int64_t old_count = remembered_count(*state_, name_);
  slots_.reserve(old_count + slots.size());
  scores_.reserve(old_count + slots.size());
  for (std::int64_t k = 0; k < old_count; ++k) {
    if (!is_remembered(old_slots[k], old_scores[k])) continue;
    const auto slot = static_cast<std::int64_t>(old_slots[k]);
    if (fresh.has(slot)) continue;
    slots_.push_back(slot);
    scores_.push_back(old_scores[k]);
  }
  const std::int64_t room = state_->slots(name_ + "_slots") - fresh.size();
  const auto surplus = std::max<std::int64_t>(0, count() - room);
  slots_.erase(slots_.begin(), slots_.begin() + surplus);
  scores_.erase(scores_.begin(), scores_.begin() + surplus);

  std::vector<double> means = batch_;
  if (fresh.repeats()) average_repeated_slots(slots, means);
  for (std::size_t row = 0; row < slots.size(); ++row) {
    if (fresh.first_rows()[row] != row) continue;
    slots_.push_back(slots[row]);
    scores_.push_back(means[row]);
  }
}

std::vector<double> RecentScores::shares_of_top(double count) const {
  std::vector<double> sorted = scores();
  const auto rank = static_cast<std::int64_t>(std::ceil(count * (1 - 1e-12))) - 1;
  const auto at_cut = sorted.begin() + std::clamp<std::int64_t>(rank, 0, this->count() - 1);
  std::nth_element(sorted.begin(), at_cut, sorted.end(), std::greater<>());
  const double cut = *at_cut;
  double above = 0;
  double tied = 0;
  for (const double score : scores()) {
    above += score > cut ? 1 : 0;
    tied += score == cut ? 1 : 0;
  }
  const double share = std::clamp((count - above) / tied, 0.0, 1.0);
  std::vector<double> shares(batch_.size());
  for (std::size_t row = 0; row < shares.size(); ++row) {
    shares[row] = batch_[row] > cut ? 1.0 : batch_[row] == cut ? share : 0.0;
  }
  return shares;
}

void RecentScores::remember() {
  const std::int64_t capacity = state_->slots(name_ + "_slots");
  const std::int64_t first = std::max<std::int64_t>(0, count() - capacity);
  double* slots = state_->doubles(name_ + "_slots");
  double* scores = state_->doubles(name_ + "_scores");
  const std::vector<double>& recent = this->scores();
  for (std::int64_t k = first; k < count(); ++k) {
    slots[k - first] = static_cast<double>(slots_[k]);
    scores[k - first] = recent[k];
  }
  state_->set_number(name_ + "_count", static_cast<double>(count() - first));
}

}  // namespace pauc
