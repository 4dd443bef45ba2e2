#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/data/examples.h"
#include "pauc/data/inputs.h"
#include "pauc/data/split_examples.h"
#include "pauc/record/record.h"
#include "pauc/trainer/config/choices.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc {

// Data that are read, split and ready to be learnt from.
struct PreparedData {
  DataOptions options;
  std::unique_ptr<Examples> examples;  // stays where it is: the datasets look into it
  SplitRows split;
  Inputs inputs;
  Dataset parts[3];  // by Part
  std::vector<DataFile> files;
  std::vector<std::string> notes;

  const Dataset& part(Part which) const { return parts[static_cast<int>(which)]; }
  DataFacts facts() const;
  // The rows of a part with these scores.
  record::ScoredPart scored(Part which, const std::vector<double>& scores) const;
};

// The files that a run depends on, as they are now: data, and the model of the run that it starts from.
std::vector<DataFile> files_of(const Config& config, int threads = 1);

// How to work, apart from what a config says.
struct Preparation {
  int threads = 1;                                         // before training
  int threads_beside_training = 1;                         // for batches of images
  std::string cache;                                       // folder for molecules that have been read; empty: none
  std::int64_t image_memory = DataOptions().image_memory;  // bytes for decoded images
};
PreparedData prepare_data(const Config& config, std::vector<DataFile> files, const Preparation& how);

}  // namespace pauc
