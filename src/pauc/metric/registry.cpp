#include "pauc/metric/registry.h"

#include "pauc/metric/region.h"

namespace pauc {

const std::vector<MetricInfo>& metric_registry() {
  static const std::vector<MetricInfo> kMetrics = {
      {"auc", "area under the whole ROC curve; a tied pair counts one half", {}},
      {"one_way",
       "partial AUC over a range of false-positive rates: raw, normalised, mcclish; in JSON also the paper's estimator",
       describe(kOneWayFields)},
      {"two_way",
       "partial AUC where TPR >= tpr_min and FPR <= fpr_max: raw, normalised; in JSON also the paper's estimator",
       describe(kTwoWayFields)},
      {"tpr_band", "partial AUC over a band of true-positive rates: raw, normalised, mcclish",
       describe(kTprBandFields)},
      {"operating_points",
       "threshold, realised FPR and TPR with an exact interval at FPR 0.001, 0.01, 0.05, 0.1 and the region's end",
       {}},
      {"bedroc", "early recognition with exponential weight 20 on the relative rank", {}},
      {"ef1", "enrichment factor among the highest 1 % of rows", {}},
      {"ef5", "enrichment factor among the highest 5 % of rows", {}},
      {"logauc", "mean TPR over log FPR from 0.001 to 0.1", {}},
  };
  return kMetrics;
}

}  // namespace pauc
