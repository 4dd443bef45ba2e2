#include "pauc/trainer/run/task_data.h"

#include <algorithm>
#include <cctype>

#include "pauc/core/text/comma_list.h"
#include "pauc/data/task_rows.h"

namespace pauc {

namespace {

const TaskFacts& facts_of(const PreparedData& data, std::size_t task) {
  return data.examples->facts.tasks[data.tasks[task]];
}

// Letters, digits, and signs that no shell or file system takes for something else.
std::string folder_of(const std::string& name) {
  constexpr std::size_t kLongest = 100;
  std::string folder;
  for (const char letter : name.substr(0, kLongest)) {
    const bool stays = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '.';
    folder += stays ? letter : '_';
  }
  return folder.empty() || folder[0] == '.' || folder[0] == '-' ? "_" + folder : folder;
}

std::shared_ptr<const RowFacts> own_facts(const RowFacts& all, const TaskFacts& task) {
  RowFacts facts;
  facts.labels = task.labels;
  facts.positive = task.positive;
  facts.label_column = task.name;
  facts.numbers = all.numbers;
  facts.ids = all.ids;
  facts.id_column = all.id_column;
  facts.weights = all.weights;
  facts.groups = all.groups;
  facts.group_names = all.group_names;
  return std::make_shared<const RowFacts>(std::move(facts));
}

}  // namespace

std::vector<std::string> task_folders(const std::vector<std::string>& names) {
  std::vector<std::string> folders;
  for (const std::string& name : names) {
    const std::string folder = folder_of(name);
    std::string free = folder;
    for (int k = 2; std::find(folders.begin(), folders.end(), free) != folders.end(); ++k) {
      free = joined(folder, "-", k);
    }
    folders.push_back(free);
  }
  return folders;
}

std::vector<std::string> task_names(const PreparedData& data) {
  std::vector<std::string> names;
  for (std::size_t task = 0; task < data.tasks.size(); ++task) names.push_back(facts_of(data, task).name);
  return names;
}

ListedTasks listed_tasks(const PreparedData& data) {
  ListedTasks tasks{{}, data.examples->facts.listed_tasks};
  for (std::size_t task = 0; task < data.tasks.size(); ++task) tasks.places.push_back(facts_of(data, task).listed);
  return tasks;
}

PreparedData data_of_task(const PreparedData& data, std::size_t task) {
  const TaskFacts& facts = facts_of(data, task);
  PreparedData own;
  own.options = data.options;
  own.options.label = text_list({facts.name});
  own.examples = data.examples;
  own.own_facts = own_facts(data.examples->facts, facts);
  own.split = rows_of_task(facts, data.split);
  own.inputs = data.inputs;
  own.inputs.shape.outputs = 1;
  own.target = data.target;
  own.files = data.files;
  own.warnings = data.warnings;
  own.ranks = data.ranks;
  own.output = record::CardOutput{static_cast<std::int64_t>(task), static_cast<std::int64_t>(data.tasks.size())};
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    Dataset& made = own.parts[static_cast<int>(part)];
    for (const std::int64_t row : own.split.of(part)) {
      made.labels.push_back(static_cast<std::uint8_t>(facts.labels[static_cast<std::size_t>(row)]));
    }
  }
  return own;
}

std::vector<double> scores_of_task(const PreparedData& data, Part part, const std::vector<double>& scores,
                                   std::size_t task) {
  const std::vector<std::int8_t>& labels = facts_of(data, task).labels;
  const auto& rows = data.split.of(part);
  std::vector<double> own;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (labels[static_cast<std::size_t>(rows[k])] == kUnlabelled) continue;
    own.push_back(scores[k * data.tasks.size() + task]);
  }
  return own;
}

}  // namespace pauc
