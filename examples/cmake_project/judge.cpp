// Partial AUC of a few scores in memory.
#include <pauc/metrics.h>

#include <cstdio>
#include <vector>

int main() {
  const std::vector<std::uint8_t> labels = {1, 0, 1, 0, 0, 1};
  const std::vector<double> scores = {0.9, 0.8, 0.7, 0.4, 0.3, 0.2};
  const pauc::Region region = pauc::fpr_at_most(0.5);
  std::printf("AUC %.4f, pAUC (FPR <= 0.5, mcclish) %.4f\n", pauc::auc({labels, scores}),
              pauc::partial_auc({labels, scores}, region, pauc::Scale::mcclish));
}
