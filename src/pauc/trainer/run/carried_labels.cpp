#include "pauc/trainer/run/carried_labels.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/data/options.h"
#include "pauc/data/row_facts.h"
#include "pauc/record/limits.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/run/results.h"

namespace pauc {

namespace {

Config config_of(const record::RunPaths& paths) {
  return config_from_yaml(content_of_folder_file(paths.folder, paths.config(), record::kMostConfigBytes),
                          paths.config());
}

LabelRule rule_of(const Config& config, const record::ModelCard& card) {
  const std::string classes = config.get("data.positive_classes");
  return LabelRule(classes.empty() ? card.positive : "", classes, LabelRule::Classes::any);
}

}  // namespace

CarriedLabels::CarriedLabels(const record::RunPaths& paths, const record::ModelCard& card)
    : CarriedLabels(config_of(paths), card) {}

CarriedLabels::CarriedLabels(const Config& config, const record::ModelCard& card)
    : rule_(rule_of(config, card)), missing_(listed_texts(config.get("data.missing"))), positive_(card.positive) {}

std::vector<std::int8_t> CarriedLabels::of(const Block& block, const std::string& file) {
  LabelRule rule = rule_;
  std::vector<std::int8_t> labels;
  for (std::size_t k = 0; k < block.labels.size(); ++k) {
    const std::string& label = block.labels[k];
    const bool unlabelled =
        means_unlabelled(label) || std::find(missing_.begin(), missing_.end(), label) != missing_.end();
    labels.push_back(unlabelled ? kUnlabelled : std::int8_t{0});
    if (!unlabelled && first_.empty()) first_ = block.labels[k];
    if (!unlabelled) rule.add(block.labels[k], [&] { return joined(file, ": row ", block.numbers[k]); });
  }
  const auto decided = rule.decide(file).labels;
  auto next = decided.begin();
  for (std::int8_t& label : labels) {
    if (label != kUnlabelled) label = static_cast<std::int8_t>(*next++);
    found_positive_ = found_positive_ || label == 1;
  }
  return labels;
}

void CarriedLabels::note_strangers(const std::string& file, const std::function<void(const std::string&)>& note) const {
  if (found_positive_ || first_.empty()) return;
  note(joined("warning: ", file, ": no label is the positive one of the training, ", shown(positive_),
              "; all count as negative, such as ", shown(first_)));
}

void LabelledScores::add(std::int8_t label, double score) {
  if (label == kUnlabelled || !std::isfinite(score)) {
    ++left_out_;
    return;
  }
  labels_.push_back(static_cast<std::uint8_t>(label));
  scores_.push_back(score);
}

Evaluation LabelledScores::evaluated(const Region& target, const std::string& file) const {
  const auto positives = std::count(labels_.begin(), labels_.end(), 1);
  const auto rows = static_cast<std::int64_t>(labels_.size());
  require(positives > 0 && positives < rows, file, ": evaluate: expected scored rows of both classes, got ", positives,
          " positives among ", rows);
  EvaluationOptions options;
  set_region(target, options);
  ScoredRows table;
  table.labels = labels_;
  table.names = {"score"};
  table.columns = {scores_};
  return evaluate(std::move(table), options);
}

}  // namespace pauc
