#include "pauc/trainer/run/described_data.h"

#include <algorithm>
#include <utility>

#include "pauc/data/fetched_rows.h"
#include "pauc/model/registry.h"
#include "pauc/record/hardest.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/run/explanation.h"
#include "pauc/trainer/run/scoring_models.h"

namespace pauc {

namespace {

void add_hardest(Part part, const PartScores& scores, const PreparedData& data, std::vector<std::int64_t>& rows) {
  const auto hardest = record::hardest_of(data.scored(part, scores[static_cast<std::size_t>(part)]));
  for (const auto* list : {&hardest.positives, &hardest.negatives}) {
    for (const record::HardExample& example : *list) rows.push_back(data.split.of(part)[example.place]);
  }
}

// Coefficients and scorecards are about all of them.
void add_all(const PreparedData& data, std::vector<std::int64_t>& rows) {
  for (const auto& part : data.split.rows) rows.insert(rows.end(), part.begin(), part.end());
}

void add_permuted(const Model& model, const Config& config, const PreparedData& data, std::vector<std::int64_t>& rows) {
  const ScoringModels held_out = scored_by(model, data, Part::valid);
  for (const std::int64_t place : permuted_places(held_out, config.read("trainer", kTrainerFields))) {
    rows.push_back(held_out.rows[static_cast<std::size_t>(place)]);
  }
}

std::vector<std::int64_t> described_rows(const Model& model, const std::string& model_name, const Config& config,
                                         const PartScores& scores, const PreparedData& data) {
  std::vector<std::int64_t> rows;
  if (is_linear_model(model_name)) add_all(data, rows);
  add_hardest(Part::valid, scores, data, rows);
  add_hardest(Part::test, scores, data, rows);
  add_permuted(model, config, data, rows);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::shared_ptr<const Examples> with_content(const Examples& examples, Content content) {
  const auto same = std::make_shared<Examples>();
  same->kind = examples.kind;
  same->files = examples.files;
  same->facts = examples.facts;
  same->content = std::move(content);
  return same;
}

}  // namespace

std::shared_ptr<const PreparedData> described_data(const Model& model, const std::string& model_name,
                                                   const Config& config, const PartScores& scores,
                                                   const PreparedData& data) {
  if (data.ranks->is_alone()) return {std::shared_ptr<const PreparedData>(), &data};
  const std::vector<std::int64_t> rows = described_rows(model, model_name, config, scores, data);
  Content content = fetched_rows(data.examples->content, rows, data.ranks->is_first());
  if (!data.ranks->is_first()) return nullptr;
  const auto described = std::make_shared<PreparedData>();
  described->options = data.options;
  described->examples = with_content(*data.examples, std::move(content));
  described->split = data.split;
  described->target = data.target;
  described->files = data.files;
  described->warnings = data.warnings;
  InputOptions options;
  options.augmentation.augment = {false, false};  // rows are only scored
  described->inputs = inputs_from(*described->examples, data.inputs.preprocessing, data.options.path, options);
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    described->parts[static_cast<int>(part)] =
        dataset_of(*described->examples, described->inputs, described->split.of(part));
  }
  return described;
}

}  // namespace pauc
