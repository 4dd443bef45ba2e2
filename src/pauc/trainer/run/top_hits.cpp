#include "pauc/trainer/run/top_hits.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "pauc/data/molecule/structure_facts.h"

namespace pauc {

namespace {

bool is_before(const TopRow& a, const TopRow& b) { return a.score != b.score ? a.score > b.score : a.order < b.order; }

}  // namespace

// Scaffolds that are kept have the best of their rows: one that was given up comes back only with a better row.
bool TopHits::wants(double score) const {
  if (rows_.size() < most_ || score > rows_.front().score) return true;
  if (!diverse_) return false;
  if (best_of_.size() < most_) return true;
  return std::any_of(best_of_.begin(), best_of_.end(), [&](const auto& one) { return score > one.second.score; });
}

void TopHits::add_by_scaffold(const TopRow& row) {
  const auto found = best_of_.find(row.scaffold);
  if (found != best_of_.end()) {
    if (is_before(row, found->second)) found->second = row;
    return;
  }
  if (best_of_.size() == most_) {
    const auto last = std::max_element(best_of_.begin(), best_of_.end(),
                                       [](const auto& a, const auto& b) { return is_before(a.second, b.second); });
    if (!is_before(row, last->second)) return;
    best_of_.erase(last);
  }
  best_of_.emplace(row.scaffold, row);
}

void TopHits::add(TopRow row) {
  row.order = seen_++;
  if (row.content.molecules.size() > 0) row.scaffold = murcko_scaffold(row.content.molecules, 0);
  if (diverse_) add_by_scaffold(row);
  if (rows_.size() == most_) {
    if (!is_before(row, rows_.front())) return;
    std::pop_heap(rows_.begin(), rows_.end(), is_before);
    rows_.pop_back();
  }
  rows_.push_back(std::move(row));
  std::push_heap(rows_.begin(), rows_.end(), is_before);
}

std::vector<TopRow> TopHits::take() {
  std::sort(rows_.begin(), rows_.end(), is_before);
  if (!diverse_) return std::move(rows_);
  std::vector<TopRow> all;
  std::unordered_set<std::int64_t> taken;
  for (auto& [scaffold, row] : best_of_) all.push_back(std::move(row));
  std::sort(all.begin(), all.end(), is_before);
  for (const TopRow& row : all) taken.insert(row.order);
  for (TopRow& row : rows_) {
    if (all.size() < most_ && taken.count(row.order) == 0) all.push_back(std::move(row));
  }
  return all;
}

}  // namespace pauc
