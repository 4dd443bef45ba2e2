#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/uncertainty.h"

namespace pauc {

struct EvaluationOptions {
  std::optional<double> fpr_min;
  std::optional<double> fpr_max;
  std::optional<double> tpr_min;
  std::optional<TprBand> tpr_band;
  std::optional<Scale> scale;  // of the comparison; default mcclish one-way, normalised two-way
  UncertaintyOptions uncertainty;
};

extern const Fields<EvaluationOptions> kEvaluationFields;

// A measure on the scale from 0 to 1 with its interval; `rescaled` turns both to the other scales.
struct Estimate {
  double value = 0;
  IntervalResult ci;
};

struct AreaEstimate {
  Estimate normalised;
  std::optional<double> paper;  // the paper's counting estimator; none with weights
};

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
  Estimate auc;
  std::optional<AreaEstimate> one_way;
  std::optional<AreaEstimate> two_way;
  std::optional<Estimate> tpr_band;
  std::vector<OperatingEstimate> operating_points;
  Screening screening;
  RocCurve curve;
};

// The measure that stands for the whole: the region's where one is given, else AUC.
struct Headline {
  std::string name;  // auc, one_way, two_way, tpr_band
  Scale scale = Scale::normalised;
};

struct Evaluation {
  std::int64_t positives = 0;  // rows whose weight is not 0
  std::int64_t negatives = 0;
  double confidence = 0;
  IntervalMethod method = IntervalMethod::none;
  std::optional<Region> one_way;
  std::optional<Region> two_way;
  std::optional<TprBand> tpr_band;
  Headline headline;
  std::vector<ScoreEvaluation> scores;
  std::vector<Comparison> comparisons;  // every pair of columns, on the headline and its scale
};

// Refuses wrong options before any data are read.
void check_options(const EvaluationOptions& options);

// Judges every column. Operating points stand at FPR 0.001, 0.01, 0.05, 0.1 and the region's end.
Evaluation evaluate(const ScoredRows& rows, const EvaluationOptions& options);

}  // namespace pauc
