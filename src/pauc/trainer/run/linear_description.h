#pragma once

#include "pauc/trainer/config/config.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/run.h"

namespace pauc {

// A trained linear model, to be described for people.
struct LinearResult {
  record::RunPaths paths;  // where to write
  std::string checkpoint;  // folder of its training's checkpoint
  Config config;           // resolved; its trainer.intervals and trainer.scorecard are optional
  std::int64_t best_epoch = 0;
  NamedTensors weights;
};

// Writes the coefficients of a linear model on the scale of the data, with intervals if the config asks for them, and
// its scorecard. Does nothing for other models. False if it was asked to stop before everything was written.
bool write_linear_description(const LinearResult& result, const PartScores& scores, const PreparedData& data,
                              const RunObserver& observer);

}  // namespace pauc
