#include "pauc/metric/evaluation.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/metric/paper_estimators.h"
#include "pauc/metric/screening.h"

namespace pauc {

const Fields<EvaluationOptions> kEvaluationFields = {
    {"fpr_min", &EvaluationOptions::fpr_min, "smallest false-positive rate of the region"},
    {"fpr_max", &EvaluationOptions::fpr_max, "largest false-positive rate of the region"},
    {"tpr_min", &EvaluationOptions::tpr_min, "smallest true-positive rate: a two-way region"},
};

namespace {

// All measures of an evaluation in one list, and where each stands in it.
struct Plan {
  std::vector<Measure> measures;
  std::size_t auc = 0;
  std::size_t one_way = 0;
  std::size_t two_way = 0;
  std::size_t tpr_band = 0;
  std::size_t headline = 0;
  std::size_t first_point = 0;
  std::vector<double> rates;

  std::size_t add(const Measure& measure) {
    measures.push_back(measure);
    return measures.size() - 1;
  }
};

void set_regions(const EvaluationOptions& options, Evaluation& evaluation) {
  if (options.fpr_min || options.fpr_max || options.tpr_min) {
    const Region region{options.fpr_min.value_or(0), options.fpr_max.value_or(1), options.tpr_min.value_or(0)};
    check(region);
    evaluation.one_way = Region{region.fpr_min, region.fpr_max, 0};
    if (options.tpr_min) evaluation.two_way = region;
  }
  if (options.tpr_band) check(*options.tpr_band);
  evaluation.tpr_band = options.tpr_band;
}

Headline choose_headline(const Evaluation& evaluation, const std::optional<Scale>& scale) {
  if (evaluation.two_way) {
    require_usage(scale != Scale::mcclish,
                  "scale: mcclish is not defined for a two-way region; take raw or normalised");
    return {"two_way", scale.value_or(Scale::normalised)};
  }
  if (evaluation.one_way) return {"one_way", scale.value_or(Scale::mcclish)};
  if (evaluation.tpr_band) return {"tpr_band", scale.value_or(Scale::mcclish)};
  return {"auc", Scale::normalised};
}

std::vector<double> operating_rates(const Evaluation& evaluation) {
  std::vector<double> rates = {0.001, 0.01, 0.05, 0.1};
  if (evaluation.one_way) rates.push_back(evaluation.one_way->fpr_max);
  std::sort(rates.begin(), rates.end());
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  return rates;
}

Plan make_plan(const Evaluation& evaluation) {
  Plan plan;
  plan.headline = plan.auc = plan.add(Region{});
  if (evaluation.tpr_band) plan.headline = plan.tpr_band = plan.add(*evaluation.tpr_band);
  if (evaluation.one_way) plan.headline = plan.one_way = plan.add(*evaluation.one_way);
  if (evaluation.two_way) plan.headline = plan.two_way = plan.add(*evaluation.two_way);
  plan.rates = operating_rates(evaluation);
  plan.first_point = plan.measures.size();
  for (const double rate : plan.rates) plan.add(TprAt{rate});
  return plan;
}

std::vector<RankedColumn> rank_columns(const ScoredRows& rows, int threads) {
  std::vector<RankedColumn> columns(rows.columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Cases cases = rows.cases(c);
    check(cases);
    columns[c].ranking = rank_cases(cases, threads);
    columns[c].curve = roc_curve(cases, columns[c].ranking);
  }
  return columns;
}

AreaEstimate area_estimate(const RocCurve& curve, const Region& region, const IntervalResult& ci,
                           const ScoredRows& rows) {
  AreaEstimate estimate;
  estimate.normalised = {measured(curve.vertices, region), ci};
  if (rows.weights.empty()) estimate.paper = paper_estimate(curve, region);
  return estimate;
}

ScoreEvaluation evaluate_column(const ScoredRows& rows, std::size_t c, const RocCurve& curve, const Plan& plan,
                                const Uncertainty& uncertainty, const Evaluation& evaluation) {
  ScoreEvaluation result;
  result.name = rows.names[c];
  result.auc = {measured(curve.vertices, Region{}), uncertainty.interval(c, plan.auc)};
  if (const auto& region = evaluation.one_way) {
    result.one_way = area_estimate(curve, *region, uncertainty.interval(c, plan.one_way), rows);
  }
  if (const auto& region = evaluation.two_way) {
    result.two_way = area_estimate(curve, *region, uncertainty.interval(c, plan.two_way), rows);
  }
  if (const auto& band = evaluation.tpr_band) {
    result.tpr_band = Estimate{measured(curve.vertices, *band), uncertainty.interval(c, plan.tpr_band)};
  }
  for (std::size_t i = 0; i < plan.rates.size(); ++i) {
    const OperatingPoint point = operating_point(curve, plan.rates[i]);
    result.operating_points.push_back({point, uncertainty.tpr_interval(c, plan.first_point + i, point)});
  }
  result.screening = {bedroc(curve), enrichment_factor(curve, 0.01), enrichment_factor(curve, 0.05), log_auc(curve)};
  return result;
}

// Differences are formed on the scale from 0 to 1; every other scale is a straight line of it.
double scale_factor(const Evaluation& evaluation) {
  const Scale scale = evaluation.headline.scale;
  const auto slope = [&](const auto& area) { return rescaled(1, scale, area) - rescaled(0, scale, area); };
  if (evaluation.two_way) return slope(*evaluation.two_way);
  if (evaluation.one_way) return slope(*evaluation.one_way);
  return evaluation.tpr_band ? slope(*evaluation.tpr_band) : 1;
}

void stretch(Comparison& comparison, double factor) {
  comparison.difference *= factor;
  if (!comparison.ci.interval) return;
  comparison.ci.interval->lower *= factor;
  comparison.ci.interval->upper *= factor;
}

}  // namespace

void check_options(const EvaluationOptions& options) {
  Evaluation evaluation;
  set_regions(options, evaluation);
  choose_headline(evaluation, options.scale);
  check(options.uncertainty);
}

Evaluation evaluate(const ScoredRows& rows, const EvaluationOptions& options) {
  require(!rows.columns.empty(), "expected at least one column of scores, got none");
  Evaluation evaluation;
  evaluation.confidence = options.uncertainty.confidence;
  evaluation.method = options.uncertainty.method;
  set_regions(options, evaluation);
  evaluation.headline = choose_headline(evaluation, options.scale);
  const Plan plan = make_plan(evaluation);

  std::vector<RankedColumn> columns = rank_columns(rows, options.uncertainty.threads);
  const ClassTotals totals = check(rows.cases(0));
  evaluation.positives = totals.positive_rows;
  evaluation.negatives = totals.negative_rows;

  const Uncertainty uncertainty(rows, columns, plan.measures, options.uncertainty);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    evaluation.scores.push_back(evaluate_column(rows, c, columns[c].curve, plan, uncertainty, evaluation));
  }
  for (std::size_t a = 0; a < columns.size(); ++a) {
    for (std::size_t b = a + 1; b < columns.size(); ++b) {
      evaluation.comparisons.push_back(uncertainty.compare(a, b, plan.headline));
      stretch(evaluation.comparisons.back(), scale_factor(evaluation));
    }
  }
  for (std::size_t c = 0; c < columns.size(); ++c) evaluation.scores[c].curve = std::move(columns[c].curve);
  return evaluation;
}

}  // namespace pauc
