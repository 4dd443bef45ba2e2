#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

// The metrics of one part of a run that are read back. Areas are on the scale that people are shown; an evaluation has
// the one-way area, the two-way area or both.
struct PartMetrics {
  std::string part;  // train, valid or test
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  std::optional<double> one_way;  // mcclish
  std::optional<double> two_way;  // normalised
};

// metrics.json: the JSON of `pauc evaluate` for each part.
std::string metrics_json(const Evaluation& train, const Evaluation& valid, const Evaluation& test);
// In this order: train, valid, test.
std::vector<PartMetrics> read_metrics(const RunPaths& paths);

}  // namespace pauc::record
