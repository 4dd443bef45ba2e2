#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/trainer/loop/plan.h"
#include "pauc/trainer/run/prepared_data.h"

namespace pauc {

// The name of the folder of each of these labels: its own name where that may name a folder, and no two alike.
std::vector<std::string> task_folders(const std::vector<std::string>& names);

// The names of the labels that are trained, in the order of the outputs.
std::vector<std::string> task_names(const PreparedData& data);

// Their places among the labels that were listed.
ListedTasks listed_tasks(const PreparedData& data);

// One of the labels as data of its own: the rows that have it, with its labels. It can be evaluated and written, but
// not trained: its datasets have no inputs.
PreparedData data_of_task(const PreparedData& data, std::size_t task);

// The scores of these rows for one label, of the scores of all labels for a part.
std::vector<double> scores_of_task(const PreparedData& data, Part part, const std::vector<double>& scores,
                                   std::size_t task);

}  // namespace pauc
