#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/input_shape.h"
#include "pauc/core/io/checksum.h"
#include "pauc/metric/interval/guarantee.h"
#include "pauc/metric/interval/interval.h"
#include "pauc/metric/probability_map.h"
#include "pauc/metric/region.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

constexpr int kCardFormat = 1;

// Thresholds found on the validation rows: the lowest score that passes at most `fpr` of these negatives, and the
// lowest one that will pass at most `fpr` of new ones with a given confidence.
struct CardThreshold {
  double fpr = 0;
  double threshold = 0;
  double realised_fpr = 0;
  double tpr = 0;
  double confidence = 0;  // 0: a card of an earlier version, without guaranteed thresholds
  std::optional<double> guaranteed_threshold = {};
  double guaranteed_fpr = 0;  // realised on the validation rows
  double guaranteed_tpr = 0;
  std::string guarantee_reason = {};  // why there is none
};

struct CardFile {
  std::string name;  // without its folder
  Fingerprint fingerprint;
  std::string sha256 = {};  // 64 hexadecimal digits; empty in cards of earlier versions, and for other files than data
};

// The figures on the test part, on the scales that people are shown.
struct CardTest {
  double target = 0;  // the target's value
  std::optional<Interval> target_ci;
  double auc = 0;
  std::optional<Interval> auc_ci;
};

struct CardPart {
  std::int64_t rows = 0;
  std::int64_t positives = 0;
};

// Rows that thresholds and probabilities were found on after training, by `pauc calibrate`.
struct CardCalibration {
  std::int64_t version = 2;  // of the card; the first is that of the training
  CardFile file;
  CardPart part;
};

// The output of a network that several labels share.
struct CardOutput {
  std::int64_t index = 0;  // from 0
  std::int64_t of = 2;     // outputs
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
  std::optional<Fingerprint> weights;  // of model.safetensors, if it holds trees or serves several labels
  std::optional<CardOutput> output;    // in the folder of a task: its output of the network of the whole run
  std::vector<std::string> labels;     // several: of the outputs of the network, in their order
  Region target;
  std::vector<CardThreshold> thresholds;
  GuaranteeBasis guarantee_basis = GuaranteeBasis::exact;
  ProbabilityMap probabilities;
  std::optional<CardCalibration> calibration;  // none: thresholds are those of the training
  std::string objective;
  Settings objective_options;
  std::int64_t best_epoch = 0;
  std::int64_t epochs = 0;
  std::int64_t seed = 0;
  double valid = 0;                   // the target's value on the validation rows
  std::optional<CardTest> test = {};  // none in cards of earlier versions
  CardPart train_part, valid_part, test_part;
  std::vector<std::string> warnings;  // about the data: reasons to doubt the figures
  std::vector<CardFile> files;
  std::string version;  // of pauc
  std::string libtorch;
  std::string xgboost = {};  // that grew its trees; empty: none, or unknown
  std::string molecules;     // library that read them; empty if there are none
};

std::string card_json(const ModelCard& card);
// Refuses the card of a network for several labels and names the folders of its tasks.
ModelCard read_card(const RunPaths& paths);
// The card of any run.
ModelCard read_any_card(const RunPaths& paths);

}  // namespace pauc::record
