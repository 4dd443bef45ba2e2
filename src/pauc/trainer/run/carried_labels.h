#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pauc/core/text/label_rule.h"
#include "pauc/data/blocks.h"
#include "pauc/metric/evaluation.h"
#include "pauc/record/card.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

// Labels of rows that are scored: what was positive in training is 1, any other label 0.
class CarriedLabels {
 public:
  CarriedLabels(const record::RunPaths& paths, const record::ModelCard& card);

  // 1, 0 or kUnlabelled for each row of a block.
  std::vector<std::int8_t> of(const Block& block, const std::string& file);
  // A warning if no label so far was the positive one: they may be written in another way than in training.
  void note_strangers(const std::string& file, const std::function<void(const std::string&)>& note) const;

 private:
  CarriedLabels(const Config& config, const record::ModelCard& card);

  LabelRule rule_;                    // has seen no label yet
  std::vector<std::string> missing_;  // texts that count as no label
  std::string positive_;              // of the training
  std::string first_;                 // label that was seen
  bool found_positive_ = false;
};

// Labels and scores of the rows that have both, to be evaluated at the end.
class LabelledScores {
 public:
  void add(std::int8_t label, double score);
  // On the region that the model was trained for, as `pauc evaluate` does. Refuses rows of one class.
  Evaluation evaluated(const Region& target, const std::string& file) const;
  // Rows without a label or a score.
  std::int64_t left_out() const { return left_out_; }

 private:
  std::vector<std::uint8_t> labels_;
  std::vector<double> scores_;
  std::int64_t left_out_ = 0;
};

}  // namespace pauc
