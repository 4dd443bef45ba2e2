#include "pauc/metric/evaluation.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/number.h"
#include "pauc/metric/interval/curve_band.h"

namespace pauc {

const Fields<EvaluationOptions> kEvaluationFields = {
    {"fpr_min", &EvaluationOptions::fpr_min, "smallest false-positive rate of the region"},
    {"fpr_max", &EvaluationOptions::fpr_max, "largest false-positive rate of the region, such as 0.05"},
    {"tpr_min", &EvaluationOptions::tpr_min, "smallest true-positive rate: a two-way region"},
};

const Fields<EvaluationOptions> kScaleFields = {
    {"scale", &EvaluationOptions::scale, "scale of the area shown and compared (default: mcclish, two-way normalised)"},
};

const Fields<EvaluationOptions> kGuaranteeFields = {
    {"guarantee", &EvaluationOptions::guarantee,
     "confidence with which new cases keep the rates of guaranteed thresholds"},
};

double EvaluatedArea::on_scale(double normalised, Scale to) const {
  return std::visit([&](const auto& area) { return rescaled(normalised, to, area); }, where);
}

Estimate on_shown_scale(const EvaluatedArea& area, Estimate estimate) {
  estimate.value = area.shown(estimate.value);
  if (estimate.ci.interval) {
    estimate.ci.interval->lower = area.shown(estimate.ci.interval->lower);
    estimate.ci.interval->upper = area.shown(estimate.ci.interval->upper);
  }
  return estimate;
}

namespace {

std::vector<EvaluatedArea> evaluated_areas(const EvaluationOptions& options) {
  std::vector<EvaluatedArea> areas;
  for (const AreaMetric& metric : area_metrics()) {
    if (const auto part = metric.part(options)) areas.push_back({&metric, *part, metric.shown});
  }
  for (const auto& area : areas) std::visit([](const auto& where) { check(where); }, area.where);
  return areas;
}

std::size_t headline_of(const std::vector<EvaluatedArea>& areas) {
  const auto headline = std::max_element(
      areas.begin(), areas.end(),
      [](const EvaluatedArea& a, const EvaluatedArea& b) { return a.metric->precedence < b.metric->precedence; });
  return static_cast<std::size_t>(headline - areas.begin());
}

void set_scale(Scale scale, EvaluatedArea& area) {
  if (area.metric->covers_whole_curve()) return;
  std::string known;
  for (const Scale other : area.metric->scales) known += joined(known.empty() ? "" : " or ", choice_name(other));
  const auto& scales = area.metric->scales;
  require_usage(std::find(scales.begin(), scales.end(), scale) != scales.end(), "scale: ", choice_name(scale),
                " is not defined for ", area.name(), "; take ", known);
  area.scale = scale;
}

void set_areas(const EvaluationOptions& options, Evaluation& evaluation) {
  evaluation.areas = evaluated_areas(options);
  evaluation.headline = headline_of(evaluation.areas);
  if (options.scale) set_scale(*options.scale, evaluation.areas[evaluation.headline]);
}

std::vector<double> operating_rates(const EvaluationOptions& options) {
  std::vector<double> rates = {0.001, 0.01, 0.05, 0.1};
  if (options.fpr_max) rates.push_back(*options.fpr_max);
  std::sort(rates.begin(), rates.end());
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  return rates;
}

// The areas, then TPR at each rate.
std::vector<Measure> all_measures(const Evaluation& evaluation, const std::vector<double>& rates) {
  std::vector<Measure> measures;
  for (const auto& area : evaluation.areas) {
    measures.push_back(std::visit([](const auto& where) { return Measure(where); }, area.where));
  }
  for (const double rate : rates) measures.emplace_back(TprAt{rate});
  return measures;
}

std::vector<RankedColumn> rank_columns(const ScoredRows& rows, int threads) {
  std::vector<RankedColumn> columns(rows.columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    columns[c].ranking = rank_cases(rows.cases(c), threads);
    columns[c].curve = roc_curve(rows.cases(c), columns[c].ranking);
  }
  return columns;
}

std::optional<double> paper_figure(const EvaluatedArea& area, const RocCurve& curve, const ScoredRows& rows) {
  if (area.metric->paper == nullptr || !rows.weights.empty()) return std::nullopt;
  return area.metric->paper(curve, area.where);
}

void add_guaranteed(const ScoredRows& rows, const RankedColumn& column, double confidence, ScoreEvaluation& result) {
  for (const OperatingEstimate& at : result.operating_points) {
    const Promise promise{PromisedRate::fpr, at.point.fpr, confidence};
    result.guaranteed.push_back(guaranteed_threshold(rows, column.ranking, column.curve, promise));
  }
  for (const double tpr : {0.9, 0.95, 0.99}) {
    const Promise promise{PromisedRate::tpr, tpr, confidence};
    result.tpr_points.push_back(
        {tpr_point(column.curve, tpr), guaranteed_threshold(rows, column.ranking, column.curve, promise)});
  }
}

ScoreEvaluation evaluate_column(const ScoredRows& rows, std::size_t c, const RocCurve& curve,
                                const Evaluation& evaluation, const std::vector<double>& rates,
                                const Uncertainty& uncertainty) {
  ScoreEvaluation result;
  result.name = rows.names[c];
  for (std::size_t a = 0; a < evaluation.areas.size(); ++a) {
    const EvaluatedArea& area = evaluation.areas[a];
    const double value = std::visit([&](const auto& where) { return measured(curve.vertices, where); }, area.where);
    result.areas.push_back({value, uncertainty.interval(c, a), paper_figure(area, curve, rows)});
  }
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const OperatingPoint point = operating_point(curve, rates[i]);
    result.operating_points.push_back({point, uncertainty.tpr_interval(c, evaluation.areas.size() + i, point)});
  }
  for (const CurveMetric& metric : curve_metrics()) result.figures.push_back(metric.value(curve));
  return result;
}

// Differences are formed on the scale from 0 to 1; every other scale is a straight line of it.
void put_on_scale(std::vector<ComparedPair>& pairs, const EvaluatedArea& area) {
  const double factor = area.shown(1) - area.shown(0);
  for (auto& pair : pairs) {
    pair.difference *= factor;
    if (!pair.ci.interval) continue;
    pair.ci.interval->lower *= factor;
    pair.ci.interval->upper *= factor;
  }
}

// Pairs in which both columns have a threshold at this rate.
ComparedMeasure compare_tpr(const Uncertainty& uncertainty, std::size_t measure, std::size_t rate,
                            const Evaluation& evaluation, const std::vector<double>& rates) {
  ComparedMeasure compared{"tpr_at_fpr", rates[rate], Scale::normalised, uncertainty.compare(measure)};
  const auto lacks_threshold = [&](const std::string& name) {
    return std::any_of(evaluation.scores.begin(), evaluation.scores.end(), [&](const ScoreEvaluation& score) {
      return score.name == name && !score.operating_points[rate].point.exists;
    });
  };
  auto& pairs = compared.pairs;
  pairs.erase(
      std::remove_if(pairs.begin(), pairs.end(),
                     [&](const ComparedPair& pair) { return lacks_threshold(pair.a) || lacks_threshold(pair.b); }),
      pairs.end());
  return compared;
}

ComparedMeasure compare_columns(const Uncertainty& uncertainty, std::size_t measure, const Evaluation& evaluation,
                                const std::vector<double>& rates) {
  const std::size_t areas = evaluation.areas.size();
  if (measure >= areas) return compare_tpr(uncertainty, measure, measure - areas, evaluation, rates);
  const EvaluatedArea& area = evaluation.areas[measure];
  ComparedMeasure compared{area.name(), std::nullopt, area.scale, uncertainty.compare(measure)};
  put_on_scale(compared.pairs, area);
  return compared;
}

}  // namespace

