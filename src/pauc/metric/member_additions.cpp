#include "pauc/metric/member_additions.h"

#include <utility>

#include "pauc/core/error.h"
#include "pauc/metric/evaluation.h"

namespace pauc {

namespace {

std::vector<double> fitted_scores(const ScoredRows& rows, const std::vector<std::vector<double>>& logits,
                                  const BlendFit& fit) {
  const BlendWeights weights = fit({logits, rows.labels, rows.weights});
  require(weights.weights.size() == logits.size(), "member additions: expected ", logits.size(), " weights, got ",
          weights.weights.size());
  return blended(weights, logits);
}

RankedColumn ranked(const Cases& cases, int threads) {
  RankedColumn column;
  column.ranking = rank_cases(cases, threads);
  column.curve = roc_curve(cases, column.ranking);
  return column;
}

std::vector<std::vector<double>> without(std::vector<std::vector<double>> logits, std::size_t member) {
  logits.erase(logits.begin() + static_cast<std::ptrdiff_t>(member));
  return logits;
}

MemberAddition on_shown_scale(const ComparedPair& pair, const EvaluatedArea& area) {
  const double factor = area.shown(1) - area.shown(0);
  MemberAddition addition{factor * pair.difference, pair.ci};
  if (addition.ci.interval) {
    addition.ci.interval = Interval{factor * pair.ci.interval->lower, factor * pair.ci.interval->upper};
  }
  return addition;
}

}  // namespace

std::vector<MemberAddition> member_additions(ScoredRows rows, const Region& region, const UncertaintyOptions& options,
                                             const BlendFit& fit) {
  if (rows.columns.size() < 2) return {};
  rows = prepared(std::move(rows));
  const EvaluatedArea area = headline_area(region);
  ScoredRows pair{rows.labels, {"all", "without"}, {}, rows.weights, rows.groups, rows.group_count};
  pair.columns = {fitted_scores(rows, rows.columns, fit), {}};
  std::vector<RankedColumn> columns = {ranked(pair.cases(0), options.threads), {}};
  std::vector<MemberAddition> additions;
  for (std::size_t member = 0; member < rows.columns.size(); ++member) {
    pair.columns[1] = fitted_scores(rows, without(rows.columns, member), fit);
    columns[1] = ranked(pair.cases(1), options.threads);
    const Uncertainty uncertainty(pair, columns, {Measure(region)}, options);
    additions.push_back(on_shown_scale(uncertainty.compare(0).front(), area));
  }
  return additions;
}

}  // namespace pauc
