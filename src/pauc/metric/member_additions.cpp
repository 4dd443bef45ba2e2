#include "pauc/metric/member_additions.h"

#include <utility>

#include "pauc/metric/evaluation.h"

namespace pauc {

namespace {

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

std::vector<MemberAddition> member_additions(const ScoredRows& rows, const Region& region,
                                             const UncertaintyOptions& options, const BlendScores& scores_of) {
  if (rows.columns.size() < 2) return {};
  const EvaluatedArea area = headline_area(region);
  const auto scored = [&](const std::vector<std::vector<double>>& logits) {
    return scores_of({logits, rows.labels, rows.weights});
  };
  const std::vector<double> all = scored(rows.columns);
  std::vector<MemberAddition> additions;
  for (std::size_t member = 0; member < rows.columns.size(); ++member) {
    const ScoredRows pair = prepared({rows.labels,
                                      {"all", "without"},
                                      {all, scored(without(rows.columns, member))},
                                      rows.weights,
                                      rows.groups,
                                      rows.group_count});
    const std::vector<RankedColumn> columns = {ranked(pair.cases(0), options.threads),
                                               ranked(pair.cases(1), options.threads)};
    const Uncertainty uncertainty(pair, columns, {Measure(region)}, options);
    additions.push_back(on_shown_scale(uncertainty.compare(0).front(), area));
  }
  return additions;
}

}  // namespace pauc
