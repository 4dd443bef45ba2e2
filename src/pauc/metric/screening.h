#pragma once

#include "pauc/metric/roc.h"

namespace pauc {

// What people who screen molecules report. Tied rows share the ranks of their block equally.

// BEDROC (Truchon and Bayly 2007, equation 36): early recognition with exponential weight alpha on relative rank,
// scaled to 0..1.
double bedroc(const RocCurve& curve, double alpha = 20);

// Enrichment factor: the share of positives among the first ceil(fraction n) rows, over their share among all.
double enrichment_factor(const RocCurve& curve, double fraction);

// logAUC (Mysinger and Shoichet 2010): the mean of TPR over log FPR between two rates.
double log_auc(const RocCurve& curve, double fpr_min = 0.001, double fpr_max = 0.1);

}  // namespace pauc
