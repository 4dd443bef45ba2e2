#pragma once

#include "pauc/metric/roc.h"

namespace pauc {

// Metrics of virtual screening. Tied rows share the ranks of their block equally.

/// BEDROC (Truchon and Bayly 2007, equation 36): early recognition with exponential weight alpha on relative rank,
/// scaled to 0..1.
double bedroc(const RocCurve& curve, double alpha = 20);

/// Enrichment factor: share of positives among the first ceil(fraction n) rows, divided by their share among all rows.
double enrichment_factor(const RocCurve& curve, double fraction);

/// logAUC (Mysinger and Shoichet 2010): mean TPR over log FPR between two rates.
double log_auc(const RocCurve& curve, double fpr_min = 0.001, double fpr_max = 0.1);

}  // namespace pauc
