#include "pauc/data/task_rows.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc {

TaskCounts counts_of(const TaskFacts& task, const RowFacts& facts, const std::vector<std::int64_t>& rows) {
  TaskCounts counts;
  for (const std::int64_t row : rows) {
    if (task.labels[row] == kUnlabelled || (!facts.weights.empty() && facts.weights[row] == 0)) continue;
    (task.labels[row] == 1 ? counts.positives : counts.negatives) += 1;
  }
  return counts;
}

std::vector<std::int8_t> any_positive(const std::vector<TaskFacts>& tasks) {
  std::vector<std::int8_t> labels(tasks.front().labels.size(), kUnlabelled);
  for (const TaskFacts& task : tasks) {
    for (std::size_t row = 0; row < labels.size(); ++row) labels[row] = std::max(labels[row], task.labels[row]);
  }
  return labels;
}

std::size_t task_place(const std::vector<TaskFacts>& tasks, const std::string& name) {
  std::vector<std::string> names;
  for (const TaskFacts& task : tasks) {
    if (task.name == name) return names.size();
    names.push_back(task.name);
  }
  fail(Fault::usage, "task: no \"", name, "\" among the labels with both classes; expected one of ",
       names_nearest_first(name, names));
}

RowFacts facts_of_task(RowFacts facts, std::size_t task) {
  TaskFacts own = std::move(facts.tasks[task]);
  facts.tasks.clear();
  facts.listed_tasks = 0;
  facts.split_labels = std::exchange(facts.labels, std::move(own.labels));
  facts.positive = std::move(own.positive);
  facts.label_column = std::move(own.name);
  return facts;
}

std::vector<std::size_t> trainable_tasks(const Examples& examples, const SplitRows& split,
                                         std::vector<std::string>& notes) {
  const RowFacts& facts = examples.facts;
  std::vector<std::size_t> tasks;
  const auto lack = [](const TaskCounts& counts) { return counts.positives == 0 ? "positive" : "negative"; };
  for (std::size_t k = 0; k < facts.tasks.size(); ++k) {
    const TaskFacts& task = facts.tasks[k];
    const TaskCounts train = counts_of(task, facts, split.of(Part::train));
    if (!train.has_both()) {
      notes.push_back(joined("label ", task.name, " is left out: the training part has no ", lack(train)));
      continue;
    }
    tasks.push_back(k);
    for (const Part part : {Part::valid, Part::test}) {
      const TaskCounts counts = counts_of(task, facts, split.of(part));
      if (counts.has_both()) continue;
      notes.push_back(joined("label ", task.name, ": the ", part_name(part), " part has no ", lack(counts),
                             ", so it cannot be judged there"));
    }
  }
  require(tasks.size() > 1, examples.files[0], ": expected several labels with both classes in the training part, got ",
          tasks.size(), " of ", facts.tasks.size(), "; other fractions or another split may help");
  const bool can_choose = std::any_of(tasks.begin(), tasks.end(), [&](std::size_t k) {
    return counts_of(facts.tasks[k], facts, split.of(Part::valid)).has_both();
  });
  require(can_choose, examples.files[0], ": expected both classes of some label in the valid part, got none; other ",
          "fractions or another split may help");
  return tasks;
}

std::int64_t leave_out_unlearnt(const RowFacts& facts, const std::vector<std::size_t>& tasks, SplitRows& split) {
  auto& rows = split.rows[static_cast<int>(Part::train)];
  const auto is_unlearnt = [&](std::int64_t row) {
    return std::none_of(tasks.begin(), tasks.end(),
                        [&](std::size_t task) { return facts.tasks[task].labels[row] != kUnlabelled; });
  };
  const auto before = static_cast<std::int64_t>(rows.size());
  rows.erase(std::remove_if(rows.begin(), rows.end(), is_unlearnt), rows.end());
  return before - static_cast<std::int64_t>(rows.size());
}

SplitRows rows_of_task(const TaskFacts& task, const SplitRows& split) {
  SplitRows rows;
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    for (const std::int64_t row : split.of(part)) {
      if (task.labels[row] != kUnlabelled) rows.rows[static_cast<int>(part)].push_back(row);
    }
  }
  return rows;
}

std::string labels_line(const std::vector<TaskFacts>& tasks) {
  constexpr std::size_t kShown = 12;
  std::string text = "labels: ";
  for (std::size_t k = 0; k < std::min(tasks.size(), kShown); ++k) {
    const auto& labels = tasks[k].labels;
    const auto positives = std::count(labels.begin(), labels.end(), 1);
    const auto labelled = positives + std::count(labels.begin(), labels.end(), 0);
    text += joined(k == 0 ? "" : ", ", tasks[k].name, " (", positives, " of ", labelled, ")");
  }
  if (tasks.size() > kShown) text += joined(" and ", tasks.size() - kShown, " more");
  return text + "; positives of the rows with this label";
}

}  // namespace pauc
