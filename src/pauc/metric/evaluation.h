#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pauc/metric/interval/uncertainty.h"

namespace pauc {

struct EvaluationOptions {
  std::optional<double> fpr_min;
  std::optional<double> fpr_max;
  std::optional<double> tpr_min;
  std::optional<TprBand> tpr_band;
  std::optional<Scale> scale;  // of the headline; default mcclish, two-way normalised
  UncertaintyOptions uncertainty;
  std::int64_t band_points = 0;  // about as many rates have the curve's band of intervals (curve_band.h); 0: no band
};

extern const Fields<EvaluationOptions> kEvaluationFields;  // the region
extern const Fields<EvaluationOptions> kScaleFields;       // the scale of the headline

// An area that is judged: the whole curve, a region, a band.
struct JudgedArea {
  std::string name;  // auc, one_way, two_way, tpr_band
  std::variant<Region, TprBand> where;
  Scale scale = Scale::normalised;  // on which people are shown it

  double on_scale(double normalised, Scale to) const;
  double shown(double normalised) const { return on_scale(normalised, scale); }
};

// A figure on the scale from 0 to 1 with its interval.
struct Estimate {
  double value = 0;
  IntervalResult ci;
  std::optional<double> paper;  // the paper's counting estimator, for regions without weights
};

// On the scale on which people are shown this area.
Estimate on_shown_scale(const JudgedArea& area, Estimate estimate);

struct OperatingEstimate {
  OperatingPoint point;
  IntervalResult tpr_ci;
};

struct Screening {
  double bedroc = 0;
  double ef1 = 0;
  double ef5 = 0;
  double logauc = 0;
};

struct ScoreEvaluation {
  std::string name;
  std::vector<Estimate> areas;  // as in Evaluation::areas
  std::vector<OperatingEstimate> operating_points;
  Screening screening;
  RocCurve curve;
  std::vector<OperatingEstimate> band;  // analytic intervals of TPR, each up to the next rate; empty: not asked for
};

// All pairs of columns on one measure.
struct ComparedMeasure {
  std::string measure;        // name of an area, or tpr_at_fpr
  std::optional<double> fpr;  // of tpr_at_fpr
  Scale scale = Scale::normalised;
  std::vector<ComparedPair> pairs;
};

struct Evaluation {
  std::int64_t positives = 0;  // rows whose weight is not 0
  std::int64_t negatives = 0;
  UncertaintyOptions uncertainty;
  std::vector<JudgedArea> areas;  // the whole curve first
  std::size_t headline = 0;       // the area that stands for the whole: the region's where one is given, else AUC
  std::vector<ScoreEvaluation> scores;
  std::vector<ComparedMeasure> comparisons;  // the headline first, then every other measure
};

// Judges this region: bounds that it leaves open are not asked for.
void set_region(const Region& region, EvaluationOptions& options);

// Refuses wrong options before any data are read.
void check_options(const EvaluationOptions& options);

// Judges every column. Operating points stand at FPR 0.001, 0.01, 0.05, 0.1 and the region's end.
Evaluation evaluate(ScoredRows rows, const EvaluationOptions& options);

}  // namespace pauc
