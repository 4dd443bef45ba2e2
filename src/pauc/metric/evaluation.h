#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/guarantee.h"
#include "pauc/metric/interval/uncertainty.h"
#include "pauc/metric/registry.h"

namespace pauc {

/// What to evaluate. Without a region: AUC and operating points only.
struct EvaluationOptions {
  std::optional<double> fpr_min;    ///< smallest false-positive rate of the region
  std::optional<double> fpr_max;    ///< largest false-positive rate of the region
  std::optional<double> tpr_min;    ///< smallest true-positive rate; makes the region two-way
  std::optional<TprBand> tpr_band;  ///< also the area over this band of true-positive rates
  std::optional<Scale> scale;       ///< scale of the headline; default mcclish, two-way normalised
  double guarantee = 0.95;          ///< confidence of guaranteed thresholds
  UncertaintyOptions uncertainty;   ///< intervals and tests
  std::int64_t band_points = 0;     ///< approximate number of rates at which the curve gets an interval; 0: none
};

extern const Fields<EvaluationOptions> kEvaluationFields;  ///< the region as flags
extern const Fields<EvaluationOptions> kScaleFields;       ///< the scale of the headline as a flag
extern const Fields<EvaluationOptions> kGuaranteeFields;   ///< the confidence of guaranteed thresholds as a flag

/// An area that is evaluated: the whole curve, a region or a band.
struct EvaluatedArea {
  const AreaMetric* metric;         ///< its row of area_metrics()
  CurvePart where;                  ///< its bounds
  Scale scale = Scale::normalised;  ///< scale on which people see it

  /// Key in JSON.
  const std::string& name() const { return metric->name; }
  /// A normalised value on another scale.
  double on_scale(double normalised, Scale to) const;
  /// A normalised value on the scale on which people see it.
  double shown(double normalised) const { return on_scale(normalised, scale); }
};

/// A number from 0 to 1 with its interval.
struct Estimate {
  double value = 0;             ///< normalised value
  IntervalResult ci;            ///< interval of the value
  std::optional<double> paper;  ///< the paper's counting estimator, for regions without weights
};

/// An estimate on the scale on which people see this area.
Estimate on_shown_scale(const EvaluatedArea& area, Estimate estimate);

/// An operating point with the interval of its true-positive rate.
struct OperatingEstimate {
  OperatingPoint point;   ///< threshold and rates
  IntervalResult tpr_ci;  ///< interval of the true-positive rate
};

/// The thresholds for a wanted true-positive rate.
struct TprEstimate {
  TprPoint point;                  ///< the highest threshold that finds so many of these positives
  GuaranteedThreshold guaranteed;  ///< the highest that will find so many of new ones
};

/// Results of one column of scores.
struct ScoreEvaluation {
  std::string name;                                 ///< name of the column
  std::vector<Estimate> areas;                      ///< in the order of Evaluation::areas
  std::vector<OperatingEstimate> operating_points;  ///< at FPR 0.001, 0.01, 0.05, 0.1 and the end of the region
  std::vector<GuaranteedThreshold> guaranteed;      ///< for the rates of operating_points
  std::vector<TprEstimate> tpr_points;              ///< at TPR 0.9, 0.95 and 0.99
  std::vector<double> figures;                      ///< in the order of curve_metrics()
  RocCurve curve;                                   ///< the ROC curve
  std::vector<OperatingEstimate> band;              ///< intervals of TPR along the curve; empty if not asked for
  /// Independent negatives at each vertex of the curve, with the band; empty if rows count alike.
  std::vector<double> effective_negatives;
};

/// All pairs of columns, compared on one measure.
struct ComparedMeasure {
  std::string measure;              ///< name of an area, or tpr_at_fpr
  std::optional<double> fpr;        ///< rate of tpr_at_fpr
  Scale scale = Scale::normalised;  ///< scale of the differences
  std::vector<ComparedPair> pairs;  ///< one per pair of columns
};

/// The result of evaluate().
struct Evaluation {
  std::int64_t positives = 0;                ///< positive rows whose weight is not 0
  std::int64_t negatives = 0;                ///< negative rows whose weight is not 0
  UncertaintyOptions uncertainty;            ///< how the intervals were computed
  double guarantee = 0.95;                   ///< confidence of guaranteed thresholds
  std::vector<EvaluatedArea> areas;          ///< the whole curve first
  std::size_t headline = 0;                  ///< index of the main area: that of the region, or AUC
  std::vector<ScoreEvaluation> scores;       ///< one per column
  std::vector<ComparedMeasure> comparisons;  ///< the headline first, then every other measure
};

/// Asks for this region. Bounds that it leaves open are not set.
void set_region(const Region& region, EvaluationOptions& options);

/// The main area for this region, on the scale on which people see it.
EvaluatedArea headline_area(const Region& region);

/// Refuses wrong options before any data are read.
void check_options(const EvaluationOptions& options);

/// Evaluates every column of scores.
Evaluation evaluate(ScoredRows rows, const EvaluationOptions& options);

}  // namespace pauc
