#include "pauc/metric/interval/guarantee.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"
#include "pauc/metric/interval/distributions.h"
#include "pauc/metric/interval/passed_cases.h"

namespace pauc {

namespace {

bool keeps(double chance, double confidence) {
  constexpr double kRounding = 1e-9;  // 1 - 0.9 is a little below 0.1
  return chance <= (1 - confidence) * (1 + kRounding);
}

bool counts_alike(const ScoredRows& rows) { return rows.weights.empty() && rows.groups.empty(); }

struct RankedRows {
  const ScoredRows& rows;
  const Ranking& ranking;
  const RocCurve& curve;
};

// The cases that the law is about and the rate of them that may pass: negatives that are called positive, or positives
// that are missed.
struct Counted {
  std::uint8_t label;
  double rate;
};

Counted counted(const Promise& promise) {
  if (promise.kind == PromisedRate::fpr) return {0, promise.rate};
  return {1, 1 - promise.rate};
}

// The score of the last block with cases of the class that may stay outside, when the blocks before it pass: the k-th
// order statistic. Blocks of equal scores come from the top for an FPR and from the bottom for a TPR. `may_pass` says
// whether what has passed so far keeps the promise; `add` takes another row.
template <class MayPass, class Add>
std::optional<double> last_kept_out(const RankedRows& ranked, const Promise& promise, const MayPass& may_pass,
                                    const Add& add) {
  const std::vector<std::uint32_t>& ends = ranked.ranking.block_ends;
  const std::vector<std::uint32_t>& order = ranked.ranking.rows;
  const std::uint8_t label = counted(promise).label;
  std::optional<double> score;
  for (std::size_t place = 0; place < ends.size(); ++place) {
    const std::size_t block = promise.kind == PromisedRate::fpr ? place : ends.size() - 1 - place;
    const auto begin = order.begin() + (block == 0 ? 0 : ends[block - 1]);
    const auto end = order.begin() + ends[block];
    if (std::none_of(begin, end, [&](std::uint32_t row) { return ranked.rows.labels[row] == label; })) continue;
    if (!may_pass()) return score;
    score = ranked.curve.thresholds[block];
    std::for_each(begin, end, add);
  }
  return score;
}

std::optional<double> found_exactly(const RankedRows& ranked, const Promise& promise, GuaranteedThreshold& result) {
  const auto [label, rate] = counted(promise);
  const std::vector<std::uint8_t>& labels = ranked.rows.labels;
  const std::int64_t cases = std::count(labels.begin(), labels.end(), label);
  result.cases = static_cast<double>(cases);
  const auto most = most_called(cases, rate, promise.confidence);
  if (!most) return std::nullopt;
  std::int64_t passed = 0;
  return last_kept_out(
      ranked, promise, [&] { return passed <= *most; },
      [&, label = label](std::uint32_t row) { passed += labels[row] == label ? 1 : 0; });
}

// Every threshold further out keeps the promise too: the walk ends at the first that does not.
std::optional<double> found_by_effective_number(const RankedRows& ranked, const Promise& promise,
                                                GuaranteedThreshold& result) {
  const auto [label, rate] = counted(promise);
  PassedCases passed(ranked.rows, label);
  result.basis = GuaranteeBasis::approximate;
  result.cases = passed.effective_number();
  return last_kept_out(
      ranked, promise,
      [&, rate = rate] {
        const double cases = passed.effective_number();
        const double called = std::min(passed.rate(), 1.0) * cases;
        if (!keeps(chance_of_excess(called, cases, rate), promise.confidence)) return false;
        result.cases = cases;
        return true;
      },
      [&](std::uint32_t row) { passed.add(row); });
}

std::string reason_for_none(const GuaranteedThreshold& result) {
  const bool of_negatives = result.promise.kind == PromisedRate::fpr;
  const bool effective = result.basis == GuaranteeBasis::approximate;
  return joined(of_negatives ? "an FPR of at most " : "a TPR of at least ", result.promise.rate, " with confidence ",
                result.promise.confidence, " needs at least ",
                cases_needed(counted(result.promise).rate, result.promise.confidence), effective ? " independent" : "",
                of_negatives ? " negatives" : " positives", "; there are ",
                effective ? std::floor(10 * result.cases) / 10 : result.cases,
                effective ? " by weights and groups" : "");
}

}  // namespace

void check(const Promise& promise, const std::string& rate_option, const std::string& confidence_option) {
  require_usage(promise.rate > 0 && promise.rate < 1, rate_option, ": expected a rate between 0 and 1, got ",
                promise.rate, rate_hint(promise.rate));
  require_usage(promise.confidence > 0 && promise.confidence < 1, confidence_option,
                ": expected a number between 0 and 1, got ", promise.confidence, rate_hint(promise.confidence));
}

// Of the rate, not of 1 - rate, which cannot hold the digits of a small one.
double chance_of_excess(double called, double cases, double rate) {
  if (called >= cases) return 1;
  return called == 0 ? std::exp(cases * std::log1p(-rate)) : beta_tail(rate, called + 1, cases - called);
}

std::optional<std::int64_t> most_called(std::int64_t cases, double rate, double confidence) {
  const auto kept_with = [&](std::int64_t called) {
    return keeps(chance_of_excess(static_cast<double>(called), static_cast<double>(cases), rate), confidence);
  };
  if (cases < 1 || !kept_with(0)) return std::nullopt;
  std::int64_t kept = 0;
  std::int64_t broken = cases;  // a threshold below all cases promises nothing
  while (broken - kept > 1) {
    const std::int64_t middle = kept + (broken - kept) / 2;
    (kept_with(middle) ? kept : broken) = middle;
  }
  return kept;
}

std::int64_t cases_needed(double rate, double confidence) {
  const double cases = std::log1p(-confidence) / std::log1p(-rate);
  constexpr double kMost = 1e18;
  auto number = static_cast<std::int64_t>(std::min(std::max(std::floor(cases), 1.0), kMost));
  while (static_cast<double>(number) < kMost &&
         !keeps(chance_of_excess(0, static_cast<double>(number), rate), confidence)) {
    ++number;
  }
  return number;
}

double upper_limit(double called, double cases, double confidence) {
  return called >= cases ? 1 : beta_quantile(confidence, called + 1, cases - called);
}

GuaranteedThreshold guaranteed_threshold(const ScoredRows& rows, const Ranking& ranking, const RocCurve& curve,
                                         const Promise& promise) {
  GuaranteedThreshold result;
  result.promise = promise;
  const RankedRows ranked{rows, ranking, curve};
  const auto score =
      counts_alike(rows) ? found_exactly(ranked, promise, result) : found_by_effective_number(ranked, promise, result);
  if (!score) {
    result.reason = reason_for_none(result);
    return result;
  }
  const double threshold =
      promise.kind == PromisedRate::fpr ? std::nextafter(*score, std::numeric_limits<double>::infinity()) : *score;
  if (!std::isfinite(threshold)) {
    result.reason = "a negative has the largest score that a number can hold";
    return result;
  }
  const Vertex at = curve.vertices[vertex_at(curve, threshold)];
  result.threshold = threshold;
  result.realised_fpr = at.negatives / curve.totals().negatives;
  result.realised_tpr = at.positives / curve.totals().positives;
  return result;
}

GuaranteedThreshold guaranteed_threshold(ScoredRows rows, const Promise& promise) {
  rows = prepared(std::move(rows));
  const Ranking ranking = rank_cases(rows.cases(0));
  return guaranteed_threshold(rows, ranking, roc_curve(rows.cases(0), ranking), promise);
}

std::vector<double> effective_negatives(const ScoredRows& rows, const Ranking& ranking) {
  if (counts_alike(rows)) return {};
  PassedCases passed(rows, 0);
  std::vector<double> numbers = {passed.effective_number()};
  std::uint32_t next = 0;
  for (const std::uint32_t block_end : ranking.block_ends) {
    for (; next < block_end; ++next) passed.add(ranking.rows[next]);
    numbers.push_back(passed.effective_number());
  }
  return numbers;
}

}  // namespace pauc
