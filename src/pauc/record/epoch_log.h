#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/io/json_place.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

constexpr std::size_t kMostFurtherTargets = 16;  // per run; a line of the log holds them all

// An epoch's values for a further target, target.also.
struct TargetValues {
  std::string key;  // as region_key writes it
  double train = 0;
  double valid = 0;
};

// An epoch of a fine-tuning compared with the model that it started from.
struct SinceStart {
  double spread =
      1;             // standard deviation of the scores / that at the start; the smaller one of training and validation
  double valid = 0;  // the target's value on the validation rows - that at the start
};

// One epoch of a training.
struct Epoch {
  std::int64_t epoch = 0;  // from 1
  std::string phase;       // "pretrain", or empty
  double objective = 0;    // mean estimate of the true objective
  double train = 0;        // the target's value
  double valid = 0;
  std::optional<double> realised_fraction;
  double lr = 0;
  std::optional<double> weight_decay;  // the L2 penalty of this epoch, if each epoch has its own
  double seconds = 0;
  std::vector<TargetValues> also = {};
  std::optional<SinceStart> since_start = {};  // of a fine-tuning
  std::optional<double> valid_loss = {};       // log loss on the validation rows, if it selects the best epoch
};

nlohmann::ordered_json epoch_json(const Epoch& epoch);
Epoch epoch_from(const JsonPlace& place);

// log.jsonl: one line of JSON per epoch.
std::string epoch_log_text(const std::vector<Epoch>& epochs);
// Skips blank lines. Refuses numbers that cannot be drawn.
std::vector<Epoch> read_epoch_log(const RunPaths& paths);

}  // namespace pauc::record
