#include "pauc/trainer/prepared_data.h"

#include <algorithm>

#include "pauc/data/registry.h"
#include "pauc/trainer/card.h"
#include "pauc/trainer/options.h"

namespace pauc {

namespace {

std::string count_of(std::int64_t count, const char* what) {
  return joined(count, count == 1 ? " row" : " rows", what);
}

void note_left_out(std::int64_t count, const char* what, PreparedData& data) {
  if (count > 0) data.notes.push_back(joined(data.options.path, ": ", count_of(count, what)));
}

// Too few rows to choose an epoch or a threshold by.
void note_small_parts(const Region& target, PreparedData& data) {
  constexpr std::int64_t kFewPositives = 10;
  const auto& rows = data.split.of(Part::valid);
  const auto& labels = data.examples->facts.labels;
  const auto positives = std::count_if(rows.begin(), rows.end(), [&](std::int64_t row) { return labels[row] == 1; });
  const auto in_region = target.fpr_max * static_cast<double>(static_cast<std::int64_t>(rows.size()) - positives);
  if (positives >= kFewPositives && in_region >= 1) return;
  data.notes.push_back(joined("the validation part has ", positives,
                              positives == 1 ? " positive and " : " positives and ",
                              static_cast<std::int64_t>(rows.size()) - positives,
                              " negatives: epoch, candidate and thresholds chosen by so few are uncertain"));
}

}  // namespace

DataFacts PreparedData::facts() const {
  const Dataset& train = part(Part::train);
  return {train.size(),
          std::count(train.labels.begin(), train.labels.end(), 1),
          inputs.shape.sizes.empty() ? 0 : inputs.shape.sizes[0],
          !train.weights.empty(),
          inputs.shape.kind,
          examples->content.images.size};
}

ScoredPart PreparedData::scored(Part which, const std::vector<double>& scores) const {
  const RowFacts& facts = examples->facts;
  ScoredPart result;
  result.scores = scores;
  result.labels = part(which).labels;
  result.weights = part(which).weights;
  for (const std::int64_t row : split.of(which)) {
    result.numbers.push_back(facts.numbers[row]);
    if (!facts.ids.empty()) result.ids.push_back(facts.ids[row]);
    if (!facts.groups.empty()) result.groups.push_back(facts.groups[row]);
  }
  return result;
}

std::vector<DataFile> files_of(const Config& config) {
  const DataOptions options = config.read("data", kDataFields);
  std::vector<std::string> paths = {options.path, options.test, options.table};
  const std::string init = config.get("trainer.init");
  if (is_weights_file(init)) {
    paths.push_back(init);
  } else if (!init.empty()) {
    paths.insert(paths.end(), {RunPaths(init).card(), RunPaths(init).model()});
  }
  std::vector<DataFile> files;
  for (const std::string& path : paths) {
    if (path.empty() || path.rfind("synthetic:", 0) == 0) continue;
    require_usage(path != "-", "data: expected a file, which can be read again, got standard input");
    for (const std::string& file : files_read(path)) files.push_back({file, fingerprint_of(file)});
  }
  return files;
}

PreparedData prepare_data(const Config& config, std::vector<DataFile> files, const Preparation& how) {
  PreparedData data;
  data.options = config.read("data", kDataFields);
  data.options.threads = how.threads;
  data.options.cache = how.cache;
  data.options.image_memory = how.image_memory;
  data.files = std::move(files);
  data.examples = std::make_unique<Examples>(load_examples(data.options));
  data.notes = data.examples->notes;
  data.split = split_examples(*data.examples, data.options);
  require_both_classes(*data.examples, data.split, data.options);
  if (!data.options.group.empty() && data.options.split != "auto" && data.options.split != "grouped") {
    data.notes.push_back("group: rows of a group may be in several parts; --split grouped keeps them together");
  }
  note_left_out(data.split.duplicates, " with the SMILES of an earlier row left out", data);
  note_left_out(data.split.unlabelled, " without a label left out", data);
  note_small_parts(target_of(config), data);
  const std::string init = config.get("trainer.init");
  const bool fits = init.empty() || is_weights_file(init);  // else as the run has it that it starts from
  const InputOptions inputs{config.read("data", kEncodingFields), config.read("data", kAugmentationFields), how.threads,
                            how.threads_beside_training};
  const auto& train_rows = data.split.of(Part::train);
  data.inputs = fits ? fit_inputs(*data.examples, train_rows, inputs, data.notes)
                     : inputs_from(*data.examples, read_card(init + "/model.json").preprocessing, init, inputs);
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    data.parts[static_cast<int>(part)] = dataset_of(*data.examples, data.inputs, data.split.of(part));
  }
  return data;
}

}  // namespace pauc