void set_region(const Region& region, EvaluationOptions& options) {
  if (region.fpr_min > 0) options.fpr_min = region.fpr_min;
  options.fpr_max = region.fpr_max;
  if (region.tpr_min > 0) options.tpr_min = region.tpr_min;
}

EvaluatedArea headline_area(const Region& region) {
  EvaluationOptions options;
  set_region(region, options);
  const auto areas = evaluated_areas(options);
  return areas[headline_of(areas)];
}

void check_options(const EvaluationOptions& options) {
  Evaluation evaluation;
  set_areas(options, evaluation);
  check(options.uncertainty);
  require_usage(options.guarantee > 0 && options.guarantee < 1, "guarantee: expected a number between 0 and 1, got ",
                options.guarantee, rate_hint(options.guarantee));
  require_usage(options.band_points >= 0 && options.band_points <= 10000, "band_points: expected 0 to 10000, got ",
                options.band_points);
}

Evaluation evaluate(ScoredRows rows, const EvaluationOptions& options) {
  check_options(options);
  rows = prepared(std::move(rows));
  Evaluation evaluation;
  set_areas(options, evaluation);
  evaluation.uncertainty = options.uncertainty;
  evaluation.guarantee = options.guarantee;
  evaluation.positives = std::count(rows.labels.begin(), rows.labels.end(), 1);
  evaluation.negatives = static_cast<std::int64_t>(rows.labels.size()) - evaluation.positives;

  const auto rates = operating_rates(options);
  std::vector<RankedColumn> columns = rank_columns(rows, options.uncertainty.threads);
  const Uncertainty uncertainty(rows, columns, all_measures(evaluation, rates), options.uncertainty);
  const int threads = options.uncertainty.threads;
  evaluation.scores.resize(columns.size());
  parallel_for(static_cast<std::int64_t>(columns.size()), threads, [&](std::int64_t c) {
    evaluation.scores[c] = evaluate_column(rows, c, columns[c].curve, evaluation, rates, uncertainty);
    add_guaranteed(rows, columns[c], options.guarantee, evaluation.scores[c]);
  });
  if (columns.size() > 1) {
    evaluation.comparisons.resize(evaluation.areas.size() + rates.size());
    parallel_for(static_cast<std::int64_t>(evaluation.comparisons.size()), threads, [&](std::int64_t measure) {
      evaluation.comparisons[measure] = compare_columns(uncertainty, measure, evaluation, rates);
    });
    const auto first = evaluation.comparisons.begin();
    const auto headline = first + static_cast<std::ptrdiff_t>(evaluation.headline);
    std::rotate(first, headline, headline + 1);
  }
  auto bands = curve_bands(rows, columns, rates, options.band_points, options.uncertainty);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!bands[c].empty()) evaluation.scores[c].effective_negatives = effective_negatives(rows, columns[c].ranking);
    evaluation.scores[c].curve = std::move(columns[c].curve);
    evaluation.scores[c].band = std::move(bands[c]);
  }
  return evaluation;
}

}  // namespace pauc
