#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"

namespace pauc::record {

constexpr std::size_t kMostFurtherTargets = 16;  // of a run; a line of the log has them all

// How an epoch does by a further target, target.also.
struct TargetValues {
  std::string key;  // as region_key has it
  double train = 0;
  double valid = 0;
};

// One epoch of a training: a line of log.jsonl.
struct EpochRecord {
  std::int64_t epoch = 0;  // from 1
  std::string phase;       // "pretrain", or empty
  double objective = 0;    // mean of the true objective's estimates
  double train = 0;        // the target's value
  double valid = 0;
  std::optional<double> realised_fraction;
  double lr = 0;
  double seconds = 0;
  std::vector<TargetValues> also = {};
};

std::string epoch_json(const EpochRecord& record);
EpochRecord epoch_from_json(const std::string& line, const std::string& where);

// log.jsonl
std::string log_json(const std::vector<EpochRecord>& log);

// The rows of one part with the scores that a model gave them. Lists that nobody asked for are empty.
struct ScoredPart {
  std::vector<std::int64_t> numbers;  // place in the file, from 1
  std::vector<std::string> ids;
  std::vector<std::uint8_t> labels;
  std::vector<double> scores;
  std::vector<double> weights;
  std::vector<std::uint32_t> groups;
  std::vector<std::string> group_names;  // by number
};

// Labels, weights and groups, these numbered anew from 0 on; without a column of scores.
ScoredRows rows_of(const ScoredPart& part);

// As `pauc evaluate` judges predictions_csv, the score named "score".
Evaluation evaluate_part(const ScoredPart& part, const EvaluationOptions& options);

// row[,id],label,score[,weight][,group]; scores read back to the same bits.
std::string predictions_csv(const ScoredPart& part);

// What predictions_csv wrote.
ScoredPart read_predictions(const std::string& path);

// A field of a CSV file, quoted where it has to be.
std::string csv_field(const std::string& text);

// metrics.json: evaluate's JSON of each part.
std::string metrics_json(const Evaluation& train, const Evaluation& valid, const Evaluation& test);

}  // namespace pauc::record
