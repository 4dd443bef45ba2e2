#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/data/examples.h"
#include "pauc/data/inputs.h"
#include "pauc/data/split_examples.h"
#include "pauc/metric/region.h"
#include "pauc/ranks/ranks.h"
#include "pauc/record/card.h"
#include "pauc/record/predictions.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/config/defaults.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc {

// Data that are read, split and encoded.
struct PreparedData {
  DataOptions options;
  std::shared_ptr<const Examples> examples;  // at a fixed address: the datasets refer to it
  SplitRows split;
  Inputs inputs;
  Dataset parts[3];                // by Part
  std::vector<std::size_t> tasks;  // of several labels: those that are trained, by their places in the facts
  // Of one of several labels: its own facts; null: those of the examples.
  std::shared_ptr<const RowFacts> own_facts = nullptr;
  std::optional<record::CardOutput> output = std::nullopt;  // of a network that serves several labels
  Region target;
  std::vector<DataFile> files;
  std::vector<std::string> notes;
  std::vector<std::string> warnings;  // reasons to doubt the figures; the notes have them too
  std::shared_ptr<const Ranks> ranks = std::make_shared<const Ranks>();  // that share the rows

  const Dataset& part(Part which) const { return parts[static_cast<int>(which)]; }
  DataFacts facts() const;
  const RowFacts& row_facts() const { return own_facts ? *own_facts : examples->facts; }
  bool has_tasks() const { return !tasks.empty(); }
  // The rows of a part with these scores.
  record::ScoredPart scored(Part which, const std::vector<double>& scores) const;
  // The same for any rows of the examples.
  record::ScoredPart scored_rows(const std::vector<std::int64_t>& rows, const std::vector<double>& scores) const;
  // Of the numbers of the rows in each part.
  std::uint32_t rows_crc() const;
};

// "3 positives and 40 negatives" of the validation part where they are too few to choose an epoch or a threshold by.
std::optional<std::string> few_to_choose_by(const PreparedData& data);

// The files that a run depends on, with their current checksums: data, and the model that it starts from.
std::vector<DataFile> files_of(const Config& config, int threads = 1);

// Options for preparing data that do not change the result.
struct Preparation {
  int threads = 1;                                         // for reading, before training
  int batch_threads = 1;                                   // for batches of images, during training
  std::string cache;                                       // folder that keeps parsed molecules; empty: none
  std::int64_t image_memory = DataOptions().image_memory;  // bytes for decoded images
  std::shared_ptr<const Ranks> ranks = nullptr;            // that share the rows; null: one process
};
// `examples`, if given, are those that the config would read.
PreparedData prepare_data(const Config& config, std::vector<DataFile> files, const Preparation& how,
                          std::shared_ptr<const Examples> examples = nullptr);

}  // namespace pauc
