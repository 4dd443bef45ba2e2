#include "pauc/data/repeated_structures.h"

#include <map>
#include <set>

#include "pauc/core/error.h"
#include "pauc/data/task_rows.h"

namespace pauc {

namespace {

struct Labels {
  std::int64_t of[2] = {0, 0};
  std::int64_t first_labelled = -1;
};

// By the first row of a structure; only structures with several rows.
std::map<std::int64_t, Labels> labels_of_copies(const std::vector<std::int64_t>& first,
                                                const std::vector<std::int8_t>& labels) {
  std::map<std::int64_t, Labels> all;
  for (std::size_t row = 0; row < first.size(); ++row) {
    if (first[row] != static_cast<std::int64_t>(row)) all[first[row]];
  }
  for (std::size_t row = 0; row < first.size(); ++row) {
    const auto found = all.find(first[row]);
    if (found == all.end() || labels[row] == kUnlabelled) continue;
    ++found->second.of[labels[row]];
    if (found->second.first_labelled < 0) found->second.first_labelled = static_cast<std::int64_t>(row);
  }
  return all;
}

bool contradict(const Labels& labels) { return labels.of[0] > 0 && labels.of[1] > 0; }

bool is_left_out(const Labels& labels, Duplicates how) {
  return how == Duplicates::drop ? contradict(labels) : contradict(labels) && labels.of[0] == labels.of[1];
}

// The first rows in the same part. The parts that are given are those of the last rows.
std::vector<std::int64_t> first_in_part(const std::vector<std::int64_t>& first, const std::vector<Part>& parts) {
  constexpr int kOpen = -1;
  const std::size_t open = first.size() - parts.size();
  std::map<std::pair<std::int64_t, int>, std::int64_t> seen;
  std::vector<std::int64_t> in_part;
  for (std::size_t row = 0; row < first.size(); ++row) {
    const int part = row < open ? kOpen : static_cast<int>(parts[row - open]);
    in_part.push_back(seen.try_emplace({first[row], part}, static_cast<std::int64_t>(row)).first->second);
  }
  return in_part;
}

// The row of a structure that stays, if any does.
std::int64_t staying(std::int64_t first, const Labels& labels) {
  return labels.first_labelled < 0 ? first : labels.first_labelled;
}

// What the copies say together.
std::int8_t common_label(const Labels& labels, Duplicates how) {
  if (labels.first_labelled < 0 || is_left_out(labels, how)) return kUnlabelled;
  return labels.of[1] > labels.of[0] ? 1 : 0;
}

void merge_copies_of_tasks(const std::vector<std::int64_t>& first, Duplicates how, RowFacts& facts) {
  const auto all = labels_of_copies(first, facts.labels);
  facts.duplicates.assign(first.size(), 0);
  for (std::size_t row = 0; row < first.size(); ++row) {
    const auto found = all.find(first[row]);
    if (found == all.end()) continue;
    facts.duplicates[row] = static_cast<std::int64_t>(row) == staying(found->first, found->second) ? 0 : 1;
  }
  for (TaskFacts& task : facts.tasks) {
    for (const auto& [row, labels] : labels_of_copies(first, task.labels)) {
      task.labels[static_cast<std::size_t>(staying(row, all.at(row)))] = common_label(labels, how);
    }
  }
  facts.labels = any_positive(facts.tasks);
}

}  // namespace

StructureCopies structure_copies(const std::vector<std::int64_t>& first, const RowFacts& facts) {
  StructureCopies copies;
  for (std::size_t row = 0; row < first.size(); ++row) {
    copies.rows += first[row] != static_cast<std::int64_t>(row) ? 1 : 0;
  }
  std::set<std::int64_t> contradictory;
  const auto add = [&](const std::vector<std::int8_t>& labels) {
    for (const auto& [row, of] : labels_of_copies(first, labels)) {
      if (contradict(of)) contradictory.insert(row);
    }
  };
  if (facts.tasks.empty()) add(facts.labels);
  for (const TaskFacts& task : facts.tasks) add(task.labels);
  copies.contradictory = static_cast<std::int64_t>(contradictory.size());
  return copies;
}

std::string note_on_structures(const StructureCopies& copies, bool several_labels, const DataOptions& options) {
  std::string text =
      joined(copies.rows, copies.rows == 1 ? " row has" : " rows have", " the structure of an earlier row");
  if (copies.contradictory > 0) {
    text += joined("; ", copies.contradictory, copies.contradictory == 1 ? " structure has" : " structures have",
                   " contradictory labels");
  }
  switch (options.duplicates) {
    case Duplicates::keep:
      return joined(text,
                    is_split_method(options.split) && options.split != "date" && options.split != "grouped" &&
                            options.group.empty()
                        ? "; a split that is drawn keeps copies in one part"
                        : "",
                    " (--duplicates drop or average leaves one)");
    case Duplicates::drop:
      if (several_labels) {
        return joined(text, "; one stays, with the labels of all",
                      copies.contradictory > 0 ? " but those that contradict each other" : "");
      }
      return joined(text, "; the first stays",
                    copies.contradictory > 0 ? ", none where labels contradict each other" : "");
    case Duplicates::average:
      return joined(text, "; one stays", several_labels ? ", with the labels of all" : "",
                    copies.contradictory == 0 ? ""
                    : several_labels          ? ", each that of most"
                                              : ", with the label of most");
  }
  return text;
}

void leave_out_copies(const std::vector<std::int64_t>& of_data, Duplicates how, RowFacts& facts) {
  const std::vector<std::int64_t> first = first_in_part(of_data, facts.parts);
  if (!facts.tasks.empty()) return merge_copies_of_tasks(first, how, facts);
  const auto all = labels_of_copies(first, facts.labels);
  facts.duplicates.assign(first.size(), 0);
  for (std::size_t row = 0; row < first.size(); ++row) {
    const auto found = all.find(first[row]);
    if (found == all.end()) continue;
    const Labels& labels = found->second;
    if (static_cast<std::int64_t>(row) != staying(found->first, labels) || is_left_out(labels, how)) {
      facts.duplicates[row] = 1;
    } else if (how == Duplicates::average && contradict(labels)) {
      facts.labels[row] = labels.of[1] > labels.of[0] ? 1 : 0;
    }
  }
}

}  // namespace pauc
