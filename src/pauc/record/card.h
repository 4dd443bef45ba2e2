#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/input_shape.h"
#include "pauc/core/io/checksum.h"
#include "pauc/metric/platt.h"
#include "pauc/metric/region.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

constexpr int kCardFormat = 1;

// A threshold found on the validation rows: the lowest score that passes at most `fpr` of the negatives.
struct CardThreshold {
  double fpr = 0;
  double threshold = 0;
  double realised_fpr = 0;
  double tpr = 0;
};

struct CardFile {
  std::string name;  // without its folder
  Fingerprint fingerprint;
};

struct CardPart {
  std::int64_t rows = 0;
  std::int64_t positives = 0;
};

// The model card, model.json: everything needed to use the weights next to it, and the facts about them.
struct ModelCard {
  std::string kind;  // of the data
  std::string header;
  std::string id;
  std::string label;
  std::string positive;  // the label value that counts as positive
  InputShape input;
  std::string preprocessing;  // JSON, kept as it is
  std::string model;
  Settings model_options;
  std::optional<Fingerprint> trees;    // of trees.json, which holds the weights if it is there
  std::optional<Fingerprint> weights;  // of model.safetensors, if it holds trees
  Region target;
  std::vector<CardThreshold> thresholds;
  Platt platt;
  std::string objective;
  Settings objective_options;
  std::int64_t best_epoch = 0;
  std::int64_t epochs = 0;
  std::int64_t seed = 0;
  double valid = 0;  // the target's value on the validation rows
  CardPart train_part, valid_part, test_part;
  std::vector<CardFile> files;
  std::string version;  // of pauc
  std::string libtorch;
  std::string molecules;  // library that read them; empty if there are none
};

std::string card_json(const ModelCard& card);
ModelCard read_card(const RunPaths& paths);

}  // namespace pauc::record
