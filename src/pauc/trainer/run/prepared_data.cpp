#include "pauc/trainer/run/prepared_data.h"

#include <ATen/Functions.h>

#include <algorithm>

#include "pauc/core/io/checksum.h"
#include "pauc/core/parallel.h"
#include "pauc/data/folds.h"
#include "pauc/data/registry.h"
#include "pauc/data/task_rows.h"
#include "pauc/model/registry.h"
#include "pauc/record/card.h"
#include "pauc/trainer/config/members.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"

namespace pauc {

namespace {

std::string count_of(std::int64_t count, const char* what) {
  return joined(count, count == 1 ? " row" : " rows", what);
}

void note_left_out(std::int64_t count, const char* what, PreparedData& data) {
  if (count > 0) data.notes.push_back(joined(data.options.path, ": ", count_of(count, what)));
}

void choose_tasks(PreparedData& data) {
  data.tasks = trainable_tasks(*data.examples, data.split, data.notes);
  const std::int64_t unlearnt = leave_out_unlearnt(data.examples->facts, data.tasks, data.split);
  note_left_out(unlearnt, " of the training part without a label that is trained left out", data);
}

// Of the label that has most of them.
std::int64_t most_positives(const PreparedData& data) {
  std::int64_t most = 0;
  for (const std::size_t task : data.tasks) {
    const RowFacts& facts = data.examples->facts;
    most = std::max(most, counts_of(facts.tasks[task], facts, data.split.of(Part::train)).positives);
  }
  return most;
}

}  // namespace

DataFacts PreparedData::facts() const {
  const Dataset& train = part(Part::train);
  std::int64_t positives = std::count(train.labels.begin(), train.labels.end(), 1);
  if (!own_facts && !examples->facts.tasks.empty())
    positives = most_positives(*this);  // a batch is balanced for one label
  return {train.size(),           positives,         inputs.shape.sizes.empty() ? 0 : inputs.shape.sizes[0],
          !train.weights.empty(), inputs.shape.kind, examples->content.images.size};
}

std::optional<std::string> few_to_choose_by(const PreparedData& data) {
  constexpr std::int64_t kFewPositives = 10;
  const auto& rows = data.split.of(Part::valid);
  const auto& labels = data.row_facts().labels;
  const auto positives = std::count_if(rows.begin(), rows.end(), [&](std::int64_t row) { return labels[row] == 1; });
  const std::int64_t negatives = static_cast<std::int64_t>(rows.size()) - positives;
  if (positives >= kFewPositives && data.target.fpr_max * static_cast<double>(negatives) >= 1) return std::nullopt;
  return joined(positives, positives == 1 ? " positive and " : " positives and ", negatives,
                negatives == 1 ? " negative" : " negatives");
}

record::ScoredPart PreparedData::scored(Part which, const std::vector<double>& scores) const {
  return scored_rows(split.of(which), scores);
}

record::ScoredPart PreparedData::scored_rows(const std::vector<std::int64_t>& rows,
                                             const std::vector<double>& scores) const {
  const RowFacts& facts = row_facts();
  record::ScoredPart result;
  result.scores = scores;
  result.group_names = facts.group_names;
  for (const std::int64_t row : rows) {
    result.labels.push_back(static_cast<std::uint8_t>(facts.labels[row]));
    result.numbers.push_back(facts.numbers[row]);
    if (!facts.weights.empty()) result.weights.push_back(facts.weights[row]);
    if (!facts.ids.empty()) result.ids.push_back(facts.ids[row]);
    if (!facts.groups.empty()) result.groups.push_back(facts.groups[row]);
  }
  return result;
}

std::uint32_t PreparedData::rows_crc() const {
  std::uint32_t crc = 0;
  const auto add = [&](std::int64_t number) {
    crc = checksum({reinterpret_cast<const char*>(&number), sizeof number}, crc);
  };
  for (const Part which : {Part::train, Part::valid, Part::test}) {
    add(static_cast<std::int64_t>(split.of(which).size()));
    for (const std::int64_t row : split.of(which)) add(examples->facts.numbers[row]);
  }
  // Other forms of the molecules are other rows. Earlier versions read them as written.
  const Standardise form = examples->content.standardise;
  return form == Standardise::off ? crc : checksum(choice_name(form), crc);
}

std::vector<DataFile> files_of(const Config& config, int threads) {
  std::vector<DataFile> files = data_files(config.read("data", kDataFields), threads);
  for (const ForeignMember& member : foreign_members(config.get("trainer.member"))) {
    files.push_back({member.file, fingerprint_of(member.file)});
  }
  const std::string init = config.get("trainer.init");
  if (init.empty()) return files;
  const record::RunPaths run(init);
  const auto more =
      is_weights_file(init) ? std::vector<std::string>{init} : std::vector<std::string>{run.card(), run.weights()};
  for (const std::string& file : more) files.push_back({file, fingerprint_of(file)});
  return files;
}

namespace {

// Neighbours in the file go to different ranks, so that a file sorted by class is shared evenly.
std::int32_t owner_of(std::int64_t row, const Ranks& ranks) { return static_cast<std::int32_t>(row % ranks.size()); }

SharedRows shared_rows(const std::shared_ptr<const Ranks>& ranks) {
  if (ranks->is_alone()) return {};
  return {[ranks](std::int64_t row) { return owner_of(row, *ranks) == ranks->rank(); },
          [ranks](Span<std::int64_t> numbers) {
            ranks->wait_for_all();  // machines read at different speeds
            ranks->sum(at::from_blob(numbers.data(), {numbers.size()}, at::kLong));
          }};
}

// Finds damaged images of valid and test before the first epoch rather than after it.
void require_decodable(const PreparedData& data) {
  if (data.examples->content.kind != InputKind::image) return;
  for (const Part part : {Part::valid, Part::test}) {
    const auto& rows = data.split.of(part);
    parallel_for(static_cast<std::int64_t>(rows.size()), data.options.threads, [&](std::int64_t k) {
      const Content& content = data.examples->content;
      if (content.held().has(rows[k])) content.images.at(content.held().place_of(rows[k]));
    });
  }
}

// Every rank scores and trains on its own rows. All know the number of atoms of each molecule, for which dropout draws.
void share_rows(const std::vector<std::int64_t>& rows, const PreparedData& data, Dataset& part) {
  if (data.ranks->is_alone()) return;
  for (const std::int64_t row : rows) {
    part.owners.push_back(owner_of(row, *data.ranks));
    if (data.inputs.shape.kind != InputKind::molecule) continue;
    part.noise_rows.push_back(static_cast<std::int32_t>(data.examples->content.atoms_of(row)));
  }
}

}  // namespace

PreparedData prepare_data(const Config& config, std::vector<DataFile> files, const Preparation& how,
                          std::shared_ptr<const Examples> examples) {
  PreparedData data;
  data.options = config.read("data", kDataFields);
  data.options.threads = how.threads;
  data.options.cache = how.cache;
  data.options.image_memory = how.image_memory;
  data.files = std::move(files);
  if (how.ranks) data.ranks = how.ranks;
  data.options.shared = shared_rows(data.ranks);
  data.examples = examples ? std::move(examples) : std::make_shared<Examples>(load_examples(data.options));
  data.notes = data.examples->notes;
  const std::vector<std::string>& of_columns = data.examples->column_notes;
  data.notes.insert(data.notes.end(), of_columns.begin(), of_columns.end());
  data.split = split_examples(*data.examples, data.options);
  if (data.options.fold) {
    const bool has_epochs = !grows_at_once(config.get("model.name"));
    data.split =
        fold_of(*data.examples, data.split, data.options, has_epochs ? ChoosingRows::inner_part : ChoosingRows::none);
  }
  require_both_classes(*data.examples, data.split, data.options);
  const std::string groups = note_on_groups(*data.examples, data.split);
  if (!groups.empty()) data.notes.push_back(groups);
  note_left_out(data.split.duplicates, " with the molecule of an earlier row left out", data);
  note_left_out(data.split.unlabelled, " without a label left out", data);
  if (!data.examples->facts.tasks.empty()) choose_tasks(data);
  data.target = target_of(config);
  if (!data.options.fold) {
    data.notes.insert(data.notes.begin(), positive_line(*data.examples));
    data.warnings = warnings_about(*data.examples, data.split, data.options);
  }
  for (const std::string& warning : data.warnings) data.notes.push_back("warning: " + warning);
  const std::string init = config.get("trainer.init");
  // Runs initialised from another run reuse its encoding.
  const bool fits = init.empty() || is_weights_file(init);
  const InputOptions inputs{encoding_of(config), config.read("data", kAugmentationFields), how.threads,
                            how.batch_threads};
  const auto& train_rows = data.split.of(Part::train);
  data.inputs =
      fits ? fit_inputs(*data.examples, train_rows, inputs, data.notes)
           : inputs_from(*data.examples, record::read_any_card(record::RunPaths(init)).preprocessing, init, inputs);
  if (data.has_tasks()) data.inputs.shape.outputs = static_cast<std::int64_t>(data.tasks.size());
  require_decodable(data);
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    Dataset& made = data.parts[static_cast<int>(part)];
    made = dataset_of(*data.examples, data.inputs, data.split.of(part), data.tasks);
    share_rows(data.split.of(part), data, made);
  }
  return data;
}

}  // namespace pauc
