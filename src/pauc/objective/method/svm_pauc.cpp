#include "pauc/objective/method/svm_pauc.h"

#include <algorithm>
#include <numeric>

#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"

namespace pauc {

namespace {

// Negatives with neighbouring ranks that are ranked above a positive together or not at all.
struct Block {
  double mean = 0;  // e', relative to the highest negative
  std::int64_t size = 0;
};

// q_r / (b1 - b0), r counted from 0: how much the rank counts in the normalised partial AUC.
double rank_weight(std::int64_t rank, double negatives, const SvmPaucOptions& options) {
  const auto begin = std::max(static_cast<double>(rank), options.fpr_min * negatives);
  const auto end = std::min(static_cast<double>(rank + 1), options.fpr_max * negatives);
  return std::max(0.0, end - begin) / (options.fpr_max - options.fpr_min);
}

// e, pooled with its neighbours until it does not increase with the rank.
std::vector<Block> pooled(const kernel::DescendingScores& negatives, const SvmPaucOptions& options) {
  std::vector<Block> blocks;
  const auto count = static_cast<double>(negatives.size());
  for (std::int64_t rank = 0; rank < negatives.size(); ++rank) {
    Block block{rank_weight(rank, count, options) - negatives.gaps[rank], 1};
    while (!blocks.empty() && blocks.back().mean < block.mean) {
      const Block& above = blocks.back();
      const auto size = static_cast<double>(above.size + block.size);
      block.mean = (above.mean * static_cast<double>(above.size) + block.mean * static_cast<double>(block.size)) / size;
      block.size += above.size;
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  return blocks;
}

// Tied negatives are ranked in any order: their parts of the subgradient become equal.
void share_among_ties(const std::vector<double>& gaps, std::vector<double>& by_rank) {
  for (std::size_t begin = 0, end = 0; begin < gaps.size(); begin = end) {
    while (end < gaps.size() && gaps[end] == gaps[begin]) ++end;
    const auto first = by_rank.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = by_rank.begin() + static_cast<std::ptrdiff_t>(end);
    std::fill(first, last, std::accumulate(first, last, 0.0) / static_cast<double>(end - begin));
  }
}

// Positives in ascending order, relative to the highest negative.
struct AscendingScores {
  std::vector<double> scores;
  std::vector<double> sums;  // of the first k scores
  std::vector<std::int64_t> places;
};

AscendingScores sorted_ascending(const std::vector<double>& scores, double origin) {
  AscendingScores sorted;
  sorted.places.resize(scores.size());
  std::iota(sorted.places.begin(), sorted.places.end(), 0);
  std::sort(sorted.places.begin(), sorted.places.end(),
            [&](std::int64_t a, std::int64_t b) { return scores[a] < scores[b]; });
  sorted.sums.push_back(0);
  for (const std::int64_t place : sorted.places) {
    sorted.scores.push_back(scores[place] - origin);
    sorted.sums.push_back(sorted.sums.back() + sorted.scores.back());
  }
  return sorted;
}

Loss step(const SvmPaucOptions& options, const Pairs& pairs) {
  const kernel::DescendingScores& negatives = pairs.sorted_negatives();
  const AscendingScores positives = sorted_ascending(pairs.positive_scores(), negatives.largest);
  const double all = static_cast<double>(pairs.positives()) * static_cast<double>(pairs.negatives());
  PairGradient gradient;
  gradient.positives.resize(pairs.positives());
  gradient.negatives.resize(pairs.negatives());
  std::vector<double> by_rank;
  double value = 0;
  std::int64_t below = pairs.positives();  // positives below a block: from block to block ever fewer
  const auto ranks_so_far = [&] { return static_cast<double>(by_rank.size()); };
  for (const Block& block : pooled(negatives, options)) {
    for (; below > 0 && positives.scores[below - 1] >= block.mean; --below) {
      gradient.positives[positives.places[below - 1]] = -ranks_so_far();
    }
    by_rank.insert(by_rank.end(), block.size, static_cast<double>(below));
    value += static_cast<double>(block.size) * (static_cast<double>(below) * block.mean - positives.sums[below]) / all;
  }
  for (; below > 0; --below) gradient.positives[positives.places[below - 1]] = -ranks_so_far();
  share_among_ties(negatives.gaps, by_rank);
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) gradient.negatives[negatives.places[rank]] = by_rank[rank];
  return pairs.loss(gradient, 1 / all, value);
}

}  // namespace

Objective make_objective(const SvmPaucOptions& options, SlotCounts /*examples*/, Route route) {
  require_usage(0 <= options.fpr_min && options.fpr_min < options.fpr_max && options.fpr_max <= 1,
                "fpr_max: expected 0 <= fpr_min < fpr_max <= 1, got ", options.fpr_min, " and ", options.fpr_max);
  Objective objective;
  const Link link = options.link == Link::automatic ? Link::raw : options.link;
  objective.step = [=](const ScoredBatch& batch, State&) { return step(options, Pairs(batch, link, {}, route)); };
  return objective;
}

}  // namespace pauc
